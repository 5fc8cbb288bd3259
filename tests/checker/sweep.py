"""Checks every file of some folders, as it is and as if each function in it were compiled: none may crash or hang.

What the fixes make of it must be Python as well.

python -m tests.checker.sweep [--limit SECONDS] [--slow SECONDS] [FOLDER OR FILE ...]

Without folders it takes the standard library and the installed packages of the Python that runs it. The files are
checked in a process of their own: what kills that, or takes longer than the limit, is told, and the rest goes on.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import sys
import sysconfig
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from autograph.checker.check import SYNTAX_ERROR, check_text
from autograph.checker.files import read_text
from autograph.checker.fixes import applicable, apply_fixes
from autograph.checker.flow.analysis import Options
from autograph.checker.flow.context import AUTOGRAPH, TENSORFLOW
from autograph.checker.rulebook import codes_of
from autograph.checker.runner import check_content
from autograph.checker.settings import Settings
from autograph.errors import UsageError
from autograph.syntax.document import Document

_DEFINITION = re.compile(r"^([ \t]*)((?:async[ \t]+)?def[ \t])", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What checking one file came to.

    Attributes:
        path: the file.
        functions: how many functions were made compiled ones.
        seconds: what it took of the processor, all in all.
        problem: what went wrong; empty if nothing did.
        is_broken: whether the file is not Python, or not text.
    """

    path: str
    functions: int = 0
    seconds: float = 0.0
    problem: str = ""
    is_broken: bool = False


def examine(path: str) -> Outcome:
    """Checks a file with all rules: as it is, and compiled for each target."""
    start = time.process_time()
    try:
        functions, is_broken = _check(path)
    except Exception:
        return Outcome(path, seconds=time.process_time() - start, problem=traceback.format_exc())
    return Outcome(path, functions, time.process_time() - start, is_broken=is_broken)


def _check(path: str) -> tuple[int, bool]:
    everything = codes_of(["ALL"])
    try:
        text = read_text(path)
    except UsageError:
        text, is_broken = Path(path).read_text(encoding="latin-1"), True
    else:
        found = check_content(text, path, Settings(codes=everything, options=Options(implicit=True))).found
        is_broken = any(one.code == SYNTAX_ERROR for one in found)
    compiled, count = _DEFINITION.subn(r"\1@tf.function\n\1\2", text)
    for target in (TENSORFLOW, AUTOGRAPH):
        settings = Settings(codes=everything, options=Options(target=target), strict=True)
        found = check_text(compiled, path, settings)
        if all(one.code != SYNTAX_ERROR for one in found):
            Document(apply_fixes(compiled, applicable(found, unsafe=True))[0], path)
    return count, is_broken


def examine_all(paths: Iterable[str], limit: float) -> Iterator[Outcome]:
    """Checks files one after the other, in a process that is replaced when one kills or holds it."""
    worker = _Worker()
    try:
        for path in paths:
            yield worker.examine(path, limit)
    finally:
        worker.stop()


class _Worker:
    """A process that checks files."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def stop(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.join()

    def examine(self, path: str, limit: float) -> Outcome:
        self._connection.send(path)
        try:
            if self._connection.poll(limit):
                outcome: Outcome = self._connection.recv()
                return outcome
            problem = f"no end after {limit:g} s"
        except EOFError:
            self._process.join()
            problem = f"the process died: exit code {self._process.exitcode}"
        self.stop()
        self._start()
        return Outcome(path, problem=problem)


def _serve(connection: Connection) -> None:
    while True:
        try:
            path = connection.recv()
        except EOFError:
            return
        connection.send(examine(path))


def python_files(folders: Iterable[str]) -> list[str]:
    """The Python files in folders, files as they are, each once."""
    found: dict[str, None] = {}
    for folder in map(Path, folders):
        found.update(dict.fromkeys(sorted(map(str, folder.rglob("*.py"))) if folder.is_dir() else [str(folder)]))
    return list(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", help="folders and files")
    parser.add_argument("--limit", type=float, default=60, help="seconds for one file")
    parser.add_argument("--slow", type=float, default=5, help="seconds from which a file is named as slow")
    options = parser.parse_args()
    paths = python_files(options.folders or [sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")])
    start = time.perf_counter()
    outcomes: list[Outcome] = []
    for outcome in examine_all(paths, options.limit):
        outcomes.append(outcome)
        if outcome.problem:
            print(f"{outcome.path}\n{outcome.problem}", flush=True)
        elif outcome.seconds > options.slow:
            print(f"{outcome.path}: slow, {outcome.seconds:.1f} s for {outcome.functions} functions", flush=True)
    problems = sum(bool(outcome.problem) for outcome in outcomes)
    print(
        f"Python {sys.version.split()[0]}: {len(outcomes)} files, {sum(one.functions for one in outcomes)} functions, "
        f"{sum(one.is_broken for one in outcomes)} that are not Python, {problems} crashed or never ended; "
        f"longest {max(one.seconds for one in outcomes):.1f} s, all {time.perf_counter() - start:.0f} s"
    )
    sys.exit(problems > 0)


if __name__ == "__main__":
    main()
