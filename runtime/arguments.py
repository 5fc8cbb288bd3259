"""Arguments of the structural functions as tensors: shapes, axes, indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.constant_value import constant_value
from runtime.current import state
from runtime.dispatch import apply_op, convert_to_tensor, is_tensor
from runtime.dtypes import DType
from runtime.eager import Literal, wrap
from runtime.shapes import TensorShape
from runtime.tensor import Tensor

_INT32 = 2**31
_small_numbers: dict[int, Tensor] = {}


def constant_array(array: Any, dtype: DType, name: str | None = None) -> Tensor:
    """An array of that very dtype as a tensor: eager, or a constant of the open graph."""
    if state.graph is None:
        return wrap(array, dtype)
    return convert_to_tensor(array, dtype, name=name)


def constant_beside(tensor: Tensor, value: Any, name: str) -> Tensor:
    """An array as a tensor of that name in the graph that another one is used in; eager if that is."""
    if state.graph is None and (graph := getattr(tensor, "graph", None)) is not None:
        with graph.as_default():
            return convert_to_tensor(value, name=name)
    return convert_to_tensor(value, name=name)


def named(tensor: Tensor, name: str) -> Tensor:
    """The tensor; a constant that was made for this call has that name in the current scope from now on."""
    op = getattr(tensor, "op", None)
    if op is not None:
        op.graph.settled(op, name)
    return tensor


def known_from_shape(tensor: Tensor, value: Any, name: str) -> Tensor:
    """`constant_beside` for what follows from a static shape: a condition on it is decided while tracing."""
    constant = constant_beside(tensor, value, name)
    if not hasattr(constant, "_value"):
        constant.op.attrs["_of_shape"] = True
    return constant


def indices_of(value: Any) -> Tensor:
    """Indices, axes, sizes or counts as an integer tensor: int32 unless they come with a dtype."""
    if isinstance(value, Tensor):
        return value
    if type(value) is int and state.graph is None and -1 <= value < 64:
        return _small_number(value)
    if type(value) is list and _are_ints(value):
        return _vector(value)
    return convert_to_tensor(value, dtype_hint=dtypes.int32)


def _small_number(value: int) -> Tensor:
    known = _small_numbers.get(value)
    if known is None:
        known = _small_numbers[value] = Literal(np.array(value, np.int32), dtypes.int32)
    return known


def _are_ints(values: Sequence[Any]) -> bool:
    return all(type(value) is int and -_INT32 <= value < _INT32 for value in values)


def _vector(values: Sequence[int]) -> Tensor:
    return constant_array(np.array(values, dtype=np.int32), dtypes.int32)


def all_outputs(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any] | None, name: str | None) -> list[Tensor]:
    """Records or runs an op that has a list of outputs, which may be empty."""
    outputs = apply_op(op_type, inputs, attrs, name)
    return outputs if isinstance(outputs, list) else []


def shape_tensor(shape: Any) -> Tensor:
    """A shape as a vector: of a TensorShape, an int, a tensor, or a list of ints and scalar tensors.

    Raises:
        ValueError: a size is not known.
    """
    if is_tensor(shape):
        tensor = convert_to_tensor(shape)
        if tensor.shape.rank == 0:
            from runtime.ops.array import reshape

            return reshape(tensor, [1])
        return tensor
    sizes = static_sizes(shape)
    if sizes is None:
        return _packed(list(shape))
    if _are_ints(sizes):
        return _vector(sizes)
    return convert_to_tensor(np.array(sizes, dtype=np.int64))


def static_sizes(shape: Any) -> list[int] | None:
    """The sizes of a shape that Python knows; None if tensors are in it.

    Raises:
        ValueError: a size is not known.
    """
    if is_tensor(shape):
        return None
    if isinstance(shape, (int, np.integer)):
        return [int(shape)]
    if isinstance(shape, TensorShape) and not shape.is_fully_defined():
        raise ValueError(f"A shape with unknown sizes cannot be made a tensor: {shape}. Use shape(tensor) instead.")
    sizes = list(shape)
    if any(is_tensor(size) for size in sizes):
        return None
    if any(size is None for size in sizes):
        raise ValueError(f"A size of shape {sizes} is None: write -1 if the op infers it, or use shape(tensor).")
    return [int(size) for size in sizes]


def packed_sizes(sizes: Sequence[Any]) -> Tensor:
    """Sizes, at least one of them a scalar tensor, as a vector of its dtype that is named "packed" in a graph."""
    tensor = _packed(sizes)
    if state.graph is not None and not hasattr(tensor, "_value"):
        tensor.op.graph.settled(tensor.op)
    return tensor


def _packed(sizes: Sequence[Any]) -> Tensor:
    known = next((size.dtype for size in sizes if is_tensor(size)), dtypes.int32)
    return convert_to_tensor(sizes, dtype_hint=known)


def tensors_of(values: Any) -> list[Tensor]:
    """The values as tensors of one dtype: Python numbers take that of the tensors, or of the floats, among them."""
    if isinstance(values, Tensor):
        from runtime.ops.joining import unstack

        return unstack(values)
    items = list(values)
    known = next((item.dtype for item in items if is_tensor(item)), None)
    tensors = [convert_to_tensor(item, dtype_hint=known) for item in items]
    if known is None:
        wide = next((tensor.dtype for tensor in tensors if tensor.dtype.is_floating), None)
        if wide is not None:
            return [convert_to_tensor(item, dtype_hint=wide) for item in items]
    return tensors


def static_int(value: Any) -> int | None:
    """A Python int or scalar tensor as an int if it is known now."""
    if isinstance(value, (int, np.integer)):
        return int(value)
    known = constant_value(convert_to_tensor(value))
    return None if known is None else int(known)
