"""Converted code in Python mode beside native code, over the catalog: all that it costs is overhead."""

from __future__ import annotations

import copy
import statistics
import time
from collections.abc import Callable
from typing import Any

import autograph as ag
from autograph.conversion import converted

ROUNDS = 5
ROUND_SECONDS = 0.004


def seconds_per_call(function: Callable[..., Any], inputs: tuple[tuple[Any, ...], ...]) -> float:
    """The fastest of several rounds over all inputs of a case."""

    def once() -> float:
        start = time.perf_counter()
        for arguments in inputs:
            function(*arguments)
        return time.perf_counter() - start

    calls = max(1, int(ROUND_SECONDS / max(once(), 1e-7)))
    return min(sum(once() for _ in range(calls)) / calls for _ in range(ROUNDS))


def ratio(case: Any) -> tuple[float, float, str]:
    """Converted over native, native microseconds, and the name of a case."""
    inputs = copy.deepcopy(case.inputs)
    native = seconds_per_call(case.function, inputs)
    return seconds_per_call(converted(case.function), inputs) / native, native * 1e6, case.name


def completes(case: Any) -> bool:
    """Whether a case gives a value for all its inputs."""
    try:
        for arguments in copy.deepcopy(case.inputs):
            case.function(*arguments)
    except Exception:
        return False
    return True


def lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip() and not line.startswith(("@", "import ")))


def main() -> None:
    """Prints the slowdown of each case, the median, and how much longer the converted text is."""
    import inspect

    from tests.catalog import load

    cases = [case for case in load() if not case.error and completes(case)]
    rows = sorted(map(ratio, cases))
    for slowdown, native, name in rows[-10:]:
        print(f"{slowdown:6.2f}x of {native:8.2f} µs   {name}")
    source = sum(lines(inspect.getsource(case.function)) for case in cases)
    text = sum(lines(ag.to_code(case.function)) for case in cases)
    median = statistics.median(row[0] for row in rows)
    print(f"median {median:.2f}x over {len(rows)} functions, largest {rows[-1][0]:.2f}x")
    print(f"converted text: {text} lines for {source} lines of source, {text / source:.2f} times")


if __name__ == "__main__":
    main()
