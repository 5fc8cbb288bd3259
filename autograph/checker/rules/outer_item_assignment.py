"""An item of a container that outlives the function is set or deleted while the function is traced.

It happens once for each trace and not on each call. Setting a key that is missing (`if k not in cache: cache[k] = …`)
is a first-call guard and is fine.

Bad::

    counts = {"calls": 0}

    @tf.function
    def step(x):
        counts["calls"] += 1
        return x * 2

Good::

    calls = tf.Variable(0)

    @tf.function
    def step(x):
        calls.assign_add(1)
        return x * 2
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.mutations import Change, definition, described, leak, mutation
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG104", "outer-item-assignment", Severity.ERROR)


@rule.visits(ast.Subscript, ast.Call)
def check(node: ast.Subscript | ast.Call, view: View) -> Iterator[Finding]:
    """Reports items of somebody else's container that are set or deleted."""
    for change in mutation(view, node):
        if change.change is Change.ITEM and not change.is_of_parameter:
            yield Finding(
                node,
                f"{described(view, change)} while tracing: once per trace, not on each call{leak(view, change)}",
                f"return the value, or keep it in a `{view.framework}.Variable`",
                definition(view, change),
            )
