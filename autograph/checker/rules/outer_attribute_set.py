"""An attribute of an object that outlives the function is set while the function is traced.

Later calls run the graph and set nothing, and what was set is a symbolic tensor if it was computed from one. Attributes
of objects that the function makes itself, `__init__` and `build`, and lazy set-up behind `if self.v is None` are fine.

Bad::

    class Counter:
        @tf.function
        def step(self, x):
            self.total = self.total + x
            return self.total

Good::

    class Counter:
        def __init__(self):
            self.total = tf.Variable(0.0)

        @tf.function
        def step(self, x):
            return self.total.assign_add(x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.mutations import Change, Mutation, described, leak, mutation
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG105", "outer-attribute-set", Severity.ERROR)


@rule.visits(ast.Attribute, ast.Call)
def check(node: ast.Attribute | ast.Call, view: View) -> Iterator[Finding]:
    """Reports attributes of somebody else's object that are set or deleted."""
    for change in mutation(view, node):
        if change.change is Change.ATTRIBUTE and not change.is_of_parameter:
            yield Finding(node, _message(view, change), f"use `{view.framework}.Variable.assign`, or return the value")


def _message(view: View, change: Mutation) -> str:
    return (
        f"{described(view, change)} at trace time only; later calls see what the first trace left{leak(view, change)}"
    )
