"""Values as tensors of a wanted dtype, and the masks that tensors carry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from runtime import nest
from runtime.dispatch import convert_to_tensor, is_tensor
from runtime.dtypes import DType, as_dtype
from runtime.ops.casts import cast
from runtime.tensor import Tensor


def as_tensor(value: Any, dtype: Any = None) -> Tensor:
    """A number, array, list, variable or tensor as a tensor, cast if its dtype is another.

    Raises:
        ValueError: it is complex or text, and the wanted dtype is not.

    >>> as_tensor([1, 2], "float32").dtype.name
    'float32'
    """
    if dtype is None:
        return convert_to_tensor(value)
    if is_tensor(value) or hasattr(value, "__array__"):
        tensor, wanted = convert_to_tensor(value), as_dtype(dtype)
        return tensor if tensor.dtype is wanted else cast(_castable(tensor, wanted), wanted)
    return convert_to_tensor(value, dtype)


def _castable(tensor: Tensor, wanted: DType) -> Tensor:
    """The tensor, if a cast does not lose what it means."""
    advice = ""
    if tensor.dtype.is_complex and not wanted.is_complex:
        advice = "The imaginary parts would be lost: take abs(x), or math.real(x)."
    elif (tensor.dtype.name == "string") != (wanted.name == "string"):
        advice = "Text is no number: see strings.to_number and as_string, or number the words."
    if advice:
        raise ValueError(f"{tensor.dtype.name} of shape {tensor.shape} came where {wanted.name} is wanted. {advice}")
    return tensor


def map_tensors(function: Callable[[Any], Any], value: Any) -> Any:
    """The function of a tensor, array or list of numbers; of each one in a structure of tensors and arrays."""
    return nest.map_structure(function, value) if holds_tensors(value) else function(value)


def holds_tensors(value: Any) -> bool:
    """Whether the value is a list, tuple or dictionary with tensors or arrays inside (not numbers alone)."""
    if isinstance(value, Mapping):
        return True
    if not isinstance(value, list | tuple):
        return False
    return any(is_tensor(item) or hasattr(item, "__array__") or holds_tensors(item) for item in value)


def rank_of(tensor: Tensor) -> int:
    """The number of axes.

    Raises:
        ValueError: it is not known.
    """
    rank = tensor.shape.rank
    if rank is None:
        raise ValueError(f"{tensor!r} must have a known number of axes: set_shape(...) says what is known.")
    return rank


def mask_of(tensor: Any) -> Tensor | None:
    """Which steps of a tensor count, or None if all do."""
    return getattr(tensor, "_keras_mask", None)


def set_mask(tensor: Any, mask: Tensor | None) -> None:
    """Says which steps of a tensor count."""
    if isinstance(tensor, Tensor) and (mask is not None or mask_of(tensor) is not None):
        tensor._keras_mask = mask  # type: ignore[attr-defined]
