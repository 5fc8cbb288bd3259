"""`raise` under a tensor condition is always raised while the function is traced.

Both sides of the condition are traced, and so the statement runs, whatever the value will be.

Bad::

    @tf.function
    def checked(x):
        if tf.reduce_sum(x) > 1e6:
            raise ValueError("too large")
        return x

Good::

    @tf.function
    def checked(x):
        tf.debugging.assert_less_equal(tf.reduce_sum(x), 1e6, "too large")
        return x
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG410", "raise-under-tensor", Severity.ERROR)


@rule.visits(ast.Raise)
def check(node: ast.Raise, view: View) -> Iterator[Finding]:
    """Reports errors that depend on tensors."""
    condition = view.tensor_condition(node)
    if condition is not None and view.context.is_converted and not view.is_in(node, ast.ExceptHandler):
        yield Finding(
            node,
            f"always raised while tracing: the condition `{view.text(condition.test)}` is a symbolic tensor",
            f"use `{view.framework}.debugging.Assert` or `{view.framework}.debugging.assert_*`",
            ((condition, "both sides of this condition are traced"),),
        )
