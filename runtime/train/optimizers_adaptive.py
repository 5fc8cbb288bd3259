"""Optimizers that give each weight a step of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.ops.control_flow import group
from runtime.scopes import control_dependencies
from runtime.tensor import Tensor
from runtime.train.optimizers import Optimizer, filled_like
from runtime.variables import Variable


class AdamOptimizer(Optimizer):
    """Steps by the mean of gradients over the root of the mean of their squares (Kingma and Ba 2015).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        beta1: how much of the mean of gradients stays in a step.
        beta2: how much of the mean of squares stays in a step.
        epsilon: keeps divisions finite ("epsilon hat" of the paper).
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
    """

    _slots = ("m", "v")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(use_locking, name)
        self._hyper = {"learning_rate": learning_rate, "beta1": beta1, "beta2": beta2, "epsilon": epsilon}

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for number in ("1", "2"):
            beta = self._hyper[f"beta{number}"]
            self._create_non_slot_variable(beta() if callable(beta) else beta, f"beta{number}_power")
        for variable in var_list:
            for slot in self._slots:
                self._zeros_slot(variable, slot, self._name)

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        powers = {f"beta{n}_power": self._get_non_slot_variable(f"beta{n}_power").read_value() for n in (1, 2)}
        slots = {slot: self.get_slot(var, slot) for slot in self._slots}
        numbers = {"lr": "learning_rate", "beta1": "beta1", "beta2": "beta2", "epsilon": "epsilon"}
        return self._run("ResourceApplyAdam", {"var": var, **slots, **powers, **numbers, "grad": grad})

    def _finish(self, update_ops: list[Any], name_scope: str | None) -> Any:
        with control_dependencies(update_ops):
            steps = []
            for number in ("1", "2"):
                power = self._get_non_slot_variable(f"beta{number}_power")
                steps.append(power.assign(power * self._tensors[f"beta{number}"], read_value=False))
        return None if name_scope is None else group(*update_ops, *steps, name=name_scope)


class AdagradOptimizer(Optimizer):
    """Steps by gradients over the root of the sum of their squares (Duchi et al. 2011).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        initial_accumulator_value: what sums start from, above 0.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.

    Raises:
        ValueError: the initial value is not above 0.
    """

    _changes_rows = True

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        super().__init__(use_locking, name)
        self._start = _above_zero(initial_accumulator_value)
        self._hyper = {"learning_rate": learning_rate}

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._get_or_make_slot(variable, lambda v=variable: filled_like(v, self._start), "accumulator", self._name)

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        inputs = {"var": var, "accum": self.get_slot(var, "accumulator"), "lr": "learning_rate", "grad": grad}
        return self._run("ResourceApplyAdagrad", inputs)


class ProximalAdagradOptimizer(AdagradOptimizer):
    """Adagrad with penalties that set small weights to 0 (Duchi and Singer 2009).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        initial_accumulator_value: what sums start from, above 0.
        l1_regularization_strength: not negative.
        l2_regularization_strength: not negative.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
    """

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._hyper["l1_regularization_strength"] = l1_regularization_strength
        self._hyper["l2_regularization_strength"] = l2_regularization_strength

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        penalties = {"l1": "l1_regularization_strength", "l2": "l2_regularization_strength"}
        inputs = {"var": var, "accum": self.get_slot(var, "accumulator"), "lr": "learning_rate", **penalties}
        return self._run("ResourceApplyProximalAdagrad", {**inputs, "grad": grad})


class AdagradDAOptimizer(Optimizer):
    """Adagrad by dual averaging, for sparse linear models (Duchi et al. 2011).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        global_step: the variable that counts steps.
        initial_gradient_squared_accumulator_value: what sums start from, above 0.
        l1_regularization_strength: not negative.
        l2_regularization_strength: not negative.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
    """

    _changes_rows = True

    def __init__(
        self,
        learning_rate: Any,
        global_step: Variable,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        super().__init__(use_locking, name)
        self._start = _above_zero(initial_gradient_squared_accumulator_value)
        self._global_step = global_step
        self._penalties = {"l1": l1_regularization_strength, "l2": l2_regularization_strength}
        self._hyper = {"learning_rate": learning_rate}

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "gradient_accumulator", self._name)
            name = "gradient_squared_accumulator"
            self._get_or_make_slot(variable, lambda v=variable: filled_like(v, self._start), name, self._name)

    def _prepare(self) -> None:
        super()._prepare()
        self._tensors["step"] = self._global_step.read_value() + 1

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        names = ("gradient_accumulator", "gradient_squared_accumulator")
        slots = {name: self.get_slot(var, name) for name in names}
        numbers = {"lr": "learning_rate", **self._penalties, "global_step": "step"}
        return self._run("ResourceApplyAdagradDA", {"var": var, **slots, "grad": grad, **numbers})


class AdadeltaOptimizer(Optimizer):
    """Steps whose size follows from earlier steps (Zeiler 2012).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        rho: how much of the means of squares stays in a step.
        epsilon: keeps divisions finite, and the first steps from being 0.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
    """

    _changes_rows = True

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.95,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._hyper = {"lr": learning_rate, "rho": rho, "epsilon": epsilon}

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "accum", self._name)
            self._zeros_slot(variable, "accum_update", self._name)

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        slots = {slot: self.get_slot(var, slot) for slot in ("accum", "accum_update")}
        numbers = {name: name for name in ("lr", "rho", "epsilon")}
        return self._run("ResourceApplyAdadelta", {"var": var, **slots, **numbers, "grad": grad})


class RMSPropOptimizer(Optimizer):
    """Steps by gradients over the root of the mean of their squares (Tieleman and Hinton 2012).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        decay: how much of the mean of squares stays in a step.
        momentum: how much of the last step is taken again.
        epsilon: keeps divisions finite.
        use_locking: see `Optimizer`.
        centered: whether squares are of the distance from the mean of gradients (Graves 2013).
        name: see `Optimizer`.
    """

    _changes_rows = True

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._centered = centered
        self._hyper = {"learning_rate": learning_rate, "decay": decay, "momentum": momentum, "epsilon": epsilon}

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._get_or_make_slot(variable, lambda v=variable: filled_like(v, 1), "rms", self._name)
            if self._centered:
                self._zeros_slot(variable, "mg", self._name)
            self._zeros_slot(variable, "momentum", self._name)

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        slots = {"ms": self.get_slot(var, "rms"), "mom": self.get_slot(var, "momentum")}
        if self._centered:
            slots["mg"] = self.get_slot(var, "mg")
        numbers = {"lr": "learning_rate", "rho": "decay", "momentum": "momentum", "epsilon": "epsilon"}
        op_type = "ResourceApplyCenteredRMSProp" if self._centered else "ResourceApplyRMSProp"
        return self._run(op_type, {"var": var, **slots, **numbers, "grad": grad})


class FtrlOptimizer(Optimizer):
    """Follows the regularized leader (McMahan et al. 2013).

    Args:
        learning_rate: a number, tensor, or function of no arguments.
        learning_rate_power: not above 0; 0 for a rate that stays.
        initial_accumulator_value: what sums of squares start from, not negative.
        l1_regularization_strength: not negative.
        l2_regularization_strength: not negative.
        use_locking: see `Optimizer`.
        name: see `Optimizer`.
        accum_name: of the slot, by default the optimizer's name.
        linear_name: of the slot, by default the optimizer's name and "_1".
        l2_shrinkage_regularization_strength: a penalty on weights that do not get gradients, not negative.
        beta: of the paper.

    Raises:
        ValueError: an argument is out of range.
    """

    _changes_rows = True

    def __init__(
        self,
        learning_rate: Any,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float | None = None,
    ) -> None:
        super().__init__(use_locking, name)
        if learning_rate_power > 0:
            raise ValueError(f"learning_rate_power {learning_rate_power} needs to be negative or zero")
        self._hyper = {
            "learning_rate": learning_rate,
            "l1_regularization_strength": _not_negative("l1_regularization_strength", l1_regularization_strength),
            "l2_regularization_strength": _not_negative("l2_regularization_strength", l2_regularization_strength),
            "learning_rate_power": learning_rate_power,
        }
        self._start = _not_negative("initial_accumulator_value", initial_accumulator_value)
        name_of_shrinkage = "l2_shrinkage_regularization_strength"
        self._shrinkage = _not_negative(name_of_shrinkage, l2_shrinkage_regularization_strength)
        self._slot_names = (accum_name or name, linear_name or name)
        self._beta = beta or 0.0

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._get_or_make_slot(
                variable, lambda v=variable: filled_like(v, self._start), "accum", self._slot_names[0]
            )
            self._get_or_make_slot(variable, lambda v=variable: filled_like(v, 0), "linear", self._slot_names[1])

    def _prepare(self) -> None:
        super()._prepare()
        if self._beta:
            strength, rate = self._tensors["l2_regularization_strength"], self._tensors["learning_rate"]
            self._tensors["l2_regularization_strength"] = strength + self._beta / (2.0 * rate)

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        slots = {slot: self.get_slot(var, slot) for slot in ("accum", "linear")}
        penalties = {"l1": "l1_regularization_strength", "l2": "l2_regularization_strength"}
        inputs = {"var": var, **slots, "grad": grad, "lr": "learning_rate", **penalties}
        if self._shrinkage:
            shrinkage = {"l2_shrinkage": self._shrinkage, "lr_power": "learning_rate_power"}
            return self._run("ResourceApplyFtrlV2", {**inputs, **shrinkage})
        return self._run("ResourceApplyFtrl", {**inputs, "lr_power": "learning_rate_power"})


def _above_zero(value: float) -> float:
    if value <= 0:
        raise ValueError(f"initial_accumulator_value must be positive: {value}")
    return value


def _not_negative(name: str, value: float) -> float:
    if value < 0:
        raise ValueError(f"{name} {value} needs to be positive or zero")
    return value
