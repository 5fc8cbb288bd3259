"""SGD: gradient descent, with momentum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras.optimizers.optimizer import Optimizer
from runtime.autodiff import Gradient
from runtime.indexed_slices import dense
from runtime.variables import Variable


class SGD(Optimizer):
    """variable -= learning_rate · gradient; with momentum, the last step is taken again in part.

    Args:
        learning_rate: see `Optimizer`.
        momentum: the share of the last step, in [0, 1].
        nesterov: whether the gradient counts as if taken further on (Sutskever et al. 2013).
        **options: see `Optimizer`.

    Raises:
        ValueError: the momentum is out of range.

    >>> v = Variable(1.0)
    >>> _ = SGD(0.1, momentum=0.9).minimize(lambda: v * v, [v])
    >>> round(float(v), 4)
    0.8
    """

    _own_options = ("momentum", "nesterov")

    def __init__(
        self, learning_rate: Any = 0.01, momentum: float = 0.0, nesterov: bool = False, **options: Any
    ) -> None:
        super().__init__(learning_rate, **options)
        if not isinstance(momentum, int | float) or not 0 <= momentum <= 1:
            raise ValueError(f"`momentum` must be a number between [0, 1], not {momentum!r}.")
        self.momentum = momentum
        self.nesterov = nesterov

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        self.momentums = self.add_optimizer_variables(variables, "momentum") if self.momentum else []

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        if not self.momentum:
            inputs = {"var": variable, "alpha": learning_rate, "delta": dense(gradient)}
            self._run("ResourceApplyGradientDescent", inputs)
            return
        inputs = {"var": variable, "accum": self._slot(self.momentums, variable), "lr": learning_rate}
        inputs |= {"grad": dense(gradient), "momentum": self.momentum}
        self._run("ResourceApplyKerasMomentum", inputs, use_nesterov=self.nesterov)
