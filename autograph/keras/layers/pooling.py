"""Pooling: the largest or the mean of each window, or of everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.keras.backend import standardize_data_format
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.layers.windows import output_size, per_dimension
from autograph.keras.shapes import Shape
from runtime.ops.array import expand_dims
from runtime.ops.casts import cast
from runtime.ops.pooling import avg_pool, max_pool
from runtime.ops.reduction import reduce_max, reduce_mean, reduce_sum
from runtime.tensor import Tensor

_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


class Pooling(Layer):
    """A base class of pooling over windows."""

    rank: int
    pool_size: tuple[int, ...]
    strides: tuple[int, ...]
    padding: str
    data_format: str
    _pool: Callable[..., Tensor]

    def __init__(
        self,
        pool_size: Any = 2,
        strides: Any = None,
        padding: str = "valid",
        data_format: str | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        if str(padding).lower() not in ("valid", "same"):
            raise ValueError(f"`padding` of {type(self).__name__} must be 'valid' or 'same', not {padding!r}.")
        sizes = per_dimension(pool_size, self.rank, "pool_size")
        self._configure(
            pool_size=sizes,
            strides=sizes if strides is None else per_dimension(strides, self.rank, "strides"),
            padding=str(padding).lower(),
            data_format=standardize_data_format(data_format),
        )
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *new sizes, channels]."""
        self.compute_output_shape(inputs.shape.as_list())  # Refuses inputs that are too small.
        order = _FORMATS[self.rank][self.data_format == "channels_first"]
        return type(self)._pool(inputs, list(self.pool_size), list(self.strides), self.padding.upper(), order)

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        start = 1 if self.data_format == "channels_last" else 2
        sizes = list(input_shape)
        for n in range(self.rank):
            place = start + n
            sizes[place] = output_size(sizes[place], self.pool_size[n], self.padding, self.strides[n])
        return Shape(sizes)


class MaxPooling1D(Pooling):
    """The largest value of each window of steps (see `MaxPooling2D`)."""

    rank, _pool = 1, staticmethod(max_pool)


class MaxPooling2D(Pooling):
    """The largest value of each window of an image.

    Args:
        pool_size: of the window.
        strides: of the window, by default its size.
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first".
        name: of the layer.
        **kwargs: see `Layer`.

    >>> MaxPooling2D(2)([[[[1.0], [2.0]], [[3.0], [4.0]]]]).numpy().tolist()
    [[[[4.0]]]]
    """

    rank, _pool = 2, staticmethod(max_pool)


class AveragePooling1D(Pooling):
    """The mean of each window of steps (see `MaxPooling2D`)."""

    rank, _pool = 1, staticmethod(avg_pool)


class AveragePooling2D(Pooling):
    """The mean of each window of an image (see `MaxPooling2D`)."""

    rank, _pool = 2, staticmethod(avg_pool)


class GlobalPooling(Layer):
    """A base class of pooling over everything but batch and channels."""

    rank: int
    data_format: str
    keepdims: bool
    _reduce: Callable[..., Tensor]

    def __init__(self, data_format: str | None = None, keepdims: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._configure(data_format=standardize_data_format(data_format), keepdims=keepdims)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    @property
    def _axes(self) -> list[int]:
        start = 1 if self.data_format == "channels_last" else 2
        return list(range(start, start + self.rank))

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, channels]."""
        return type(self)._reduce(inputs, self._axes, keepdims=self.keepdims)


class GlobalMaxPooling1D(GlobalPooling):
    """The largest value over all steps."""

    rank, _reduce = 1, staticmethod(reduce_max)


class GlobalMaxPooling2D(GlobalPooling):
    """The largest value over an image."""

    rank, _reduce = 2, staticmethod(reduce_max)


class GlobalMaxPooling3D(GlobalPooling):
    """The largest value over a volume."""

    rank, _reduce = 3, staticmethod(reduce_max)


class GlobalAveragePooling1D(GlobalPooling):
    """The mean over all steps, or over those that a mask keeps.

    >>> GlobalAveragePooling1D()([[[1.0], [3.0]]]).numpy().tolist()
    [[2.0]]
    """

    rank, _reduce = 1, staticmethod(reduce_mean)

    def __init__(self, data_format: str | None = None, keepdims: bool = False, **kwargs: Any) -> None:
        super().__init__(data_format, keepdims, **kwargs)
        self.supports_masking = True

    def call(self, inputs: Any, mask: Any = None) -> Tensor:
        """[batch, steps, channels] → [batch, channels]."""
        if mask is None:
            return reduce_mean(inputs, self._axes, keepdims=self.keepdims)
        kept = expand_dims(cast(mask, inputs.dtype), 2 if self.data_format == "channels_last" else 1)
        total = reduce_sum(inputs * kept, self._axes, keepdims=self.keepdims)
        return total / reduce_sum(kept, self._axes, keepdims=self.keepdims)

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """None: there are no steps any more."""
        return None


class GlobalAveragePooling2D(GlobalPooling):
    """The mean over an image."""

    rank, _reduce = 2, staticmethod(reduce_mean)


class GlobalAveragePooling3D(GlobalPooling):
    """The mean over a volume."""

    rank, _reduce = 3, staticmethod(reduce_mean)


MaxPool1D, MaxPool2D = MaxPooling1D, MaxPooling2D
AvgPool1D, AvgPool2D = AveragePooling1D, AveragePooling2D
GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPool3D = GlobalMaxPooling1D, GlobalMaxPooling2D, GlobalMaxPooling3D
GlobalAvgPool1D, GlobalAvgPool2D = GlobalAveragePooling1D, GlobalAveragePooling2D
GlobalAvgPool3D = GlobalAveragePooling3D
