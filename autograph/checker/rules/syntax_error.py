"""The file is not valid Python.

Nothing else in it is checked: what it means is not known. This cannot be silenced, neither by comments nor by leaving
the rule out; files that are not meant to be Python can be excluded.

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
