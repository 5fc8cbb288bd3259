"""Gradients gathered over several steps and applied as their mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runtime.autodiff import Gradient
from runtime.ops.control_flow import cond, no_op
from runtime.ops.creation import zeros_like
from runtime.ops.logic import equal
from runtime.variables import Variable

if TYPE_CHECKING:
    from autograph.keras.optimizers.optimizer import Optimizer


def checked_steps(steps: int | None) -> int | None:
    """The number of steps.

    Raises:
        ValueError: it is below 2.
    """
    if steps is not None and steps < 2:
        raise ValueError(f"`gradient_accumulation_steps` must be an integer >= 2, not {steps}.")
    return steps


def step(optimizer: Optimizer, gradients: list[Gradient], variables: list[Variable]) -> None:
    """Adds gradients to the sums; each time that enough have come, applies their mean and starts anew."""
    count = optimizer.gradient_accumulation_steps or 1
    sums = [optimizer._slot(optimizer._sums, variable) for variable in variables]

    def apply() -> Any:
        """The step with the mean of what has been collected, which starts anew."""
        totals = [gradient + total for gradient, total in zip(gradients, sums, strict=True)]
        optimizer._step([total / float(count) for total in totals], variables)
        for total in optimizer._sums:
            total.assign(zeros_like(total.read_value()), read_value=False)
        return no_op()

    def add() -> Any:
        """Collects the gradients."""
        for gradient, total in zip(gradients, sums, strict=True):
            total.assign_add(gradient, read_value=False)
        return no_op()

    is_due = equal((optimizer._iterations + 1) % count, 0)
    done = cond(is_due, apply, add)
    optimizer._pending = [] if done is None else [done]
