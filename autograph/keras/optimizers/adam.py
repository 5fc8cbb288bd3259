"""Adam and its kin: steps by the mean of gradients over the root of the mean of their squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograph.keras.optimizers.optimizer import Optimizer
from autograph.keras.optimizers.slices import magnitudes, squares
from runtime.autodiff import Gradient
from runtime.dispatch import convert_to_tensor
from runtime.indexed_slices import IndexedSlices, dense
from runtime.ops.casts import cast
from runtime.ops.math import maximum, pow, sign, sqrt, square
from runtime.ops.reduction import reduce_sum
from runtime.ops.selection import where
from runtime.tensor import Tensor
from runtime.variables import Variable


class _Moments(Optimizer):
    """A base class of optimizers with means of gradients and of their squares."""

    _own_options: tuple[str, ...] = ("beta_1", "beta_2", "epsilon")
    _slot_names = ("momentum", "velocity")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        **options: Any,
    ) -> None:
        super().__init__(learning_rate, **options)
        self.beta_1 = beta_1
        self.beta_2 = beta_2
        self.epsilon = epsilon

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        pairs = [
            [self.add_variable_from_reference(variable, name) for name in self._slot_names] for variable in variables
        ]
        self._momentums, self._velocities = ([pair[n] for pair in pairs] for n in (0, 1))

    def _slots(self, variable: Variable) -> dict[str, Variable]:
        return {"m": self._slot(self._momentums, variable), "v": self._slot(self._velocities, variable)}

    def _power(self, base: float, variable: Variable) -> Tensor:
        """The base to the power of the number of the step."""
        return pow(convert_to_tensor(base, variable.dtype), cast(self.iterations + 1, variable.dtype))

    def _means(self, gradient: Gradient, variable: Variable) -> tuple[Tensor, Tensor]:
        """Moves both means, and gives their new values."""
        slots = self._slots(variable)
        m = slots["m"] + (dense(gradient) - slots["m"]) * (1 - self.beta_1)
        v = slots["v"] + (squares(gradient) - slots["v"]) * (1 - self.beta_2)
        self.assign(slots["m"], m)
        self.assign(slots["v"], v)
        return m, v


class Adam(_Moments):
    """Kingma and Ba 2015.

    Args:
        learning_rate: see `Optimizer`.
        beta_1: how much of the mean of gradients stays in a step.
        beta_2: how much of the mean of squares stays in a step.
        epsilon: keeps divisions finite ("epsilon hat" of the paper).
        amsgrad: whether the mean of squares never falls (Reddi et al. 2018).
        **options: see `Optimizer`.

    >>> v = Variable(1.0)
    >>> _ = Adam(0.1).minimize(lambda: v * v, [v])
    >>> round(float(v), 4)
    0.9
    """

    _own_options = ("beta_1", "beta_2", "epsilon", "amsgrad")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(learning_rate, beta_1, beta_2, epsilon, **options)
        self.amsgrad = amsgrad
        self._prepared: dict[Any, dict[str, Any]] = {}

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        self._velocity_hats = self.add_optimizer_variables(variables, "velocity_hat") if self.amsgrad else []

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        if isinstance(gradient, IndexedSlices):
            self._step_by_slices(gradient, variable, learning_rate)
            return
        slots: dict[str, Any] = {"var": variable, **self._slots(variable)}
        op_type = "ResourceApplyAdam"
        if self.amsgrad:
            op_type, slots["vhat"] = "ResourceApplyAdamWithAmsgrad", self._slot(self._velocity_hats, variable)
        numbers = self._prepared.get(variable.dtype)
        if numbers is None:
            numbers = self._prepared[variable.dtype] = self._numbers(variable, learning_rate)
        self._run(op_type, {**slots, **numbers, "grad": gradient})

    def _step_by_slices(self, gradient: IndexedSlices, variable: Variable, learning_rate: Any) -> None:
        m, v = self._means(gradient, variable)
        if self.amsgrad:
            slot = self._slot(self._velocity_hats, variable)
            v = maximum(slot, v)
            self.assign(slot, v)
        first, second = (1.0 - self._power(beta, variable) for beta in (self.beta_1, self.beta_2))
        self.assign_sub(variable, m * (learning_rate * sqrt(second) / first) / (sqrt(v) + self.epsilon))

    def _update(self, gradients: list[Gradient], variables: list[Variable], rate: Any) -> None:
        self._prepared = {}  # What is the same for all variables is computed once.
        super()._update(gradients, variables, rate)
        self._prepared = {}

    def _numbers(self, variable: Variable, learning_rate: Any) -> dict[str, Any]:
        """What the op takes besides tensors of the shape of the variable.

        Keras moves the mean of squares by the exact 1 - beta_2, while the op rounds beta_2 first. The ratio of both
        means, which is that of 1 - beta_2**step, goes into the learning rate.
        """
        powers = {"beta1_power": self._power(self.beta_1, variable), "beta2_power": self._power(self.beta_2, variable)}
        rounded = float(np.asarray(self.beta_2, variable.dtype.as_numpy_dtype))
        if rounded != self.beta_2:
            of_op, exact = (1 - pow(base, cast(self.iterations + 1, "float64")) for base in (rounded, self.beta_2))
            learning_rate = cast(cast(learning_rate, "float64") * sqrt(of_op / exact), variable.dtype)
        return {**powers, "lr": learning_rate, "beta1": self.beta_1, "beta2": self.beta_2, "epsilon": self.epsilon}


class AdamW(Adam):
    """Adam with weight decay apart from the gradient (Loshchilov and Hutter 2019).

    Args:
        learning_rate: see `Optimizer`.
        weight_decay: see `Optimizer`.
        beta_1: see `Adam`.
        beta_2: see `Adam`.
        epsilon: see `Adam`.
        amsgrad: see `Adam`.
        **options: see `Optimizer`.
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        weight_decay: float = 0.004,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        **options: Any,
    ) -> None:
        if weight_decay is None:
            raise ValueError("Argument `weight_decay` must be a float, not None.")
        super().__init__(learning_rate, beta_1, beta_2, epsilon, amsgrad, weight_decay=weight_decay, **options)


