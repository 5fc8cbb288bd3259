"""One side of a tensor condition returns a value, and the other one reaches the end of the function without one.

Both sides become part of the graph and must give the same structure.

Bad::

    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            return x * 2

Good::

    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            return x * 2
        return x
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.flow.exits import falls_through
from autograph.checker.model.definitions import own_returns
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import LOOPS, View

rule = Rule(__name__, "AG402", "partial-return", Severity.ERROR)


@rule.visits(ast.If)
def check(node: ast.If, view: View) -> Iterator[Finding]:
    """Reports the condition that decides whether a value is returned."""
    if not view.context.is_converted or not view.is_tensor(node.test) or view.is_in(node, *LOOPS):
        return
    if view.tensor_condition(node) is not None:
        return  # the outermost one is reported
    returned = [found for found in own_returns([node]) if found.value is not None and not _is_none(found.value)]
    function = view.function_node(node)
    if returned and not isinstance(function, ast.Lambda) and falls_through(getattr(function, "body", [])):
        yield Finding(
            node,
            "a value is returned on one side of this tensor condition only",
            "return a value at the end of the function too",
            ((returned[0], "the value is returned here"),),
        )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
