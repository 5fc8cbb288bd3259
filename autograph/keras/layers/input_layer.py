"""Where a model begins: tensors that stand for its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras.backend import standardize_dtype
from autograph.keras.layers.layer import Layer
from autograph.keras.shapes import Shape
from autograph.keras.symbolic import History, Node, described_tensor, is_described
from runtime.tensor import Tensor


class InputLayer(Layer):
    """A layer that stands for an input of a model.

    Args:
        shape: of one example.
        batch_size: the size of the batch, if it is fixed.
        dtype: of the input.
        sparse: accepted and without effect.
        ragged: accepted and without effect.
        batch_shape: the shape with the batch, instead of `shape` and `batch_size`.
        input_tensor: accepted and without effect.
        optional: whether the input may be None.
        name: of the layer.
        **kwargs: `input_shape` and `batch_input_shape` of older programs.

    Raises:
        ValueError: neither shape is given, or both.
    """

    batch_shape: Any

    def __init__(
        self,
        shape: Any = None,
        batch_size: int | None = None,
        dtype: Any = None,
        sparse: Any = None,
        ragged: Any = None,
        batch_shape: Any = None,
        input_tensor: Any = None,
        optional: bool = False,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        shape = kwargs.pop("input_shape", shape)
        batch_shape = kwargs.pop("batch_input_shape", batch_shape)
        super().__init__(name=name, **kwargs)
        if (shape is None) == (batch_shape is None):
            raise ValueError(f"Give either `shape` or `batch_shape`: shape={shape}, batch_shape={batch_shape}.")
        if batch_shape is None:
            sizes = (shape,) if isinstance(shape, int) else tuple(shape)
            batch_shape = (batch_size, *sizes)
        self.batch_shape = Shape(batch_shape)
        self._dtype = standardize_dtype(dtype)
        self.optional = optional
        node = Node(self, (), {})
        tensor = described_tensor(self.batch_shape, self._dtype, self.name)
        tensor._keras_history = History(node, 0)  # type: ignore[attr-defined]
        node.outputs = self.tensor = tensor
        self.built = True

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Gives its inputs on."""
        return args[0] if args else None

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        return {
            "batch_shape": list(self.batch_shape),
            "dtype": self.dtype,
            "sparse": False,
            "ragged": False,
            "name": self.name,
            "optional": self.optional,
        }


def Input(
    shape: int | Sequence[int | None] | None = None,
    batch_size: int | None = None,
    dtype: Any = None,
    sparse: Any = None,
    ragged: Any = None,
    batch_shape: Any = None,
    name: str | None = None,
    tensor: Any = None,
    optional: bool = False,
) -> Tensor:
    """A tensor that stands for an input of a model.

    Args:
        shape: of one example, with None for sizes that may be anything.
        batch_size: the size of the batch, if it is fixed.
        dtype: of the input, by default `floatx()`.
        sparse: accepted and without effect.
        ragged: accepted and without effect.
        batch_shape: the shape with the batch, instead of `shape` and `batch_size`.
        name: of the input.
        tensor: one that stands for an input already, to give back.
        optional: whether the input may be None.

    Raises:
        ValueError: neither shape is given, or both.

    >>> Input((3,), name="features").shape
    TensorShape([None, 3])
    """
    if tensor is not None:
        if not is_described(tensor):
            raise ValueError(f"`tensor` must be a tensor that `Input` gave, not {tensor!r}.")
        return tensor  # type: ignore[no-any-return]
    layer = InputLayer(shape, batch_size, dtype, sparse, ragged, batch_shape, None, optional, name)
    return layer.tensor
