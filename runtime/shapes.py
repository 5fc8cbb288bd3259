"""Static shapes of tensors, known in full, in part or not at all."""

import operator
from collections.abc import Iterable, Iterator
from typing import Any, Union, overload

from runtime.errors import InvalidArgumentError

Dimension = int | None


class TensorShape:
    """The shape of a tensor: a list of sizes, where None is an unknown size; or of unknown rank.

    Immutable, hashable, and equal to lists and tuples of the same sizes.

    Args:
        dims: the sizes (int or None, -1 not allowed), or None if even the rank is unknown.

    >>> TensorShape([2, None]).rank, TensorShape(None).rank
    (2, None)
    """

    __slots__ = ("_dims",)

    def __init__(self, dims: "ShapeLike") -> None:
        self._dims: tuple[Dimension, ...] | None
        if isinstance(dims, TensorShape):
            self._dims = dims._dims
        elif dims is None:
            self._dims = None
        elif isinstance(dims, Iterable):
            self._dims = tuple([d if type(d) is int and d >= 0 else _dimension(d) for d in dims])
        else:
            raise TypeError(f"A shape is a list of sizes or None, not {dims!r}: write [{dims!r}] for one dimension.")

    @classmethod
    def _of(cls, dims: tuple[Dimension, ...] | None) -> "TensorShape":
        shape = cls.__new__(cls)
        shape._dims = dims
        return shape

    @property
    def rank(self) -> int | None:
        """The number of dimensions, or None if unknown."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    @property
    def dims(self) -> tuple[Dimension, ...] | None:
        """The sizes as a tuple, or None if the rank is unknown."""
        return self._dims

    def as_list(self) -> list[Dimension]:
        """The sizes as a list.

        Raises:
            ValueError: the rank is unknown.
        """
        return list(self._known())

    def is_fully_defined(self) -> bool:
        """Whether every size is known."""
        return self._dims is not None and None not in self._dims

    def num_elements(self) -> int | None:
        """The product of the sizes, or None if one is unknown."""
        if self._dims is None or None in self._dims:
            return None
        return product(self._dims)

    def is_compatible_with(self, other: "ShapeLike") -> bool:
        """Whether some shape fits both."""
        theirs = as_shape(other)._dims
        if self._dims is None or theirs is None:
            return True
        return len(self._dims) == len(theirs) and all(
            a is None or b is None or a == b for a, b in zip(self._dims, theirs, strict=True)
        )

    def assert_is_compatible_with(self, other: "ShapeLike") -> None:
        """Raises ValueError unless some shape fits both."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {as_shape(other)} are incompatible")

    def merge_with(self, other: "ShapeLike") -> "TensorShape":
        """The shape that knows what either knows.

        Raises:
            ValueError: they disagree.
        """
        other = as_shape(other)
        if self._dims is None:
            return other
        if other._dims is None:
            return self
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return TensorShape._of(tuple(b if a is None else a for a, b in zip(self._dims, other._dims, strict=True)))

    def most_general(self, other: "ShapeLike") -> "TensorShape":
        """The shape that fits everything that either fits: sizes that differ, or the rank, become unknown."""
        theirs = as_shape(other)._dims
        if self._dims is None or theirs is None or len(self._dims) != len(theirs):
            return UNKNOWN
        return TensorShape._of(tuple(a if a == b else None for a, b in zip(self._dims, theirs, strict=True)))

    def is_subtype_of(self, other: "ShapeLike") -> bool:
        """Whether every tensor of this shape also fits `other`."""
        other = as_shape(other)
        return self.most_general(other)._dims == other._dims

    def concatenate(self, other: "ShapeLike") -> "TensorShape":
        """These sizes followed by those; of unknown rank if either is."""
        theirs = as_shape(other)._dims
        if self._dims is None or theirs is None:
            return UNKNOWN
        return TensorShape._of(self._dims + theirs)

    def with_rank(self, rank: int) -> "TensorShape":
        """This shape, known to have `rank` dimensions.

        Raises:
            ValueError: it has another rank.
        """
        if self._dims is None:
            return unknown_shape(rank)
        if len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return self

    def with_rank_at_least(self, rank: int) -> "TensorShape":
        """This shape.

        Raises:
            ValueError: it has fewer than `rank` dimensions.
        """
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError unless the rank is `rank` or unknown."""
        self.with_rank(rank)

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError unless every size is known."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def _known(self) -> tuple[Dimension, ...]:
        if self._dims is None:
            raise ValueError("The shape has unknown rank, so its sizes cannot be listed: check `shape.rank` first.")
        return self._dims

    def __len__(self) -> int:
        return len(self._known())

    def __bool__(self) -> bool:
        return self._dims is not None

    def __iter__(self) -> Iterator[Dimension]:
        return iter(self._known())

    @overload
    def __getitem__(self, key: int) -> Dimension: ...
    @overload
    def __getitem__(self, key: slice) -> "TensorShape": ...
    def __getitem__(self, key: int | slice) -> Union[Dimension, "TensorShape"]:
        if isinstance(key, slice):
            return self._slice(key)
        return None if self._dims is None else self._dims[key]

    def _slice(self, key: slice) -> "TensorShape":
        if self._dims is not None:
            return TensorShape._of(self._dims[key])
        start, stop = key.start or 0, key.stop
        if stop is None or start < 0 or stop < 0 or key.step not in (None, 1):
            return UNKNOWN
        return unknown_shape(max(stop - start, 0))

    def __add__(self, other: "ShapeLike") -> "TensorShape":
        return self.concatenate(other)

    def __radd__(self, other: "ShapeLike") -> "TensorShape":
        return as_shape(other).concatenate(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TensorShape):
            return self._dims == other._dims
        if isinstance(other, list | tuple):
            return self._dims == tuple(other)
        return self._dims is None and other is None

    def __hash__(self) -> int:
        return hash(self._dims)

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        return "(" + ", ".join(map(str, self._dims)) + ("," if len(self._dims) == 1 else "") + ")"

    def __repr__(self) -> str:
        return f"TensorShape({None if self._dims is None else list(self._dims)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (self._dims,)


ShapeLike = TensorShape | Iterable[Any] | None
UNKNOWN = TensorShape(None)
SCALAR = TensorShape(())


def _dimension(value: Any) -> Dimension:
    if value is None:
        return None
    try:
        size = operator.index(value)
    except TypeError:
        raise TypeError(f"A dimension is an int or None, not {value!r}.") from None
    if size < 0:
        raise InvalidArgumentError(f"Dimension {size} must be >= 0: write None for an unknown size.")
    return size


def as_shape(value: ShapeLike) -> TensorShape:
    """`value` as a TensorShape; a TensorShape is returned as it is."""
    return value if type(value) is TensorShape else TensorShape(value)


def unknown_shape(rank: int | None = None) -> TensorShape:
    """A shape with no known sizes: of `rank` dimensions, or of unknown rank.

    >>> unknown_shape(2)
    TensorShape([None, None])
    """
    return UNKNOWN if rank is None else TensorShape._of((None,) * rank)


def product(sizes: Iterable[Any]) -> int:
    """The product of known sizes, 1 for none."""
    result = 1
    for size in sizes:
        result *= size
    return result


def broadcast_shape(left: ShapeLike, right: ShapeLike) -> TensorShape:
    """The shape of an elementwise operation on the two, by numpy's broadcasting.

    Raises:
        ValueError: the shapes do not broadcast.

    >>> broadcast_shape([3, 1], [None, 4])
    TensorShape([3, 4])
    """
    left, right = as_shape(left), as_shape(right)
    a, b = left.dims, right.dims
    if a is None or b is None:
        return UNKNOWN
    if a == b and None not in a:
        return left
    rank = max(len(a), len(b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    try:
        return TensorShape._of(tuple([_broadcast_dimension(x, y) for x, y in zip(a, b, strict=True)]))
    except ValueError:
        raise ValueError(f"Incompatible shapes for broadcasting: {left} and {right}") from None


def _broadcast_dimension(a: Dimension, b: Dimension) -> Dimension:
    if a == b or b == 1:
        return a
    if a == 1:
        return b
    if a is None or b is None:
        return b if a is None else a  # A known size above 1 wins: the other must be 1 or the same.
    raise ValueError
