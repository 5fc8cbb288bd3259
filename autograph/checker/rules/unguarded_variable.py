"""A variable is created on every trace.

Variables may be created on the first call of a function only; TensorFlow raises a ValueError when a later trace creates
one. Create it in `__init__`, or behind a test that holds on the first call only.

Bad::

    @tf.function
    def step(x):
        v = tf.Variable(1.0)
        return v * x

Good::

    class Step:
        v = None

        @tf.function
        def __call__(self, x):
            if self.v is None:
                self.v = tf.Variable(1.0)
            return self.v * x
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.values import OUTER, Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG201", "unguarded-variable", Severity.ERROR)

_MAKERS = frozenset(
    {
        "tensorflow.Variable",
        "tensorflow.get_variable",
        "tensorflow.ResourceVariable",
        "keras.backend.variable",
        "keras.Variable",
    }
)
_METHODS = frozenset({"add_weight", "add_variable"})


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports variables that are made without a guard."""
    if not _makes_variable(call, view) or view.is_set_up:
        return
    if view.is_guarded(call) and view.tensor_condition(call) is None:
        return
    yield Finding(
        call,
        f"`{view.text(call.func)}` creates a variable on every trace; it may be created on the first call only",
        "create it in `__init__`, or behind `if self.v is None:`",
    )


def _makes_variable(call: ast.Call, view: View) -> bool:
    if view.dotted(call.func) in _MAKERS:
        return True
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _METHODS:
        return False
    owner = view.value(call.func.value)
    return owner.origin in OUTER and owner.may(frozenset({Kind.OBJECT, Kind.UNKNOWN}))
