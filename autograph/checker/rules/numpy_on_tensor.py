"""A function of numpy gets a symbolic tensor.

While a function is traced its tensors have no values: numpy raises a NotImplementedError. TensorFlow has the same
functions under its own names; what it does not have can run in `tf.numpy_function`. numpy on static shapes, dtypes and
constants is fine.

Bad::

    @tf.function
    def norm(x):
        y = tf.square(x)
        return np.sqrt(y)

Good::

    @tf.function
    def norm(x):
        y = tf.square(x)
        return tf.sqrt(y)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.knowledge.host import ARRAY_REDUCTIONS, NUMPY_MODULES, PURE_NUMPY
from autograph.checker.knowledge.replacements import NUMPY
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG301", "numpy-on-tensor", Severity.ERROR, fix="unsafe")

_TAKES_TENSORS = frozenset(
    {"numpy.shape", "numpy.ndim", "numpy.random", "numpy.isscalar", "numpy.iterable", "numpy.vectorize"}
)


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports functions of numpy that get tensors."""
    name = view.dotted(call.func)
    if (
        not name.startswith(NUMPY_MODULES)
        or name in _TAKES_TENSORS
        or name.startswith(("numpy.random.", "numpy.testing."))
    ):
        return
    argument = _tensor_argument(call, name, view)
    if argument is None:
        return
    theirs = NUMPY.get(name.removeprefix("numpy."))
    ours = f"{view.framework}.{theirs}" if theirs else ""
    yield Finding(
        call,
        f"`{view.text(call.func)}` gets the symbolic tensor `{view.text(argument)}`, which has no value while tracing",
        f"use `{ours}`" if ours else f"use a function of `{view.framework}`, or `{view.framework}.numpy_function`",
        fix=_replacement(call, ours, view),
        is_certain=view.is_symbolic(argument),
    )


def _tensor_argument(call: ast.Call, name: str, view: View) -> ast.expr | None:
    """The argument that is a tensor, or that certainly is an array and so a tensor in a compiled function."""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    for argument in arguments:
        if view.is_symbolic(argument.value if isinstance(argument, ast.Starred) else argument):
            return argument
    if (
        name in ARRAY_REDUCTIONS
        and not PURE_NUMPY.match(name)
        and call.args
        and _is_array_parameter(call.args[0], view)
    ):
        return call.args[0]
    return None


def _is_array_parameter(node: ast.expr, view: View) -> bool:
    return view.is_plain_parameter(node) or view.is_array(node)


def _replacement(call: ast.Call, ours: str, view: View) -> Fix | None:
    if not ours or any(keyword.arg not in ("axis", "keepdims") for keyword in call.keywords):
        return None
    return view.replace(call.func, ours)
