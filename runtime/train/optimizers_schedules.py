"""Learning rates that follow the number of the step, as TensorFlow 1 has them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from runtime.current import current_graph
from runtime.dispatch import convert_to_tensor, is_symbolic
from runtime.ops.casts import cast
from runtime.ops.math import ceil, cos, exp, floor, maximum, minimum, pow
from runtime.ops.selection import where
from runtime.scopes import name_scope
from runtime.tensor import Tensor
from runtime.variables import Variable


def _following(step: Any, name: str, rate_at: Callable[[Any], Tensor]) -> Any:
    """The rate as a tensor of a graph; outside of graphs a function, so that it goes on with the step."""

    def rate() -> Tensor:
        """The rate at the step's value now."""
        with name_scope(name):
            return rate_at(step.read_value() if isinstance(step, Variable) else convert_to_tensor(step))

    is_in_graph = current_graph() is not None or is_symbolic(step) or getattr(step, "graph", None) is not None
    return rate() if is_in_graph else rate


def exponential_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate · decay_rate^(global_step / decay_steps).

    Args:
        learning_rate: at step 0.
        global_step: an integer tensor or variable.
        decay_steps: over how many steps the rate is taken once.
        decay_rate: by how much it is multiplied then.
        staircase: whether the rate changes then only.
        name: of the scope.

    Returns:
        A tensor in a graph; outside of graphs, a function of no arguments that gives one.

    >>> float(exponential_decay(0.1, 10, decay_steps=10, decay_rate=0.5)())
    0.05000000074505806
    """

    def rate_at(step: Any) -> Tensor:
        """rate * decay ** (step / steps), in whole powers if staircase."""
        rate = convert_to_tensor(learning_rate)
        turns = cast(step, rate.dtype) / cast(decay_steps, rate.dtype)
        return rate * pow(cast(decay_rate, rate.dtype), floor(turns) if staircase else turns)

    return _following(global_step, name or "ExponentialDecay", rate_at)


def natural_exp_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate · exp(-decay_rate · global_step / decay_steps) (see `exponential_decay`)."""
    factor = exp(-convert_to_tensor(decay_rate, dtype_hint="float32"))
    return exponential_decay(learning_rate, global_step, decay_steps, factor, staircase, name or "NaturalExpDecay")


def inverse_time_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate / (1 + decay_rate · global_step / decay_steps) (see `exponential_decay`)."""

    def rate_at(step: Any) -> Tensor:
        """rate / (1 + decay * step / steps), in whole steps if staircase."""
        rate = convert_to_tensor(learning_rate)
        turns = cast(step, rate.dtype) / cast(decay_steps, rate.dtype)
        return rate / (1.0 + cast(decay_rate, rate.dtype) * (floor(turns) if staircase else turns))

    return _following(global_step, name or "InverseTimeDecay", rate_at)


def polynomial_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    end_learning_rate: Any = 0.0001,
    power: Any = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Any:
    """From one rate to another along (1 - global_step / decay_steps)^power.

    Args:
        learning_rate: at step 0.
        global_step: an integer tensor or variable.
        decay_steps: how many steps it takes.
        end_learning_rate: the rate at the end.
        power: of the polynomial.
        cycle: whether the rate rises again after the end, to fall over twice as many steps, and so on.
        name: of the scope.
    """

    def rate_at(step: Any) -> Tensor:
        """From the rate to the end, by a power of what is left; over and over if it cycles."""
        rate = convert_to_tensor(learning_rate)
        now, steps = cast(step, rate.dtype), cast(decay_steps, rate.dtype)
        end = cast(end_learning_rate, rate.dtype)
        if cycle:
            steps = steps * maximum(ceil(now / steps), 1.0)
        else:
            now = minimum(now, steps)
        return (rate - end) * pow(1.0 - now / steps, cast(power, rate.dtype)) + end

    return _following(global_step, name or "PolynomialDecay", rate_at)


def cosine_decay(
    learning_rate: Any, global_step: Any, decay_steps: Any, alpha: float = 0.0, name: str | None = None
) -> Any:
    """From one rate to `alpha` times it, along half a turn of the cosine (Loshchilov and Hutter 2017).

    Args:
        learning_rate: at step 0.
        global_step: an integer tensor or variable.
        decay_steps: how many steps it takes.
        alpha: the share of the rate that stays.
        name: of the scope.
    """

    def rate_at(step: Any) -> Tensor:
        """Along half a cosine to alpha times the rate."""
        rate = convert_to_tensor(learning_rate)
        done = minimum(cast(step, rate.dtype) / cast(decay_steps, rate.dtype), 1.0)
        return rate * ((1 - alpha) * (0.5 * (1.0 + cos(math.pi * done))) + alpha)

    return _following(global_step, name or "CosineDecay", rate_at)


def piecewise_constant(x: Any, boundaries: Sequence[Any], values: Sequence[Any], name: str | None = None) -> Any:
    """Values that change at steps.

    Args:
        x: the number of the step.
        boundaries: rising steps; each is the last one of its value.
        values: one more than there are boundaries.
        name: of the scope.

    Raises:
        ValueError: the numbers of boundaries and values do not go together.

    >>> [float(piecewise_constant(step, [2, 4], [1.0, 0.5, 0.1])()) for step in (2, 3, 5)]
    [1.0, 0.5, 0.10000000149011612]
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError(f"There must be one more value than boundaries, not {len(boundaries)} and {len(values)}.")

    def rate_at(step: Any) -> Tensor:
        """The value of the first boundary that the step has not passed."""
        chosen = convert_to_tensor(values[-1])
        for boundary, value in zip(reversed(boundaries), reversed(values[:-1]), strict=True):
            chosen = where(step <= cast(boundary, step.dtype), convert_to_tensor(value, chosen.dtype), chosen)
        return chosen

    return _following(x, name or "PiecewiseConstant", rate_at)


piecewise_constant_decay = piecewise_constant
