"""New tensors: filled ones, ranges, one-hot rows, masks and grids."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.arguments import constant_array, indices_of, named, packed_sizes, shape_tensor, static_sizes
from runtime.constants import eager_constant
from runtime.dispatch import apply_one, binary_operands, convert_to_tensor, current_graph, is_symbolic, is_tensor
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor

_CONSTANT_LIMIT = 1000
"""Larger tensors are not written into a graph as constants, but filled when it runs."""


def fill(dims: Any, value: Any, name: str | None = None) -> Tensor:
    """A tensor full of one value.

    Args:
        dims: the shape.
        value: a scalar of any dtype.
        name: for the operation.

    Raises:
        InvalidArgumentError: a size is negative.

    >>> fill([2, 2], 7).tolist()
    [[7, 7], [7, 7]]
    """
    return apply_one("Fill", [shape_tensor(dims), convert_to_tensor(value)], None, name)


@in_own_scope("zeros")
def zeros(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """A tensor of zeros (False for bool, empty strings for string).

    Args:
        shape: the sizes.
        dtype: of the elements.
        name: for the operation.

    >>> zeros([2], "int32").tolist()
    [0, 0]
    """
    return _filled(shape, 0, dtypes.as_dtype(dtype), name)


@in_own_scope("ones")
def ones(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """A tensor of ones (True for bool).

    Args:
        shape: the sizes.
        dtype: of the elements.
        name: for the operation.

    >>> ones([2]).tolist()
    [1.0, 1.0]
    """
    kind = dtypes.as_dtype(dtype)
    if kind is dtypes.string:
        raise TypeError("There are no ones of dtype string: use fill().")
    return _filled(shape, 1, kind, name)


def _filled(shape: Any, value: int, dtype: DType, name: str | None) -> Tensor:
    element = np.array(value, dtype.as_numpy_dtype) if dtype is not dtypes.string else np.array(b"", object)
    sizes = static_sizes(shape)
    if sizes is not None and (current_graph() is None or np.prod(sizes, dtype=np.float64) < _CONSTANT_LIMIT):
        if min(sizes, default=0) < 0:
            raise InvalidArgumentError(f"A size of shape {sizes} is negative.")
        return constant_array(np.full(sizes, element, element.dtype), dtype, name)
    packed = packed_sizes(shape) if isinstance(shape, list | tuple) else shape_tensor(shape)
    return apply_one("Fill", [packed, convert_to_tensor(element, dtype, name="Const")], None, name)


@in_own_scope("zeros_like")
def zeros_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Zeros of the shape of a tensor.

    Args:
        input: a tensor, or a list of tensors (a variant) for a list of zeros.
        dtype: of the elements, by default that of `input`.
        name: for the operation.

    >>> zeros_like([1.5, 2.5]).tolist()
    [0.0, 0.0]
    """
    return _like("ZerosLike", 0, input, dtype, name)


