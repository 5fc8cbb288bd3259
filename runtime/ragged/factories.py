"""Ragged tensors made of values and partitions, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import dtypes
from runtime.arguments import static_int
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ops import checks
from runtime.ragged import partitions
from runtime.ragged.partitions import integers
from runtime.tensor import Tensor

_INVALID = "Arguments to {} do not form a valid RaggedTensor"


class Factories:
    """The class methods of `RaggedTensor` that make ragged tensors."""

    @classmethod
    def from_row_splits(cls, values: Any, row_splits: Any, name: str | None = None, validate: bool = True) -> Any:
        """Rows from `row_splits[i]` to `row_splits[i + 1]`.

        Args:
            values: [count, ...], perhaps ragged.
            row_splits: where rows begin and end; not descending, from 0 to count.
            name: accepted for compatibility.
            validate: whether that is checked.

        Raises:
            InvalidArgumentError: the splits are others.

        >>> from runtime.ragged import RaggedTensor
        >>> RaggedTensor.from_row_splits([3, 1, 4], [0, 2, 2, 3])
        <RaggedTensor [[3, 1], [], [4]]>
        """
        values, splits = _values(values), integers(row_splits)
        if splits.shape.rank not in (None, 1) or splits.shape == [0]:
            raise ValueError(f"row_splits may not be empty and must be a vector, not of shape {splits.shape}.")
        if validate:
            text = _INVALID.format("from_row_splits")
            splits = _checked(
                splits,
                checks.assert_equal(splits[0], integers(0, splits.dtype), f"{text}:zero"),
                _assert_ascending(splits, f"{text}:monotonic"),
                checks.assert_equal(splits[-1], _count(values, splits.dtype), f"{text}:last"),
            )
        return _made(values, splits)

    @classmethod
    def from_row_lengths(cls, values: Any, row_lengths: Any, name: str | None = None, validate: bool = True) -> Any:
        """Rows of given lengths (see `from_row_splits`).

        >>> from runtime.ragged import RaggedTensor
        >>> RaggedTensor.from_row_lengths([3, 1, 4], [2, 0, 1])
        <RaggedTensor [[3, 1], [], [4]]>
        """
        values, lengths = _values(values), integers(row_lengths)
        if validate:
            text = _INVALID.format("from_row_lengths")
            lengths = _checked(
                lengths,
                checks.assert_non_negative(lengths, f"{text}:nonnegative"),
                checks.assert_equal(_sum(lengths), _count(values, lengths.dtype), text),
            )
        return _made(values, partitions.from_lengths(lengths))

    @classmethod
    def from_value_rowids(
        cls, values: Any, value_rowids: Any, nrows: Any = None, name: str | None = None, validate: bool = True
    ) -> Any:
        """Rows of values whose rows are given.

        Args:
            values: [count, ...], perhaps ragged.
            value_rowids: the row of each value; not descending.
            nrows: how many rows there are; by default up to the last that has a value.
            name: accepted for compatibility.
            validate: whether that is checked.

        >>> from runtime.ragged import RaggedTensor
        >>> RaggedTensor.from_value_rowids([3, 1, 4], [0, 0, 2], nrows=4)
        <RaggedTensor [[3, 1], [], [4], []]>
        """
        values, ids = _values(values), integers(value_rowids)
        if nrows is not None and (static_int(nrows) or 0) < 0:
            raise ValueError(f"Expected nrows >= 0; got {nrows}.")
        if validate:
            text = _INVALID.format("from_value_rowids")
            bound = [] if nrows is None else [checks.assert_less(ids, integers(nrows, ids.dtype), text)]
            ids = _checked(
                ids,
                checks.assert_equal(_count(values, ids.dtype), _count(ids, ids.dtype), text),
                checks.assert_non_negative(ids, text),
                _assert_ascending(ids, text),
                *bound,
            )
        return _made(values, partitions.from_row_ids(ids, nrows))

    @classmethod
    def from_row_starts(cls, values: Any, row_starts: Any, name: str | None = None, validate: bool = True) -> Any:
        """Rows that begin at given places."""
        from runtime.ops.joining import concat

        values, starts = _values(values), integers(row_starts)
        splits = concat([starts, _count(values, starts.dtype)[None]], 0)
        return cls.from_row_splits(values, splits, name, validate)

    @classmethod
    def from_row_limits(cls, values: Any, row_limits: Any, name: str | None = None, validate: bool = True) -> Any:
        """Rows that end at given places."""
        from runtime.ops.joining import concat

        limits = integers(row_limits)
        return cls.from_row_splits(values, concat([integers([0], limits.dtype), limits], 0), name, validate)

    @classmethod
    def from_uniform_row_length(
        cls, values: Any, uniform_row_length: Any, nrows: Any = None, validate: bool = True, name: str | None = None
    ) -> Any:
        """Rows that are all of one length.

        >>> from runtime.ragged import RaggedTensor
        >>> RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2).shape
        TensorShape([2, 2])
        """
        values = _values(values)
        length = integers(uniform_row_length)
        total = _count(values, length.dtype)
        rows = total // length if nrows is None else integers(nrows, length.dtype)
        if validate:
            text = _INVALID.format("from_uniform_row_length")
            length = _checked(length, checks.assert_equal(rows * length, total, text))
        splits = partitions.up_to(rows + 1, length.dtype) * length
        known = static_int(uniform_row_length)
        if known and values.shape.rank and values.shape[0] is not None:
            splits.set_shape([values.shape[0] // known + 1])
        return _made(values, splits, known)

    @classmethod
    def from_nested_row_splits(
        cls, flat_values: Any, nested_row_splits: Sequence[Any], name: Any = None, validate: bool = True
    ) -> Any:
        """Rows of rows: the row splits of all ragged dimensions, the outermost first."""
        result = flat_values
        for splits in reversed(nested_row_splits):
            result = cls.from_row_splits(result, splits, validate=validate)
        return result

    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: Any, nested_row_lengths: Sequence[Any], name: Any = None, validate: bool = True
    ) -> Any:
        """Rows of rows: the row lengths of all ragged dimensions, the outermost first."""
        result = flat_values
        for lengths in reversed(nested_row_lengths):
            result = cls.from_row_lengths(result, lengths, validate=validate)
        return result

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: Any,
        nested_value_rowids: Sequence[Any],
        nested_nrows: Sequence[Any] | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """Rows of rows: the rows of values for all ragged dimensions, the outermost first."""
        counts = [None] * len(nested_value_rowids) if nested_nrows is None else list(nested_nrows)
        result = flat_values
        for ids, rows in zip(reversed(nested_value_rowids), reversed(counts), strict=True):
            result = cls.from_value_rowids(result, ids, rows, validate=validate)
        return result

    @classmethod
    def from_tensor(
        cls,
        tensor: Any,
        lengths: Any = None,
        padding: Any = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: Any = dtypes.int64,
    ) -> Any:
        """The rows of a dense tensor.

        Args:
            tensor: of rank 2 or more.
            lengths: how much of each row to take.
            padding: what is left out at the ends of rows, instead.
            ragged_rank: how many dimensions become ragged.
            name: accepted for compatibility.
            row_splits_dtype: int32 or int64.

        >>> from runtime.ragged import RaggedTensor
        >>> RaggedTensor.from_tensor([[1, 2, 0], [3, 0, 0]], padding=0)
        <RaggedTensor [[1, 2], [3]]>
        """
        from runtime.ragged.conversions import from_tensor

        return from_tensor(tensor, lengths, padding, ragged_rank, dtypes.as_dtype(row_splits_dtype))

    @classmethod
    def from_sparse(cls, st_input: Any, name: str | None = None, row_splits_dtype: Any = dtypes.int64) -> Any:
        """The rows of a sparse matrix whose elements stand at the beginnings of rows."""
        from runtime.ragged.conversions import from_sparse

        return from_sparse(st_input, dtypes.as_dtype(row_splits_dtype))


def _values(values: Any) -> Any:
    return values if hasattr(values, "row_splits") else convert_to_tensor(values)


def _count(values: Any, dtype: Any) -> Tensor:
    return values.nrows(dtype) if hasattr(values, "row_splits") else partitions.count(values, dtype)


def _sum(tensor: Tensor) -> Tensor:
    return apply_one("Sum", [tensor, convert_to_tensor(0)])


def _assert_ascending(tensor: Tensor, text: str) -> Any:
    return checks.assert_non_negative(tensor[1:] - tensor[:-1], text)


def _checked(tensor: Tensor, *assertions: Any) -> Tensor:
    """The tensor, known only when the assertions that are operations have run."""
    from runtime.graph import Operation
    from runtime.ops.control_flow import with_dependencies

    pending = [assertion for assertion in assertions if isinstance(assertion, Operation)]
    return with_dependencies(pending, tensor) if pending else tensor


def _made(values: Any, splits: Tensor, uniform_length: int | None = None) -> Any:
    from runtime.ragged.tensor import RaggedTensor

    return RaggedTensor(values, splits, uniform_length)
