"""A list, dict or set that outlives the function is changed while the function is traced.

The change happens once for each trace and not on each call, and what is stored usually is a symbolic tensor, which is
of no use outside of the graph. Containers that the function makes itself may be changed freely.

Bad::

    losses = []

    @tf.function
    def step(x):
        loss = tf.reduce_mean(x)
        losses.append(loss)
        return loss

Good::

    losses = []

    @tf.function
    def step(x):
        return tf.reduce_mean(x)

    losses.append(step(x))
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.mutations import Change, definition, described, leak, mutation
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG103", "outer-container-mutation", Severity.ERROR)


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports methods that change a container of somebody else."""
    for change in mutation(view, call):
        if change.change is Change.METHOD and not change.is_of_parameter:
            yield Finding(
                call,
                f"{described(view, change)} while tracing: once per trace, not on each call{leak(view, change)}",
                f"return the value, or keep it in a `{view.framework}.TensorArray` or `{view.framework}.Variable`",
                definition(view, change),
            )
