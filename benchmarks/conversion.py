"""How long conversion takes, without looking up the source: `python benchmarks/conversion.py`.

Cost should grow with the length of the text and with nothing else: the last column, time per line, should stay level.
"""

from __future__ import annotations

import time

from autograph.syntax.pipeline import convert
from autograph.syntax.rendering import render
from autograph.syntax.source import Source

SMALL = '''
def newton(f, df, x, tol=1e-6, limit=50):
    """Finds a root of f near x."""
    steps = 0  # iterations so far
    while steps < limit:
        fx = f(x)
        if abs(fx) < tol:
            break
        slope = df(x)
        if slope == 0:
            return None, "flat"
        x = x - fx / slope
        steps += 1
    return x, "ok"
'''
BLOCK = """
    for item in items:
        if item < 0 and not item == limit:
            continue
        total += item if item < limit else limit
        if total > limit:
            total = f(total, key=item)
    while total > limit:
        total = total - limit
"""
SEQUENCE = "    if x > {0}:\n        x = x - {0}\n"


def best_of(repetitions, work):
    """The shortest time of some runs, in seconds."""
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def function(text):
    return next(Source.parse(text, "benchmark.py").functions())


def report(name, text, repetitions):
    source = function(text)
    converted = convert(source)
    lines = text.count("\n")
    parse = best_of(repetitions, lambda: function(text))
    passes = best_of(repetitions, lambda: convert(source))
    printing = best_of(repetitions, lambda: render(converted))
    per_line = 1e6 * passes / lines
    print(f"{name:28} {1e3 * parse:9.2f} {1e3 * passes:9.2f} {1e3 * printing:9.2f} {per_line:11.1f}")


def main():
    print(f"{'ms, best of some runs':28} {'parse':>9} {'passes':>9} {'print':>9} {'us per line':>11}")
    report("function of 14 lines", SMALL.lstrip("\n"), 20)
    for lines in (20, 200, 2000):
        body = BLOCK.lstrip("\n") * (lines // BLOCK.strip().count("\n"))
        report(f"loops and ifs, {lines} lines", f"def f(items, total, limit, f):\n{body}    return total\n", 3)
    for count in (20, 200):
        body = "".join(SEQUENCE.format(number) for number in range(count))
        report(f"{count} ifs in a row", f"def f(x):\n{body}    return x\n", 3)
        chain = "".join(
            f"    {'el' if number else ''}if x > {number}:\n        x = {number}\n" for number in range(count)
        )
        report(f"{count} arms of one if", f"def f(x):\n{chain}    return x\n", 3)


if __name__ == "__main__":
    main()
