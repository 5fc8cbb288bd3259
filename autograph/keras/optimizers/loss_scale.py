"""Scaling losses, so that their gradients are not lost in 16 bits (Micikevicius et al. 2018)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras import initializers
from autograph.keras.optimizers.optimizer import Optimizer
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from runtime.autodiff import Gradient
from runtime.indexed_slices import dense
from runtime.ops.casts import cast
from runtime.ops.control_flow import cond, no_op
from runtime.ops.joining import stack
from runtime.ops.logic import equal, is_finite
from runtime.ops.reduction import reduce_all
from runtime.variables import Variable


class LossScaleOptimizer(Optimizer):
    """Multiplies the loss, and divides gradients before another optimizer applies them.

    Where a gradient is not finite, no step is taken and the scale is halved; after enough steps it is doubled.

    Args:
        inner_optimizer: the optimizer that takes the steps.
        initial_scale: by what the loss is multiplied at first.
        dynamic_growth_steps: after how many steps in a row the scale is doubled.
        name: by default the class name in snake case.

    >>> from autograph.keras.optimizers import SGD
    >>> optimizer, v = LossScaleOptimizer(SGD(0.5), initial_scale=4.0), Variable(1.0)
    >>> optimizer.build([v])
    >>> _ = optimizer.apply_gradients([(4.0, v)])
    >>> float(v)
    0.5
    """

    def __init__(
        self,
        inner_optimizer: Optimizer,
        initial_scale: float = 2.0**15,
        dynamic_growth_steps: int = 2000,
        name: str | None = None,
    ) -> None:
        super().__init__(0.0, name=name)
        self.inner_optimizer = inner_optimizer
        self.initial_scale = initial_scale
        self.dynamic_growth_steps = dynamic_growth_steps
        inner_optimizer.loss_scale_factor = None

    def build(self, variables: Sequence[Variable]) -> None:
        """Makes the scale and the count of steps, and what the inner optimizer keeps."""
        super().build(variables)
        self.step_counter = self.add_variable((), "zeros", "int32", name="step_counter")
        start = initializers.Constant(self.initial_scale)
        self.dynamic_scale = self.add_variable((), start, "float32", name="dynamic_scale")
        self.inner_optimizer.build(variables)
        self.inner_optimizer.built = True

    @property
    def variables(self) -> list[Variable]:  # type: ignore[override]
        """Its own variables, then those of the inner optimizer."""
        return [*super().variables, *self.inner_optimizer.variables]

    def _trackable_children(self) -> dict[str, Any]:
        return {**super()._trackable_children(), "inner_optimizer": self.inner_optimizer}

    @property
    def iterations(self) -> Any:
        """How many steps have been taken."""
        return self.inner_optimizer.iterations

    @property
    def learning_rate(self) -> Any:
        """That of the inner optimizer."""
        return self.inner_optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, learning_rate: Any) -> None:
        """Sets that of the inner optimizer."""
        self.inner_optimizer.learning_rate = learning_rate

    def scale_loss(self, loss: Any) -> Any:
        """The loss times the scale."""
        scale = self.dynamic_scale.read_value() if self.built else self.initial_scale
        return loss * (cast(scale, loss.dtype) if self.built else scale)

    def _apply(self, pairs: list[tuple[Gradient, Variable]]) -> Any:
        gradients = [cast(gradient, variable.dtype) for gradient, variable in pairs]
        variables = [variable for _, variable in pairs]
        are_finite = reduce_all(stack([reduce_all(is_finite(dense(gradient))) for gradient in gradients]))

        def step() -> Any:
            """A step with gradients that are finite; after enough of them the scale doubles."""
            scale = self.dynamic_scale.read_value()
            self.inner_optimizer.apply([g / cast(scale, g.dtype) for g in gradients], variables)
            is_due = equal(self.step_counter, self.dynamic_growth_steps - 1)
            self.step_counter.assign(cond(is_due, lambda: self.step_counter * 0, lambda: self.step_counter + 1))
            self.dynamic_scale.assign(cond(is_due, lambda: scale * 2.0, lambda: scale))
            return no_op()

        def halve() -> Any:
            """No step: gradients have overflowed, so the scale halves."""
            self.step_counter.assign(0)
            self.dynamic_scale.assign(self.dynamic_scale * 0.5)
            return no_op()

        done = cond(are_finite, step, halve)
        return self.inner_optimizer.iterations if done is None or done.graph.building_function else done

    def finalize_variable_values(self, var_list: Sequence[Variable]) -> None:
        """See `Optimizer`."""
        self.inner_optimizer.finalize_variable_values(var_list)

    def get_weights(self) -> list[Any]:
        """The values of its variables and those of the inner optimizer, as numpy arrays."""
        return [variable.numpy() for variable in self.variables]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Sets its variables and those of the inner optimizer (see `Optimizer`)."""
        count = len(self._own)
        super().set_weights(weights[:count])
        self.inner_optimizer.set_weights(weights[count:])

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal optimizer with."""
        inner = serialize_keras_object(self.inner_optimizer)
        numbers = {"initial_scale": self.initial_scale, "dynamic_growth_steps": self.dynamic_growth_steps}
        return {"name": self.name, "inner_optimizer": inner, **numbers}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """The optimizer with these arguments."""
        inner = deserialize_keras_object(config["inner_optimizer"], custom_objects)
        return cls(**{**config, "inner_optimizer": inner})
