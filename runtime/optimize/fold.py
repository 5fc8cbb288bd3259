"""Computes what is known before the graph runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.effects import is_pure
from runtime.float_errors import SILENT, restore, silence
from runtime.registry import bind_kernel, has_kernel

if TYPE_CHECKING:
    from runtime.graph import Operation

LARGEST = 4096
"""Elements: bigger results are computed when the graph runs, not kept for ever."""

_SHAPES = frozenset({"Rank", "Shape", "ShapeN", "Size"})


def freeze(value: Any) -> Any:
    """A constant in the form in which kernels are fast: a numpy scalar, or an array that nobody can write to."""
    if isinstance(value, bytes):  # As numpy's own it would lose zeros at its end.
        return value
    array = np.asarray(value)
    if array.dtype == object:
        return value
    if array.ndim == 0:
        return array[()]
    view = array.view()
    view.flags.writeable = False
    return view


def fold(op: Operation, inputs: Sequence[Any]) -> tuple[Any, ...] | None:
    """The outputs of a pure op on constants; None if they are too big, or the op fails, which it shall when it runs."""
    if not is_pure(op) or not has_kernel(op.type):
        return None
    sizes = [tensor.shape.num_elements() for tensor in op.outputs]
    if any(size is None or size > LARGEST for size in sizes):
        return None
    previous = silence(SILENT)
    try:
        result = bind_kernel(op.type, op.attrs)(*inputs)
    except Exception:  # Whatever it is, the same happens when the op runs, and is reported then.
        return None
    finally:
        restore(previous)
    return tuple(map(freeze, result if type(result) is tuple else (result,)))


def fold_shape(op: Operation) -> tuple[Any, ...] | None:
    """The outputs of `Shape` and its kin if the static shapes say it all, or None."""
    if op.type not in _SHAPES:
        return None
    if op.type == "Rank":
        rank = op.inputs[0].shape.rank
        return None if rank is None else (np.int32(rank),)
    if not all(tensor.shape.is_fully_defined() for tensor in op.inputs):
        return None
    kind = op.attrs["out_type"].as_numpy_dtype
    if op.type == "Size":
        return (kind(op.inputs[0].shape.num_elements()),)
    return tuple(freeze(np.array(tensor.shape.as_list(), kind)) for tensor in op.inputs)
