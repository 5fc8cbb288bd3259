"""Layers that change the shape of their inputs, and little else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras.backend import standardize_data_format
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.layers.windows import per_dimension
from autograph.keras.shapes import Shape
from runtime.image.resizing import resize
from runtime.ops.array import expand_dims, reshape, transpose
from runtime.ops.array import shape as shape_tensor
from runtime.ops.casts import cast
from runtime.ops.joining import repeat, tile
from runtime.ops.layout import pad
from runtime.shapes import product
from runtime.tensor import Tensor


class Flatten(Layer):
    """All axes but the first as one.

    Args:
        data_format: "channels_first" to put channels last before.
        **kwargs: see `Layer`.

    >>> Flatten()([[[1.0], [2.0]]]).numpy().tolist()
    [[1.0, 2.0]]
    """

    data_format: str

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(data_format=standardize_data_format(data_format))
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Tensor:
        """[batch, ...] → [batch, product of the others]."""
        rank = inputs.shape.rank
        if rank > 1 and self.data_format == "channels_first":
            inputs = transpose(inputs, [0, *range(2, rank), 1])
        sizes = inputs.shape.as_list()
        if None not in sizes[1:]:
            return reshape(inputs, [-1 if sizes[0] is None else sizes[0], product(sizes[1:])])
        return reshape(inputs, [shape_tensor(inputs)[0], -1])

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        rest = input_shape[1:]
        return Shape((input_shape[0], None if None in rest else product(rest)))


class Reshape(Layer):
    """The same elements in another shape.

    Args:
        target_shape: without the batch; one size may be -1.
        **kwargs: see `Layer`.

    >>> Reshape((2, -1))([[1.0, 2.0, 3.0, 4.0]]).shape
    TensorShape([1, 2, 2])
    """

    target_shape: tuple[int, ...]

    def __init__(self, target_shape: int | Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        sizes = (target_shape,) if isinstance(target_shape, int) else tuple(target_shape)
        if sizes.count(-1) > 1:
            raise ValueError(f"`target_shape` may only contain a single -1 dimension, not {sizes}.")
        self._configure(target_shape=sizes)

    def build(self, input_shape: Shape) -> None:
        """Checks that the sizes go together.

        Raises:
            ValueError: they do not.
        """
        self.compute_output_shape(input_shape)
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[batch, ...] → [batch, *target_shape]."""
        wanted = self.compute_output_shape(Shape(inputs.shape.as_list()))
        known = [-1 if size is None else size for size in wanted]
        if known.count(-1) <= 1:
            return reshape(inputs, known)
        result = reshape(inputs, [shape_tensor(inputs)[0], *self.target_shape])
        result.set_shape(wanted)
        return result

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        rest = input_shape[1:]
        total = None if None in rest else product(rest)
        given = product(size for size in self.target_shape if size != -1)
        fits = total is None or (total % given == 0 if -1 in self.target_shape else total == given)
        if not fits:
            raise ValueError(
                f"The total size of the tensor must be unchanged. Received: input_shape={tuple(input_shape)}, "
                f"target_shape={self.target_shape}"
            )
        missing = None if total is None else total // given
        return Shape((input_shape[0], *(missing if size == -1 else size for size in self.target_shape)))


