"""Transposed convolutions: each input is spread over a window."""

from __future__ import annotations

from typing import Any

from autograph.keras.layers.constructors import options_of
from autograph.keras.layers.convolution import Window
from autograph.keras.layers.windows import transposed_size
from autograph.keras.shapes import Shape
from runtime.ops.array import shape as shape_of
from runtime.ops.convolution import conv1d_transpose, conv2d_transpose
from runtime.tensor import Tensor
from runtime.variables import Variable


class ConvTranspose(Window):
    """A base class of transposed convolutions, whose kernel is [*window, filters, channels]."""

    filters: int
    output_padding: tuple[int, ...] | None
    kernel: Variable

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        output_padding: Any = None,
        data_format: str | None = None,
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._configure(filters=filters)
        self._configure_window(options)
        extra = None if output_padding is None else (output_padding,) * self.rank
        if output_padding is not None and not isinstance(output_padding, int):
            extra = tuple(output_padding)
        if extra is not None and any(more >= step for more, step in zip(extra, self.strides, strict=True)):
            raise ValueError(f"`output_padding` {extra} must be less than `strides` {self.strides}.")
        self._configure(output_padding=extra)
        self._configure_from(options, "activation", "use_bias", *options_of("kernel", "bias"))

    def build(self, input_shape: Shape) -> None:
        """Makes the kernel and the bias."""
        self.kernel = self._weight("kernel", (*self.kernel_size, self.filters, self._channels(input_shape)))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *new sizes, filters]."""
        known = self.compute_output_shape(Shape(inputs.shape.as_list()))
        wanted = [size if size is not None else self._size_at(inputs, axis) for axis, size in enumerate(known)]
        transpose = conv1d_transpose if self.rank == 1 else conv2d_transpose
        strides: Any = self.strides[0] if self.rank == 1 else list(self.strides)
        dilation: Any = list(self.dilation_rate)
        outputs = transpose(inputs, self.kernel, wanted, strides, self.padding.upper(), self._format, dilation)
        outputs.set_shape(known)
        return self._finished(outputs)

    def _size_at(self, inputs: Tensor, axis: int) -> Any:
        """A size of the outputs that only the run knows."""
        size = shape_of(inputs)[axis]
        start = 1 if self.data_format == "channels_last" else 2
        if not start <= axis < start + self.rank:
            return size
        place = axis - start
        extra = None if self.output_padding is None else self.output_padding[place]
        window, stride, dilation = self.kernel_size[place], self.strides[place], self.dilation_rate[place]
        return size * stride + (transposed_size(1, window, self.padding, extra, stride, dilation) or 0) - stride

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        shape = Shape(input_shape)
        start = 1 if self.data_format == "channels_last" else 2
        spatial = [
            transposed_size(
                shape[start + n],
                self.kernel_size[n],
                self.padding,
                None if self.output_padding is None else self.output_padding[n],
                self.strides[n],
                self.dilation_rate[n],
            )
            for n in range(self.rank)
        ]
        return self._shape_with(shape, spatial, self.filters)


class Conv1DTranspose(ConvTranspose):
    """Transposed convolution of steps (see `Conv2DTranspose`)."""

    rank = 1


class Conv2DTranspose(ConvTranspose):
    """Transposed convolution of images.

    Args:
        filters: the number of channels of outputs.
        kernel_size: of the window.
        strides: of the window.
        padding: "valid" or "same".
        output_padding: how much larger outputs are, below `strides`; None for what fits.
        data_format: "channels_last" or "channels_first".
        dilation_rate: the distance between the taps of the window.
        activation: a name or function; None for none.
        use_bias: whether to add a bias.
        kernel_initializer: of the kernel.
        bias_initializer: of the bias.
        kernel_regularizer: a penalty on the kernel.
        bias_regularizer: a penalty on the bias.
        activity_regularizer: a penalty on the outputs.
        kernel_constraint: what the kernel is held to.
        bias_constraint: what the bias is held to.
        **kwargs: see `Layer`.

    >>> import numpy as np
    >>> Conv2DTranspose(2, 3, strides=2, padding="same")(np.ones((1, 4, 4, 1), np.float32)).shape
    TensorShape([1, 8, 8, 2])
    """

    rank = 2


Convolution1DTranspose, Convolution2DTranspose = Conv1DTranspose, Conv2DTranspose
