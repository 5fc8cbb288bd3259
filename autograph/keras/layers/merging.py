"""Layers of several inputs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from autograph.keras.layers.layer import Layer
from autograph.keras.shapes import Shape
from runtime.ops.array import expand_dims
from runtime.ops.array import shape as shape_tensor
from runtime.ops.casts import cast
from runtime.ops.creation import ones
from runtime.ops.joining import concat
from runtime.ops.linalg import einsum
from runtime.ops.logic import logical_and, logical_or
from runtime.ops.math import add, maximum, minimum, multiply, subtract
from runtime.ops.norms import l2_normalize
from runtime.ops.reduction import reduce_all
from runtime.tensor import Tensor


class Merge(Layer):
    """A base class of layers that join inputs of shapes that broadcast, element by element."""

    _join: Callable[..., Tensor]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape: Any) -> None:
        """Checks the shapes.

        Raises:
            ValueError: there are fewer than two, or they do not broadcast.
        """
        shapes = _several(self, input_shape)
        for shape in shapes[1:]:
            pairs = list(zip(reversed(shapes[0][1:]), reversed(shape[1:]), strict=False))
            if any(None not in pair and 1 not in pair and pair[0] != pair[1] for pair in pairs):
                raise ValueError(f"Inputs of {self.name!r} have incompatible shapes: {shapes[0]} and {shape}.")
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """Several [...] → [...]."""
        if not isinstance(inputs, list | tuple):
            raise ValueError(f"A merge layer should be called on a list of inputs, not on {inputs!r}.")  # noqa: TRY004
        return functools.reduce(type(self)._join, _of_equal_rank(inputs))

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """True where all inputs count."""
        masks = [mask for mask in previous_mask or () if mask is not None]
        return functools.reduce(logical_or, masks) if masks else None


def _several(layer: Layer, shapes: Any) -> list[Any]:
    if not isinstance(shapes, list | tuple) or isinstance(shapes, Shape) or len(shapes) < 1:
        raise ValueError(f"{type(layer).__name__} {layer.name!r} should be called on a list of inputs, not {shapes}.")
    return list(shapes)


def _of_equal_rank(inputs: Sequence[Tensor]) -> list[Tensor]:
    """The inputs with axes of size 1 put behind the batch, so that all have as many."""
    most = max(tensor.shape.rank or 0 for tensor in inputs)
    made = []
    for tensor in inputs:
        for _ in range(most - (tensor.shape.rank or 0)):
            tensor = expand_dims(tensor, 1)
        made.append(tensor)
    return made


class Add(Merge):
    """The sum of inputs.

    >>> from runtime.ops.state import constant
    >>> Add()([constant([[1.0]]), constant([[2.0]])]).numpy().tolist()
    [[3.0]]
    """

    _join = staticmethod(add)


class Subtract(Merge):
    """The difference of two inputs."""

    _join = staticmethod(subtract)

    def build(self, input_shape: Any) -> None:
        """Checks that there are two inputs."""
        super().build(input_shape)
        if len(input_shape) != 2:
            raise ValueError(f"A `Subtract` layer should be called on exactly 2 inputs, not {len(input_shape)}.")


class Multiply(Merge):
    """The product of inputs, element by element."""

    _join = staticmethod(multiply)


class Average(Merge):
    """The mean of inputs."""

    _join = staticmethod(add)

    def call(self, inputs: Any) -> Tensor:
        """Several [...] → [...]."""
        return super().call(inputs) / float(len(inputs))


class Maximum(Merge):
    """The largest of inputs, element by element."""

    _join = staticmethod(maximum)


class Minimum(Merge):
    """The least of inputs, element by element."""

    _join = staticmethod(minimum)


class Concatenate(Layer):
    """Inputs side by side along an axis.

    Args:
        axis: along which.
        **kwargs: see `Layer`.
    """

    axis: int

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(axis=axis)
        self.supports_masking = True

    def build(self, input_shape: Any) -> None:
        """Checks the shapes.

        Raises:
            ValueError: sizes differ along another axis.
        """
        shapes = _several(self, input_shape)
        for shape in shapes[1:]:
            others = [
                (mine, theirs)
                for place, (mine, theirs) in enumerate(zip(shapes[0], shape, strict=False))
                if place != self.axis % len(shape)
            ]
            differ = any(None not in pair and pair[0] != pair[1] for pair in others)
            if len(shape) != len(shapes[0]) or differ:
                raise ValueError(
                    f"A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis "
                    f"{self.axis}. Received: input_shape={shapes}"
                )
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """Several [..., n, ...] → [..., sum of n, ...]."""
        return concat(list(inputs), self.axis)

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """True where all inputs count; along the axis, side by side."""
        if previous_mask is None or all(mask is None for mask in previous_mask):
            return None
        rank = inputs[0].shape.rank
        masks = []
        for tensor, mask in zip(inputs, previous_mask, strict=True):
            whole = ones(shape_tensor(tensor), "bool")
            for _ in range(rank - (mask.shape.rank if mask is not None else rank)):
                mask = expand_dims(mask, -1)
            masks.append(whole if mask is None else logical_and(whole, cast(mask, "bool")))
        joined = concat(masks, self.axis)
        return joined[..., 0] if rank > 2 else reduce_all(joined, -1)


class Dot(Layer):
    """The inner product of two inputs along an axis of each.

    Args:
        axes: an axis, or one of each input.
        normalize: whether inputs are scaled to norm 1 first, so that the result is a cosine.
        **kwargs: see `Layer`.
    """

    axes: Any
    normalize: bool

    def __init__(self, axes: int | Sequence[int], normalize: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(axes=axes if isinstance(axes, int) else list(axes), normalize=normalize)
        self.supports_masking = True

    def call(self, inputs: Any) -> Tensor:
        """[batch, ..., n, ...] and [batch, ..., n, ...] → [batch, ..., ...]."""
        x, y = inputs
        ranks = x.shape.rank, y.shape.rank
        axes = (self.axes, self.axes) if isinstance(self.axes, int) else self.axes
        places = [axis % rank for axis, rank in zip(axes, ranks, strict=True)]
        if self.normalize:
            x, y = l2_normalize(x, places[0]), l2_normalize(y, places[1])
        left = ["b", *(chr(ord("c") + n) for n in range(ranks[0] - 1))]
        right = ["b", *(chr(ord("n") + n) for n in range(ranks[1] - 1))]
        left[places[0]] = right[places[1]] = "a"
        kept = [letter for letter in [*left, *right[1:]] if letter != "a"]
        result = einsum(f"{''.join(left)},{''.join(right)}->{''.join(kept)}", x, y)
        return expand_dims(result, -1) if len(kept) == 1 else result

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """None: there are no steps any more."""
        return None


def _function(layer: type[Layer]) -> Callable[..., Any]:
    def merged(inputs: Sequence[Any], **kwargs: Any) -> Any:
        """The layer with these options, on a list of tensors."""
        return layer(**kwargs)(inputs)

    merged.__name__ = merged.__qualname__ = layer.__name__.lower()
    merged.__doc__ = f"`{layer.__name__}`, made and called at once."
    return merged


def concatenate(inputs: Sequence[Any], axis: int = -1, **kwargs: Any) -> Any:
    """`Concatenate`, made and called at once."""
    return Concatenate(axis=axis, **kwargs)(inputs)


def dot(inputs: Sequence[Any], axes: int | Sequence[int] = -1, **kwargs: Any) -> Any:
    """`Dot`, made and called at once."""
    return Dot(axes=axes, **kwargs)(inputs)


FUNCTIONS = {kind.__name__.lower(): _function(kind) for kind in (Add, Subtract, Multiply, Average, Maximum, Minimum)}
