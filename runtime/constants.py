"""Python values and numpy arrays as eager tensors."""

import functools
from typing import Any

import numpy as np

from runtime import dtypes, errors
from runtime.eager import EagerTensor


def eager_constant(value: Any, dtype: dtypes.DType | None = None, hint: dtypes.DType | None = None) -> EagerTensor:
    """An eager tensor of a Python value or numpy array.

    Args:
        value: a number, string or array, or nested lists of them, without tensors.
        dtype: the dtype to have; numbers that it cannot hold are an error.
        hint: the dtype to have if the value's kind goes with it (an int goes with a float, not the other way round).

    Raises:
        DTypeError: the value cannot have that dtype.
        ValueError: the value has no form as a tensor.
    """
    if dtype is None and hint is not None:
        own = dtypes.of_python(value)
        if own is None:
            return _hinted(value, hint)
        dtype = hint if _goes_with(own, hint) else own
    return EagerTensor(*_array(value, dtype))


def _hinted(value: Any, hint: dtypes.DType) -> EagerTensor:
    array, own = _array(value, None)
    if own is not hint and (_goes_with(own, hint) or (array.size == 0 and not isinstance(value, np.ndarray))):
        return EagerTensor(_cast(array, value, hint), hint)
    return EagerTensor(array, own)


def _goes_with(own: dtypes.DType, hint: dtypes.DType) -> bool:
    if own.is_bool or own.is_integer:
        return hint.is_numeric or own is hint
    if own.is_floating:
        return hint.is_floating or hint.is_complex
    return own is hint or (own.is_complex and hint.is_complex)


def _array(value: Any, dtype: dtypes.DType | None) -> tuple[Any, dtypes.DType]:
    kind = dtypes.of_python(value)
    if kind is not None:
        target = dtype or kind
        return (_known_scalar if _is_good_key(value, kind) else _scalar)(value, kind, target), target
    if isinstance(value, range):
        value = list(value)
    array = _numpy(value)
    own = _dtype_of(value, array)
    if dtype is None or dtype is own:
        return _astype(array, own), own
    return _cast(array, value, dtype), dtype


def _scalar(value: Any, kind: dtypes.DType, dtype: dtypes.DType) -> Any:
    if not _goes_with(kind, dtype):
        raise errors.DTypeError(f"Cannot convert {_short(value)} to a tensor of dtype {dtype.name}.")
    if dtype.is_integer:
        _check_range(value, dtype, value, value)
    if dtype is dtypes.string:
        value = _bytes(value)
    with np.errstate(over="ignore"):  # 1e39 is inf in float32, silently as everywhere in the runtime.
        return np.array(value, dtype=dtype.as_numpy_dtype)


def _is_good_key(value: Any, kind: dtypes.DType) -> bool:
    return kind.is_integer or kind.is_bool or (kind.is_floating and value != 0)  # 0.0 and -0.0 are one key.


_known_scalar = functools.lru_cache(maxsize=1024, typed=True)(_scalar)


def _check_range(value: Any, dtype: dtypes.DType, low: int, high: int) -> None:
    if low < dtype.min or high > dtype.max:
        raise errors.DTypeError(
            f"Cannot convert {_short(value)} to a tensor of dtype {dtype.name}: {low if low < dtype.min else high} is "
            f"not in {dtype.min} ... {dtype.max}."
        )


def _numpy(value: Any) -> Any:
    try:
        array = np.array(value)
    except ValueError as error:
        raise errors.InvalidArgumentError(f"A tensor cannot hold a sequence that is not rectangular: {error}") from None
    if array.dtype.kind in "US":
        return _strings(value, array)
    if array.dtype.kind == "O":
        return _objects(value, array)
    return array


def _strings(value: Any, array: Any) -> Any:
    result = np.empty(array.shape, dtype=object)
    source = array if isinstance(value, np.ndarray | np.generic) else np.array(value, dtype=object)
    for index in np.ndindex(array.shape):
        item = source[index]
        if not isinstance(item, str | bytes):
            raise errors.InvalidArgumentError(f"A tensor cannot mix strings with other types, such as {item!r}.")
        result[index] = _bytes(item)
    return result


def _objects(value: Any, array: Any) -> Any:
    for item in array.flat:
        if isinstance(item, int) and not isinstance(value, np.ndarray):
            raise errors.InvalidArgumentError(f"The integer {item} fits no dtype: integers have up to 64 bits.")
        if not isinstance(item, str | bytes):
            what = f"{item!r} of type {type(item).__name__}"
            if isinstance(value, np.ndarray):
                what = f"An array of dtype object can hold strings only, and this one holds {what}: it"
            raise errors.InvalidArgumentError(f"{what} has no form as a tensor.")
    return _strings(array, array)


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)


def _dtype_of(value: Any, array: Any) -> dtypes.DType:
    if array.dtype == object:
        return dtypes.string
    if _is_typed(_first_leaf(value)):
        return dtypes.as_dtype(array.dtype)
    if array.dtype.kind == "f":
        if array.ndim and array.size and _all_integers(value):
            raise errors.InvalidArgumentError(f"No integer dtype holds all of {_short(value)}.")
        return dtypes.float32
    if array.dtype == np.int64 and array.min() >= -(2**31) and array.max() < 2**31:
        return dtypes.int32
    return dtypes.as_dtype(array.dtype)


def _is_typed(leaf: Any) -> bool:
    return isinstance(leaf, np.ndarray | np.generic) or hasattr(leaf, "__array__")


def _all_integers(value: Any) -> bool:
    """Whether numpy took integers for floats, as it does where some need uint64 and others are negative."""
    return all(_all_integers(item) if isinstance(item, list | tuple) else isinstance(item, int) for item in value)


def _first_leaf(value: Any) -> Any:
    while isinstance(value, list | tuple):
        value = next(iter(value), None)
    return value


def _cast(array: Any, value: Any, dtype: dtypes.DType) -> Any:
    own = dtypes.string if array.dtype == object else dtypes.as_dtype(array.dtype)
    if not (_goes_with(own, dtype) or array.size == 0):
        raise errors.DTypeError(f"Cannot convert {_short(value)} of type {own.name} to a tensor of dtype {dtype.name}.")
    if dtype.is_integer and array.size:
        _check_range(value, dtype, int(array.min()), int(array.max()))
    return _astype(array, dtype)


def _astype(array: Any, dtype: dtypes.DType) -> Any:
    wanted = dtype.as_numpy_dtype
    if array.dtype == wanted:
        return array
    with np.errstate(over="ignore"):
        return array.astype(wanted)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
