"""RaggedTensor: rows of different lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from runtime.dispatch import apply_one
from runtime.dtypes import DType
from runtime.errors import OperatorNotAllowedInGraphError
from runtime.operators import Operators
from runtime.ragged import partitions
from runtime.ragged.factories import Factories
from runtime.ragged.spec import RaggedTensorSpec
from runtime.shapes import TensorShape
from runtime.tensor import Tensor


class RaggedTensor(Factories, Operators):
    """A tensor some of whose dimensions differ from row to row.

    It is made of values, one after the other, and of the places where they are cut into rows. The values may be ragged
    themselves. Operators, reductions, `concat`, `gather` and functions of single elements work on ragged tensors; made
    by `ragged.constant` and `RaggedTensor.from_...`.

    Attributes:
        values: the values, [count, ...]: a Tensor, or a RaggedTensor.
        row_splits: where rows begin and end, i32[rows + 1] or i64[rows + 1].
        uniform_row_length: the length that all rows have, if it is known to be one.

    >>> from runtime.ragged import constant
    >>> rows = constant([[1, 2], [], [3]])
    >>> rows * 10
    <RaggedTensor [[10, 20], [], [30]]>
    >>> from runtime.ops.reduction import reduce_sum
    >>> reduce_sum(rows, axis=1).tolist()
    [3, 0, 3]
    """

    weak = False
    handle_data = None

    def __init__(self, values: Any, row_splits: Tensor, uniform_row_length: int | None = None) -> None:
        self.values = values
        self.row_splits = row_splits
        self.uniform_row_length = uniform_row_length

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        """The type of the elements."""
        return self.values.dtype  # type: ignore[no-any-return]

    @property
    def shape(self) -> TensorShape:
        """The static shape: sizes that differ from row to row are None."""
        size = self.row_splits.shape[0] if self.row_splits.shape.rank else None
        head = [None if size is None else size - 1, self.uniform_row_length]
        return TensorShape(head).concatenate(self.values.shape[1:])

    def get_shape(self) -> TensorShape:
        """The static shape (TensorFlow's older spelling)."""
        return self.shape

    @property
    def ndim(self) -> int | None:
        """The rank, or None if unknown."""
        return self.shape.rank

    @property
    def ragged_rank(self) -> int:
        """How many dimensions are cut by row splits."""
        return 1 + (self.values.ragged_rank if isinstance(self.values, RaggedTensor) else 0)

    @property
    def flat_values(self) -> Tensor:
        """The elements without any partition."""
        return self.values.flat_values if isinstance(self.values, RaggedTensor) else self.values

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of all ragged dimensions, the outermost first."""
        inner = self.values.nested_row_splits if isinstance(self.values, RaggedTensor) else ()
        return (self.row_splits, *inner)

    def nrows(self, out_type: Any = None, name: str | None = None) -> Tensor:
        """How many rows there are, a scalar."""
        rows = partitions.number_of_rows(self.row_splits)
        from runtime.dtypes import as_dtype

        return partitions.integers(rows, self.row_splits.dtype if out_type is None else as_dtype(out_type))

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The length of each row; with `axis` > 1, that of each row inside, as a ragged tensor."""
        if axis == 0:
            return self.nrows()
        if axis > 1:
            return self.with_values(self.values.row_lengths(axis - 1))
        return partitions.lengths(self.row_splits)

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row lengths of all ragged dimensions, the outermost first."""
        return tuple([partitions.lengths(splits) for splits in self.nested_row_splits])

    def value_rowids(self, name: str | None = None) -> Tensor:
        """The row of each value."""
        return partitions.row_ids(self.row_splits)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row of each value, for all ragged dimensions, the outermost first."""
        return tuple([partitions.row_ids(splits) for splits in self.nested_row_splits])

    def row_starts(self, name: str | None = None) -> Tensor:
        """Where each row begins."""
        return self.row_splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """Where each row ends."""
        return self.row_splits[1:]

    def bounding_shape(self, axis: Any = None, name: str | None = None, out_type: Any = None) -> Tensor:
        """The sizes of the smallest box that holds all rows."""
        from runtime.ragged.conversions import bounding_shape

        box = bounding_shape(self)
        return box if axis is None else apply_one("GatherV2", [box, partitions.integers(axis), partitions.integers(0)])

    # ------------------------------------------------------------------------------------------ like it

    def with_values(self, new_values: Any) -> RaggedTensor:
        """Rows of the same lengths with other values."""
        return RaggedTensor(new_values, self.row_splits, self.uniform_row_length)

    def with_flat_values(self, new_values: Any) -> RaggedTensor:
        """The same partitions with other elements."""
        if isinstance(self.values, RaggedTensor):
            return self.with_values(self.values.with_flat_values(new_values))
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype: Any) -> RaggedTensor:
        """The same rows with row splits of dtype int32 or int64."""
        from runtime.dtypes import as_dtype

        values = self.values.with_row_splits_dtype(dtype) if isinstance(self.values, RaggedTensor) else self.values
        splits = partitions.integers(self.row_splits, as_dtype(dtype))
        return RaggedTensor(values, splits, self.uniform_row_length)

    def merge_dims(self, outer_axis: int, inner_axis: int) -> Any:
        """The tensor with the dimensions from `outer_axis` to `inner_axis` made one."""
        from runtime.ragged.conversions import merge_dims

        return merge_dims(self, outer_axis, inner_axis)

    def to_tensor(self, default_value: Any = None, name: str | None = None, shape: Any = None) -> Tensor:
        """A dense tensor, where rows that are short are filled up.

        Args:
            default_value: what fills them up; by default 0, or the empty string.
            name: accepted for compatibility.
            shape: sizes to cut or fill up to; None for those that are needed.
        """
        from runtime.ragged.conversions import to_tensor

        return to_tensor(self, default_value, shape)

    def to_sparse(self, name: str | None = None) -> Any:
        """A sparse tensor of the elements."""
        from runtime.ragged.conversions import to_sparse

        return to_sparse(self)

    def to_list(self) -> list[Any]:
        """The elements as nested Python lists, of an eager tensor."""
        from runtime.ragged.conversions import to_list

        return to_list(self)

    def _fetched(self) -> tuple[list[Tensor], Callable[..., Any]]:
        from runtime.ragged.value import RaggedTensorValue

        return [self.flat_values, *self.nested_row_splits], RaggedTensorValue.of_parts

    def numpy(self) -> Any:
        """The rows as a numpy array: of objects if their lengths differ."""
        from runtime.ragged.conversions import to_numpy

        return to_numpy(self)

    # ------------------------------------------------------------------------------------------ Python's protocols

    def __getitem__(self, index: Any) -> Any:
        from runtime.ragged.indexing import get_item

        return get_item(self, index)

    def __len__(self) -> int:
        rows = partitions.number_of_rows(self.row_splits)
        if isinstance(rows, int):
            return rows
        raise OperatorNotAllowedInGraphError(f"{self!r} has no len() yet: use nrows().")

    def __iter__(self) -> Iterator[Any]:
        return (self[row] for row in range(len(self)))

    def __bool__(self) -> bool:
        raise TypeError("A ragged tensor has no truth value: use reduce_any(...) or reduce_all(...).")

    def __repr__(self) -> str:
        if hasattr(self.flat_values, "_value"):
            return f"<RaggedTensor {self.to_list()}>"
        return f"<RaggedTensor shape={self.shape} values={self.values!r} row_splits={self.row_splits!r}>"

    # ------------------------------------------------------------------------------------------ being part of things

    def _as_tensor(self) -> RaggedTensor:
        return self

    def _apply_op(self, op_type: str, inputs: Sequence[Any], attrs: Any, name: str | None) -> list[Any]:
        from runtime.ragged.by_op import apply

        return apply(op_type, inputs, attrs, name)

    def _parts(self) -> list[Tensor]:
        return [self.flat_values, *self.nested_row_splits]

    def _from_parts(self, parts: Sequence[Any]) -> RaggedTensor:
        return self._spec()._from_parts(parts)

    def _uniform_lengths(self) -> tuple[int | None, ...]:
        inner = self.values._uniform_lengths() if isinstance(self.values, RaggedTensor) else ()
        return (self.uniform_row_length, *inner)

    def _joined(self, others: Sequence[RaggedTensor]) -> RaggedTensor:
        lengths = [set(column) for column in zip(*[each._uniform_lengths() for each in (self, *others)], strict=True)]
        known = [next(iter(column)) if len(column) == 1 else None for column in lengths]
        return from_parts(self._parts(), known)

    def _general(self) -> RaggedTensor:
        return from_parts(self._parts(), [None] * self.ragged_rank)

    def _spec(self) -> RaggedTensorSpec:
        return RaggedTensorSpec.of(self)

    def _key(self) -> Any:
        return self._uniform_lengths()


def from_parts(parts: Sequence[Any], uniform_lengths: Sequence[int | None]) -> RaggedTensor:
    """The ragged tensor of flat values and row splits, the outermost first."""
    values = parts[0]
    for splits, length in zip(reversed(parts[1:]), reversed(uniform_lengths), strict=True):
        values = RaggedTensor(values, splits, length)
    return values  # type: ignore[no-any-return]
