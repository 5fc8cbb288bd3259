"""Shapes of padding, reversing, rolling and of moving blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.dims import lift, static_list
from runtime.shapes import TensorShape, product, unknown_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("Pad", "PadV2", "MirrorPad")
def pad(op: Operation) -> Shapes:
    """The sizes with both borders added, as far as those are constant."""
    return [_with_borders(op, 1)]


@shape_rule("MirrorPadGrad")
def mirror_pad_grad(op: Operation) -> Shapes:
    """The sizes with both borders taken off."""
    return [_with_borders(op, -1)]


def _with_borders(op: Operation, sign: int) -> TensorShape:
    dims, borders = op.inputs[0].shape.dims, static_list(op.inputs[1])
    if dims is None:
        table = op.inputs[1].shape
        return unknown_shape(table[0] if table.rank == 2 else None)
    if borders is None:
        return unknown_shape(len(dims))
    if len(borders) != len(dims) or any(len(border) != 2 for border in borders):
        raise ValueError(f"paddings must be of shape [{len(dims)}, 2] for an input of rank {len(dims)}, got {borders}")
    pairs = zip(dims, borders, strict=True)
    return TensorShape([None if dim is None else dim + sign * sum(border) for dim, border in pairs])


@shape_rule("ReverseV2", "ReverseSequence", "Roll")
def same_shape(op: Operation) -> Shapes:
    """The shape of the input."""
    return [op.inputs[0].shape]


@shape_rule("SpaceToBatchND")
def space_to_batch_nd(op: Operation) -> Shapes:
    """The batch times all blocks, and the padded sizes divided by them."""
    return [_space_to_batch(op.inputs[0].shape, static_list(op.inputs[1]), static_list(op.inputs[2]))]


@shape_rule("SpaceToBatch")
def space_to_batch(op: Operation) -> Shapes:
    """As `space_to_batch_nd`, with the same block for height and width."""
    return [_space_to_batch(op.inputs[0].shape, [op.attrs["block_size"]] * 2, static_list(op.inputs[1]))]


def _space_to_batch(x: TensorShape, blocks: list[int] | None, paddings: list[list[int]] | None) -> TensorShape:
    if x.dims is None or blocks is None:
        return unknown_shape(x.rank)
    count = len(blocks)
    borders = [None] * count if paddings is None else [sum(border) for border in paddings]
    spatial = []
    for dim, block, border in zip(x.dims[1:], blocks, borders, strict=False):
        padded = lift(lambda length, extra: length + extra, dim, border)
        if padded is not None and padded % block:
            raise ValueError(f"A padded size of {padded} is not divisible by its block of {block}.")
        spatial.append(None if padded is None else padded // block)
    batch = None if x.dims[0] is None else x.dims[0] * product(blocks)
    return TensorShape([batch, *spatial, *x.dims[1 + count :]])


@shape_rule("BatchToSpaceND")
def batch_to_space_nd(op: Operation) -> Shapes:
    """The batch divided by all blocks, and the sizes times them, less what is cropped."""
    return [_batch_to_space(op.inputs[0].shape, static_list(op.inputs[1]), static_list(op.inputs[2]))]


@shape_rule("BatchToSpace")
def batch_to_space(op: Operation) -> Shapes:
    """As `batch_to_space_nd`, with the same block for height and width."""
    return [_batch_to_space(op.inputs[0].shape, [op.attrs["block_size"]] * 2, static_list(op.inputs[1]))]


def _batch_to_space(x: TensorShape, blocks: list[int] | None, crops: list[list[int]] | None) -> TensorShape:
    if x.dims is None or blocks is None:
        return unknown_shape(x.rank)
    count = len(blocks)
    cropped = [None] * count if crops is None else [sum(crop) for crop in crops]
    spatial = [
        None if dim is None or crop is None else dim * block - crop
        for dim, block, crop in zip(x.dims[1:], blocks, cropped, strict=False)
    ]
    if x.dims[0] is not None and x.dims[0] % product(blocks):
        raise ValueError(f"Input batch dimension ({x.dims[0]}) is not divisible by product of block sizes {blocks}")
    batch = None if x.dims[0] is None else x.dims[0] // product(blocks)
    return TensorShape([batch, *spatial, *x.dims[1 + count :]])


@shape_rule("SpaceToDepth")
def space_to_depth(op: Operation) -> Shapes:
    """Height and width divided by the block, the depth times its square."""
    block = op.attrs["block_size"]
    return [_blocks(op, lambda length: _exact(length, block), lambda depth: depth * block**2)]


@shape_rule("DepthToSpace")
def depth_to_space(op: Operation) -> Shapes:
    """Height and width times the block, the depth divided by its square."""
    block = op.attrs["block_size"]
    return [_blocks(op, lambda length: length * block, lambda depth: _exact(depth, block**2))]


def _exact(size: int, block: int) -> int:
    if size % block:
        raise ValueError(f"A size of {size} is not divisible by {block}.")
    return size // block


def _blocks(op: Operation, spatial: Callable[[int], int], depth: Callable[[int], int]) -> TensorShape:
    dims = op.inputs[0].shape.with_rank(4).as_list()
    layout = op.attrs["data_format"]
    channel = (layout.decode() if isinstance(layout, bytes) else layout).index("C")
    return TensorShape(
        [dim if axis == 0 else lift(depth if axis == channel else spatial, dim) for axis, dim in enumerate(dims)]
    )
