"""IndexedSlices: some slices of a large tensor, the others being 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime import dtypes, shapes
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
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

    So gradients of lookups come, which are zero but for the rows that were picked.

    Args:
        values: the slices, [n, ...].
        indices: where each stands, [n].
        dense_shape: the shape of the whole tensor, if known.

    >>> slices = IndexedSlices([[1.0], [2.0], [4.0]], [0, 2, 0], [3, 1])
    >>> convert_to_tensor(slices).tolist()
    [[5.0], [0.0], [2.0]]
    """

    __array_priority__ = 100  # so that an array on the left leaves operators to this class

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
        rows = self.shape.dims[0] if self.shape.dims else None
        count = self.dense_shape[0] if rows is None else convert_to_tensor(np.int32(rows))
        return apply_one("UnsortedSegmentSum", [self.values, self.indices, count])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self._as_tensor(), dtype)

    def with_values(self, values: Any) -> IndexedSlices:
        """Other slices at the same places."""
        return IndexedSlices(values, self.indices, self.dense_shape)

    def __neg__(self) -> IndexedSlices:
        return self.with_values(-self.values)

    def __mul__(self, factor: Any) -> IndexedSlices:
        return self.with_values(self.values * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> IndexedSlices:
        return self.with_values(self.values / divisor)

    def __add__(self, other: Any) -> Any:
        return self._as_tensor() + other

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._as_tensor() - other

    def __rsub__(self, other: Any) -> Any:
        return convert_to_tensor(other) - self._as_tensor()

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


def dense(gradient: Any) -> Any:
    """A gradient as a tensor if it is `IndexedSlices`; anything else stays."""
    return gradient._as_tensor() if isinstance(gradient, IndexedSlices) else gradient


def summed(slices: IndexedSlices) -> IndexedSlices:
    """The same with each index once: slices of one index are added up."""
    unique, places = apply_op("Unique", [slices.indices], {"out_idx": dtypes.int32})
    count = apply_one("Size", [unique])
    return IndexedSlices(apply_one("UnsortedSegmentSum", [slices.values, places, count]), unique, slices.dense_shape)


def added(gradients: Sequence[Tensor | IndexedSlices]) -> Tensor | IndexedSlices:
    """The sum of one or more gradients: slices side by side as long as all are slices, else a tensor."""
    slices = [g for g in gradients if isinstance(g, IndexedSlices)]
    tensors = [g for g in gradients if not isinstance(g, IndexedSlices)]
    if slices:
        joined = _joined(slices)
        if not tensors:
            return joined
        tensors.append(joined._as_tensor())
    return tensors[0] if len(tensors) == 1 else apply_one("AddN", [tensors])


def _joined(slices: Sequence[IndexedSlices]) -> IndexedSlices:
    if len(slices) == 1:
        return slices[0]
    index_type = dtypes.int64 if any(part.indices.dtype is dtypes.int64 for part in slices) else dtypes.int32
    shape = next((part.dense_shape for part in slices if part.dense_shape is not None), None)
    values = _side_by_side(part.values for part in slices)
    return IndexedSlices(values, _side_by_side(of_type(part.indices, index_type) for part in slices), shape)


def _side_by_side(tensors: Iterable[Tensor]) -> Tensor:
    return apply_one("ConcatV2", [list(tensors), convert_to_tensor(0)])


def of_type(indices: Tensor, dtype: DType) -> Tensor:
    """Indices in one of the two types that they can have."""
    return indices if indices.dtype is dtype else apply_one("Cast", [indices], {"DstT": dtype})
