"""An item of a symbolic tensor is assigned: tensors have no item assignment.

Bad::

    @tf.function
    def first_to_zero(x):
        y = tf.square(x)
        y[0] = 0.0
        return y

Good::

    @tf.function
    def first_to_zero(x):
        y = tf.square(x)
        return tf.tensor_scatter_nd_update(y, [[0]], [0.0])
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.model.values import CONDITIONS, Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG309", "tensor-item-assignment", Severity.ERROR, fix="unsafe")


@rule.visits(ast.Subscript)
def check(node: ast.Subscript, view: View) -> Iterator[Finding]:
    """Reports items of tensors that are stored."""
    if isinstance(node.ctx, ast.Load) or not view.value(node.value).only(CONDITIONS | {Kind.EAGER}):
        return
    name = view.text(node.value)
    if view.value(node.value).only(frozenset({Kind.VARIABLE})):
        yield Finding(node, f"`{name}` is a variable, which has no item assignment", f"use `{name}[...].assign(...)`")
        return
    yield Finding(
        node,
        f"`{name}` is a tensor, which has no item assignment",
        f"use `{view.framework}.tensor_scatter_nd_update`",
        fix=_fix(node, view),
    )


def _fix(node: ast.Subscript, view: View) -> Fix | None:
    statement = view.parent(node)
    is_simple = isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(node.value, ast.Name)
    if not is_simple or not isinstance(statement, ast.Assign) or not isinstance(node.slice, ast.Name | ast.Constant):
        return None
    name, index, stored = view.source(node.value), view.source(node.slice), view.source(statement.value)
    return view.replace(
        statement, f"{name} = {view.framework}.tensor_scatter_nd_update({name}, [[{index}]], [{stored}])"
    )
