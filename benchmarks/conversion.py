"""How long converting a live function takes, in a warm process: `python -m benchmarks conversion`.

Cost should grow with the length of the text and with nothing else: the last column, time per line, should stay level.
Times are of the processor, so that a busy machine matters less.
"""

from __future__ import annotations

import linecache
import time

from autograph.syntax.loader import load
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


NESTED = 30


def best_of(repetitions, work):
    """The shortest processor time of some runs, in seconds."""
    times = []
    for _ in range(repetitions):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def live(text):
    """The function that a text defines, as if it came from a file."""
    file = f"<benchmark {len(linecache.cache)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = {}
    exec(compile(text, file, "exec"), space)
    return next(value for name, value in space.items() if not name.startswith("__"))


def report(name, text, repetitions):
    """Prints what each step takes; reading a file is done once a file, and not counted."""
    function = live(text)
    source = Source.of(function)
    converted = convert(source)
    passes = best_of(repetitions, lambda: convert(source))
    whole = best_of(repetitions, lambda: load(convert(Source.of(function)), function))
    printing = best_of(repetitions, lambda: render(converted))
    lines = text.count("\n")
    print(f"{name:28} {1e3 * passes:9.2f} {1e3 * whole:9.2f} {1e3 * printing:9.2f} {1e6 * whole / lines:11.1f}")


def nested(depth):
    """`if`s inside each other, and after each the next statement."""
    lines = ["def f(x):"]
    lines += [f"{'    ' * (level + 1)}if x > {level}:" for level in range(depth)]
    lines += [f"{'    ' * (level + 1)}x = x - {level}" for level in range(depth, 0, -1)]
    return "\n".join([*lines, "    return x", ""])


def main():
    print(f"{'ms, best of some runs':28} {'passes':>9} {'in all':>9} {'print':>9} {'us per line':>11}")
    report("function of 14 lines", SMALL.lstrip("\n"), 50)
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
    for depth in (10, NESTED):
        report(f"{depth} nested ifs", nested(depth), 5)


if __name__ == "__main__":
    main()
