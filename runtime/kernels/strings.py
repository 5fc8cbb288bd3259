"""Kernels on byte strings: elementwise functions mapped over object arrays."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.regular_expressions import full_match, replacer
from runtime.kernels.text_numbers import number_of
from runtime.kernels.values import Array, boxed, normal_axis, shape_text
from runtime.registry import kernel


def _map(function: Callable[..., Any], *inputs: Any, dtype: Any = object) -> Array:
    """`function` of the elements at each place, with broadcasting, as an array of `dtype`."""
    result = np.frompyfunc(function, len(inputs), 1)(*inputs)
    return boxed(result) if dtype is object else np.asarray(result).astype(dtype)


def _text(attribute: str | bytes) -> str:
    return attribute.decode() if isinstance(attribute, bytes) else attribute


def _raw(attribute: str | bytes) -> bytes:
    return attribute.encode() if isinstance(attribute, str) else attribute


@kernel("StringJoin")
def string_join(*inputs: Array, separator: str | bytes) -> Array:
    """Strings of all inputs joined place by place; all have one shape, or are scalars."""
    shape: tuple[int, ...] = ()
    for position, value in enumerate(inputs):
        own = np.shape(value)
        if shape and own and own != shape:
            raise InvalidArgumentError(
                f"Input shapes do not match or are not scalars: input {position} has shape {shape_text(own)} "
                f"vs. {shape_text(shape)}"
            )
        shape = shape or own
    glue = _raw(separator)
    return _map(lambda *parts: glue.join(parts), *inputs)


@kernel("StringLength")
def string_length(x: Array, *, unit: str | bytes) -> Array:
    """Bytes, or characters with unit "UTF8_CHAR" (counted by their first bytes), as int32."""
    if _text(unit) == "UTF8_CHAR":
        return _map(_count_characters, x, dtype=np.int32)
    return _map(len, x, dtype=np.int32)


def _count_characters(value: bytes) -> int:
    return sum((byte & 0xC0) != 0x80 for byte in value)


@kernel("StringLower")
def string_lower(x: Array, *, encoding: str | bytes) -> Array:
    """In lower case: A to Z only, or all of Unicode with encoding "utf-8"."""
    return _map(_case_function(bytes.lower, str.lower, encoding), x)


@kernel("StringUpper")
def string_upper(x: Array, *, encoding: str | bytes) -> Array:
    """In upper case: a to z only, or all of Unicode with encoding "utf-8"."""
    return _map(_case_function(bytes.upper, str.upper, encoding), x)


def _case_function(
    ascii_only: Callable[[bytes], bytes], unicode: Callable[[str], str], encoding: str | bytes
) -> Callable[[bytes], bytes]:
    name = _text(encoding)
    if name not in ("", "utf-8"):
        raise InvalidArgumentError(f"only utf-8 or '' (no encoding) is supported, received {name}")
    return (lambda value: unicode(value.decode()).encode()) if name else ascii_only


@kernel("StringStrip")
def string_strip(x: Array) -> Array:
    """Without ASCII whitespace at both ends."""
    return _map(bytes.strip, x)


# ---------------------------------------------------------------------------------------------- regular expressions


def _scalar(value: Any, what: str) -> bytes:
    if np.ndim(value):
        raise InvalidArgumentError(f"{what} must be scalar, but received {shape_text(np.shape(value))}")
    raw: bytes = value if isinstance(value, bytes) else value.item()
    return raw


@kernel("RegexReplace")
def regex_replace(x: Array, pattern: Array, rewrite: Array, *, replace_global: bool) -> Array:
    r"""Every match of a pattern (or the first of each string) replaced; \1 to \9 in `rewrite` are groups, \0 is all."""
    return _map(replacer(_scalar(pattern, "Pattern"), _scalar(rewrite, "Rewrite"), replace_global), x)


@kernel("StaticRegexReplace")
def static_regex_replace(x: Array, *, pattern: str | bytes, rewrite: str | bytes, replace_global: bool) -> Array:
    """`regex_replace` with pattern and rewrite as attributes."""
    return _map(replacer(_raw(pattern), _raw(rewrite), replace_global), x)


@kernel("RegexFullMatch")
def regex_full_match(x: Array, pattern: Array) -> Array:
    """Whether the whole string fits the pattern, in RE2's syntax; strings are UTF-8."""
    return _map(full_match(_scalar(pattern, "Pattern")), x, dtype=np.bool_)


@kernel("StaticRegexFullMatch")
def static_regex_full_match(x: Array, *, pattern: str | bytes) -> Array:
    """`regex_full_match` with the pattern as an attribute."""
    return _map(full_match(_raw(pattern)), x, dtype=np.bool_)


# ---------------------------------------------------------------------------------------------- parts


@kernel("Substr")
def substr(x: Array, pos: Array, len: Array, *, unit: str | bytes) -> Array:
    """`len` bytes, or characters with unit "UTF8_CHAR", from `pos` on, or as many as there are; all three broadcast.

    A negative `pos` counts from the end; one outside of the string is InvalidArgumentError. A negative `len` is all the
    rest in bytes, and nothing in characters.
    """
    return _map(_substring_of_text if _text(unit) == "UTF8_CHAR" else _substring, x, pos, len)


