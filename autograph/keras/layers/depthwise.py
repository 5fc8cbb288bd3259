"""Convolutions that keep channels apart, and those that mix them afterwards."""

from __future__ import annotations

from typing import Any

from autograph.keras.layers.constructors import options_of
from autograph.keras.layers.convolution import Window
from autograph.keras.shapes import Shape
from runtime.ops.array import expand_dims, squeeze
from runtime.ops.convolution import convolution, depthwise_conv2d
from runtime.tensor import Tensor
from runtime.variables import Variable


class _Depthwise(Window):
    """A base class: a convolution of each channel with kernels of its own, [*window, channels, multiplier]."""

    depth_multiplier: int

    def _depthwise(self, inputs: Tensor, kernel: Any) -> Tensor:
        """The convolution of each channel apart; steps are taken as images of height 1."""
        x, padding = self._padded(inputs)
        if self.rank == 2:
            strides, dilation = self._four(self.strides), list(self.dilation_rate)
            return depthwise_conv2d(x, kernel, strides, padding, self._format, dilation)
        axis = 1 if self.data_format == "channels_last" else 2
        image_format = "NHWC" if self.data_format == "channels_last" else "NCHW"
        strides, dilation = self._four(self.strides * 2), [1, *self.dilation_rate]
        wide = depthwise_conv2d(expand_dims(x, axis), expand_dims(kernel, 0), strides, padding, image_format, dilation)
        return squeeze(wide, axis)

    def _four(self, strides: tuple[int, ...]) -> list[int]:
        return [1, *strides, 1] if self.data_format == "channels_last" else [1, 1, *strides]


class DepthwiseConv(_Depthwise):
    """A base class of depthwise convolutions."""

    kernel: Variable

    def __init__(
        self,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._configure(depth_multiplier=depth_multiplier)
        self._configure_window(options)
        self._configure_from(options, "activation", "use_bias", *options_of("depthwise", "bias"))

    def build(self, input_shape: Shape) -> None:
        """Makes the kernel and the bias."""
        channels = self._channels(input_shape)
        shape = (*self.kernel_size, channels, self.depth_multiplier)
        self.kernel = self._weight("kernel", shape, "depthwise")
        self.bias = self._weight("bias", (channels * self.depth_multiplier,)) if self.use_bias else None
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *new sizes, channels · depth_multiplier]."""
        self.compute_output_shape(inputs.shape.as_list())  # Refuses inputs that are too small.
        return self._finished(self._depthwise(inputs, self.kernel))

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        shape = Shape(input_shape)
        channels = shape[self._channel_axis] * self.depth_multiplier
        return self._shape_with(shape, self._spatial(shape), channels)


class DepthwiseConv1D(DepthwiseConv):
    """Convolution of each channel of steps apart (see `DepthwiseConv2D`)."""

    rank = 1


class DepthwiseConv2D(DepthwiseConv):
    """Convolution of each channel of images apart.

    Args:
        kernel_size: of the window.
        strides: of the window.
        padding: "valid" or "same".
        depth_multiplier: how many outputs each channel gets.
        data_format: "channels_last" or "channels_first".
        dilation_rate: the distance between the taps of the window.
        activation: a name or function; None for none.
        use_bias: whether to add a bias.
        depthwise_initializer: of the kernel.
        bias_initializer: of the bias.
        depthwise_regularizer: a penalty on the kernel.
        bias_regularizer: a penalty on the bias.
        activity_regularizer: a penalty on the outputs.
        depthwise_constraint: what the kernel is held to.
        bias_constraint: what the bias is held to.
        **kwargs: see `Layer`.
    """

    rank = 2


class SeparableConv(_Depthwise):
    """A base class of depthwise convolutions whose outputs are mixed by a convolution of size 1."""

    filters: int
    depthwise_kernel: Variable
    pointwise_kernel: Variable

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        pointwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        pointwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        pointwise_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._configure(filters=filters, depth_multiplier=depth_multiplier)
        self._configure_window(options)
        self._configure_from(options, "activation", "use_bias", *options_of("depthwise", "pointwise", "bias"))

    def build(self, input_shape: Shape) -> None:
        """Makes the kernels and the bias."""
        channels = self._channels(input_shape)
        shape = (*self.kernel_size, channels, self.depth_multiplier)
        self.depthwise_kernel = self._weight("depthwise_kernel", shape, "depthwise")
        ones = (1,) * self.rank
        shape = (*ones, channels * self.depth_multiplier, self.filters)
        self.pointwise_kernel = self._weight("pointwise_kernel", shape, "pointwise")
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *new sizes, filters]."""
        self.compute_output_shape(inputs.shape.as_list())  # Refuses inputs that are too small.
        apart = self._depthwise(inputs, self.depthwise_kernel)
        return self._finished(convolution(apart, self.pointwise_kernel, 1, "VALID", self._format))

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        shape = Shape(input_shape)
        return self._shape_with(shape, self._spatial(shape), self.filters)


class SeparableConv1D(SeparableConv):
    """A depthwise convolution of steps, then one of size 1 (see `DepthwiseConv2D` and `Conv1D`)."""

    rank = 1


class SeparableConv2D(SeparableConv):
    """A depthwise convolution of images, then one of size 1 (see `DepthwiseConv2D` and `Conv1D`)."""

    rank = 2


SeparableConvolution1D, SeparableConvolution2D = SeparableConv1D, SeparableConv2D
