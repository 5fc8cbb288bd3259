"""Convolutions over one, two and three dimensions."""

from __future__ import annotations

from typing import Any

from autograph.keras.backend import standardize_data_format
from autograph.keras.layers.constructors import options_of
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.layers.windows import output_size, per_dimension
from autograph.keras.shapes import Shape
from runtime.ops.array import reshape
from runtime.ops.convolution import convolution
from runtime.ops.layout import pad
from runtime.tensor import Tensor
from runtime.variables import Variable

_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


class Window(Layer):
    """A base class of layers that move a window over their inputs."""

    rank: int
    kernel_size: tuple[int, ...]
    strides: tuple[int, ...]
    padding: str
    data_format: str
    dilation_rate: tuple[int, ...]
    activation: Any
    use_bias: bool
    bias: Variable | None = None

    def _configure_window(self, options: dict[str, Any]) -> None:
        """Sets what says how the window moves, from the arguments of the constructor."""
        allowed, padding = ("valid", "same", "causal") if self.rank == 1 else ("valid", "same"), options["padding"]
        if str(padding).lower() not in allowed:
            raise ValueError(f"`padding` of {type(self).__name__} must be one of {allowed}, not {padding!r}.")
        for name in ("kernel_size", "strides", "dilation_rate"):
            self._configure(**{name: per_dimension(options[name], self.rank, name)})
        self._configure(padding=str(padding).lower(), data_format=standardize_data_format(options["data_format"]))
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                f"`strides > 1` not supported in conjunction with `dilation_rate > 1`: strides={self.strides}, "
                f"dilation_rate={self.dilation_rate}."
            )
        self.input_spec = InputSpec(min_ndim=self.rank + 2)

    @property
    def _channel_axis(self) -> int:
        return -1 if self.data_format == "channels_last" else 1

    @property
    def _format(self) -> str:
        return _FORMATS[self.rank][self.data_format == "channels_first"]

    def _channels(self, input_shape: Shape) -> int:
        size: int | None = input_shape[self._channel_axis]
        if size is None:
            raise ValueError(
                f"The channel dimension of the inputs of {self.name!r} should be defined, but the input has shape "
                f"{input_shape}."
            )
        self.input_spec = InputSpec(min_ndim=self.rank + 2, axes={self._channel_axis: size})
        return size

    def _finished(self, outputs: Tensor) -> Tensor:
        """The outputs with the bias added, and the activation applied."""
        if self.bias is not None:
            sizes = [1] * (self.rank + 2)
            sizes[self._channel_axis] = -1
            outputs = outputs + reshape(self.bias, sizes)
        result: Tensor = self.activation(outputs)
        return result

    def _padded(self, inputs: Tensor) -> tuple[Tensor, str]:
        """The inputs and the padding that is left to do: a causal one is done before."""
        if self.padding != "causal":
            return inputs, self.padding.upper()
        before = [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0]
        sides = [[0, 0], before, [0, 0]] if self.data_format == "channels_last" else [[0, 0], [0, 0], before]
        return pad(inputs, sides), "VALID"

    def _spatial(self, input_shape: Shape) -> list[Any]:
        """The sizes of the outputs over which the window moves."""
        start = 1 if self.data_format == "channels_last" else 2
        return [
            output_size(size, kernel, self.padding, stride, dilation)
            for size, kernel, stride, dilation in zip(
                input_shape[start : start + self.rank], self.kernel_size, self.strides, self.dilation_rate, strict=True
            )
        ]

    def _shape_with(self, input_shape: Shape, spatial: list[Any], channels: int) -> Shape:
        if self.data_format == "channels_last":
            return Shape((input_shape[0], *spatial, channels))
        return Shape((input_shape[0], channels, *spatial))


class Convolution(Window):
    """A base class of convolutions, whose kernel is [*window, channels / groups, filters]."""

    filters: int
    groups: int
    kernel: Variable

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        groups: int = 1,
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
        if filters <= 0 or groups <= 0 or filters % groups:
            raise ValueError(
                f"`filters` must be positive and divisible by `groups`: filters={filters}, groups={groups}"
            )
        self._configure(filters=filters, groups=groups)
        self._configure_window(options)
        self._configure_from(options, "activation", "use_bias", *options_of("kernel", "bias"))

    def build(self, input_shape: Shape) -> None:
        """Makes the kernel and the bias.

        Raises:
            ValueError: the channels are not known, or do not divide into the groups.
        """
        channels = self._channels(input_shape)
        if channels % self.groups:
            raise ValueError(f"The number of channels, {channels}, must be divisible by `groups`, {self.groups}.")
        self.kernel = self._weight("kernel", (*self.kernel_size, channels // self.groups, self.filters))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[batch, *sizes, channels] → [batch, *new sizes, filters]."""
        self.compute_output_shape(inputs.shape.as_list())  # Refuses inputs that are too small.
        x, padding = self._padded(inputs)
        outputs = convolution(x, self.kernel, self.strides, padding, self._format, self.dilation_rate)
        return self._finished(outputs)

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        shape = Shape(input_shape)
        return self._shape_with(shape, self._spatial(shape), self.filters)


class Conv1D(Convolution):
    """Convolution over steps.

    Args:
        filters: the number of channels of outputs.
        kernel_size: of the window.
        strides: of the window.
        padding: "valid", "same", or "causal" (outputs do not depend on later inputs).
        data_format: "channels_last" ([batch, steps, channels]) or "channels_first".
        dilation_rate: the distance between the taps of the window.
        groups: channels are convolved in so many groups apart.
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

    >>> Conv1D(1, 2, kernel_initializer="ones")([[[1.0], [2.0], [3.0]]]).numpy().tolist()
    [[[3.0], [5.0]]]
    """

    rank = 1


class Conv2D(Convolution):
    """Convolution over images: [batch, height, width, channels] (see `Conv1D` for the arguments).

    >>> import numpy as np
    >>> Conv2D(4, (3, 3), strides=2, padding="same")(np.ones((1, 8, 8, 3), np.float32)).shape
    TensorShape([1, 4, 4, 4])
    """

    rank = 2


class Conv3D(Convolution):
    """Convolution over volumes: [batch, depth, height, width, channels] (see `Conv1D` for the arguments)."""

    rank = 3


Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D
