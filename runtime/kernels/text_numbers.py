"""Numbers in text, as TensorFlow reads them."""

from __future__ import annotations

from runtime.dtypes import DType


def number_of(text: bytes, dtype: DType) -> float | None:
    """The number that ASCII text stands for; None if it is none, or an integer that `dtype` does not hold.

    Blanks around it and a sign are allowed, underscores between digits (unlike in Python) are not. Floats may be
    hexadecimal, "inf" or "nan".

    >>> from runtime import dtypes
    >>> number_of(b" 12 ", dtypes.int32), number_of(b"1_2", dtypes.int32), number_of(b"0x1p3", dtypes.float32)
    (12, None, 8.0)
    """
    if not text.isascii() or b"_" in text:
        return None
    try:
        value = int(text) if dtype.is_integer else _float_of(text.decode())
    except ValueError:
        return None
    return None if dtype.is_integer and not dtype.min <= value <= dtype.max else value


def _float_of(text: str) -> float:
    return float.fromhex(text) if "x" in text.lower() else float(text)
