"""Runs CPython's own tests against the converted standard library and prints a table.

python -m tests.fidelity [--limit SECONDS] [--only-their-modules] [--results FILE] [test file ...]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from . import library
from .comparison import Verdict, compare, files
from .running import Outcome, run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tests", nargs="*", help="test files; all of files.txt when none is given")
    parser.add_argument("--limit", type=float, default=240, help="seconds for each run")
    parser.add_argument("--only-their-modules", action="store_true", help="convert only what a file is about")
    parser.add_argument("--folder", type=Path, help="code objects that were made before")
    parser.add_argument("--results", type=Path, default=library.CACHE, help="a folder for results and logs")
    options = parser.parse_args()
    folder = options.folder or library.build()
    options.results.mkdir(exist_ok=True, parents=True)
    verdicts = [_run(test, folder, options) for test in options.tests or files()]
    print(dict(Counter(verdict.kind for verdict in verdicts)), "tests lost:", sum(len(v.lost) for v in verdicts))
    print(share(folder))
    sys.exit(0)


def _run(test: str, folder: Path, options: argparse.Namespace) -> Verdict:
    native = _native(test, options)
    modules = library.matching(files()[test]) if options.only_their_modules else ()
    converted = run(test, folder, modules, limit=options.limit)
    verdict = compare(native, converted)
    (options.results / f"{test}.log").write_text(converted.output)
    facts: dict[str, Any] = asdict(verdict) | {"count": converted.count, "native": native.count}
    facts |= {name: getattr(converted, name) for name in ("loaded", "functions", "executed", "seconds", "failed")}
    (options.results / f"{test}.json").write_text(json.dumps(facts))
    print(
        f"{test:<26}{verdict.kind:<20}{native.count:>6} {converted.count:>6} run  {len(verdict.lost):>3} lost  "
        f"{len(converted.loaded):>4} modules  {converted.executed:>5} of {converted.functions:>5} functions ran  "
        f"{native.seconds:6.1f} s {converted.seconds:6.1f} s  {' '.join(verdict.lost)[:300]}",
        flush=True,
    )
    return verdict


def _native(test: str, options: argparse.Namespace) -> Outcome:
    """The native run, kept from one time to the next."""
    version = ".".join(map(str, sys.version_info[:3]))
    kept = library.CACHE / f"native-{version}" / f"{test}.json"
    if kept.exists():
        return Outcome(**json.loads(kept.read_text()))
    outcome = run(test, limit=options.limit)
    kept.parent.mkdir(exist_ok=True, parents=True)
    kept.write_text(json.dumps(asdict(outcome)))
    return outcome


def share(folder: Path) -> str:
    """How much of the library is converted."""
    facts = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    functions = sum(fact["functions"] for fact in facts)
    native = sum(len(fact["native"]) for fact in facts)
    seconds = sum(fact["seconds"] for fact in facts)
    return (
        f"{len(facts)} modules, {functions} functions, {functions - native} converted "
        f"({100 * (functions - native) / max(functions, 1):.2f} %), in {seconds:.0f} s"
    )


main()
