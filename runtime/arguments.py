"""Arguments of the structural functions as tensors: shapes, axes, indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dispatch import apply_op, convert_to_tensor, is_tensor
from runtime.shapes import TensorShape
from runtime.tensor import Tensor


def indices_of(value: Any) -> Tensor:
    """Indices, axes, sizes or counts as an integer tensor: int32 unless they come with a dtype."""
    if isinstance(value, Tensor):
        return value
    return convert_to_tensor(value, dtype_hint=dtypes.int32)


def all_outputs(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any] | None, name: str | None) -> list[Tensor]:
    """Records or runs an op that has a list of outputs."""
    outputs: list[Tensor] = apply_op(op_type, inputs, attrs, name)
    return outputs


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
    if sizes is not None:
        return convert_to_tensor(np.array(sizes, dtype=np.int32 if max(sizes, default=0) < 2**31 else np.int64))
    return _packed(list(shape))


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


def _packed(sizes: Sequence[Any]) -> Tensor:
    known = next(size.dtype for size in sizes if is_tensor(size))
    return convert_to_tensor(sizes, dtype_hint=known)


def tensors_of(values: Any, dtype_hint: Any = None) -> list[Tensor]:
    """The values as tensors of one dtype: Python numbers take that of the tensors among them."""
    if isinstance(values, Tensor):
        from runtime.ops.joining import unstack

        return unstack(values)
    items = list(values)
    known = next((item.dtype for item in items if is_tensor(item)), dtype_hint)
    tensors = [convert_to_tensor(item, dtype_hint=known) for item in items]
    if known is None and len({tensor.dtype for tensor in tensors}) > 1:
        widest = next((tensor.dtype for tensor in tensors if tensor.dtype.is_floating), tensors[0].dtype)
        return [convert_to_tensor(item, dtype_hint=widest) for item in items]
    return tensors


def static_axis(axis: Any) -> int | None:
    """An axis as a Python int if it is known now."""
    from runtime.constant_value import constant_value

    if isinstance(axis, (int, np.integer)):
        return int(axis)
    value = constant_value(axis) if isinstance(axis, Tensor) else np.asarray(axis)
    return None if value is None else int(value)
