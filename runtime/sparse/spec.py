"""SparseTensorSpec: what is asked of a sparse tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime import dtypes, shapes
from runtime.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from runtime.sparse.tensor import SparseTensor


class SparseTensorSpec:
    """The dtype and shape that a function expects of a sparse argument.

    Args:
        shape: what is known of the dense shape.
        dtype: the dtype of the elements.

    >>> SparseTensorSpec([None, 3], "int32")
    SparseTensorSpec(shape=(None, 3), dtype=int32)
    """

    def __init__(self, shape: shapes.ShapeLike = None, dtype: Any = dtypes.float32) -> None:
        self.shape = shapes.as_shape(shape)
        self.dtype = dtypes.as_dtype(dtype)

    @classmethod
    def from_value(cls, value: SparseTensor) -> SparseTensorSpec:
        """The spec that a sparse tensor fits exactly."""
        return cls(value.shape, value.dtype)

    @property
    def value_type(self) -> type:
        """The class of such values."""
        from runtime.sparse.tensor import SparseTensor

        return SparseTensor

    def _parts(self) -> list[TensorSpec]:
        rank = self.shape.rank
        return [
            TensorSpec([None, rank], dtypes.int64),
            TensorSpec([None], self.dtype),
            TensorSpec([rank], dtypes.int64),
        ]

    def _from_parts(self, parts: Sequence[Any]) -> SparseTensor:
        from runtime.sparse.tensor import made

        return made(parts, self.shape)

    def _key(self) -> Any:
        return self.shape.rank

    def is_compatible_with(self, value: Any) -> bool:
        """Whether a sparse tensor, or spec of one, could be what is asked for."""
        if not hasattr(value, "dense_shape") and not isinstance(value, SparseTensorSpec):
            return False
        return self.dtype is value.dtype and self.shape.is_compatible_with(value.shape)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> SparseTensorSpec | None:
        """The narrowest spec that fits all that this one or the others fit; None if the dtypes differ."""
        shape = self.shape
        for other in others:
            if not isinstance(other, SparseTensorSpec) or other.dtype is not self.dtype:
                return None
            shape = shape.most_general(other.shape)
        return SparseTensorSpec(shape, self.dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SparseTensorSpec) and (self.shape, self.dtype) == (other.shape, other.dtype)

    def __hash__(self) -> int:
        return hash((self.shape, self.dtype))

    def __repr__(self) -> str:
        return f"SparseTensorSpec(shape={self.shape}, dtype={self.dtype.name})"
