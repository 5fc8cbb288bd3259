"""Identity, shapes of tensors, and the same elements in another shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime import shapes as static
from runtime.arguments import all_outputs, constant_array, constant_beside, indices_of, known_from_shape, shape_tensor
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, apply_op, convert_to_tensor, current_graph, is_symbolic
from runtime.tensor import Tensor


def identity(input: Any, name: str | None = None) -> Tensor:
    """A tensor with the value of `input`: a new name for it, and a point where it is read.

    Args:
        input: any tensor.
        name: for the operation.

    >>> identity([1, 2]).tolist()
    [1, 2]
    """
    if hasattr(input, "_from_parts"):
        composite: Tensor = input._from_parts([identity(part, name) for part in input._parts()])
        return composite
    return apply_one("Identity", [convert_to_tensor(input)], None, name)


def identity_n(input: Sequence[Any], name: str | None = None) -> list[Tensor]:
    """Tensors with the values of `input`, all of which are computed before any of these can be used.

    Args:
        input: tensors of any dtypes.
        name: for the operation.
    """
    return all_outputs("IdentityN", [convert_to_tensor(item) for item in input], None, name)


def stop_gradient(input: Any, name: str | None = None) -> Tensor:
    """`input`, but taken for a constant when gradients are computed.

    Args:
        input: any tensor.
        name: for the operation.

    >>> float(stop_gradient(2.5))
    2.5
    """
    if hasattr(input, "with_values"):  # IndexedSlices stay slices.
        return input.with_values(stop_gradient(input.values, name))  # type: ignore[no-any-return]
    return apply_one("StopGradient", [convert_to_tensor(input)], None, name)


def prevent_gradient(input: Any, message: str = "", name: str | None = None) -> Tensor:
    """`input`, through which it is an error to ask for a gradient.

    Args:
        input: any tensor.
        message: why, for the error.
        name: for the operation.
    """
    return apply_one("PreventGradient", [convert_to_tensor(input)], {"message": message}, name)


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """`x`, checked when it runs to have a shape, which is known statically afterwards.

    Args:
        x: any tensor.
        shape: a TensorShape or a list of sizes, None for any.
        name: for the operation.

    Raises:
        InvalidArgumentError: the shape of `x` does not fit.

    >>> ensure_shape([[1, 2]], [None, 2]).shape
    TensorShape([1, 2])
    """
    return apply_one("EnsureShape", [convert_to_tensor(x)], {"shape": static.as_shape(shape)}, name)


# ---------------------------------------------------------------------------------------------- shape queries


def shape(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """The shape of a tensor as a tensor: a constant where it is fully known.

    Args:
        input: any tensor.
        out_type: int32 or int64.
        name: for the operation.

    >>> shape([[1, 2, 3]]).tolist()
    [1, 3]
    """
    tensor, kind = convert_to_tensor(input), dtypes.as_dtype(out_type)
    known = tensor.shape
    if known.is_fully_defined() and (current_graph() is not None or is_symbolic(tensor)):
        return constant_beside(tensor, np.array(known.as_list(), kind.as_numpy_dtype), name or "Shape")
    return apply_one("Shape", [tensor], {"out_type": kind}, name)


def shape_n(input: Sequence[Any], out_type: Any = dtypes.int32, name: str | None = None) -> list[Tensor]:
    """The shapes of several tensors of one dtype.

    Args:
        input: the tensors.
        out_type: int32 or int64.
        name: for the operation.
    """
    tensors = [convert_to_tensor(item) for item in input]
    return all_outputs("ShapeN", tensors, {"out_type": dtypes.as_dtype(out_type)}, name)


def size(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Tensor:
    """The number of elements of a tensor.

    Args:
        input: any tensor.
        out_type: int32 or int64.
        name: for the operation.

    >>> int(size([[1, 2, 3]]))
    3
    """
    tensor, kind = convert_to_tensor(input), dtypes.as_dtype(out_type)
    in_graph = current_graph() is not None or is_symbolic(tensor)
    count = tensor.shape.num_elements() if in_graph else None
    if count is not None:
        return known_from_shape(tensor, np.array(count, kind.as_numpy_dtype), name or "Size")
    return apply_one("Size", [tensor], {"out_type": kind}, name)


def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of dimensions of a tensor, i32[].

    >>> int(rank([[1, 2, 3]]))
    2
    """
    tensor = convert_to_tensor(input)
    in_graph = current_graph() is not None or is_symbolic(tensor)
    known = tensor.shape.rank if in_graph else None
    if known is not None:
        return known_from_shape(tensor, np.array(known, np.int32), name or "Rank")
    return apply_one("Rank", [tensor], None, name)


