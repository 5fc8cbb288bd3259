"""Shapes in gradients: summing over what was broadcast, zeros, and shapes as tensors.

What is known while the graph is built costs no op. The rest is asked of the forward graph, so that a loop's backward
pass keeps a shape of each turn rather than the tensor that has it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from runtime import dtypes
from runtime.current import current_graph
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.eager import EagerTensor
from runtime.shapes import TensorShape
from runtime.tensor import Tensor

Axes: TypeAlias = "tuple[int, ...] | Tensor"

_SMALL = 1000  # Elements: zeros up to this many are a constant, more are a `Fill`.


@contextlib.contextmanager
def beside(tensor: Tensor) -> Iterator[None]:
    """Context in which ops are recorded in the graph of `tensor`, if the current graph runs it backwards."""
    graph = current_graph()
    if graph is None or isinstance(tensor, EagerTensor) or getattr(graph, "forward", None) is not tensor.graph:
        yield
    else:
        with tensor.graph.as_default(), tensor.graph.control_dependencies(None):
            yield


def shape_of(x: Tensor, out_type: dtypes.DType = dtypes.int32) -> Tensor:
    """The shape of `x` as an integer vector."""
    if x.shape.is_fully_defined():
        return convert_to_tensor(np.array(x.shape.as_list(), out_type.as_numpy_dtype))
    with beside(x):
        return apply_one("Shape", [x], {"out_type": out_type})


def size_of(x: Tensor) -> Tensor:
    """The number of elements of `x`: i32[]."""
    count = x.shape.num_elements()
    if count is not None:
        return convert_to_tensor(np.int32(count))
    with beside(x):
        return apply_one("Size", [x])


def rank_of(x: Tensor) -> Tensor:
    """The number of dimensions of `x`: i32[]."""
    if x.shape.rank is not None:
        return convert_to_tensor(np.int32(x.shape.rank))
    with beside(x):
        return apply_one("Rank", [x])


def dims_of(x: Tensor) -> list[int | None] | None:
    """The static sizes of `x`, None for those not known; None if the rank is not known."""
    return None if x.shape.dims is None else list(x.shape.dims)


def reshaped_like(x: Tensor, model: Tensor) -> Tensor:
    """`x`, which has as many elements, in the shape of `model`."""
    dims = dims_of(model)
    if dims is not None and None not in dims and dims == dims_of(x):
        return x
    static = reshaped(x, dims)
    return apply_one("Reshape", [x, shape_of(model)]) if static is None else static


def reshaped(x: Tensor, dims: Sequence[int | None] | None) -> Tensor | None:
    """`x` in a shape that is known but for one size at most; None if it is not."""
    if dims is None:
        return None
    unknown = [size is None for size in dims].count(True)
    if unknown > 1 or (unknown and 0 in dims):
        return None
    sizes = np.array([-1 if size is None else size for size in dims], np.int32)
    return apply_one("Reshape", [x, convert_to_tensor(sizes)])


def zeros_like(x: Tensor) -> Tensor:
    """Zeros in the shape of `x`: of a list, a list of zeros; of a variable's handle, zeros like its value."""
    if x.dtype is dtypes.variant:
        return apply_one("ZerosLike", [x])
    if x.dtype is dtypes.resource:
        return _zeros_like_variable(x)
    made = zeros(x.dtype, x.shape)
    return _filled(shape_of(x), x.dtype) if made is None else made


def zeros(dtype: dtypes.DType, shape: TensorShape) -> Tensor | None:
    """Zeros of a known shape; None if it is not known in full."""
    count = shape.num_elements()
    if count is None:
        return None
    if count <= _SMALL:
        return convert_to_tensor(np.zeros(shape.as_list(), dtype.as_numpy_dtype))
    return _filled(convert_to_tensor(np.array(shape.as_list(), np.int32)), dtype)


def ones_like(x: Tensor) -> Tensor:
    """Ones in the shape of `x`."""
    one = convert_to_tensor(x.dtype.as_numpy_dtype(1))
    return one if x.shape.rank == 0 else apply_one("Fill", [shape_of(x), one])


def _filled(shape: Tensor, dtype: dtypes.DType) -> Tensor:
    return apply_one("Fill", [shape, convert_to_tensor(dtype.as_numpy_dtype(0))])


def _zeros_like_variable(handle: Tensor) -> Tensor:
    known = handle.handle_data
    if known is None:
        raise LookupError(f"{handle!r} has no gradient: what is behind the handle is not known.")
    made = zeros(known.dtype, known.shape)
    if made is None:
        with beside(handle):
            shape = apply_one("VariableShape", [handle])
        made = _filled(shape, known.dtype)
    return made


# ---------------------------------------------------------------------------------------------- broadcasting


def stretched_axes(x: Tensor, y: Tensor, inner: int = 0) -> tuple[Axes, Axes]:
    """For each operand of a broadcasting op, the axes of the result along which the operand was repeated.

    Args:
        x: an operand.
        y: the other one.
        inner: how many of the last axes do not take part in broadcasting.
    """
    left, right = x.shape, y.shape
    if x is y or (left.dims == right.dims and left.is_fully_defined()):
        return (), ()
    sizes = _outer(left, inner), _outer(right, inner)
    static = _static_axes(*sizes), _static_axes(*reversed(sizes))
    if static[0] is not None and static[1] is not None:
        return static[0], static[1]
    dynamic: Sequence[Tensor] = apply_op("BroadcastGradientArgs", [_outer_shape(x, inner), _outer_shape(y, inner)])
    return (
        dynamic[0] if static[0] is None else static[0],
        dynamic[1] if static[1] is None else static[1],
    )


def _outer(shape: TensorShape, inner: int) -> TensorShape:
    return shape if not inner or shape.dims is None else TensorShape(shape.dims[:-inner])


def _outer_shape(x: Tensor, inner: int) -> Tensor:
    if not inner:
        return shape_of(x)
    with beside(x):
        bounds = [convert_to_tensor(np.array([place], np.int32)) for place in (0, -inner, 1)]
        return apply_one("StridedSlice", [shape_of(x), *bounds], {"begin_mask": 1})


def _static_axes(shape: TensorShape, other: TensorShape) -> tuple[int, ...] | None:
    if shape.dims is None or other.dims is None:
        return None
    rank = max(len(shape.dims), len(other.dims))
    own = [1] * (rank - len(shape.dims)) + list(shape.dims)
    others = [1] * (rank - len(other.dims)) + list(other.dims)
    if any(mine is None and theirs != 1 for mine, theirs in zip(own, others, strict=True)):
        return None
    missing = rank - len(shape.dims)
    pairs = enumerate(zip(own, others, strict=True))
    return tuple(axis for axis, (mine, theirs) in pairs if axis < missing or (mine == 1 and theirs != 1))


def summed_to(g: Tensor, x: Tensor, axes: Axes) -> Tensor:
    """`g`, of the shape of a broadcast result, summed over `axes` into the shape of the operand `x`."""
    if isinstance(axes, Tensor):
        return apply_one("Reshape", [apply_one("Sum", [g, axes]), shape_of(x)])
    if not axes:
        return g
    total = apply_one("Sum", [g, convert_to_tensor(np.array(axes, np.int32))])
    rank = x.shape.rank
    leading_only = rank is not None and axes[-1] < (g.shape.rank or 0) - rank
    return total if leading_only else reshaped_like(total, x)


def unbroadcast(g: Tensor, x: Tensor, result: Tensor) -> Tensor:
    """`g`, of the shape of `result`, summed into the shape of `x`, which was broadcast to it."""
    return summed_to(g, x, stretched_axes(x, result)[0])
