"""Shapes of identity, shape queries and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.constant_value import constant_value, constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.dims import Dim, normal_axis, vector_length
from runtime.shapes import SCALAR, UNKNOWN, TensorShape, broadcast_shape, product, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("Identity", "StopGradient", "PreventGradient", "Snapshot", "DeepCopy")
def same_shape(op: Operation) -> Shapes:
    """The shape of the input, and what is known of the resource or list behind it."""
    op.outputs[0].handle_data = op.inputs[0].handle_data
    return [op.inputs[0].shape]


@shape_rule("IdentityN")
def same_shapes(op: Operation) -> Shapes:
    """The shape of each input, and what is known of the resource or list behind it."""
    for source, output in zip(op.inputs, op.outputs, strict=True):
        output.handle_data = source.handle_data
    return [tensor.shape for tensor in op.inputs]


@shape_rule("PlaceholderWithDefault")
def placeholder_with_default(op: Operation) -> Shapes:
    """The shape in the attribute, which may be less exact than the default's but must fit it."""
    shape: TensorShape = op.attrs["shape"]
    shape.assert_is_compatible_with(op.inputs[0].shape)
    return [shape]


@shape_rule("EnsureShape")
def ensure_shape(op: Operation) -> Shapes:
    """All that the input and the attribute know of the shape together; ValueError if they contradict."""
    return [op.inputs[0].shape.merge_with(op.attrs["shape"])]


@shape_rule("Shape", "ShapeN")
def shape_of(op: Operation) -> Shapes:
    """A vector as long as the input's rank, for each input."""
    return [TensorShape([tensor.shape.rank]) for tensor in op.inputs]


@shape_rule("Size", "Rank")
def scalar(op: Operation) -> Shapes:
    """A scalar."""
    return [SCALAR]


@shape_rule("Reshape")
def reshape(op: Operation) -> Shapes:
    """The wanted sizes as far as they are known; a -1 is inferred if all other sizes are known."""
    wanted = constant_value_as_shape(op.inputs[1])
    dims = wanted.dims
    value = constant_value(op.inputs[1])
    if dims is None or (value is None and dims.count(None) > 1):
        return [wanted]
    if value is not None:
        inferred = value.reshape(-1).tolist().count(-1)
        if inferred > 1:
            raise ValueError(f"Only one input size may be -1, but the requested shape {value.tolist()} has {inferred}.")
    return [_with_inferred(op.inputs[0].shape, list(dims), exact=value is not None)]


def _with_inferred(source: TensorShape, dims: list[Dim], exact: bool) -> TensorShape:
    """The requested dims with the one unknown filled in, when the number of elements decides it."""
    known = product(length for length in dims if length is not None)
    total = source.num_elements()
    if total is None:
        return TensorShape(dims)
    if None not in dims:
        if known != total:
            raise ValueError(f"Input to reshape is a tensor with {total} values, but the requested shape has {known}.")
        return TensorShape(dims)
    if known == 0 or total % known:
        if known and exact:
            raise ValueError(
                f"Input to reshape is a tensor with {total} values, but the requested shape requires a multiple "
                f"of {known}."
            )
        return TensorShape(dims)
    dims[dims.index(None)] = total // known
    return TensorShape(dims)


@shape_rule("Transpose")
def transpose(op: Operation) -> Shapes:
    """The sizes in the order of `perm`, or only the rank if it is not constant."""
    x, perm = op.inputs[0].shape, constant_value(op.inputs[1])
    rank = x.rank if x.rank is not None else vector_length(op.inputs[1])
    if x.dims is None or perm is None:
        return [unknown_shape(rank)]
    order = [axis + len(x.dims) if axis < 0 else axis for axis in perm.tolist()]
    if sorted(order) != list(range(len(x.dims))):
        raise ValueError(
            f"transpose of a rank {x.rank} tensor expects a permutation of 0..{len(x.dims) - 1}, not {perm.tolist()}."
        )
    return [TensorShape([x.dims[axis] for axis in order])]


@shape_rule("ExpandDims")
def expand_dims(op: Operation) -> Shapes:
    """The sizes with a 1 at `dim`, or only the rank if that is not constant."""
    dims, axis = op.inputs[0].shape.dims, constant_value(op.inputs[1])
    if dims is None:
        return [UNKNOWN]
    if axis is None:
        return [unknown_shape(len(dims) + 1)]
    place = normal_axis(int(axis.item()), len(dims) + 1, "ExpandDims")
    return [TensorShape([*dims[:place], 1, *dims[place:]])]


@shape_rule("Squeeze")
def squeeze(op: Operation) -> Shapes:
    """The sizes without those named; without names only if all sizes are known, since any may be 1."""
    dims, axes = op.inputs[0].shape.dims, op.attrs["squeeze_dims"]
    if dims is None:
        return [UNKNOWN]
    if not axes:
        return [UNKNOWN if None in dims else TensorShape([length for length in dims if length != 1])]
    gone = {normal_axis(axis, len(dims), "Squeeze") for axis in axes}
    for axis in sorted(gone):
        if dims[axis] not in (None, 1):
            raise ValueError(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {dims[axis]}.")
    return [TensorShape([length for axis, length in enumerate(dims) if axis not in gone])]


@shape_rule("BroadcastTo")
def broadcast_to(op: Operation) -> Shapes:
    """The sizes asked for; ValueError if those of the input cannot become them."""
    target = constant_value_as_shape(op.inputs[1])
    source = op.inputs[0].shape
    if source.dims is None or target.dims is None:
        return [target]
    if len(source.dims) > len(target.dims):
        raise ValueError(f"Incompatible shapes: {source} vs. {target}: cannot broadcast to a lower rank.")
    both = broadcast_shape(source, target)
    if not both.is_compatible_with(target):
        raise ValueError(f"Incompatible shapes: {source} vs. {target}: cannot broadcast.")
    return [target]


@shape_rule("BroadcastArgs")
def broadcast_args(op: Operation) -> Shapes:
    """A vector as long as the longer of the two."""
    lengths = [vector_length(tensor) for tensor in op.inputs]
    return [TensorShape([None if None in lengths else max(length for length in lengths if length is not None)])]


@shape_rule("BroadcastGradientArgs")
def broadcast_gradient_args(op: Operation) -> Shapes:
    """Two vectors of unknown length."""
    return [TensorShape([None]), TensorShape([None])]
