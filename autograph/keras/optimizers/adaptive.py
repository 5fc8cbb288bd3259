"""Optimizers that scale each element of a gradient by what it was before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras import initializers
from autograph.keras.optimizers.optimizer import Optimizer
from autograph.keras.optimizers.slices import squares
from runtime.autodiff import Gradient
from runtime.indexed_slices import IndexedSlices, dense
from runtime.ops.clipping import clip_by_value
from runtime.ops.math import pow, sqrt, square
from runtime.tensor import Tensor
from runtime.variables import Variable


class Adagrad(Optimizer):
    """Steps by gradients over the root of the sum of their squares (Duchi et al. 2011).

    Args:
        learning_rate: see `Optimizer`.
        initial_accumulator_value: what sums start from.
        epsilon: keeps divisions finite.
        **options: see `Optimizer`.
    """

    _own_options = ("initial_accumulator_value", "epsilon")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        initial_accumulator_value: float = 0.1,
        epsilon: float = 1e-7,
        **options: Any,
    ) -> None:
        super().__init__(learning_rate, **options)
        self.initial_accumulator_value = initial_accumulator_value
        self.epsilon = epsilon

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        start = initializers.Constant(self.initial_accumulator_value)
        self._accumulators = self.add_optimizer_variables(variables, "accumulator", start)

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        slot = self._slot(self._accumulators, variable)
        total = slot + squares(gradient)
        self.assign(slot, total)
        self.assign_sub(variable, learning_rate * dense(gradient) / sqrt(total + self.epsilon))


class Adadelta(Optimizer):
    """Steps whose size follows from earlier steps (Zeiler 2012).

    Args:
        learning_rate: see `Optimizer`.
        rho: how much of the means of squares stays in a step.
        epsilon: keeps divisions finite.
        **options: see `Optimizer`.
    """

    _own_options = ("rho", "epsilon")

    def __init__(self, learning_rate: Any = 0.001, rho: float = 0.95, epsilon: float = 1e-7, **options: Any) -> None:
        super().__init__(learning_rate, **options)
        self.rho = rho
        self.epsilon = epsilon

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        names = ("accumulated_grad", "accumulated_delta_var")
        pairs = [[self.add_variable_from_reference(variable, name) for name in names] for variable in variables]
        self._gradients, self._steps = ([pair[n] for pair in pairs] for n in (0, 1))

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        slots = {"accum": self._slot(self._gradients, variable), "accum_update": self._slot(self._steps, variable)}
        if isinstance(gradient, IndexedSlices):
            self._step_by_slices(gradient, variable, learning_rate, *slots.values())
            return
        numbers = {"lr": learning_rate, "rho": self.rho, "epsilon": self.epsilon}
        self._run("ResourceApplyAdadelta", {"var": variable, **slots, **numbers, "grad": gradient})

    def _step_by_slices(
        self, gradient: IndexedSlices, variable: Variable, learning_rate: Any, gradients: Variable, steps: Variable
    ) -> None:
        both = squares(gradient)
        mean = self.rho * gradients + (1 - self.rho) * both
        ratio = sqrt(steps + self.epsilon) / sqrt(mean + self.epsilon)
        self.assign(gradients, mean)
        self.assign(steps, self.rho * steps + (1 - self.rho) * square(ratio) * both)
        self.assign_sub(variable, learning_rate * ratio * dense(gradient))


class RMSprop(Optimizer):
    """Steps by gradients over the root of the mean of their squares (Tieleman and Hinton 2012).

    Args:
        learning_rate: see `Optimizer`.
        rho: how much of the mean of squares stays in a step.
        momentum: the share of the last step that is taken again.
        epsilon: keeps divisions finite.
        centered: whether squares are of the distance from the mean of gradients (Graves 2013).
        **options: see `Optimizer`.
    """

    _own_options = ("rho", "momentum", "epsilon", "centered")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: float = 0.9,
        momentum: float = 0.0,
        epsilon: float = 1e-7,
        centered: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(learning_rate, **options)
        self.rho = rho
        self.momentum = momentum
        self.epsilon = epsilon
        self.centered = centered

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        self._velocities = self.add_optimizer_variables(variables, "velocity")
        self._momentums = self.add_optimizer_variables(variables, "momentum") if self.momentum > 0 else []
        self._means = self.add_optimizer_variables(variables, "average_gradient") if self.centered else []

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        if self.momentum > 0 and not isinstance(gradient, IndexedSlices):
            self._fused_step(gradient, variable, learning_rate)
            return
        slot = self._slot(self._velocities, variable)
        spread = self.rho * slot + (1 - self.rho) * squares(gradient)
        whole = dense(gradient)
        self.assign(slot, spread)
        if self.centered:
            mean_slot = self._slot(self._means, variable)
            mean = self.rho * mean_slot + (1 - self.rho) * whole
            self.assign(mean_slot, mean)
            spread = spread - square(mean)
        step = learning_rate * whole / sqrt(spread + self.epsilon)
        if self.momentum > 0:
            last = self._slot(self._momentums, variable)
            step = self.momentum * last + step
            self.assign(last, step)
        self.assign_sub(variable, step)

    def _fused_step(self, gradient: Tensor, variable: Variable, learning_rate: Any) -> None:
        """With momentum TensorFlow has an op for it."""
        slots = {"ms": self._slot(self._velocities, variable), "mom": self._slot(self._momentums, variable)}
        op_type = "ResourceApplyRMSProp"
        if self.centered:
            op_type, slots["mg"] = "ResourceApplyCenteredRMSProp", self._slot(self._means, variable)
        numbers = {"lr": learning_rate, "rho": self.rho, "momentum": self.momentum, "epsilon": self.epsilon}
        self._run(op_type, {"var": variable, **slots, **numbers, "grad": gradient})


class Ftrl(Optimizer):
    """Follows the regularized leader (McMahan et al. 2013).

    Args:
        learning_rate: see `Optimizer`.
        learning_rate_power: not above 0; 0 for a rate that stays.
        initial_accumulator_value: what sums of squares start from, not negative.
        l1_regularization_strength: not negative.
        l2_regularization_strength: not negative.
        l2_shrinkage_regularization_strength: a penalty that counts with the gradient only, not negative.
        beta: of the paper.
        **options: see `Optimizer`.

    Raises:
        ValueError: an argument is out of range.
    """

    _own_options = (
        "learning_rate_power", "initial_accumulator_value", "l1_regularization_strength", "l2_regularization_strength",
        "l2_shrinkage_regularization_strength", "beta",
    )  # fmt: skip

    def __init__(
        self,
        learning_rate: Any = 0.001,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float = 0.0,
        **options: Any,
    ) -> None:
        super().__init__(learning_rate, **options)
        if learning_rate_power > 0:
            raise ValueError(f"`learning_rate_power` needs to be negative or zero, not {learning_rate_power}.")
        self.learning_rate_power = learning_rate_power
        self.initial_accumulator_value = initial_accumulator_value
        self.l1_regularization_strength = l1_regularization_strength
        self.l2_regularization_strength = l2_regularization_strength
        self.l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength
        self.beta = beta
        for name in self._own_options[1:-1]:
            if getattr(self, name) < 0:
                raise ValueError(f"`{name}` needs to be positive or zero, not {getattr(self, name)}.")

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        start = initializers.Constant(self.initial_accumulator_value)
        starts = {"accumulator": start, "linear": "zeros"}
        pairs = [
            [self.add_variable_from_reference(variable, name, value) for name, value in starts.items()]
            for variable in variables
        ]
        self._accumulators, self._linears = ([pair[n] for pair in pairs] for n in (0, 1))

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        slots = {"accum": self._slot(self._accumulators, variable), "linear": self._slot(self._linears, variable)}
        numbers = {
            "lr": learning_rate,
            "l1": self.l1_regularization_strength,
            "l2": self.l2_regularization_strength + self.beta / (2.0 * learning_rate),
            "l2_shrinkage": self.l2_shrinkage_regularization_strength,
            "lr_power": self.learning_rate_power,
        }
        if isinstance(gradient, IndexedSlices):
            self._step_by_slices(gradient, variable, numbers, **slots)
        else:
            self._run("ResourceApplyFtrlV2", {"var": variable, **slots, **numbers, "grad": gradient})

    def _step_by_slices(
        self, gradient: IndexedSlices, variable: Variable, numbers: dict[str, Any], accum: Variable, linear: Variable
    ) -> None:
        rate, power = numbers["lr"], -self.learning_rate_power
        whole = dense(gradient) + 2.0 * numbers["l2_shrinkage"] * variable
        total = accum + squares(gradient)
        sums = linear + whole - (pow(total, power) - pow(accum, power)) / rate * variable
        quadratic = pow(total, power) / rate + 2.0 * numbers["l2"]
        self.assign(linear, sums)
        self.assign(variable, (clip_by_value(sums, -numbers["l1"], numbers["l1"]) - sums) / quadratic)
        self.assign(accum, total)
