"""Moving averages of the variables that an optimizer changes (Polyak averaging)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runtime.ops.casts import cast
from runtime.ops.control_flow import cond, no_op
from runtime.ops.logic import equal, not_equal

if TYPE_CHECKING:
    from autograph.keras.optimizers.optimizer import Optimizer


def checked_momentum(momentum: float) -> float:
    """The momentum.

    Raises:
        ValueError: it is not in [0, 1].
    """
    if not 0 <= momentum <= 1:
        raise ValueError(f"`ema_momentum` must be in the range [0, 1], not {momentum}.")
    return momentum


def checked_frequency(frequency: Any) -> int | None:
    """The number of steps between overwrites.

    Raises:
        ValueError: it is no integer above 0.
    """
    if frequency is not None and (not isinstance(frequency, int) or frequency < 1):
        raise ValueError(f"`ema_overwrite_frequency` must be an integer >= 1 or None, not {frequency!r}.")
    return frequency


def step(optimizer: Optimizer) -> None:
    """Moves the averages towards the variables; the first step sets them."""
    step_count = optimizer.iterations
    for variable, average in zip(optimizer._trained, optimizer._averages, strict=True):
        kept = cast(not_equal(step_count, 0), variable.dtype) * optimizer.ema_momentum
        optimizer.assign(average, kept * average.read_value() + (1.0 - kept) * variable.read_value())
    frequency = optimizer.ema_overwrite_frequency
    if frequency:
        is_due = equal((step_count + 1) % frequency, 0)
        optimizer._after_pending(lambda: optimizer._note(cond(is_due, lambda: _overwritten(optimizer), no_op)))


def overwrite(optimizer: Optimizer) -> None:
    """Sets the variables to their averages."""
    for variable, average in zip(optimizer._trained, optimizer._averages, strict=True):
        variable.assign(average.read_value(), read_value=False)


def _overwritten(optimizer: Optimizer) -> Any:
    overwrite(optimizer)
    return no_op()
