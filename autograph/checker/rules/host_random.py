"""A random number is drawn by Python or numpy while the function is traced.

It is drawn once for each trace, and every call then uses the same number. `tf.random` draws on each call.

Bad::

    @tf.function
    def noisy(x):
        return x + np.random.normal(size=3)

Good::

    @tf.function
    def noisy(x):
        return x + tf.random.normal([3])
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.knowledge.host import RANDOM_CALLS, RANDOM_METHODS, RANDOM_MODULES
from autograph.checker.model.values import OUTER, Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG302", "host-random", Severity.ERROR, fix="unsafe")

_HARMLESS = frozenset({"numpy.random.get_state", "random.getstate"})


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports calls that draw random numbers on the host, or seed them."""
    name = view.dotted(call.func)
    drawn = (name.startswith(RANDOM_MODULES) and name not in _HARMLESS) or name in RANDOM_CALLS
    if drawn or _is_method_of_generator(call, view):
        yield Finding(
            call,
            f"`{view.text(call.func)}` is drawn once while tracing; every call uses the same number",
            f"use `{view.framework}.random`",
            fix=_replacement(call, name, view),
        )


def _is_method_of_generator(call: ast.Call, view: View) -> bool:
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in RANDOM_METHODS:
        return False
    owner = view.value(call.func.value)
    return owner.only(frozenset({Kind.RNG})) and owner.origin in OUTER


def _replacement(call: ast.Call, name: str, view: View) -> Fix | None:
    """The simple cases: one number, or an array of a shape."""
    sizes = ", ".join(view.source(argument) for argument in call.args)
    tf = view.framework
    if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if name in ("random.random", "numpy.random.random") and not call.args:
        return view.replace(call, f"{tf}.random.uniform([])")
    if name == "numpy.random.rand":
        return view.replace(call, f"{tf}.random.uniform([{sizes}])")
    if name == "numpy.random.randn":
        return view.replace(call, f"{tf}.random.normal([{sizes}])")
    return None
