"""Gradient descent, plain, with momentum and with penalties."""

from __future__ import annotations

from typing import Any

from runtime.autodiff import Gradient
from runtime.dispatch import apply_op
from runtime.indexed_slices import IndexedSlices
from runtime.ops.casts import cast
from runtime.tensor import Tensor
from runtime.train.optimizers import Optimizer
from runtime.variables import Variable


class GradientDescentOptimizer(Optimizer):
    """var -= learning_rate · gradient.

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
    """

    _changes_rows = True

    def __init__(self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent") -> None:
        super().__init__(use_locking, name)
        self._hyper = {"learning_rate": learning_rate}

    def _apply_dense(self, grad: Gradient, var: Variable) -> Any:
        if isinstance(grad, IndexedSlices):
            steps = grad.values * cast(self._tensors["learning_rate"], var.dtype)
            return apply_op("ResourceScatterSub", [var.handle, grad.indices, steps])
        return self._run("ResourceApplyGradientDescent", {"var": var, "alpha": "learning_rate", "delta": grad})


class MomentumOptimizer(Optimizer):
    """accumulation = momentum · accumulation + gradient; var -= learning_rate · accumulation (Polyak 1964).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        momentum: likewise.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
        use_nesterov: whether the gradient counts as if taken further on (Sutskever et al. 2013).
    """

    _slots = ("momentum",)
    _changes_rows = True

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._hyper = {"learning_rate": learning_rate, "momentum": momentum}
        self._use_nesterov = use_nesterov

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        inputs = {"var": var, "accum": self.get_slot(var, "momentum"), "lr": "learning_rate", "grad": grad}
        return self._run("ResourceApplyMomentum", {**inputs, "momentum": "momentum"}, use_nesterov=self._use_nesterov)


class ProximalGradientDescentOptimizer(Optimizer):
    """Gradient descent with penalties that set small weights to 0 (Duchi and Singer 2009).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        l1_regularization_strength: not negative.
        l2_regularization_strength: not negative.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
    """

    _changes_rows = True

    def __init__(
        self,
        learning_rate: Any,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._hyper = {
            "learning_rate": learning_rate,
            "l1_regularization_strength": l1_regularization_strength,
            "l2_regularization_strength": l2_regularization_strength,
        }

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        penalties = {"l1": "l1_regularization_strength", "l2": "l2_regularization_strength"}
        inputs = {"var": var, "alpha": "learning_rate", **penalties, "delta": grad}
        return self._run("ResourceApplyProximalGradientDescent", inputs)
