"""How long `autograph check` takes for a function, and what the rules add to the first call of a compiled one.

`python -m benchmarks checking`. Times are of the processor, in a warm process; the goal is under 20 ms for a function.
"""

from __future__ import annotations

import ast
import random
import statistics
import sysconfig
import time
from pathlib import Path

from autograph.checker.check import check_text, findings
from autograph.checker.enforcement.call import Call
from autograph.checker.enforcement.enforce import check_call
from autograph.checker.flow.analysis import Analysis
from autograph.checker.flow.context import Root
from autograph.checker.model.module import Module
from autograph.checker.rulebook import codes_of, rules_of
from autograph.conversion import conversion
from autograph.errors import ConversionError
from autograph.syntax.document import Document
from autograph.syntax.recursion import deep_recursion
from autograph.syntax.source import Source
from tests.catalog import load
from tests.checker.marks import FILES, function_names

LIBRARY_FILES = 120  # of the standard library, drawn at random
LIMIT = 20.0  # milliseconds


def timed(work, *arguments):
    """What some work takes, in milliseconds."""
    start = time.process_time()
    work(*arguments)
    return (time.process_time() - start) * 1e3


def per_function(path: Path):
    """The time for a file of case functions, divided by their number."""
    text = path.read_text()
    return min(timed(check_text, text, str(path)) for _ in range(3)) / len(function_names(text))


class Alone:
    """One function of a file, checked by all rules as if it alone were compiled.

    Attributes:
        milliseconds: what it took.
        lines: of all functions that it reaches.
        functions: how many these are, counted again for each kind of arguments.
    """

    def __init__(self, module: Module, function):
        self.name = f"{Path(module.document.file).name}:{function.qualname}"
        self.milliseconds = min(timed(self._check, module, function) for _ in range(2))
        nodes = [context.function.node for context in self.analysis.contexts]
        self.lines = sum(node.end_lineno - node.lineno + 1 for node in nodes)
        self.functions = len(nodes)

    def _check(self, module, function):
        root = Root(function, function.node)
        self.analysis = Analysis(module, roots={id(function.node): root})
        self.analysis.run_root(root)
        findings(self.analysis, rules_of(codes_of(["ALL"])))


def functions_alone():
    """The functions of some files of the standard library, with what each takes."""
    files = sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py"))
    for path in random.Random(1).sample([path for path in files if "site-packages" not in path.parts], LIBRARY_FILES):
        try:
            document = Document(path.read_text(encoding="utf-8", errors="replace"), str(path))
        except ConversionError:
            continue
        with deep_recursion(document.depth):
            module = Module(document)
            for function in module.functions:
                if not isinstance(function.node, ast.Lambda):
                    yield Alone(module, function)


def report(label, times):
    """Prints how times in milliseconds are distributed."""
    times = sorted(times)
    print(f"{label:<42}{statistics.mean(times):8.2f} ms")
    for share in (50, 90, 99):
        print(f"{f'  {share} % take at most':<42}{times[len(times) * share // 100]:8.2f} ms")
    print(f"{'  longest':<42}{times[-1]:8.2f} ms")


def report_library():
    """Prints what functions of the standard library take, alone and with all that they reach."""
    found = list(functions_alone())
    report("checking a function of the library, mean", [one.milliseconds for one in found])
    over = [one for one in found if one.milliseconds > LIMIT]
    print(f"{f'  over {LIMIT:.0f} ms':<42}{len(over):8} of {len(found)}")
    report("for each function that it reaches, mean", [one.milliseconds / one.functions for one in found])
    for one in sorted(found, key=lambda one: -one.milliseconds)[:5]:
        print(f"  {one.name}: {one.milliseconds:.1f} ms, reaches {one.functions} functions, {one.lines} lines")


def main():
    print(f"{'checking a file of cases, a function of it':<42}{statistics.mean(map(per_function, FILES)):8.2f} ms")
    report_library()
    functions = [case.function for case in load()]
    for function in functions:
        Source.of(function)  # reads the files
    report("checking a live function, mean", [min(timed(check_call, Call(one)) for _ in range(2)) for one in functions])
    converting = [timed(conversion, function) for function in functions]
    print(f"{'converting a live function, mean':<42}{statistics.mean(converting):8.2f} ms")
