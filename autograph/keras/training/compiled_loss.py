"""The loss that `compile` was given, over all outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autograph.keras import losses
from autograph.keras.losses.loss import Loss, LossFunctionWrapper
from autograph.keras.metrics import Mean
from autograph.keras.training.outputs import flat_labels, for_each, names_of
from autograph.keras.training.shapes_of_labels import kind_of_labels
from runtime import nest

_CROSS_ENTROPIES = {
    "binary": losses.binary_crossentropy,
    "sparse": losses.sparse_categorical_crossentropy,
    "categorical": losses.categorical_crossentropy,
}
_BY_KIND = ("crossentropy", "ce")
"""Names of losses that depend on labels and outputs."""


class CompiledLoss:
    """The sum of the losses of outputs, each times its weight.

    Args:
        loss: a loss (its name, function or object), or a list or dictionary of such for the outputs; None for none.
        loss_weights: a number for each output.
        output_names: the names that the model has for its outputs.

    Raises:
        ValueError: there is no loss of a name.

    Attributes:
        metrics: the mean loss of each output, if there are several.
    """

    def __init__(self, loss: Any, loss_weights: Any = None, output_names: Sequence[str] = ()) -> None:
        for name in nest.flatten(loss):
            if isinstance(name, str) and name.lower() not in _BY_KIND:
                losses.get(name)
        self._given = loss
        self._given_weights = loss_weights
        self._output_names = list(output_names)
        self._losses: list[Loss | None] | None = None
        self._weights: list[Any] = []
        self.metrics: list[Mean] = []

    def _build(self, y_true: Any, y_pred: Any) -> list[Loss | None]:
        names = names_of(y_pred, self._output_names)
        given = for_each(self._given, names, "loss", lambda value: isinstance(value, str | Loss) or callable(value))
        pairs = zip(given, flat_labels(y_true, y_pred, names), nest.flatten(y_pred), strict=True)
        made = [loss_of(loss, labels, outputs) for loss, labels, outputs in pairs]
        self._weights = for_each(self._given_weights, names, "loss_weights", lambda value: not isinstance(
            value, list | tuple | Mapping
        ))  # fmt: skip
        if len(names) > 1:
            self.metrics = [Mean(name=f"{name}_loss") for name in names]
        self._names = names
        return made

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """The loss of a batch; None if there is no loss at all.

        Args:
            y_true: labels, in the structure of the outputs.
            y_pred: outputs.
            sample_weight: weights of the examples, one for all outputs or one for each.
        """
        if self._given is None:
            return None
        if y_true is None:
            raise ValueError("A loss needs labels: pass `y`, or batches of (x, y).")
        if self._losses is None:
            self._losses = self._build(y_true, y_pred)
        weights = for_each(
            sample_weight, self._names, "sample_weight", lambda v: not isinstance(v, list | tuple | dict)
        )
        parts = zip(self._losses, flat_labels(y_true, y_pred, self._names), nest.flatten(y_pred), weights, strict=True)
        values = [None if loss is None else loss(true, predicted, w) for loss, true, predicted, w in parts]
        return self._total(values, y_pred)

    def _total(self, values: list[Any], y_pred: Any) -> Any:
        shape = nest.flatten(y_pred)[0].shape
        size = shape[0] if shape.rank else None  # As Keras does: batches count alike where their size is not known.
        total = None
        for number, value in enumerate(values):
            if value is None:
                continue
            if self.metrics:
                self.metrics[number].update_state(value, sample_weight=size)
            weight = self._weights[number]
            weighted = value if weight is None else value * weight
            total = weighted if total is None else total + weighted
        return total


def loss_of(given: Any, y_true: Any, y_pred: Any) -> Loss | None:
    """A loss as an object; "crossentropy" becomes the one that fits labels and outputs."""
    if given is None or isinstance(given, Loss):
        return given
    if isinstance(given, str) and given.lower() in _BY_KIND:
        function = _CROSS_ENTROPIES[kind_of_labels(y_true, y_pred)]
        return LossFunctionWrapper(function, name=given)
    found = losses.get(given)
    if isinstance(found, Loss):
        return found
    return LossFunctionWrapper(found, name=getattr(found, "__name__", "loss"))
