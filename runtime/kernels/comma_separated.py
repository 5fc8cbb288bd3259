"""The kernel that reads lines of CSV: RFC 4180 as TensorFlow reads it, byte by byte."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from runtime.dtypes import DType, string
from runtime.errors import InvalidArgumentError
from runtime.kernels.text_numbers import number_of
from runtime.registry import kernel

_QUOTED = re.compile(rb'"((?:[^"]|"")*)"')


@kernel("DecodeCSV")
def decode_csv(
    records: Any,
    *defaults: Any,
    OUT_TYPE: Sequence[DType],
    field_delim: str | bytes,
    use_quote_delim: bool,
    na_value: str | bytes,
    select_cols: Sequence[int],
) -> tuple[Any, ...]:
    """The columns of records (one line each), every one in the shape of `records`.

    A field that is empty or `na_value` gives the column's default; a default without elements makes the column
    required. With `select_cols`, which ascend, only the columns of those numbers are read.
    """
    delimiter, missing = _raw(field_delim), _raw(na_value)
    rows = [
        _columns(record, line, delimiter, use_quote_delim, select_cols, len(defaults))
        for line, record in enumerate(records.ravel().tolist())
    ]
    columns = []
    for number, (default, dtype) in enumerate(zip(defaults, OUT_TYPE, strict=True)):
        column = np.empty(len(rows), dtype.as_numpy_dtype)
        column[:] = [_value(row[number], number, line, default, dtype, missing) for line, row in enumerate(rows)]
        columns.append(column.reshape(records.shape))
    return tuple(columns)


def _raw(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


def _columns(
    record: bytes, line: int, delimiter: bytes, quotes: bool, select_cols: Sequence[int], expected: int
) -> list[bytes]:
    """The fields of a record that are asked for."""
    fields = _fields(record, line, delimiter, quotes)
    if not select_cols:
        found = list(fields)
        if len(found) != expected:
            raise InvalidArgumentError(f"Expect {expected} fields but have {len(found)} in record {line}")
        return found
    found = list(itertools.islice(fields, max(select_cols) + 1))
    if len(found) <= max(select_cols):
        raise InvalidArgumentError(
            f"Expect at least {max(select_cols) + 1} fields but have {len(found)} in record {line}"
        )
    return [found[place] for place in select_cols]


def _fields(record: bytes, line: int, delimiter: bytes, quotes: bool) -> Iterator[bytes]:
    """The fields one by one; ends of lines before a field do not count, nor does a record of nothing else."""
    place = 0
    while True:
        while record[place : place + 1] in (b"\n", b"\r"):
            place += 1
        if place >= len(record):
            if place and record.endswith(delimiter):
                yield b""
            return
        is_quoted = quotes and record[place : place + 1] == b'"'
        field, place = (_quoted if is_quoted else _plain)(record, place, line, delimiter, quotes)
        yield field
        if place >= len(record):
            return
        place += len(delimiter)


def _plain(record: bytes, place: int, line: int, delimiter: bytes, quotes: bool) -> tuple[bytes, int]:
    """A field without quotes, and where it ends."""
    end = record.find(delimiter, place)
    end = len(record) if end < 0 else end
    field = record[place:end]
    if b"\n" in field or b"\r" in field or (quotes and b'"' in field):
        raise InvalidArgumentError(f"Unquoted fields cannot have quotes/CRLFs inside: record {line} has {field!r}")
    return field, end


def _quoted(record: bytes, place: int, line: int, delimiter: bytes, quotes: bool) -> tuple[bytes, int]:
    """A field in quotes, in which "" stands for one, and where it ends."""
    match = _QUOTED.match(record, place)
    if match is None:
        raise InvalidArgumentError(
            f"Quoted field has to end with quote followed by delim or end: record {line} has {record[place:]!r}"
        )
    if match.end() < len(record) and not record.startswith(delimiter, match.end()):
        raise InvalidArgumentError(
            f"Quote inside a string has to be escaped by another quote: record {line} has {record[place:]!r}"
        )
    return match[1].replace(b'""', b'"'), match.end()


def _value(field: bytes, number: int, line: int, default: Any, dtype: DType, missing: bytes) -> Any:
    if field in (b"", missing):
        if not default.size:
            raise InvalidArgumentError(f"Field {number} is required but missing in record {line}!")
        return default.reshape(-1)[0]
    if dtype is string:
        return field
    value = number_of(field, dtype)
    if value is None:
        text = field.decode(errors="replace")
        raise InvalidArgumentError(f"Field {number} in record {line} is not a valid {dtype.name}: {text}")
    return value
