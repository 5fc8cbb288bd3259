"""Shapes of batch normalization and local response normalization."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.math import Shapes, merged, unchanged
from runtime.shape_rules.nn import channel_axis
from runtime.shapes import TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation

shape_rule("LRN")(unchanged)
shape_rule("LRNGrad")(merged)


@shape_rule("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def fused_batch_norm(op: Operation) -> Shapes:
    """The shape of x, and vectors of as many channels."""
    x, channels = op.inputs[0].shape, op.inputs[1].shape.with_rank(1)
    if x.rank is not None:
        channels = channels.merge_with([x.with_rank_at_least(4)[channel_axis(op)]])
    third = [TensorShape([None])] * (len(op.outputs) - 5)
    return [x, channels, channels, channels, channels, *third]


@shape_rule("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
def fused_batch_norm_grad(op: Operation) -> Shapes:
    """The shapes of x, scale and offset; two outputs hold nothing."""
    x, channels = op.inputs[0].shape.merge_with(op.inputs[1].shape), op.inputs[2].shape
    nothing = TensorShape([0])
    return [x, channels, channels, nothing, nothing]
