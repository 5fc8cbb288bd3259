"""Learning rates that follow the number of the step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from autograph.keras.catalogue import Catalogue
from autograph.keras.configured import Configured
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.tensors import as_tensor
from runtime.ops.casts import cast
from runtime.ops.math import ceil, cos, floor, log, maximum, minimum, pow
from runtime.ops.selection import where
from runtime.scopes import scope_of_object
from runtime.tensor import Tensor


class LearningRateSchedule(Configured):
    """A base class: an object that is called with the number of the step, and gives the learning rate."""

    def __call__(self, step: Any) -> Any:
        """The learning rate at a step."""
        raise NotImplementedError(f"Learning rate schedule {type(self).__name__!r} must define __call__(self, step).")

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with; to be defined by subclasses."""
        raise NotImplementedError(f"Learning rate schedule {type(self).__name__!r} must define get_config().")


class _Schedule(LearningRateSchedule):
    """A base class of those here: says by `_options` what it was made of."""

    _options: tuple[str, ...] = ()
    name: str

    def __call__(self, step: Any) -> Tensor:
        """The learning rate at a step."""
        with scope_of_object(self.name):
            return self._at(as_tensor(step))

    def _at(self, step: Tensor) -> Tensor:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {name: getattr(self, name) for name in (*self._options, "name")}


class _Decay(_Schedule):
    """A base class of those that begin with a rate and fall over steps."""

    initial_learning_rate: Any

    def _set(self, steps_name: str, steps: Any, **options: Any) -> None:
        if isinstance(steps, int | float) and steps <= 0:
            raise ValueError(f"Argument `{steps_name}` must be > 0, not {steps}.")
        for name, value in {steps_name: steps, **options}.items():
            setattr(self, name, value)

    @property
    def _rate(self) -> Tensor:
        return as_tensor(self.initial_learning_rate)

    def _turns(self, step: Tensor, steps: Any, staircase: bool) -> Tensor:
        turns = cast(step, self._rate.dtype) / cast(steps, self._rate.dtype)
        return floor(turns) if staircase else turns


class ExponentialDecay(_Decay):
    """initial_learning_rate · decay_rate^(step / decay_steps).

    Args:
        initial_learning_rate: at step 0.
        decay_steps: over how many steps the rate is taken once.
        decay_rate: by how much it is multiplied then.
        staircase: whether the rate changes then only.
        name: of the scope.

    >>> round(float(ExponentialDecay(0.1, decay_steps=10, decay_rate=0.5)(20)), 4)
    0.025
    """

    _options = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase")
    decay_steps: Any
    decay_rate: Any
    staircase: bool

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        decay_rate: Any,
        staircase: bool = False,
        name: str = "ExponentialDecay",
    ) -> None:
        self._set("decay_steps", decay_steps, decay_rate=decay_rate, staircase=staircase, name=name)
        self.initial_learning_rate = initial_learning_rate

    def _at(self, step: Tensor) -> Tensor:
        turns = self._turns(step, self.decay_steps, self.staircase)
        return self._rate * pow(cast(self.decay_rate, turns.dtype), turns)


class InverseTimeDecay(ExponentialDecay):
    """initial_learning_rate / (1 + decay_rate · step / decay_steps) (see `ExponentialDecay`)."""

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        decay_rate: Any,
        staircase: bool = False,
        name: str = "InverseTimeDecay",
    ) -> None:
        super().__init__(initial_learning_rate, decay_steps, decay_rate, staircase, name)

    def _at(self, step: Tensor) -> Tensor:
        turns = self._turns(step, self.decay_steps, self.staircase)
        return self._rate / (1.0 + cast(self.decay_rate, turns.dtype) * turns)


class PolynomialDecay(_Decay):
    """From one rate to another along (1 - step / decay_steps)^power.

    Args:
        initial_learning_rate: at step 0.
        decay_steps: how many steps it takes.
        end_learning_rate: the rate at the end.
        power: of the polynomial.
        cycle: whether the rate rises again after the end, to fall over twice as many steps, and so on.
        name: of the scope.
    """

    _options = ("initial_learning_rate", "decay_steps", "end_learning_rate", "power", "cycle")
    decay_steps: Any
    end_learning_rate: Any
    power: Any
    cycle: bool

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        end_learning_rate: Any = 0.0001,
        power: Any = 1.0,
        cycle: bool = False,
        name: str = "PolynomialDecay",
    ) -> None:
        self._set("decay_steps", decay_steps, end_learning_rate=end_learning_rate, power=power, cycle=cycle, name=name)
        self.initial_learning_rate = initial_learning_rate

    def _at(self, step: Tensor) -> Tensor:
        rate = self._rate
        now, steps = cast(step, rate.dtype), cast(self.decay_steps, rate.dtype)
        if self.cycle:
            steps = steps * maximum(ceil(now / steps), 1.0)
        else:
            now = minimum(now, steps)
        left = pow(1.0 - now / steps, cast(self.power, rate.dtype))
        end = cast(self.end_learning_rate, rate.dtype)
        return (rate - end) * left + end


