"""Optimizers of TensorFlow 1 as Keras's, for models that are compiled with them."""

from __future__ import annotations

from typing import Any

from autograph.keras.optimizers.optimizer import Optimizer
from runtime.train.optimizers import Optimizer as Optimizer1
from runtime.variables import Variable


class TFOptimizer(Optimizer):
    """An optimizer of `train` as one of a model.

    Args:
        optimizer: such as `train.AdamOptimizer(0.01)`.

    >>> from autograph.keras import layers, models
    >>> from runtime.train.optimizers_descent import GradientDescentOptimizer
    >>> model = models.Sequential([layers.Input((1,)), layers.Dense(1, kernel_initializer="zeros")])
    >>> model.compile(GradientDescentOptimizer(0.01), "mse")
    >>> history = model.fit([[1.0], [1.0]], [[2.0], [2.0]], epochs=2, verbose=0)
    >>> [round(loss, 4) for loss in history.history["loss"]]
    [4.0, 3.6864]
    """

    def __init__(self, optimizer: Optimizer1) -> None:
        super().__init__(name=optimizer.get_name().lower())
        self.optimizer = optimizer

    @property
    def variables(self) -> list[Variable]:  # type: ignore[override]
        """The count of steps, and what the optimizer keeps."""
        return [self._iterations, *self.optimizer.variables()]

    @property
    def learning_rate(self) -> Any:
        """Not known: the optimizer may keep it anywhere.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"The learning rate of {type(self.optimizer).__name__} was given when it was made.")

    def _trackable_children(self) -> dict[str, Any]:
        return {"iteration": self._iterations, "optimizer": self.optimizer}

    def _step(self, gradients: list[Any], variables: list[Variable]) -> None:
        self._note(self.optimizer.apply_gradients(list(zip(gradients, variables, strict=True))))

    def get_config(self) -> dict[str, Any]:
        """There is none.

        Raises:
            TypeError: always.
        """
        raise TypeError(f"{type(self.optimizer).__name__} has no configuration: use one of keras.optimizers.")