# ---------------------------------------------------------------------------------------------- other shapes


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """The same elements, in the same order, in another shape.

    Args:
        tensor: any tensor.
        shape: the sizes; one of them may be -1, and is inferred.
        name: for the operation.

    Raises:
        InvalidArgumentError: the number of elements does not fit.

    >>> reshape([1, 2, 3, 4], [2, -1]).tolist()
    [[1, 2], [3, 4]]
    """
    return apply_one("Reshape", [convert_to_tensor(tensor), shape_tensor(shape)], None, name)


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """The tensor with an axis of size 1 inserted.

    Args:
        input: a tensor of rank r.
        axis: where, in [-r - 1, r]: 0 is before the first axis, -1 after the last.
        name: for the operation.
        dim: TensorFlow 1's name of `axis`.

    Raises:
        InvalidArgumentError: the axis is out of range.

    >>> expand_dims([1, 2], 0).tolist()
    [[1, 2]]
    """
    place = dim if axis is None else axis
    if place is None:
        raise TypeError("expand_dims() needs an axis: the place of the new dimension of size 1.")
    return apply_one("ExpandDims", [convert_to_tensor(input), indices_of(place)], None, name)


def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """The tensor without axes of size 1.

    Args:
        input: any tensor.
        axis: an axis or a list of axes, each of size 1; by default all axes of size 1.
        name: for the operation.

    Raises:
        InvalidArgumentError: a given axis has another size.

    >>> squeeze([[[1], [2]]]).tolist(), squeeze([[[1], [2]]], 0).tolist()
    ([1, 2], [[1], [2]])
    """
    axes = () if axis is None else tuple(int(place) for place in np.atleast_1d(axis))
    return apply_one("Squeeze", [convert_to_tensor(input)], {"squeeze_dims": axes} if axes else None, name)


def transpose(a: Any, perm: Any = None, conjugate: bool = False, name: str | None = "transpose") -> Tensor:
    """The tensor with its axes in another order.

    Args:
        a: a tensor of rank r.
        perm: axis i of the result is axis `perm[i]` of `a`; by default the order is reversed.
        conjugate: whether complex elements are conjugated too.
        name: for the operation.

    Raises:
        InvalidArgumentError: `perm` is no permutation of the axes.

    >>> transpose([[1, 2], [3, 4]]).tolist()
    [[1, 3], [2, 4]]
    """
    tensor = convert_to_tensor(a)
    turned = apply_one("Transpose", [tensor, _reversed_axes(tensor) if perm is None else indices_of(perm)], None, name)
    if conjugate and tensor.dtype.is_complex:
        return apply_one("Conj", [turned])
    return turned


def _reversed_axes(tensor: Tensor) -> Tensor:
    known = tensor.shape.rank
    if known is not None:
        return constant_array(np.arange(known - 1, -1, -1, dtype=np.int32), dtypes.int32)
    from runtime.ops.creation import range

    return range(rank(tensor) - 1, -1, -1)


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """The tensor, repeated along axes of size 1 and new leading axes to fill a shape.

    Args:
        input: any tensor.
        shape: the shape to have.
        name: for the operation.

    Raises:
        InvalidArgumentError: the tensor does not broadcast to the shape.

    >>> broadcast_to([1, 2], [2, 2]).tolist()
    [[1, 2], [1, 2]]
    """
    return apply_one("BroadcastTo", [convert_to_tensor(input), shape_tensor(shape)], None, name)


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Tensor:
    """The shape of an elementwise operation on tensors of two shapes, all as tensors.

    >>> broadcast_dynamic_shape([3, 1], [4]).tolist()
    [3, 4]
    """
    return apply_one("BroadcastArgs", [shape_tensor(shape_x), shape_tensor(shape_y)])


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> static.TensorShape:
    """The shape of an elementwise operation on tensors of two static shapes.

    Raises:
        ValueError: they do not broadcast.

    >>> broadcast_static_shape([3, 1], [None, 4])
    TensorShape([3, 4])
    """
    return static.broadcast_shape(shape_x, shape_y)


def broadcast_gradient_args(s0: Any, s1: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The axes along which the gradients of two broadcast operands are summed up.

    Args:
        s0: the shape of the first operand.
        s1: the shape of the second operand.
        name: for the operation.

    >>> [axes.tolist() for axes in broadcast_gradient_args([3, 1], [4])]
    [[1], [0]]
    """
    first, second = apply_op("BroadcastGradientArgs", [shape_tensor(s0), shape_tensor(s1)], None, name)
    return first, second


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value of a tensor if it is known before anything runs, as a numpy array, else None.

    Args:
        tensor: a tensor.
        partial: accepted for compatibility; partly known values are given as None.

    >>> get_static_value(convert_to_tensor([1, 2])).tolist()
    [1, 2]
    """
    return constant_value(convert_to_tensor(tensor))