def _substring(value: Any, position: int, length: int) -> Any:
    size = len(value)
    if not -size <= position <= size:
        raise InvalidArgumentError(f"pos {position} out of range for string {value!r} of length {size}")
    start = position + size if position < 0 else position
    return value[start : start + length if length >= 0 else size]


def _substring_of_text(value: bytes, position: int, length: int) -> bytes:
    piece: str = _substring(value.decode(), position, max(length, 0))
    return piece.encode()


@kernel("ReduceJoin")
def reduce_join(x: Array, reduction_indices: Array, *, keep_dims: bool, separator: str | bytes) -> Array:
    """Joins along one axis after the other: the first that is given runs fastest."""
    x = boxed(x)
    glue = _raw(separator)
    axes = [normal_axis(axis, x.ndim, "ReduceJoin") for axis in np.reshape(reduction_indices, -1).tolist()]
    if not axes:
        return x
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    table = x.transpose(kept + axes[::-1]).reshape([*(x.shape[axis] for axis in kept), -1])
    joined = np.empty(table.shape[:-1], dtype=object)
    for place in np.ndindex(*joined.shape):
        joined[place] = glue.join(table[place].tolist())
    return (
        joined.reshape([1 if axis in axes else length for axis, length in enumerate(x.shape)]) if keep_dims else joined
    )


@kernel("StringSplitV2")
def string_split_v2(x: Array, sep: Array, *, maxsplit: int) -> tuple[Array, Array, Array]:
    """The parts of a vector of strings, as a sparse matrix: split at `sep`, or at runs of whitespace if it is empty."""
    separator = _scalar(sep, "sep")
    if np.ndim(x) != 1:
        raise InvalidArgumentError(f"input must be a vector, got shape: {shape_text(np.shape(x))}")
    return _sparse([_split(value, separator, maxsplit) for value in x.tolist()])


def _split(value: bytes, separator: bytes, most: int) -> list[bytes]:
    """As Python splits, but at whitespace the rest after `most` splits is a part even if it is empty."""
    if separator:
        return value.split(separator, most)
    if most == 0:
        return [value]
    parts = value.split(None, most)
    return [*parts, b""] if len(parts) == most else parts


@kernel("StringSplit")
def string_split(x: Array, delimiter: Array, *, skip_empty: bool) -> tuple[Array, Array, Array]:
    """Every byte of the delimiter separates; an empty delimiter separates all bytes."""
    separators = _scalar(delimiter, "delimiter")
    expression = re.compile(b"[" + re.escape(separators) + b"]") if separators else None
    rows = []
    for value in x.tolist():
        parts = expression.split(value) if expression else [bytes([byte]) for byte in value]
        rows.append([part for part in parts if part or not skip_empty])
    return _sparse(rows)


def _sparse(rows: Sequence[Sequence[bytes]]) -> tuple[Array, Array, Array]:
    """The rows as indices, values and dense shape of a sparse matrix."""
    indices = [(row, column) for row, parts in enumerate(rows) for column in range(len(parts))]
    values = [part for parts in rows for part in parts]
    width = max(map(len, rows), default=0)
    return (
        np.array(indices, dtype=np.int64).reshape(-1, 2),
        np.array([*values, None], dtype=object)[:-1],
        np.array([len(rows), width], dtype=np.int64),
    )


# ---------------------------------------------------------------------------------------------- numbers


@kernel("StringToNumber")
def string_to_number(x: Array, *, out_type: DType) -> Array:
    """Numbers of decimal text, floats of hexadecimal too; what is none, or does not fit, is InvalidArgumentError."""

    def number(value: bytes) -> float:
        """One number."""
        result = number_of(value, out_type)
        if result is None:
            raise InvalidArgumentError(
                f"StringToNumberOp could not correctly convert string: {value.decode(errors='replace')}"
            )
        return result

    return _map(number, x, dtype=out_type.as_numpy_dtype)


@kernel("AsString")
def as_string(
    x: Array, *, T: DType, precision: int, scientific: bool, shortest: bool, width: int, fill: str | bytes
) -> Array:
    """Numbers as text, as C's printf writes them: f, e with `scientific`, g with `shortest`; bool is true or false.

    `fill` is what `width` is filled with on the left: "" (blanks), "0", "+" (a sign), " ", or "-" for the right.
    """
    if scientific and shortest:
        raise InvalidArgumentError("Cannot select both scientific and shortest notation")
    form = _number_format(T, precision, "e" if scientific else "g" if shortest else "f", width, _text(fill))
    return _map(form, np.asarray(x).astype(object))


def _number_format(dtype: DType, precision: int, kind: str, width: int, fill: str) -> Callable[[Any], bytes]:
    flags = fill.replace(" ", " ") + (str(width) if width >= 0 else "")
    if dtype.name == "string":
        justify = bytes.ljust if fill == "-" else bytes.rjust
        return lambda value: justify(value, max(width, 0))
    if dtype.is_bool:
        return lambda value: b"true" if value else b"false"
    if dtype.is_integer:
        return lambda value: (f"%{flags}d" % value).encode()
    digits = f".{precision}" if precision >= 0 else ""
    if dtype.is_complex:
        return lambda value: (f"(%{flags}{digits}{kind},%{flags}{digits}{kind})" % (value.real, value.imag)).encode()
    finite, other = f"%{flags}{digits}{kind}", f"%{flags.replace('0', '', 1) if fill == '0' else flags}{digits}{kind}"
    return lambda value: ((finite if np.isfinite(value) else other) % value).encode()
