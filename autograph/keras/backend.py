"""What holds for all of `keras`: the default dtype, the small number against division by zero, the order of axes."""

from __future__ import annotations

from typing import Any

from autograph.keras import naming
from runtime.tensor import Tensor

_FLOATS = ("float16", "bfloat16", "float32", "float64")
_FORMATS = ("channels_last", "channels_first")


class _Settings:
    floatx = "float32"
    epsilon = 1e-7
    image_data_format = "channels_last"


def backend() -> str:
    """The name of what computes: "tensorflow", whose operations these are."""
    return "tensorflow"


def floatx() -> str:
    """The dtype of new weights and of inputs that are converted, by name.

    >>> floatx()
    'float32'
    """
    return _Settings.floatx


def set_floatx(value: str) -> None:
    """Sets the default dtype.

    Args:
        value: "float16", "bfloat16", "float32" or "float64".

    Raises:
        ValueError: it is another.
    """
    if value not in _FLOATS:
        raise ValueError(f"Unknown dtype: {value!r}. `floatx` is one of {', '.join(_FLOATS)}.")
    _Settings.floatx = value


def epsilon() -> float:
    """The small number that keeps logarithms and divisions finite.

    >>> epsilon()
    1e-07
    """
    return _Settings.epsilon


def set_epsilon(value: float) -> None:
    """Sets the small number that keeps logarithms and divisions finite."""
    _Settings.epsilon = float(value)


def image_data_format() -> str:
    """The order of axes that layers of images expect: "channels_last" or "channels_first".

    >>> image_data_format()
    'channels_last'
    """
    return _Settings.image_data_format


def set_image_data_format(data_format: str) -> None:
    """Sets the order of axes that layers of images expect.

    Raises:
        ValueError: it is neither "channels_last" nor "channels_first".
    """
    _Settings.image_data_format = standardize_data_format(data_format)


def standardize_data_format(data_format: str | None) -> str:
    """The order of axes in lower case; the default for None.

    Raises:
        ValueError: it is neither "channels_last" nor "channels_first".
    """
    chosen = str(image_data_format() if data_format is None else data_format).lower()
    if chosen not in _FORMATS:
        raise ValueError(f"`data_format` must be 'channels_last' or 'channels_first', not {data_format!r}.")
    return chosen


def standardize_dtype(dtype: Any) -> str:
    """The name of a dtype; of None, the default one.

    >>> standardize_dtype(None), standardize_dtype(int)
    ('float32', 'int64')
    """
    from runtime.dtypes import as_dtype

    if dtype is None:
        return floatx()
    return str(as_dtype({int: "int64", float: "float32", bool: "bool"}.get(dtype, dtype)).name)


def get_uid(prefix: str = "") -> int:
    """A number that grows with each call for the same prefix, from 1."""
    return naming.count(prefix) + 1


def is_keras_tensor(x: Any) -> bool:
    """Whether `x` is a tensor of a model that is being described, as `Input` gives it."""
    return isinstance(x, Tensor) and getattr(x, "_keras_history", None) is not None


def clear_session(free_memory: bool = True) -> None:
    """Starts anew with automatic names: the next layer is "dense" again.

    Args:
        free_memory: accepted and without effect: what nobody holds is freed anyway.
    """
    naming.reset()
