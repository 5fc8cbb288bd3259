"""SparseTensor: a tensor of which only some elements are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from runtime import dtypes, shapes
from runtime.constant_value import constant_value
from runtime.dispatch import convert_to_tensor
from runtime.dtypes import DType
from runtime.operators import Operators
from runtime.shapes import TensorShape
from runtime.sparse.spec import SparseTensorSpec
from runtime.tensor import Tensor


class SparseTensorValue(NamedTuple):
    """A sparse tensor as numpy arrays."""

    indices: Any
    values: Any
    dense_shape: Any


class SparseTensor(Operators):
    """Elements and where they stand; all others are 0.

    Args:
        indices: i64[n, rank], where each element stands. Most functions want row-major order (`sparse.reorder`).
        values: [n], the elements.
        dense_shape: i64[rank], the sizes.

    Attributes:
        indices: where each element stands.
        values: the elements.
        dense_shape: the sizes.

    >>> from runtime.sparse import to_dense
    >>> to_dense(SparseTensor([[0, 1], [1, 2]], [5, 7], [2, 3])).tolist()
    [[0, 5, 0], [0, 0, 7]]
    """

    weak = False
    handle_data = None

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        self.indices = convert_to_tensor(indices, dtypes.int64)
        self.values = convert_to_tensor(values)
        self.dense_shape = convert_to_tensor(dense_shape, dtypes.int64)
        self._check()

    def _check(self) -> None:
        indices, values, sizes = self.indices.shape, self.values.shape, self.dense_shape.shape
        fits = indices.is_compatible_with([None, None]) and values.is_compatible_with([None])
        if fits and sizes.is_compatible_with([None]):
            counts = [shape[0] if shape.rank else None for shape in (indices, values)]
            ranks = [indices[1] if indices.rank else None, sizes[0] if sizes.rank else None]
            if not any(None not in pair and pair[0] != pair[1] for pair in (counts, ranks)):
                return
        raise ValueError(
            f"A SparseTensor has indices [n, rank], values [n] and a shape [rank], not {indices}, {values} and {sizes}."
        )

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """A sparse tensor of numpy arrays (see `SparseTensorValue`), or the one given."""
        return cls(sparse_tensor_value.indices, sparse_tensor_value.values, sparse_tensor_value.dense_shape)

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        """The type of the elements."""
        return self.values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape, as far as it is known."""
        sizes = constant_value(self.dense_shape)
        if sizes is not None:
            return TensorShape(sizes.tolist())
        rank = self.rank
        return shapes.UNKNOWN if rank is None else TensorShape([None] * rank)

    def get_shape(self) -> TensorShape:
        """The static shape (TensorFlow's older spelling)."""
        return self.shape

    @property
    def rank(self) -> int | None:
        """The number of dimensions, if it is known."""
        if self.dense_shape.shape.rank and self.dense_shape.shape[0] is not None:
            return self.dense_shape.shape[0]
        return self.indices.shape[1] if self.indices.shape.rank else None

    @property
    def ndim(self) -> int | None:
        """The number of dimensions, if it is known."""
        return self.rank

    @property
    def graph(self) -> Any:
        """The graph of its elements."""
        return self.values.graph

    @property
    def op(self) -> Any:
        """The operation that makes the elements."""
        return self.values.op

    def with_values(self, new_values: Any) -> SparseTensor:
        """Other elements at the same places."""
        return SparseTensor(self.indices, new_values, self.dense_shape)

    def numpy(self) -> SparseTensorValue:
        """The three parts as numpy arrays, of an eager tensor."""
        return SparseTensorValue(*[part.numpy() for part in self._ordered()])

    def eval(self, feed_dict: Any = None, session: Any = None) -> SparseTensorValue:
        """The three parts when their graph runs in a session (by default the current one)."""
        from runtime.session import get_default_session

        running = session or get_default_session()
        if running is None:
            raise ValueError(
                "No session to evaluate a sparse tensor in: use `with Session() as s:` or eval(session=s)."
            )
        return SparseTensorValue(*running.run(self._ordered(), feed_dict))

    def _fetched(self) -> tuple[list[Tensor], type[SparseTensorValue]]:
        return self._ordered(), SparseTensorValue

    def _ordered(self) -> list[Tensor]:
        return [self.indices, self.values, self.dense_shape]

    # ------------------------------------------------------------------------------------------ Python's protocols

    def __mul__(self, other: Any) -> SparseTensor:  # type: ignore[override]
        from runtime.sparse.arithmetic import by_dense

        return by_dense("SparseDenseCwiseMul", self, other)

    def __rmul__(self, other: Any) -> SparseTensor:  # type: ignore[override]
        return self.__mul__(other)

    def __truediv__(self, other: Any) -> SparseTensor:  # type: ignore[override]
        from runtime.sparse.arithmetic import by_dense

        return by_dense("SparseDenseCwiseDiv", self, other)

    def __getitem__(self, index: Any) -> Any:
        from runtime.sparse.indexing import get_item

        return get_item(self, index)

    __eq__ = object.__eq__  # type: ignore[assignment]
    __ne__ = object.__ne__  # type: ignore[assignment]
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"SparseTensor(indices={self.indices!r}, values={self.values!r}, dense_shape={self.dense_shape!r})"

    # ------------------------------------------------------------------------------------------ being part of things

    def _as_tensor(self) -> SparseTensor:
        return self

    def _apply_op(self, op_type: str, inputs: Sequence[Any], attrs: Any, name: str | None) -> list[Any]:
        from runtime.sparse.by_op import apply

        return apply(op_type, inputs, attrs, name)

    def _parts(self) -> list[Tensor]:
        return self._ordered()

    def _from_parts(self, parts: Sequence[Any]) -> SparseTensor:
        return made(parts, shapes.UNKNOWN)

    def _spec(self) -> SparseTensorSpec:
        return SparseTensorSpec(self.shape, self.dtype)

    def _key(self) -> Any:
        return self.rank


def made(parts: Sequence[Any], shape: TensorShape) -> SparseTensor:
    """The sparse tensor of its three parts, whose rank may be known."""
    sparse = SparseTensor.__new__(SparseTensor)
    sparse.indices, sparse.values, sparse.dense_shape = parts
    if shape.rank is not None:
        for part, known in ((sparse.indices, [None, shape.rank]), (sparse.dense_shape, [shape.rank])):
            if not hasattr(part, "_value") and isinstance(part, Tensor):
                part.set_shape(known)
    return sparse
