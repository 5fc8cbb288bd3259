"""Gradients of moving elements around."""

from __future__ import annotations

from runtime.constant_value import constant_value
from runtime.gradients.broadcast import shape_of
from runtime.gradients.creation import total
from runtime.gradients.table import by_input, op, same
from runtime.tensor import Tensor

by_input("ReverseV2", lambda o, g: op("ReverseV2", g, o.inputs[1]), None)
by_input("ReverseSequence", lambda o, g: op("ReverseSequence", g, o.inputs[1], **same(o, "seq_dim", "batch_dim")), None)
by_input("Roll", lambda o, g: op("Roll", g, -o.inputs[1], o.inputs[2]), None, None)
by_input("Pad", lambda o, g: _inner(g, *o.inputs[:2]), None)
by_input("PadV2", lambda o, g: _inner(g, *o.inputs[:2]), None, lambda o, g: total(g) - total(_inner(g, *o.inputs[:2])))
by_input("MirrorPad", lambda o, g: op("MirrorPadGrad", g, o.inputs[1], **same(o, "mode")), None)
by_input("MirrorPadGrad", lambda o, g: op("MirrorPad", g, o.inputs[1], **same(o, "mode")), None)
by_input("SpaceToBatchND", lambda o, g: op("BatchToSpaceND", g, *o.inputs[1:]), None, None)
by_input("BatchToSpaceND", lambda o, g: op("SpaceToBatchND", g, *o.inputs[1:]), None, None)
by_input("SpaceToBatch", lambda o, g: op("BatchToSpace", g, o.inputs[1], **same(o, "block_size")), None)
by_input("BatchToSpace", lambda o, g: op("SpaceToBatch", g, o.inputs[1], **same(o, "block_size")), None)
by_input("SpaceToDepth", lambda o, g: op("DepthToSpace", g, **same(o, "block_size", "data_format")))
by_input("DepthToSpace", lambda o, g: op("SpaceToDepth", g, **same(o, "block_size", "data_format")))


def _inner(g: Tensor, x: Tensor, paddings: Tensor) -> Tensor:
    """The part of `g` that is not padding."""
    known = constant_value(paddings)
    if known is not None:
        return op("Slice", g, known[:, 0], shape_of(x, paddings.dtype))
    before = op("StridedSlice", paddings, [0, 0], [0, 1], [1, 1], begin_mask=1, end_mask=1, shrink_axis_mask=2)
    return op("Slice", g, before, shape_of(x, paddings.dtype))
