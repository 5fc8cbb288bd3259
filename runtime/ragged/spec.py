"""RaggedTensorSpec: what is asked of a ragged tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime import dtypes, shapes
from runtime.shapes import TensorShape
from runtime.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from runtime.ragged.tensor import RaggedTensor


class RaggedTensorSpec:
    """The dtype, shape and ragged dimensions that a function expects of an argument.

    Args:
        shape: what is known of the shape; the ragged dimensions are None.
        dtype: the dtype of the elements.
        ragged_rank: how many dimensions are cut by row splits; by default all but one.
        row_splits_dtype: int32 or int64.
        flat_values_spec: what is known of the elements, instead of dtype and shape.

    >>> RaggedTensorSpec([None, None], "int32")
    RaggedTensorSpec(shape=(None, None), dtype=int32, ragged_rank=1, row_splits_dtype=int64)
    """

    def __init__(
        self,
        shape: shapes.ShapeLike = None,
        dtype: Any = dtypes.float32,
        ragged_rank: int | None = None,
        row_splits_dtype: Any = dtypes.int64,
        flat_values_spec: TensorSpec | None = None,
    ) -> None:
        self.shape = shapes.as_shape(shape)
        if ragged_rank is None:
            if self.shape.rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = self.shape.rank - 1
        self.ragged_rank = ragged_rank
        self.dtype = dtypes.as_dtype(dtype if flat_values_spec is None else flat_values_spec.dtype)
        self.row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        self.flat_values_spec = flat_values_spec

    @classmethod
    def of(cls, value: RaggedTensor) -> RaggedTensorSpec:
        """The spec that a ragged tensor fits exactly."""
        return cls(value.shape, value.dtype, value.ragged_rank, value.row_splits.dtype)

    @classmethod
    def from_value(cls, value: RaggedTensor) -> RaggedTensorSpec:
        """The spec that a ragged tensor fits exactly."""
        return cls.of(value)

    @property
    def value_type(self) -> type:
        """The class of such values."""
        from runtime.ragged.tensor import RaggedTensor

        return RaggedTensor

    def _parts(self) -> list[TensorSpec]:
        rank = self.shape.rank
        inner = (
            TensorShape(None) if rank is None else TensorShape([None]).concatenate(self.shape[self.ragged_rank + 1 :])
        )
        rows = self.shape[0] if rank else None
        splits = [TensorSpec([None if rows is None else rows + 1], self.row_splits_dtype)]
        splits += [TensorSpec([None], self.row_splits_dtype) for _ in range(self.ragged_rank - 1)]
        return [self.flat_values_spec or TensorSpec(inner, self.dtype), *splits]

    def _from_parts(self, parts: Sequence[Any]) -> RaggedTensor:
        from runtime.ragged.tensor import from_parts

        return from_parts(parts, self._key())

    def _key(self) -> tuple[int | None, ...]:
        if self.shape.rank is None:
            return (None,) * self.ragged_rank
        return tuple(self.shape.as_list()[1 : self.ragged_rank + 1])

    def _batched(self, count: int | None) -> RaggedTensorSpec:
        """The spec of several such values, stacked."""
        shape = TensorShape([count]).concatenate(self.shape)
        return RaggedTensorSpec(shape, self.dtype, self.ragged_rank + 1, self.row_splits_dtype)

    def is_compatible_with(self, value: Any) -> bool:
        """Whether a ragged tensor, or spec of one, could be what is asked for."""
        other = value if isinstance(value, RaggedTensorSpec) else getattr(value, "_spec", lambda: None)()
        return isinstance(other, RaggedTensorSpec) and (
            self.dtype is other.dtype
            and self.ragged_rank == other.ragged_rank
            and self.row_splits_dtype is other.row_splits_dtype
            and self.shape.is_compatible_with(other.shape)
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> RaggedTensorSpec | None:
        """The narrowest spec that fits all that this one or the others fit; None if there is none."""
        shape = self.shape
        for other in others:
            same = isinstance(other, RaggedTensorSpec) and self._rest() == other._rest()
            if not same:
                return None
            shape = shape.most_general(other.shape)
        return RaggedTensorSpec(shape, self.dtype, self.ragged_rank, self.row_splits_dtype)

    def _rest(self) -> Any:
        return self.dtype, self.ragged_rank, self.row_splits_dtype

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RaggedTensorSpec) and (self.shape, self._rest()) == (other.shape, other._rest())

    def __hash__(self) -> int:
        return hash((self.shape, self._rest()))

    def __repr__(self) -> str:
        return (
            f"RaggedTensorSpec(shape={self.shape}, dtype={self.dtype.name}, ragged_rank={self.ragged_rank}, "
            f"row_splits_dtype={self.row_splits_dtype.name})"
        )
