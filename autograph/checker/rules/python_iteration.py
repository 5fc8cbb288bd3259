"""Python iterates a symbolic tensor: in a comprehension, in `sum`, `zip`, `enumerate`, …, in unpacking.

Only `for` statements over tensors are converted; anything else that asks a symbolic tensor for its elements raises.

Bad::

    @tf.function
    def total(x):
        y = tf.square(x)
        return sum(y)

Good::

    @tf.function
    def total(x):
        y = tf.square(x)
        return tf.reduce_sum(y)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.knowledge.replacements import EXTREMA, REDUCTIONS
from autograph.checker.model.values import CONDITIONS, Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import COMPREHENSIONS, View

rule = Rule(__name__, "AG306", "python-iteration", Severity.ERROR, fix="unsafe")

_ITERATING = frozenset(
    {
        "sum",
        "max",
        "min",
        "any",
        "all",
        "zip",
        "enumerate",
        "list",
        "tuple",
        "set",
        "map",
        "filter",
        "dict",
        "reversed",
        "functools.reduce",
    }
)
_TRUTH = frozenset({"any", "all", "max", "min"})


@rule.visits(ast.Call)
def check_call(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports builtins that iterate tensors, or that ask for the truth of some."""
    name = view.dotted(call.func)
    if name not in _ITERATING:
        return
    arguments = _iterated(call, name)
    if name in EXTREMA and len(call.args) > 1:
        yield from _compared(call, name, view)
        return
    iterated = next((item for item in arguments if view.is_array(item)), None)
    if iterated is not None:
        yield Finding(call, _message(view, iterated), _help(view, name), fix=_fix(call, name, iterated, view))
    elif name in _TRUTH and call.args and _elements_are_tensors(call.args[0], view):
        message = f"`{name}` asks the symbolic tensors in `{view.text(call.args[0])}` for their truth"
        yield Finding(call, message, f"use `{view.framework}.{REDUCTIONS[name]}`")


def _iterated(call: ast.Call, name: str) -> list[ast.expr]:
    """Those of the arguments that a builtin iterates."""
    if name == "functools.reduce":
        return call.args[1:2]
    return call.args[1:] if name in ("map", "filter") else call.args


def _compared(call: ast.Call, name: str, view: View) -> Iterator[Finding]:
    """`max(t, 0.0)` asks whether one is greater than the other."""
    if any(view.is_tensor(item) for item in call.args):
        ours = f"{view.framework}.{EXTREMA[name]}"
        fix = view.replace(call.func, ours) if len(call.args) == 2 and not call.keywords else None
        yield Finding(call, f"`{name}` asks a comparison of symbolic tensors for its truth", f"use `{ours}`", fix=fix)


def _elements_are_tensors(node: ast.expr, view: View) -> bool:
    found = view.value(node)
    if not found.only(frozenset({Kind.LIST, Kind.TUPLE})):
        return False
    elements = found.items or ((found.element,) if found.element else ())
    return bool(elements) and all(item is not None and item.only(CONDITIONS) for item in elements)


@rule.visits(*COMPREHENSIONS)
def check_comprehension(node: ast.ListComp, view: View) -> Iterator[Finding]:
    """Reports comprehensions over tensors, or filtered by one."""
    for generator in node.generators:
        if view.is_array(generator.iter):
            yield Finding(
                generator.iter,
                f"a comprehension iterates the symbolic tensor `{view.text(generator.iter)}`",
                _help(view, "list"),
                fix=view.replace(generator.iter, f"{view.framework}.unstack({view.source(generator.iter)})"),
            )
        for test in generator.ifs:
            if view.is_tensor(test):
                yield Finding(
                    test,
                    f"a comprehension is filtered by the symbolic tensor `{view.text(test)}`",
                    f"use `{view.framework}.boolean_mask`",
                )


@rule.visits(ast.Assign)
def check_unpacking(node: ast.Assign, view: View) -> Iterator[Finding]:
    """Reports tensors that are unpacked."""
    is_unpacked = any(isinstance(target, ast.Tuple | ast.List) for target in node.targets)
    if is_unpacked and view.is_array(node.value) and _is_one_tensor(node.value, view):
        yield Finding(
            node.value,
            f"the symbolic tensor `{view.text(node.value)}` is unpacked",
            f"use `{view.framework}.unstack`",
            fix=view.replace(node.value, f"{view.framework}.unstack({view.source(node.value)})"),
        )


def _is_one_tensor(node: ast.expr, view: View) -> bool:
    """Whether it is known to be one tensor: of an operation that is called right here it must be known by name."""
    if not isinstance(node, ast.Call):
        return not isinstance(node, ast.IfExp)
    name = view.dotted(node.func).removeprefix(tf.ROOT)
    return name in tf.INT_RESULTS | tf.FLOAT_RESULTS or tf.REDUCTIONS.match(name) is not None


@rule.visits(ast.Starred)
def check_starred(node: ast.Starred, view: View) -> Iterator[Finding]:
    """Reports tensors that are spread."""
    if isinstance(node.ctx, ast.Load) and view.is_tensor(node.value) and _is_one_tensor(node.value, view):
        yield Finding(node, _message(view, node.value), f"use `{view.framework}.unstack`")


def _message(view: View, node: ast.expr) -> str:
    return f"Python iterates the symbolic tensor `{view.text(node)}`"


def _help(view: View, name: str) -> str:
    if name in REDUCTIONS:
        return f"use `{view.framework}.{REDUCTIONS[name]}`"
    return f"use a `for` statement, `{view.framework}.map_fn`, or `{view.framework}.unstack` where its length is static"


def _fix(call: ast.Call, name: str, iterated: ast.expr, view: View) -> Fix | None:
    if name in REDUCTIONS and len(call.args) == 1 and not call.keywords:
        return view.replace(call.func, f"{view.framework}.{REDUCTIONS[name]}")
    if name in ("zip", "enumerate", "list", "tuple"):
        return view.replace(iterated, f"{view.framework}.unstack({view.source(iterated)})")
    return None
