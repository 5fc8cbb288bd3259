"""How long `autograph check` takes for a function, and what the rules add to the first call of a compiled one.

`python -m benchmarks checking`. Times are of the processor, in a warm process; the goal is under 20 ms for a function.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from autograph.checker.check import check_text
from autograph.checker.enforcement.call import Call
from autograph.checker.enforcement.enforce import check_call
from autograph.conversion import conversion
from autograph.syntax.source import Source
from tests.catalog import load
from tests.checker.marks import FILES, function_names


def timed(work, *arguments):
    """What some work takes, in milliseconds."""
    start = time.process_time()
    work(*arguments)
    return (time.process_time() - start) * 1e3


def per_function(path: Path):
    """The time for a file of case functions, divided by their number."""
    text = path.read_text()
    return min(timed(check_text, text, str(path)) for _ in range(3)) / len(function_names(text))


def main():
    print(f"{'checking a file, a function of it':<42}{statistics.mean(map(per_function, FILES)):8.2f} ms")
    functions = [case.function for case in load()]
    for function in functions:
        Source.of(function)  # reads the files
    checks = [min(timed(check_call, Call(function)) for _ in range(2)) for function in functions]
    print(f"{'checking a live function, mean':<42}{statistics.mean(checks):8.2f} ms")
    print(f"{'  median':<42}{statistics.median(checks):8.2f} ms")
    print(f"{'  longest':<42}{max(checks):8.2f} ms")
    converting = [timed(conversion, function) for function in functions]
    print(f"{'converting a live function, mean':<42}{statistics.mean(converting):8.2f} ms")