@in_own_scope("ones_like")
def ones_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Ones of the shape of a tensor.

    Args:
        input: a tensor.
        dtype: of the elements, by default that of `input`.
        name: for the operation.

    >>> ones_like([1.5, 2.5], dtype="int32").tolist()
    [1, 1]
    """
    return _like("OnesLike", 1, input, dtype, name)


def _like(op_type: str, value: int, input: Any, dtype: Any, name: str | None) -> Tensor:
    tensor = convert_to_tensor(input)
    kind = tensor.dtype if dtype is None else dtypes.as_dtype(dtype)
    if current_graph() is not None and tensor.shape.is_fully_defined() and kind is not dtypes.variant:
        return _filled(tensor.shape, value, kind, name)
    if kind is tensor.dtype and kind is not dtypes.bool:
        result = apply_one(op_type, [tensor], None, name)
        result.handle_data = result.handle_data or tensor.handle_data
        return result
    from runtime.ops.array import shape

    if tensor.shape.is_fully_defined() and not is_symbolic(tensor):
        return _filled(tensor.shape, value, kind, name)
    sizes = shape(tensor)
    element = convert_to_tensor(np.array(value, kind.as_numpy_dtype), name="Const")
    return apply_one("Fill", [sizes, element], None, name)


# ---------------------------------------------------------------------------------------------- ranges

_RANGE_TYPES = (dtypes.int32, dtypes.int64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


def range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = "range") -> Tensor:
    """Numbers from `start` to before `limit` in steps of `delta`; `range(n)` begins at 0.

    Args:
        start: a number.
        limit: a number, not included.
        delta: a number, not 0.
        dtype: of the elements, by default the widest of the arguments.
        name: for the operation.

    Raises:
        InvalidArgumentError: `delta` is 0, or leads away from the limit.

    >>> range(4).tolist(), range(3, 9, 3).tolist(), range(2, 0, -0.5).tolist()
    ([0, 1, 2, 3], [3, 6], [2.0, 1.5, 1.0, 0.5])
    """
    if limit is None:
        start, limit = 0, start
    return apply_one("Range", _bounds([start, limit, delta], dtype), None, name)


def _bounds(values: list[Any], dtype: Any) -> list[Tensor]:
    """The three numbers in one dtype: the widest, where Python's floats only ask for some floating one."""
    if dtype is None and all(type(value) is int for value in values):
        return [indices_of(value) for value in values]
    tensors = [convert_to_tensor(value) for value in values]
    if dtype is not None:
        target = dtypes.as_dtype(dtype)
    else:
        kinds = [t.dtype for t, value in zip(tensors, values, strict=True) if not isinstance(value, float)]
        target = max(kinds, key=_RANGE_TYPES.index, default=dtypes.float32)
        if len(kinds) < len(values) and not target.is_floating:
            target = dtypes.float32
    return [_as_type(tensor, target) for tensor in tensors]


def _as_type(tensor: Tensor, dtype: DType) -> Tensor:
    return tensor if tensor.dtype is dtype else apply_one("Cast", [tensor], {"DstT": dtype})


def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: int = 0) -> Tensor:
    """`num` numbers at equal distances from `start` to `stop`, both included.

    Args:
        start: a number of a floating dtype, or a tensor of them.
        stop: likewise, of the same shape.
        num: how many.
        name: for the operation.
        axis: the axis of the result along which the numbers run, if start and stop are no scalars.

    Raises:
        InvalidArgumentError: `num` is negative.

    >>> linspace(0.0, 1.0, 5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    first, last = binary_operands(start, stop)
    if first.dtype.is_integer:
        first, last = _as_type(first, dtypes.float64), _as_type(last, dtypes.float64)
    if first.shape.rank == 0:
        return apply_one("LinSpace", [first, last, indices_of(num)], None, name)
    from runtime.ops.array import expand_dims, reshape

    steps = apply_one("LinSpace", [_scalar(0, first.dtype), _scalar(1, first.dtype), indices_of(num)], None, name)
    place = axis if axis >= 0 else axis + (first.shape.rank or 0) + 1
    trailing = (first.shape.rank or 0) - place
    weights = reshape(steps, [-1] + [1] * trailing) if trailing else steps
    begin, end = expand_dims(first, axis), expand_dims(last, axis)
    return begin + (end - begin) * weights


def _scalar(value: int, dtype: DType) -> Tensor:
    return constant_array(np.array(value, dtype.as_numpy_dtype), dtype)


# ---------------------------------------------------------------------------------------------- rows, masks, grids


@in_own_scope("one_hot")
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Rows that have `on_value` at one place and `off_value` elsewhere.

    Args:
        indices: the places, integers; one outside of [0, depth) gives a row without `on_value`.
        depth: the length of the new axis.
        on_value: 1 by default.
        off_value: 0 by default.
        axis: where the new axis goes, by default the end.
        dtype: of the result, by default that of the values given, else float32.
        name: for the operation.

    >>> one_hot([0, 2], 3, dtype="int32").tolist()
    [[1, 0, 0], [0, 0, 1]]
    """
    given = next((_dtype_of(value) for value in (on_value, off_value) if value is not None), None)
    kind = given or dtypes.float32 if dtype is None else dtypes.as_dtype(dtype)
    hot, cold = (True, False) if kind.is_bool else (1, 0)
    on, off = (
        convert_to_tensor(default, kind, name=what) if value is None else convert_to_tensor(value, None, kind, "Const")
        for value, default, what in ((on_value, hot, "on_value"), (off_value, cold, "off_value"))
    )
    inputs = [convert_to_tensor(indices), indices_of(depth), on, off]
    return apply_one("OneHot", inputs, {"axis": -1 if axis is None else axis, "T": kind}, name)


