"""Layers that connect everything with everything, and tables of vectors."""

from __future__ import annotations

from typing import Any

from autograph.keras.layers.constructors import options_of
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.layers.projection import projected
from autograph.keras.shapes import Shape
from runtime.ops.casts import cast
from runtime.ops.gathering import gather
from runtime.ops.linalg import einsum
from runtime.ops.logic import not_equal
from runtime.ops.nn import bias_add
from runtime.tensor import Tensor
from runtime.variables import Variable


class Dense(Layer):
    """activation(inputs @ kernel + bias).

    Args:
        units: the size of the last axis of outputs.
        activation: a name or function; None for none.
        use_bias: whether to add a bias.
        kernel_initializer: of the kernel, [inputs, units].
        bias_initializer: of the bias, [units].
        kernel_regularizer: a penalty on the kernel.
        bias_regularizer: a penalty on the bias.
        activity_regularizer: a penalty on the outputs.
        kernel_constraint: what the kernel is held to.
        bias_constraint: what the bias is held to.
        **kwargs: see `Layer`.

    >>> layer = Dense(2, kernel_initializer="ones", bias_initializer="ones")
    >>> layer([[1.0, 2.0, 3.0]]).numpy().tolist()
    [[7.0, 7.0]]
    """

    units: int
    activation: Any
    use_bias: bool
    kernel: Variable
    bias: Variable | None = None

    def __init__(
        self,
        units: int,
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
        if not isinstance(units, int) or units <= 0:
            raise ValueError(f"Received an invalid value for `units`, expected a positive integer: units={units!r}")
        self._configure_from(options, "units", "activation", "use_bias", *options_of("kernel", "bias"))
        self.input_spec = InputSpec(min_ndim=2)
        self.supports_masking = True

    def build(self, input_shape: Shape) -> None:
        """Makes the kernel and the bias."""
        size = input_shape[-1]
        self.kernel = self._weight("kernel", (size, self.units))
        self.bias = self._weight("bias", (self.units,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[..., n] → [..., units]."""
        x = inputs if inputs.dtype.name == self.compute_dtype else cast(inputs, self.compute_dtype)
        y = projected(x, self.kernel)
        if self.bias is not None:
            y = bias_add(y, self.bias)
        result: Tensor = self.activation(y)
        return result

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        return Shape((*input_shape[:-1], self.units))


class EinsumDense(Layer):
    """activation(einsum(equation, inputs, kernel) + bias).

    Args:
        equation: of inputs and kernel, such as "ab,bc->ac"; "..." stands for any axes.
        output_shape: the shape of outputs without the batch: an integer or a tuple, with None for sizes that are not
            known.
        activation: a name or function; None for none.
        bias_axes: the axes of the output, by their letters, that the bias has; None for no bias.
        kernel_initializer: of the kernel.
        bias_initializer: of the bias.
        kernel_regularizer: a penalty on the kernel.
        bias_regularizer: a penalty on the bias.
        kernel_constraint: what the kernel is held to.
        bias_constraint: what the bias is held to.
        **kwargs: see `Layer`.
    """

    equation: str
    output_shape: Any
    activation: Any
    bias_axes: str | None
    kernel: Variable
    bias: Variable | None = None

    def __init__(
        self,
        equation: str,
        output_shape: Any,
        activation: Any = None,
        bias_axes: str | None = None,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(**kwargs)
        self._configure(equation=equation.replace(" ", ""))
        self._configure_from(options, "activation", "bias_axes", *options_of("kernel", "bias"))
        self.partial_output_shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape)

    def build(self, input_shape: Shape) -> None:
        """Makes the kernel and the bias, whose sizes follow from the equation."""
        left, result = self.equation.split("->")
        inputs, kernel = left.split(",")
        sizes = _sizes_of(inputs, input_shape)
        wanted = (input_shape[0], *self.partial_output_shape)
        for letter, size in _sizes_of(result, wanted).items():
            if sizes.get(letter) is None:
                sizes[letter] = size
        self.kernel = self._weight("kernel", tuple(sizes[letter] for letter in kernel))
        self.bias = None
        if self.bias_axes is not None:
            plain = result.replace("...", "")
            first = min(plain.index(letter) for letter in self.bias_axes)
            shape = [sizes[letter] if letter in self.bias_axes else 1 for letter in plain[first:]]
            self.bias = self._weight("bias", tuple(shape))
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """The shape is that of the equation."""
        y = einsum(self.equation, inputs, self.kernel)
        result: Tensor = self.activation(y if self.bias is None else y + self.bias)
        return result

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        return {**super().get_config(), "output_shape": self.partial_output_shape}


def _sizes_of(letters: str, shape: Any) -> dict[str, Any]:
    """The size of each letter; those after "..." are counted from the end."""
    head, dots, tail = letters.partition("...")
    sizes = dict(zip(head, shape, strict=False))
    return sizes | dict(zip(reversed(tail), reversed(shape), strict=False)) if dots else sizes


class Embedding(Layer):
    """Rows of a table: a vector for each integer.

    Args:
        input_dim: the number of rows; integers are below it.
        output_dim: the size of a row.
        embeddings_initializer: of the table.
        embeddings_regularizer: a penalty on the table.
        embeddings_constraint: what the table is held to.
        mask_zero: whether 0 stands for steps that do not count.
        weights: the table itself, as a list with one array.
        **kwargs: see `Layer`; `input_length` of older programs is without effect.

    >>> layer = Embedding(3, 2, embeddings_initializer="ones")
    >>> layer([[0, 2]]).shape
    TensorShape([1, 2, 2])
    """

    input_dim: int
    output_dim: int
    mask_zero: bool
    embeddings: Variable
    _makes_masks = True

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        weights: Any = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        kwargs.pop("input_length", None)
        super().__init__(**kwargs)
        self._configure_from(options, "input_dim", "output_dim", *options_of("embeddings"), "mask_zero")
        self.supports_masking = mask_zero
        self._autocasts = False
        if weights is not None:
            self.build(Shape())
            self.set_weights(weights if isinstance(weights, list | tuple) else [weights])

    def build(self, input_shape: Shape) -> None:
        """Makes the table."""
        if not self.built:
            self.embeddings = self._weight("embeddings", (self.input_dim, self.output_dim))
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """[...] → [..., output_dim]."""
        ids = inputs if inputs.dtype.name in ("int32", "int64") else cast(inputs, "int32")
        rows = gather(self.embeddings, ids)
        return rows if rows.dtype.name == self.compute_dtype else cast(rows, self.compute_dtype)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """True where the integer is not 0, if `mask_zero`."""
        return not_equal(inputs, cast(0, inputs.dtype)) if self.mask_zero else None

    def compute_output_shape(self, input_shape: Any) -> Shape:
        """The shape of outputs."""
        return Shape((*input_shape, self.output_dim))
