"""IndexedSlices: some slices of a large tensor, the others being 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from runtime import shapes
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.dtypes import DType
from runtime.shapes import TensorShape
from runtime.tensor import Tensor


class IndexedSlicesValue(NamedTuple):
    """Slices as numpy arrays, as sessions give them (see `IndexedSlices`)."""

    values: Any
    indices: Any
    dense_shape: Any = None


class IndexedSlices:
    """Slices of a tensor along its first axis; slices of one index add up.

    Args:
        values: the slices, [n, ...].
        indices: where each stands, [n].
        dense_shape: the shape of the whole tensor, if known.

    >>> slices = IndexedSlices([[1.0], [2.0], [4.0]], [0, 2, 0], [3, 1])
    >>> convert_to_tensor(slices).tolist()
    [[5.0], [0.0], [2.0]]
    """

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self.values = convert_to_tensor(values)
        self.indices = convert_to_tensor(indices)
        self.dense_shape = None if dense_shape is None else convert_to_tensor(dense_shape)

    @property
    def dtype(self) -> DType:
        """The type of the elements."""
        return self.values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole tensor, as far as it is known."""
        sizes = None if self.dense_shape is None else constant_value(self.dense_shape)
        if sizes is not None:
            return TensorShape(sizes.tolist())
        rank = self.values.shape.rank
        return shapes.UNKNOWN if rank is None else TensorShape([None]).concatenate(self.values.shape[1:])

    @property
    def name(self) -> str:
        """The name of the slices."""
        return self.values.name

    @property
    def graph(self) -> Any:
        """The graph of the slices."""
        return self.values.graph

    @property
    def op(self) -> Any:
        """The operation that makes the slices."""
        return self.values.op

    def _as_tensor(self) -> Tensor:
        if self.dense_shape is None:
            raise ValueError(f"{self!r} has no dense_shape, and so no form as a tensor.")
        rows = self.dense_shape[0]
        return apply_one("UnsortedSegmentSum", [self.values, self.indices, rows])

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self.values, self.indices, self.dense_shape)

    def __mul__(self, factor: Any) -> IndexedSlices:
        return IndexedSlices(self.values * factor, self.indices, self.dense_shape)

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"IndexedSlices(values={self.values!r}, indices={self.indices!r}, dense_shape={self.dense_shape!r})"

    def _fetched(self) -> tuple[list[Tensor], type[IndexedSlicesValue]]:
        return self._parts(), IndexedSlicesValue

    # ------------------------------------------------------------------------------------------ being part of things

    def _parts(self) -> list[Tensor]:
        return [self.values, self.indices, *([] if self.dense_shape is None else [self.dense_shape])]

    def _from_parts(self, parts: Sequence[Tensor]) -> IndexedSlices:
        return IndexedSlices(*parts)

    def _key(self) -> Any:
        return self.dense_shape is None
