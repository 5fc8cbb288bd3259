"""Optimizers under the name that they have in older programs, where their steps are the same."""

from typing import Any

from autograph.keras.optimizers.adam import Adam, Adamax
from autograph.keras.optimizers.adaptive import Adadelta, Ftrl
from autograph.keras.optimizers.descent import SGD
from autograph.keras.optimizers.optimizer import Optimizer

__all__ = ["SGD", "Adadelta", "Adam", "Adamax", "Ftrl", "Optimizer"]

_OTHERS = frozenset({"Adagrad", "Nadam", "RMSprop"})


def __getattr__(name: str) -> Any:
    if name in _OTHERS:
        raise AttributeError(
            f"The older {name} takes other steps than keras.optimizers.{name} does, and is not there: use "
            f"keras.optimizers.{name}, or the optimizers in train of TensorFlow 1."
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}: it has {', '.join(__all__)}.")
