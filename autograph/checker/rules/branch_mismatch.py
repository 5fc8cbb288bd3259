"""The two sides of a tensor condition bind a name to values that do not go together, and it is read afterwards.

Both sides become part of the graph: an int and a float, or a tensor and None, cannot be one value there.

Bad::

    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            y = 1
        else:
            y = 2.5
        return y

Good::

    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            y = 1.0
        else:
            y = 2.5
        return y
"""

from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.values import Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG408", "branch-mismatch", Severity.ERROR)

_JOINED = frozenset({Kind.INT, Kind.FLOAT, Kind.NONE, Kind.TENSOR, Kind.TENSORS, Kind.UNKNOWN, Kind.NUMERIC})


@rule.checks_context
def check(view: View) -> Iterator[Finding]:
    """Reports the first read of each such name."""
    for node, condition in view.context.mismatched:
        if view.is_autograph and view.value(node).kinds <= _JOINED:
            continue
        yield Finding(
            node,
            f"`{node.id}` is not of one type after this tensor condition",
            "give it values of the same dtype on both sides",
            ((condition, "both sides of this condition become part of the graph"),),
        )