class Adamax(_Moments):
    """Adam with the largest gradient instead of the mean of squares (Kingma and Ba 2015; see `Adam`)."""

    _slot_names = ("momentum", "norm")

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        if isinstance(gradient, IndexedSlices):
            self._step_by_slices(gradient, variable, learning_rate)
            return
        numbers = {"lr": learning_rate, "beta1": self.beta_1, "beta2": self.beta_2, "epsilon": self.epsilon}
        inputs = {"var": variable, **self._slots(variable), "beta1_power": self._power(self.beta_1, variable)}
        self._run("ResourceApplyAdaMax", {**inputs, **numbers, "grad": gradient})

    def _step_by_slices(self, gradient: IndexedSlices, variable: Variable, learning_rate: Any) -> None:
        slots = self._slots(variable)
        m = slots["m"] + (dense(gradient) - slots["m"]) * (1 - self.beta_1)
        norm = maximum(slots["v"] * self.beta_2, magnitudes(gradient))
        self.assign(slots["m"], m)
        self.assign(slots["v"], norm)
        share = learning_rate / (1.0 - self._power(self.beta_1, variable))
        self.assign_sub(variable, share * m / (norm + self.epsilon))


class Nadam(_Moments):
    """Adam with Nesterov's momentum, which grows with the steps (Dozat 2015; see `Adam`)."""

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        self._u_product = self.add_variable((), "ones", variables[0].dtype, name="u_product")

    def _update(self, gradients: list[Gradient], variables: list[Variable], rate: Any) -> None:
        product = self._u_product * self._momentum_at(1, self._u_product.dtype)
        self.assign(self._u_product, product)
        self._product = product
        super()._update(gradients, variables, rate)

    def _momentum_at(self, ahead: int, dtype: Any) -> Any:
        """The momentum of a step, counted from the last one."""
        number = cast(self.iterations + ahead, dtype)
        return self.beta_1 * (1.0 - 0.5 * pow(convert_to_tensor(0.96, dtype), number))

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        now, then = (self._momentum_at(ahead, variable.dtype) for ahead in (1, 2))
        product = cast(self._product, variable.dtype)
        m, v = self._means(gradient, variable)
        mean = then * m / (1.0 - product * then) + (1.0 - now) * dense(gradient) / (1.0 - product)
        spread = v / (1.0 - self._power(self.beta_2, variable))
        self.assign_sub(variable, mean * learning_rate / (sqrt(spread) + self.epsilon))


class Lamb(_Moments):
    """Adam with steps in proportion to the norm of each variable (You et al. 2020; see `Adam`)."""

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        m, v = self._means(gradient, variable)
        spread = sqrt(v / (1.0 - self._power(self.beta_2, variable))) + self.epsilon
        update = m / (1.0 - self._power(self.beta_1, variable)) / spread
        weight_norm, update_norm = sqrt(reduce_sum(square(variable))), sqrt(reduce_sum(square(update)))
        are_positive = (weight_norm > 0) & (update_norm > 0)
        one = convert_to_tensor(1.0, variable.dtype)
        ratio = where(are_positive, weight_norm / where(are_positive, update_norm, one), one)
        self.assign_sub(variable, ratio * learning_rate * update)


class Lion(Optimizer):
    """Steps of equal size in the direction of the sign of the mean gradient (Chen et al. 2023).

    Args:
        learning_rate: see `Optimizer`.
        beta_1: how much of the mean counts beside the gradient, in (0, 1].
        beta_2: how much of the mean stays in a step.
        **options: see `Optimizer`.

    Raises:
        ValueError: `beta_1` is out of range.
    """

    _own_options = ("beta_1", "beta_2")

    def __init__(self, learning_rate: Any = 0.001, beta_1: float = 0.9, beta_2: float = 0.99, **options: Any) -> None:
        super().__init__(learning_rate, **options)
        if not 0 < beta_1 <= 1:
            raise ValueError(f"Argument `beta_1` must be in the (0, 1] range, not {beta_1}.")
        self.beta_1 = beta_1
        self.beta_2 = beta_2

    def build(self, variables: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        super().build(variables)
        self._momentums = self.add_optimizer_variables(variables, "momentum")

    def update_step(self, gradient: Gradient, variable: Variable, learning_rate: Any) -> None:
        """See `Optimizer`."""
        slot = self._slot(self._momentums, variable)
        mean, gradient = slot.read_value(), dense(gradient)
        self.assign_sub(variable, learning_rate * sign(mean * self.beta_1 + gradient * (1.0 - self.beta_1)))
        self.assign(slot, mean * self.beta_2 + gradient * (1.0 - self.beta_2))
