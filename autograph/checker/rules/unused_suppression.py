"""A comment silences a rule that has nothing to say there.

Bad::

    @tf.function
    def double(x):
        return x * 2  # noqa: AG103

Good::

    @tf.function
    def double(x):
        return x * 2
"""

from autograph.checker.diagnostic import Severity
from autograph.checker.rule import Rule

rule = Rule(__name__, "AG901", "unused-suppression", Severity.WARNING, fix="safe")
