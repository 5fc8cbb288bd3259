"""A variable changes its shape or its dtype from turn to turn of a loop of the graph.

The variables of such a loop keep their dtype and, unless `set_loop_options` says otherwise, their shape.

Bad::

    @tf.function
    def total(x):
        s = 0
        for i in tf.range(3):
            s = s + x[i]
        return s

Good::

    @tf.function
    def total(x):
        s = 0.0
        for i in tf.range(3):
            s = s + x[i]
        return s
"""

import ast
import re
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.model.values import Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import LOOPS, View

rule = Rule(__name__, "AG407", "loop-shape-or-dtype", Severity.ERROR, fix="unsafe")

_GROWING = frozenset({"tensorflow.concat", "tensorflow.stack", "tensorflow.tile", "tensorflow.pad"})
_COUNTERS = re.compile(r"count|num|idx|ind(ex|ices)|label|step|len|size|^n_|^[ijkn]$|id(s)?$", re.IGNORECASE)
_TENSOR = frozenset({Kind.TENSOR})


@rule.visits(ast.Assign, ast.AugAssign)
def check(node: ast.Assign | ast.AugAssign, view: View) -> Iterator[Finding]:
    """Reports assignments in loops of the graph that change what a variable is."""
    target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
    loop = view.graph_loop(node)
    if loop is None or not isinstance(target, ast.Name):
        return
    if _grows(node, target.id, loop, view):
        yield Finding(
            node,
            f"`{target.id}` grows in each turn of a loop that is part of the graph, whose variables keep their shape",
            f"use a `{view.framework}.TensorArray`, or `set_loop_options(shape_invariants=…)`",
            ((loop, "this loop is part of the graph"),),
        )
        return
    initial = _initial(target.id, loop, view)
    if initial is not None and _becomes_float(node, target.id, view):
        later = "a float" if _dtype(node, view) == "float" else "a tensor"
        yield Finding(
            node,
            f"`{target.id}` starts as an int and becomes {later} in a loop of the graph",
            f"start it as `{initial.value!r}.0`, or as a tensor of the right dtype",
            ((initial, f"`{target.id}` is an int here"),),
            _fix(initial, view),
            is_certain=_dtype(node, view) == "float",
        )


def _grows(node: ast.stmt, name: str, loop: ast.AST, view: View) -> bool:
    """`x = tf.concat([x, …], 0)` without shape invariants; a loop over a dataset may grow."""
    if (
        not isinstance(node, ast.Assign)
        or not isinstance(node.value, ast.Call)
        or view.dotted(node.value.func) not in _GROWING
    ):
        return False
    if isinstance(loop, ast.For) and not view.value(loop.iter).only(_TENSOR):
        return False
    reads = any(isinstance(item, ast.Name) and item.id == name for item in ast.walk(node.value))
    told = any(isinstance(item, ast.Attribute) and item.attr == "set_loop_options" for item in ast.walk(loop))
    return reads and not told and not _is_bound_before(name, node, loop)


def _is_bound_before(name: str, node: ast.stmt, loop: ast.AST) -> bool:
    """Whether the loop itself binds the name anew before it grows: it then grows within a turn only."""
    return any(
        isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Store) and item.lineno < node.lineno
        for item in ast.walk(loop)
    )


def _initial(name: str, loop: ast.stmt, view: View) -> ast.Constant | None:
    """The int that the variable is before the loop, where that is the last thing that it was bound to."""
    last: ast.expr | None = None
    place = 0
    for node in ast.walk(view.function_node(loop)):
        if (
            isinstance(node, ast.Name)
            and node.id == name
            and isinstance(node.ctx, ast.Store)
            and place <= node.lineno < loop.lineno
        ):
            place = node.lineno
            parent = view.parent(node)
            is_plain = isinstance(parent, ast.Assign) and not any(
                isinstance(item, LOOPS)
                for item, _ in view.ancestors(node)
                if item is not loop and not _holds(item, loop)
            )
            last = parent.value if is_plain and isinstance(parent, ast.Assign) else None
    return last if isinstance(last, ast.Constant) and type(last.value) is int else None


def _holds(outer: ast.AST, inner: ast.AST) -> bool:
    return any(node is inner for node in ast.walk(outer))


def _added(node: ast.Assign | ast.AugAssign, name: str) -> ast.expr | None:
    """What is combined with the variable itself."""
    if isinstance(node, ast.AugAssign):
        return node.value if isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div) else None
    value = node.value
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub | ast.Mult | ast.Div):
        for side, other in ((value.left, value.right), (value.right, value.left)):
            if isinstance(side, ast.Name) and side.id == name:
                return other
    return None


def _dtype(node: ast.Assign | ast.AugAssign, view: View) -> str:
    target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
    added = _added(node, target.id) if isinstance(target, ast.Name) else None
    return view.value(added).dtype if added is not None else ""


def _becomes_float(node: ast.Assign | ast.AugAssign, name: str, view: View) -> bool:
    """Whether a float is added; of a tensor whose dtype is not known, whether nothing speaks for an int."""
    added = _added(node, name)
    if added is None:
        return False
    found = view.value(added)
    if found.only(frozenset({Kind.FLOAT})):
        return True
    if not found.only(_TENSOR):
        return False
    if found.dtype:
        return found.dtype == "float"
    names = [item.id for item in ast.walk(added) if isinstance(item, ast.Name)]
    return isinstance(added, ast.Subscript | ast.BinOp) and not any(
        map(_COUNTERS.search, [name, *_bases(added, names)])
    )


def _bases(added: ast.expr, names: list[str]) -> list[str]:
    """The names whose values are combined, without those that only index."""
    if isinstance(added, ast.Subscript):
        return [added.value.id] if isinstance(added.value, ast.Name) else names
    return names


def _fix(initial: ast.Constant, view: View) -> Fix | None:
    return view.replace(initial, f"{initial.value!r}.0")
