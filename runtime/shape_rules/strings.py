"""Shapes of the string ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import normal_axis, static_list
from runtime.shapes import UNKNOWN, TensorShape, broadcast_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule(
    "StringLength",
    "StringLower",
    "StringUpper",
    "StringStrip",
    "RegexReplace",
    "StaticRegexReplace",
    "RegexFullMatch",
    "StaticRegexFullMatch",
    "StringToNumber",
    "AsString",
)
def elementwise(op: Operation) -> Shapes:
    """The shape of the input."""
    return [op.inputs[0].shape]


@shape_rule("StringJoin")
def string_join(op: Operation) -> Shapes:
    """What is known of all inputs that are no scalars, together."""
    shapes = [tensor.shape for tensor in op.inputs if tensor.shape.rank != 0]
    result = shapes[0] if shapes else TensorShape([])
    for shape in shapes[1:]:
        result = result.merge_with(shape)
    return [result]


@shape_rule("Substr")
def substr(op: Operation) -> Shapes:
    """The shape that strings and positions broadcast to; lengths have the shape of the positions."""
    return [broadcast_shape(op.inputs[0].shape, op.inputs[1].shape)]


@shape_rule("ReduceJoin")
def reduce_join(op: Operation) -> Shapes:
    """The shape without the axes, or with 1 in their places."""
    dims, axes, keep = op.inputs[0].shape.dims, static_list(op.inputs[1]), op.attrs["keep_dims"]
    if dims is None or axes is None:
        return [UNKNOWN]
    gone = {normal_axis(axis, len(dims), "ReduceJoin") for axis in (axes if isinstance(axes, list) else [axes])}
    if keep:
        return [TensorShape([1 if axis in gone else dim for axis, dim in enumerate(dims)])]
    return [TensorShape([dim for axis, dim in enumerate(dims) if axis not in gone])]


@shape_rule("StringSplitV2", "StringSplit")
def string_split(op: Operation) -> Shapes:
    """Indices, values and dense shape of a sparse matrix."""
    return [TensorShape([None, 2]), TensorShape([None]), TensorShape([2])]
