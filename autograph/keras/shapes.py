"""Shapes as layers get them: tuples with None for sizes that are not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.keras.tensors import holds_tensors
from runtime import nest
from runtime.shapes import TensorShape, as_shape


class Shape(tuple[Any, ...]):
    """A tuple of sizes that also answers to the names of TensorFlow's shapes.

    >>> Shape((None, 3)).as_list(), Shape((2, 3)).num_elements()
    ([None, 3], 6)
    """

    __slots__ = ()

    @property
    def rank(self) -> int:
        """The number of axes."""
        return len(self)

    ndims = rank

    @property
    def dims(self) -> tuple[Any, ...]:
        """The sizes."""
        return tuple(self)

    def as_list(self) -> list[Any]:
        """The sizes as a list."""
        return list(self)

    def num_elements(self) -> int | None:
        """The product of the sizes; None if one is not known."""
        return TensorShape(self).num_elements()

    def is_fully_defined(self) -> bool:
        """Whether all sizes are known."""
        return None not in self

    def __getitem__(self, index: Any) -> Any:
        item = super().__getitem__(index)
        return Shape(item) if isinstance(index, slice) else item


def shape_of(value: Any) -> Any:
    """The shape of a tensor, array or variable; for a structure of them, a structure of shapes; None for others.

    Raises:
        ValueError: the number of axes is not known.
    """
    if holds_tensors(value):
        return nest.map_structure(shape_of, value)
    if not hasattr(value, "shape"):
        return None
    dims = as_shape(value.shape).dims
    if dims is None:
        raise ValueError(f"{value!r} must have a known number of axes: set_shape(...) says what is known.")
    return Shape(dims)


def is_shape(value: Any) -> bool:
    """Whether the value is one shape: sizes and Nones, as opposed to a structure of shapes."""
    if isinstance(value, TensorShape):
        return True
    return isinstance(value, list | tuple) and all(size is None or isinstance(size, int) for size in value)


def map_shapes(function: Callable[[Shape], Any], shapes: Any) -> Any:
    """The function of a shape, or of each shape in a structure."""
    if is_shape(shapes):
        return function(Shape(shapes))
    if isinstance(shapes, dict):
        return {name: map_shapes(function, shape) for name, shape in shapes.items()}
    return [map_shapes(function, shape) for shape in shapes]