def _dtype_of(value: Any) -> DType:
    return value.dtype if is_tensor(value) else eager_constant(value).dtype


@in_name_scope("SequenceMask")
def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool, name: str | None = None) -> Tensor:
    """A mask of the first `lengths[i]` places of each row.

    Args:
        lengths: integers of any shape.
        maxlen: the length of the rows, by default the largest of `lengths`.
        dtype: of the result.
        name: for the operation.

    >>> sequence_mask([1, 3], 3, "int32").tolist()
    [[1, 0, 0], [1, 1, 1]]
    """
    from runtime.ops.array import expand_dims

    counts = named(convert_to_tensor(lengths), "lengths")
    limit = _largest(counts) if maxlen is None else named(indices_of(maxlen), "Const")
    places = apply_one("Range", [_plain(0, limit.dtype), limit, _plain(1, limit.dtype)])
    column = expand_dims(counts, -1)
    wide = counts.dtype.size > limit.dtype.size
    places, column = (_as_type(places, counts.dtype), column) if wide else (places, _cast(column, limit.dtype))
    return _as_type(apply_one("Less", [places, column]), dtypes.as_dtype(dtype))


def _largest(counts: Tensor) -> Tensor:
    """The largest of some numbers, at least 0."""
    from runtime.ops.reduction import reduce_max

    top = reduce_max(counts)
    return apply_one("Maximum", [_plain(0, counts.dtype), top])


def _plain(value: int, dtype: DType) -> Tensor:
    return named(_scalar(value, dtype), "Const")


def _cast(tensor: Tensor, dtype: DType) -> Tensor:
    return apply_one("Cast", [tensor], {"DstT": dtype})


@in_name_scope("meshgrid")
def meshgrid(*args: Any, indexing: str = "xy", name: str | None = None) -> list[Tensor]:
    """Coordinates of a grid: one tensor for each vector, each of the shape of the whole grid.

    Args:
        *args: vectors.
        indexing: "xy" has the first vector run along the second axis, "ij" along the first.
        name: for the operations.

    Raises:
        ValueError: another indexing.

    >>> [t.tolist() for t in meshgrid([1, 2], [5, 6])]
    [[[1, 2], [1, 2]], [[5, 5], [6, 6]]]
    """
    from runtime.ops.array import broadcast_to, reshape, size
    from runtime.ops.joining import stack

    if indexing not in ("xy", "ij"):
        raise ValueError(f"Argument `indexing` of meshgrid must be 'xy' or 'ij', not {indexing!r}.")
    vectors = [convert_to_tensor(vector) for vector in args]
    order = list(builtins.range(len(vectors)))
    if indexing == "xy" and len(vectors) > 1:
        order[:2] = [1, 0]
    if not vectors:
        return []
    extent = stack([size(vectors[axis]) for axis in order])
    return [broadcast_to(reshape(vector, _placed(order, number)), extent) for number, vector in enumerate(vectors)]


def _placed(order: list[int], number: int) -> list[int]:
    """The shape that lays vector `number` along its axis."""
    return [-1 if vector == number else 1 for vector in order]
