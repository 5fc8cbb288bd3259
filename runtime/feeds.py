"""What a user feeds, as the arrays that a plan takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime import dtypes
from runtime.constants import eager_constant
from runtime.eager import EagerTensor
from runtime.errors import DTypeError

if TYPE_CHECKING:
    from runtime.tensor import Tensor

_PYTHON_KINDS = {float: "fc", int: "iufc", bool: "b"}
"""The kinds of numpy dtype that a Python number goes into."""


def feed_converter(tensor: Tensor) -> Callable[[Any], Any]:
    """A function that makes an array for `tensor` of what is fed for it.

    Arrays of the right dtype pass through, numbers become numpy scalars; everything else is converted if no value is
    lost (floats may lose precision).

    The function raises TypeError (the value has another kind of dtype) or ValueError (it has another shape); both name
    the tensor and say what was expected and what came.
    """
    dtype = tensor.dtype
    kind = dtype.as_numpy_dtype
    numpy_dtype = np.dtype(kind)
    dims = tensor.shape.dims
    limits = (dtype.min, dtype.max) if dtype.is_integer else None

    def convert(value: Any) -> Any:
        """A fed value as an array of the tensor's dtype.

        What would lose something, or does not fit the shape, is an error that names the tensor.
        """
        python_type = type(value)
        if python_type is not np.ndarray and python_type is not kind:
            if numpy_dtype.kind in _PYTHON_KINDS.get(python_type, ""):
                if limits is not None and not limits[0] <= value <= limits[1]:
                    raise _wrong_type(tensor, f"{value}, which is not in {limits[0]} ... {limits[1]},")
                value = kind(value)
            else:
                value = _array(tensor, value)
        if value.dtype is not numpy_dtype and value.dtype != numpy_dtype:
            value = _cast(tensor, value)
        elif kind is np.object_:
            value = _encoded(tensor, value)
        if value.shape != dims and not _fits(value.shape, dims):
            raise ValueError(
                f"Cannot feed value of shape {value.shape} for Tensor {tensor.name!r}, which has shape '{tensor.shape}'"
            )
        return value

    return convert


def without_composites(feed_dict: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Feeds in which sparse and ragged tensors have been replaced by the tensors that they are made of.

    Raises:
        TypeError: what is fed for one of them is not made of as many parts.
    """
    if not any(hasattr(key, "_fetched") for key in feed_dict):
        return feed_dict
    feeds: dict[Any, Any] = {}
    for key, value in feed_dict.items():
        if not hasattr(key, "_fetched"):
            feeds[key] = value
            continue
        tensors, make = key._fetched()
        parts = _parts(value)
        if parts is None or len(parts) != len(tensors):
            name = getattr(make, "__name__", "RaggedTensorValue").replace("of_parts", "RaggedTensorValue")
            raise TypeError(f"Cannot feed {value!r} for {key!r}: feed a {name}.")
        feeds.update(zip(tensors, parts, strict=True))
    return feeds


def _parts(value: Any) -> list[Any] | None:
    """The parts of a sparse or ragged value."""
    if hasattr(value, "_fetched"):
        return list(value._fetched()[0])
    if hasattr(value, "nested_row_splits"):
        return [value.flat_values, *value.nested_row_splits]
    return list(value) if isinstance(value, tuple) else None


def _fits(given: tuple[int, ...], dims: tuple[int | None, ...] | None) -> bool:
    if dims is None:
        return True
    return len(given) == len(dims) and all(d is None or d == size for size, d in zip(given, dims, strict=True))


def _array(tensor: Tensor, value: Any) -> Any:
    """An array of something that is no array."""
    if hasattr(value, "_as_tensor"):
        value = value._as_tensor()
    if isinstance(value, EagerTensor):
        return np.asarray(value._value, dtype=object if tensor.dtype is dtypes.string else None)
    if hasattr(value, "graph"):
        raise TypeError(
            f"The value of a feed cannot be a symbolic tensor: {value!r} was fed for Tensor {tensor.name!r}. Feed a "
            f"number, string, list or numpy array; to replace a tensor by another one, build the graph with that one."
        )
    if isinstance(value, np.ndarray | np.generic):
        return np.asarray(value)
    try:
        return np.asarray(eager_constant(value, hint=tensor.dtype)._value)
    except (TypeError, ValueError) as error:
        what = f"Cannot feed {value!r} for Tensor {tensor.name!r} of dtype {tensor.dtype.name}"
        raise (DTypeError if isinstance(error, TypeError) else type(error))(f"{what}: {error}") from None


def _encoded(tensor: Tensor, value: Any) -> Any:
    """An array of objects, as what a string tensor holds: bytes."""
    if tensor.dtype is not dtypes.string or all(type(item) is bytes for item in value.flat):
        return value
    try:
        return np.asarray(eager_constant(value)._value)
    except ValueError as error:
        raise _wrong_type(tensor, f"an array of shape {value.shape} with other objects than strings") from error


def _cast(tensor: Tensor, value: Any) -> Any:
    """`value` in the dtype of the tensor, if that holds it."""
    wanted = np.dtype(tensor.dtype.as_numpy_dtype)
    if tensor.dtype is dtypes.string and value.dtype.kind in "SU":
        return np.asarray(eager_constant(value)._value)
    if object in (value.dtype, wanted) or not _is_same_kind(value.dtype, wanted):
        name = "string" if value.dtype == object else value.dtype
        raise _wrong_type(tensor, f"an array of dtype {name} and shape {value.shape}")
    result = value.astype(wanted)
    if wanted.kind in "iu" and not np.array_equal(result, value):
        raise _wrong_type(tensor, f"an array of dtype {value.dtype} with values that do not fit")
    return result


def _is_same_kind(given: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    if given.kind in "iu":
        return wanted.kind in "iufcV"
    return np.can_cast(given, wanted, "same_kind") or (given.kind == "f" and wanted.kind == "V")


def _wrong_type(tensor: Tensor, what: str) -> DTypeError:
    example = "str(value)" if tensor.dtype is dtypes.string else f"numpy.asarray(value, '{tensor.dtype.name}')"
    return DTypeError(
        f"Cannot feed {what} for Tensor {tensor.name!r} of dtype {tensor.dtype.name} and shape {tensor.shape}: "
        f"convert it first, for example with {example}."
    )
