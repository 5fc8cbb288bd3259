"""The kernel that parses examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.dtypes import DType, float32, int64, string
from runtime.errors import DataLossError, InvalidArgumentError
from runtime.registry import kernel
from runtime.shapes import TensorShape

_FIELDS = {string: "bytes_list", int64: "int64_list", float32: "float_list"}


@kernel("ParseExampleV2")
def parse_example(
    serialized: Any,
    names: Any,
    sparse_keys: Any,
    dense_keys: Any,
    ragged_keys: Any,
    *defaults: Any,
    sparse_types: Sequence[DType],
    Tdense: Sequence[DType],
    dense_shapes: Sequence[TensorShape],
    ragged_value_types: Sequence[DType],
    ragged_split_types: Sequence[DType],
) -> list[Any]:
    """Features of serialised `Example` messages as sparse, dense and ragged tensors.

    `serialized` is a scalar (then no output has a batch dimension) or a vector. Outputs: indices, values and shapes of
    the sparse features; the dense ones; values, then row splits of the ragged ones. A feature of another type, or a
    dense one without a default that is missing or of another size, is InvalidArgumentError.
    """
    is_one = serialized.ndim == 0
    batch = [_features(text, number) for number, text in enumerate(np.atleast_1d(serialized).tolist())]
    sparse = [_sparse(_column(batch, *pair), pair[1], is_one) for pair in _pairs(sparse_keys, sparse_types)]
    dense = [
        _dense(_column(batch, key, dtype), key, dtype, shape, default, is_one)
        for (key, dtype), shape, default in zip(_pairs(dense_keys, Tdense), dense_shapes, defaults, strict=True)
    ]
    ragged = [
        _ragged(_column(batch, *pair), pair[1], splits)
        for pair, splits in zip(_pairs(ragged_keys, ragged_value_types), ragged_split_types, strict=True)
    ]
    columns = [[parts[i] for parts in sparse] for i in range(3)]
    return [*columns[0], *columns[1], *columns[2], *dense, *[v for v, _ in ragged], *[s for _, s in ragged]]


def _pairs(keys: Any, types: Sequence[DType]) -> list[tuple[str, DType]]:
    return [(key.decode(), dtype) for key, dtype in zip(keys.ravel().tolist(), types, strict=True)]


def _features(text: bytes, number: int) -> Any:
    from runtime.formats import messages

    try:
        return messages.parse("Example", text, f"example {number}").features.feature
    except DataLossError as error:
        raise InvalidArgumentError(f"Could not parse example input, value: {text[:100]!r} ({error})") from error


def _column(batch: list[Any], key: str, dtype: DType) -> list[list[Any] | None]:
    """The values of a feature in each example; None where it is missing."""
    return [
        _values(features[key], key, dtype, number) if key in features else None for number, features in enumerate(batch)
    ]


def _values(feature: Any, key: str, dtype: DType, number: int) -> list[Any] | None:
    kind = feature.WhichOneof("kind")
    if kind is None:
        return None
    if kind != _FIELDS.get(dtype):
        raise InvalidArgumentError(
            f"Key: {key}.  Data types don't match. Expected type: {dtype.name}, but example {number} has a {kind}."
        )
    return list(getattr(feature, kind).value)


def _array(values: Sequence[Any], dtype: DType) -> Any:
    result = np.empty(len(values), dtype.as_numpy_dtype)
    result[:] = values
    return result


def _sparse(column: list[list[Any] | None], dtype: DType, is_one: bool) -> tuple[Any, Any, Any]:
    rows = [values or [] for values in column]
    lengths = [len(values) for values in rows]
    places = [(i, j) for i, length in enumerate(lengths) for j in range(length)]
    indices = np.array(places, np.int64).reshape(-1, 2)
    flat = _array([value for values in rows for value in values], dtype)
    if is_one:
        return indices[:, 1:], flat, np.array(lengths, np.int64)
    return indices, flat, np.array([len(rows), max(lengths, default=0)], np.int64)


def _ragged(column: list[list[Any] | None], dtype: DType, splits: DType) -> tuple[Any, Any]:
    rows = [values or [] for values in column]
    bounds = np.cumsum([0, *[len(values) for values in rows]]).astype(splits.as_numpy_dtype)
    return _array([value for values in rows for value in values], dtype), bounds


def _dense(
    column: list[list[Any] | None], key: str, dtype: DType, shape: TensorShape, default: Any, is_one: bool
) -> Any:
    sizes: list[Any] = shape.as_list()
    if sizes[:1] == [None]:
        return _padded(column, key, dtype, sizes[1:], default, is_one)
    count = int(np.prod(sizes))
    rows = []
    for number, values in enumerate(column):
        if values is None:
            if not default.size and count:
                raise InvalidArgumentError(
                    f"Name: <unknown>, Key: {key}, Index: {number}.  Number of values != expected.  The feature is "
                    f"required but could not be found."
                )
            values = default.ravel().tolist()
        if len(values) != count:
            raise InvalidArgumentError(
                f"Key: {key}, Index: {number}.  Number of {dtype.name} values != expected.  Values size: {len(values)} "
                f"but output shape: {sizes}"
            )
        rows.append(_array(values, dtype).reshape(sizes))
    return rows[0] if is_one else np.stack(rows) if rows else np.zeros([0, *sizes], dtype.as_numpy_dtype)


def _padded(
    column: list[list[Any] | None], key: str, dtype: DType, sizes: list[Any], default: Any, is_one: bool
) -> Any:
    count = int(np.prod(sizes))
    rows = [values or [] for values in column]
    for number, values in enumerate(rows):
        if len(values) % count:
            raise InvalidArgumentError(
                f"Key: {key}, Index: {number}.  {len(values)} values are no multiple of the {count} of shape {sizes}."
            )
    longest = max((len(values) // count for values in rows), default=0)
    result = np.full([len(rows), longest, *sizes], default.item(), dtype.as_numpy_dtype)
    for row, values in zip(result, rows, strict=True):
        row[: len(values) // count] = _array(values, dtype).reshape([-1, *sizes])
    return result[0] if is_one else result
