"""A loop of the graph returns under a tensor condition.

TensorFlow's loops cannot be left by `return`. Keep the value in a variable and leave the loop with `break`.

Bad::

    @tf.function
    def first_large(x):
        for i in tf.range(3):
            if x[i] > 1.5:
                return x[i]
        return -1.0

Good::

    @tf.function
    def first_large(x):
        found = -1.0
        for i in tf.range(3):
            if x[i] > 1.5:
                found = x[i]
                break
        return found
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG403", "return-in-tensor-loop", Severity.ERROR)


@rule.visits(ast.Return)
def check(node: ast.Return, view: View) -> Iterator[Finding]:
    """Reports `return` in loops of the graph."""
    loop = view.graph_loop(node)
    if loop is not None and any(isinstance(parent, ast.If) for parent, _ in _up_to(node, loop, view)):
        yield Finding(
            node,
            "a loop that is part of the graph cannot be left by `return`",
            "keep the value in a variable, leave with `break`, and return it after the loop",
            ((loop, "this loop is part of the graph"),),
        )


def _up_to(node: ast.AST, loop: ast.AST, view: View) -> Iterator[tuple[ast.AST, ast.AST]]:
    for parent, child in view.ancestors(node):
        if parent is loop:
            return
        yield parent, child
