"""Library code, native and converted, in Python mode: what conversion costs where no tensor is about.

Each benchmark runs pure Python of the standard library. It is timed in a process that loads the library natively and in
one that loads it converted, in turns; what counts is the fastest round.

python -m benchmarks.library [benchmark ...]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
HOOK = ROOT / "tests" / "fidelity" / "hook"
TURNS = 3  # pairs of processes
ROUNDS = 5  # in each process
SECONDS = 0.05  # a round
_ACCELERATORS = ("_json", "_statistics", "_heapq", "_bisect", "_decimal", "_pickle")
MODULES = (
    "json.encoder", "json.decoder", "json.scanner", "json", "difflib", "statistics", "pprint", "textwrap", "heapq",
    "_pydecimal", "re._parser", "re._compiler", "re", "shlex", "fractions", "copy", "pickle", "tokenize", "numbers",
    "reprlib", "copyreg", "collections", "functools", "enum", "contextlib", "sre_parse", "sre_compile", "decimal",
    "_compat_pickle", "random", "bisect", "operator", "types", "weakref", "dataclasses", "struct",
)  # fmt: skip

Benchmark = Callable[[], Callable[[], Any]]


def json_encode() -> Callable[[], Any]:
    from json.encoder import JSONEncoder

    data = [{"a": i, "b": [1.5, None, True, "x\ny"], "c": {"k": str(i)}} for i in range(200)]
    return lambda: JSONEncoder(indent=2).encode(data)


def json_decode() -> Callable[[], Any]:
    from json.decoder import JSONDecoder
    from json.encoder import JSONEncoder

    text = JSONEncoder().encode([{"a": i, "b": [1.5, None, True, "x\ny"], "c": {"k": str(i)}} for i in range(150)])
    return lambda: JSONDecoder().decode(text)


def difflib_diff() -> Callable[[], Any]:
    import difflib

    old = [f"line {i % 37} {i}" for i in range(120)]
    new = [f"line {i % 31} {i}" for i in range(120)]
    texts = " ".join(old)[:700], " ".join(new)[:700]
    return lambda: (difflib.SequenceMatcher(None, *texts).ratio(), list(difflib.unified_diff(old, new)))


def statistics_summary() -> Callable[[], Any]:
    import statistics

    numbers = [float(i * 7 % 101) for i in range(3000)]
    return lambda: (statistics.stdev(numbers), statistics.median(numbers), statistics.mean(numbers))


def pprint_format() -> Callable[[], Any]:
    import pprint

    data = {str(i): [list(range(10)), {"k": (1, 2, "x" * 30)}] for i in range(40)}
    return lambda: pprint.pformat(data)


def textwrap_fill() -> Callable[[], Any]:
    import textwrap

    text = "the quick brown fox jumps over the lazy dog " * 150
    return lambda: textwrap.fill(text, 60)


def heapq_sort() -> Callable[[], Any]:
    import heapq

    def sort() -> list[int]:
        heap: list[int] = []
        for i in range(1500):
            heapq.heappush(heap, i * 7919 % 3001)
        return [heapq.heappop(heap) for _ in range(1500)]

    return sort


def decimal_sum() -> Callable[[], Any]:
    import _pydecimal as decimal  # type: ignore[import-not-found]

    seven = decimal.Decimal(7)
    return lambda: str(sum((decimal.Decimal(i) / seven for i in range(1, 150)), decimal.Decimal(0)))


def re_compile() -> Callable[[], Any]:
    from re import _compiler as compiler  # type: ignore[attr-defined]

    pattern = r'(?P<a>[a-z]+)|(?:\d+(?:\.\d*)?)|"([^"\\]|\\.)*"'
    return lambda: [compiler.compile(pattern + str(i)).groups for i in range(10)]


def shlex_split() -> Callable[[], Any]:
    import shlex

    return lambda: shlex.split("a 'b c' \"d e\" f\\ g " * 100)


def fractions_sum() -> Callable[[], Any]:
    from fractions import Fraction

    return lambda: str(sum((Fraction(1, i) for i in range(1, 300)), Fraction(0)))


def copy_deep() -> Callable[[], Any]:
    import copy

    data = {i: [list(range(5)), {"a": (1, [2])}] for i in range(100)}
    return lambda: copy.deepcopy(data)


def pickle_both_ways() -> Callable[[], Any]:
    import pickle

    data = {i: [list(range(5)), {"a": (1, [2])}] for i in range(150)}
    return lambda: pickle._loads(pickle._dumps(data))  # type: ignore[attr-defined]


def tokenize_text() -> Callable[[], Any]:
    import io
    import tokenize

    text = Path(tokenize.__file__).read_text()[:6000]
    return lambda: [token[1] for token in tokenize.generate_tokens(io.StringIO(text).readline)]


BENCHMARKS: dict[str, Benchmark] = {
    make.__name__: make
    for make in (
        json_encode, json_decode, difflib_diff, statistics_summary, pprint_format, textwrap_fill, heapq_sort,
        decimal_sum, re_compile, shlex_split, fractions_sum, copy_deep, pickle_both_ways, tokenize_text,
    )
}  # fmt: skip


def seconds(call: Callable[[], Any]) -> float:
    """The processor time of a call in the fastest round."""

    def once() -> float:
        start = time.process_time()
        call()
        return time.process_time() - start

    calls = max(1, int(SECONDS / max(once(), once(), 1e-7)))
    return min(sum(once() for _ in range(calls)) / calls for _ in range(ROUNDS))


def measure(names: Sequence[str]) -> None:
    """Prints, in a process of its own, what each benchmark takes and gives."""
    for name in names:
        call = BENCHMARKS[name]()
        print(json.dumps([name, seconds(call), repr(call())[:2000]]), flush=True)


def run(names: Sequence[str], folder: Path | None) -> dict[str, tuple[float, str]]:
    """Runs benchmarks in a new process; with the library converted if a folder of code objects is given."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith("AUTOGRAPH_")}
    variables["PYTHONPATH"] = os.pathsep.join(map(str, (HOOK, ROOT)))
    if folder is not None:
        variables |= {"AUTOGRAPH_FIDELITY": str(folder), "AUTOGRAPH_FIDELITY_MODULES": ",".join(MODULES)}
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({_ACCELERATORS!r})); "
        f"from benchmarks.library import measure; measure({names!r})"
    )
    done = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=True)
    rows = map(json.loads, done.stdout.splitlines())
    return {name: (taken, result) for name, taken, result in rows}


def main(names: Sequence[str] = tuple(BENCHMARKS)) -> None:
    """Prints a table, the median and the maximum of the slowdowns."""
    from tests.fidelity.library import build, modules

    folder = build(name for name in MODULES if name in modules())
    best: dict[str, list[float]] = {}
    for _ in range(TURNS):
        native, converted = run(names, None), run(names, folder)
        for name in names:
            if native[name][1] != converted[name][1]:
                raise ValueError(f"{name} gives {converted[name][1]} converted, {native[name][1]} natively")
            times = best.setdefault(name, [1e9, 1e9])
            best[name] = [min(times[0], native[name][0]), min(times[1], converted[name][0])]
    slowdowns = {name: converted / native for name, (native, converted) in best.items()}
    for name, slowdown in sorted(slowdowns.items(), key=lambda item: item[1]):
        print(f"{name:<22}{best[name][0] * 1e3:9.3f} ms{best[name][1] * 1e3:9.3f} ms{slowdown:7.2f}x")
    print(f"median {statistics.median(slowdowns.values()):.2f}x, largest {max(slowdowns.values()):.2f}x")


if __name__ == "__main__":
    main(sys.argv[1:] or tuple(BENCHMARKS))
