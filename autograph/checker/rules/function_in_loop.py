"""A function is compiled anew in each turn of a loop.

Each `tf.function` has traces of its own: nothing of an earlier turn is used again. Compile once, before the loop.

Bad::

    for _ in range(10):
        step = tf.function(lambda x: x + 1)
        x = step(x)

Good::

    step = tf.function(lambda x: x + 1)
    for _ in range(10):
        x = step(x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.flow.analysis import Analysis
from autograph.checker.flow.calling import loops_around
from autograph.checker.rule import Finding, Rule

rule = Rule(__name__, "AG502", "function-in-loop", Severity.WARNING)


@rule.checks_module
def check(analysis: Analysis) -> Iterator[Finding]:
    """Reports functions that are compiled in loops."""
    for root in analysis.roots.values():
        made = (
            root.decorator
            if isinstance(root.decorator, ast.Call) and not _is_decorator(root.decorator, root.function.node)
            else root.function.node
        )
        if any(True for _ in loops_around(analysis, made)):
            yield Finding(made, "compiles a new function in each turn of the loop", "compile it once, before the loop")


def _is_decorator(node: ast.AST, function: ast.AST) -> bool:
    return any(node is decorator for decorator in getattr(function, "decorator_list", ()))
