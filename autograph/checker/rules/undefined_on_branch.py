"""A name is bound on one side of a tensor condition only, and read afterwards.

Both branches become part of the graph, so that the name must have a value after either. Give it one before.

Bad::

    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            y = x * 2
        return y

Good::

    @tf.function
    def f(x):
        y = x
        if tf.reduce_sum(x) > 0:
            y = x * 2
        return y
"""

from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG401", "undefined-on-branch", Severity.ERROR)


@rule.checks_context
def check(view: View) -> Iterator[Finding]:
    """Reports the first read of each such name."""
    for node, condition in view.context.undefined:
        yield Finding(
            node,
            f"`{node.id}` has a value on one side of this condition only, which is a tensor",
            f"give `{node.id}` a value before the condition, or on both sides",
            ((condition, "the condition is a tensor: both sides become part of the graph"),),
        )