class PiecewiseConstantDecay(_Schedule):
    """Values that change at steps.

    Args:
        boundaries: rising steps; each is the last one of its value.
        values: one more than there are boundaries.
        name: of the scope.

    Raises:
        ValueError: the numbers of boundaries and values do not go together.
    """

    _options = ("boundaries", "values")

    def __init__(self, boundaries: Sequence[Any], values: Sequence[Any], name: str = "PiecewiseConstant") -> None:
        if len(boundaries) != len(values) - 1:
            raise ValueError(
                f"The length of boundaries should be 1 less than the length of values, not {len(boundaries)} and "
                f"{len(values)}."
            )
        self.boundaries = list(boundaries)
        self.values = list(values)
        self.name = name

    def _at(self, step: Tensor) -> Tensor:
        chosen = as_tensor(self.values[-1])
        for boundary, value in zip(reversed(self.boundaries), reversed(self.values[:-1]), strict=True):
            chosen = where(step <= cast(boundary, step.dtype), as_tensor(value, chosen.dtype), chosen)
        return chosen


class CosineDecay(_Decay):
    """From one rate to `alpha` times it along half a turn of the cosine, after a rise (Loshchilov and Hutter 2017).

    Args:
        initial_learning_rate: at step 0.
        decay_steps: how many steps the fall takes.
        alpha: the share of the rate that stays.
        name: of the scope.
        warmup_target: the rate to rise to first, along a line; None for no rise.
        warmup_steps: how many steps the rise takes.
    """

    _options = ("initial_learning_rate", "decay_steps", "alpha", "warmup_target", "warmup_steps")
    decay_steps: Any
    alpha: float
    warmup_target: Any
    warmup_steps: int

    def __init__(
        self,
        initial_learning_rate: Any,
        decay_steps: Any,
        alpha: float = 0.0,
        name: str = "CosineDecay",
        warmup_target: Any = None,
        warmup_steps: int = 0,
    ) -> None:
        self._set("decay_steps", decay_steps, alpha=alpha, warmup_target=warmup_target, name=name)
        self.warmup_steps = warmup_steps
        self.initial_learning_rate = initial_learning_rate

    def _at(self, step: Tensor) -> Tensor:
        rate = self._rate
        now, steps = cast(step, rate.dtype), cast(self.decay_steps, rate.dtype)
        if self.warmup_target is None:
            return rate * self._share(minimum(now, steps) / steps)
        target, rise = cast(self.warmup_target, rate.dtype), cast(self.warmup_steps, rate.dtype)
        rising = rate + (target - rate) * now / maximum(rise, 1.0)
        falling = target * self._share(minimum(maximum(now - rise, 0.0), steps) / steps)
        return where(now < rise, rising, falling)

    def _share(self, done: Tensor) -> Tensor:
        share: Tensor = (1 - self.alpha) * (0.5 * (1.0 + cos(math.pi * done))) + self.alpha
        return share


class CosineDecayRestarts(_Decay):
    """`CosineDecay` that starts again and again.

    Args:
        initial_learning_rate: at step 0.
        first_decay_steps: how many steps the first fall takes.
        t_mul: by how much each fall is longer than the one before.
        m_mul: by how much it starts lower.
        alpha: the share of the rate that stays.
        name: of the scope.
    """

    _options = ("initial_learning_rate", "first_decay_steps", "t_mul", "m_mul", "alpha")
    first_decay_steps: Any
    t_mul: float
    m_mul: float
    alpha: float

    def __init__(
        self,
        initial_learning_rate: Any,
        first_decay_steps: Any,
        t_mul: float = 2.0,
        m_mul: float = 1.0,
        alpha: float = 0.0,
        name: str = "SGDRDecay",
    ) -> None:
        self._set("first_decay_steps", first_decay_steps, t_mul=t_mul, m_mul=m_mul, alpha=alpha, name=name)
        self.initial_learning_rate = initial_learning_rate

    def _at(self, step: Tensor) -> Tensor:
        turns = self._turns(step, self.first_decay_steps, False)
        if self.t_mul == 1:
            restarts = floor(turns)
            done = turns - restarts
        else:
            restarts = floor(log(1.0 - turns * (1.0 - self.t_mul)) / math.log(self.t_mul))
            length = pow(cast(self.t_mul, turns.dtype), restarts)
            done = (turns - (1.0 - length) / (1.0 - self.t_mul)) / length
        height = pow(cast(self.m_mul, turns.dtype), restarts)
        falling = 0.5 * height * (1.0 + cos(math.pi * done))
        return self._rate * ((1 - self.alpha) * falling + self.alpha)


_catalogue = Catalogue("keras.optimizers.schedules", "learning rate schedule")
_catalogue.add(
    [
        ExponentialDecay, InverseTimeDecay, PolynomialDecay, PiecewiseConstantDecay, CosineDecay, CosineDecayRestarts,
        LearningRateSchedule,
    ]
)  # fmt: skip

serialize = serialize_keras_object
deserialize = deserialize_keras_object
