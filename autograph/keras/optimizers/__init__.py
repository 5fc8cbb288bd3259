"""Optimizers with Keras's names, arguments and steps; under `schedules`, learning rates that follow the step."""

from typing import Any

from autograph.keras.catalogue import Catalogue
from autograph.keras.optimizers import legacy, schedules
from autograph.keras.optimizers.adam import Adam, Adamax, AdamW, Lamb, Lion, Nadam
from autograph.keras.optimizers.adaptive import Adadelta, Adagrad, Ftrl, RMSprop
from autograph.keras.optimizers.descent import SGD
from autograph.keras.optimizers.loss_scale import LossScaleOptimizer
from autograph.keras.optimizers.optimizer import Optimizer
from autograph.keras.serialization import deserialize_keras_object as deserialize
from autograph.keras.serialization import serialize_keras_object as serialize

__all__ = [
    "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "Ftrl", "Lamb", "Lion", "LossScaleOptimizer", "Nadam",
    "Optimizer", "RMSprop", "deserialize", "get", "legacy", "schedules", "serialize",
]  # fmt: skip

CLASSES = [SGD, Adadelta, Adagrad, Adam, AdamW, Adamax, Ftrl, Lamb, Lion, LossScaleOptimizer, Nadam, RMSprop]

_catalogue = Catalogue("keras.optimizers", "optimizer")
_catalogue.add([*CLASSES, Optimizer], **{kind.__name__.lower(): kind for kind in CLASSES})


def get(identifier: Any) -> Optimizer:
    """The optimizer that a name, configuration, class or object stands for.

    Raises:
        ValueError: there is none of that name, or it is something else.
    """
    from runtime.train.optimizers import Optimizer as Optimizer1

    if isinstance(identifier, Optimizer1):
        from autograph.keras.optimizers.wrapped import TFOptimizer

        return TFOptimizer(identifier)
    found = identifier if isinstance(identifier, Optimizer) else _catalogue.get(identifier)
    if not isinstance(found, Optimizer):
        raise ValueError(f"Could not interpret optimizer identifier: {identifier!r}.")  # noqa: TRY004 as in Keras
    return found