class Permute(Layer):
    """Axes in another order.

    Args:
        dims: the order, counted from 1: the batch stays first.
        **kwargs: see `Layer`.
    """

    dims: tuple[int, ...]

    def __init__(self, dims: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError(f"`dims` must be a permutation of the numbers from 1 on, not {tuple(dims)}.")
        self._configure(dims=tuple(dims))
        self.input_spec = InputSpec(ndim=len(dims) + 1)

    def call(self, inputs: Any) -> Tensor:
        """[batch, ...] → [batch, the others in order]."""
        return transpose(inputs, [0, *self.dims])


class RepeatVector(Layer):
    """Each example n times: [batch, features] → [batch, n, features].

    Args:
        n: how often.
        **kwargs: see `Layer`.
    """

    n: int

    def __init__(self, n: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(n, int):
            raise TypeError(f"Expected an integer value for `n`, got {type(n)}.")
        self._configure(n=n)
        self.input_spec = InputSpec(ndim=2)

    def call(self, inputs: Any) -> Tensor:
        """[batch, features] → [batch, n, features]."""
        return tile(expand_dims(inputs, 1), [1, self.n, 1])


class _Spatial(Layer):
    """A base class of layers that change the sizes between batch and channels."""

    rank: int
    data_format: str

    _sizes_option: str
    """The name of the option that says how the sizes change."""

    def _configure_format(self, data_format: str | None, of_steps: bool = False) -> None:
        if self.rank > 1 or of_steps:
            self._configure(data_format=standardize_data_format(data_format))
        else:
            self.data_format = standardize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        config = super().get_config()
        if self.rank == 1:
            config[self._sizes_option] = config[self._sizes_option][0]
        return config

    @property
    def _start(self) -> int:
        return 1 if self.data_format == "channels_last" else 2


class ZeroPadding(_Spatial):
    """A base class: zeros around the inputs."""

    padding: Any
    _sizes_option = "padding"

    def __init__(self, padding: Any = 1, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(padding=_pairs(padding, self.rank, "padding"))
        self._configure_format(data_format, of_steps=True)

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *larger sizes, channels]."""
        sides = [[0, 0] for _ in range(self.rank + 2)]
        for n, pair in enumerate(self.padding):
            sides[self._start + n] = list(pair)
        return pad(inputs, sides)


class ZeroPadding1D(ZeroPadding):
    """Zeros before and after steps (see `ZeroPadding2D`)."""

    rank = 1


class ZeroPadding2D(ZeroPadding):
    """Zeros around an image.

    Args:
        padding: how many: one number, one for each dimension, or a pair for each dimension.
        data_format: "channels_last" or "channels_first".
        **kwargs: see `Layer`.
    """

    rank = 2


class ZeroPadding3D(ZeroPadding):
    """Zeros around a volume (see `ZeroPadding2D`)."""

    rank = 3


class Cropping(_Spatial):
    """A base class: the inputs without their borders."""

    cropping: Any
    _sizes_option = "cropping"

    def __init__(self, cropping: Any = 1, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(cropping=_pairs(cropping, self.rank, "cropping"))
        self._configure_format(data_format)

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *smaller sizes, channels]."""
        index: list[Any] = [slice(None)] * (self.rank + 2)
        for n, (before, after) in enumerate(self.cropping):
            index[self._start + n] = slice(before, -after if after else None)
        result: Tensor = inputs[tuple(index)]
        return result


class Cropping1D(Cropping):
    """Steps without the first and last ones (see `Cropping2D`)."""

    rank = 1


class Cropping2D(Cropping):
    """An image without its border.

    Args:
        cropping: how much: one number, one for each dimension, or a pair for each dimension.
        data_format: "channels_last" or "channels_first".
        **kwargs: see `Layer`.
    """

    rank = 2


class Cropping3D(Cropping):
    """A volume without its border (see `Cropping2D`)."""

    rank = 3


class UpSampling(_Spatial):
    """A base class: each element several times."""

    size: tuple[int, ...]
    _sizes_option = "size"

    def __init__(self, size: Any = 2, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(size=per_dimension(size, self.rank, "size"))
        self._configure_format(data_format)

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *larger sizes, channels]."""
        known = self.compute_output_shape(inputs.shape.as_list())
        for n, times in enumerate(self.size):
            inputs = repeat(inputs, times, axis=self._start + n)
        result: Tensor = inputs
        result.set_shape(known)
        return result

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        sizes = list(input_shape)
        for axis, times in enumerate(self.size, start=self._start):
            sizes[axis] = None if sizes[axis] is None else sizes[axis] * times
        return Shape(sizes)


class UpSampling1D(UpSampling):
    """Each step several times."""

    rank = 1


class UpSampling2D(UpSampling):
    """A larger image: each pixel several times, or pixels between those that are there.

    Args:
        size: how often in each dimension.
        data_format: "channels_last" or "channels_first".
        interpolation: "nearest" to repeat pixels; "bilinear" or "bicubic".
        **kwargs: see `Layer`.

    Raises:
        ValueError: another interpolation.
    """

    rank = 2
    interpolation: str

    def __init__(
        self, size: Any = 2, data_format: str | None = None, interpolation: str = "nearest", **kwargs: Any
    ) -> None:
        super().__init__(size, data_format, **kwargs)
        if interpolation.lower() not in ("nearest", "bilinear", "bicubic"):
            raise ValueError(f"`interpolation` is 'nearest', 'bilinear' or 'bicubic', not {interpolation!r}.")
        self._configure(interpolation=interpolation.lower())

    def call(self, inputs: Any) -> Tensor:
        """[batch, height, width, channels] → [batch, larger height, larger width, channels]."""
        if self.interpolation == "nearest":
            return super().call(inputs)
        is_first = self._start == 2
        x = transpose(inputs, [0, 2, 3, 1]) if is_first else inputs
        x = resize(x, shape_tensor(x)[1:3] * list(self.size), self.interpolation)
        result: Tensor = cast(transpose(x, [0, 3, 1, 2]) if is_first else x, inputs.dtype)
        result.set_shape(self.compute_output_shape(inputs.shape.as_list()))
        return result


class UpSampling3D(UpSampling):
    """Each element of a volume several times."""

    rank = 3


def _pairs(value: Any, rank: int, name: str) -> tuple[tuple[int, int], ...]:
    """Numbers before and after, for each dimension."""
    items: Any = (value,) * rank if isinstance(value, int) else tuple(value)
    if rank == 1 and len(items) == 2 and all(isinstance(item, int) for item in items):
        items = (items,)
    if len(items) != rank:
        raise ValueError(f"`{name}` should have {rank} elements, or be one integer, not {value!r}.")
    return tuple((item, item) if isinstance(item, int) else (int(item[0]), int(item[1])) for item in items)
