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
        place = "lr" if "lr" in optimizer._hyper else "learning_rate"
        super().__init__(optimizer._hyper[place], name=optimizer.get_name().lower())
        self.optimizer = optimizer
        rate = self._learning_rate
        if isinstance(rate, Variable):  # So that callbacks can set it.
            optimizer._hyper[place] = rate.read_value

    @property
    def variables(self) -> list[Variable]:  # type: ignore[override]
        """The count of steps, the learning rate if it is a number, and what the optimizer keeps."""
        return [*self._own, *self.optimizer.variables()]

    def _trackable_children(self) -> dict[str, Any]:
        return {**super()._trackable_children(), "optimizer": self.optimizer}

    def _step(self, gradients: list[Any], variables: list[Variable]) -> None:
        self._note(self.optimizer.apply_gradients(list(zip(gradients, variables, strict=True))))

    def get_config(self) -> dict[str, Any]:
        """There is none.

        Raises:
            TypeError: always.
        """
        raise TypeError(f"{type(self.optimizer).__name__} has no configuration: use one of keras.optimizers.")
