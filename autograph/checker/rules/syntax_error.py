"""The file is not valid Python.

Nothing else in it is checked: what it means is not known.

Bad::

    def f(x)
        return x

Good::

    def f(x):
        return x
"""

from autograph.checker.diagnostic import Severity
from autograph.checker.rule import Rule

rule = Rule(__name__, "AG000", "syntax-error", Severity.ERROR)
