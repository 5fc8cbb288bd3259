"""The metrics that `compile` was given, over all outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autograph.keras import metrics as metrics_module
from autograph.keras.calling import as_called
from autograph.keras.metrics import Metric
from autograph.keras.metrics.reduction import MeanMetricWrapper
from autograph.keras.tensors import mask_of
from autograph.keras.training.outputs import flat_labels, for_each, names_of
from autograph.keras.training.shapes_of_labels import kind_of_labels
from runtime import nest
from runtime.variables import Variable

_ACCURACIES = {
    "binary": metrics_module.binary_accuracy,
    "sparse": metrics_module.sparse_categorical_accuracy,
    "categorical": metrics_module.categorical_accuracy,
}
_CROSS_ENTROPIES = {
    "binary": metrics_module.binary_crossentropy,
    "sparse": metrics_module.sparse_categorical_crossentropy,
    "categorical": metrics_module.categorical_crossentropy,
}
_BY_KIND: dict[str, dict[str, Any]] = {
    "accuracy": _ACCURACIES,
    "acc": _ACCURACIES,
    "crossentropy": _CROSS_ENTROPIES,
    "ce": _CROSS_ENTROPIES,
}


class CompiledMetrics(Metric):
    """Metrics of each output, with and without sample weights, as one metric whose result is a dictionary.

    Args:
        metrics: metrics (names, functions or objects) in a list; for several outputs a list of lists, or a dictionary.
        weighted_metrics: those that sample weights count for, likewise.
        output_names: the names that the model has for its outputs.
    """

    def __init__(self, metrics: Any, weighted_metrics: Any = None, output_names: Sequence[str] = ()) -> None:
        for what, given in (("metrics", metrics), ("weighted_metrics", weighted_metrics)):
            if given is not None and not isinstance(given, list | tuple | Mapping):
                raise ValueError(f"Expected `{what}` argument to be a list, tuple, or dict. Received: {what}={given!r}")
            for name in nest.flatten(given):
                if isinstance(name, str) and name.lower() not in _BY_KIND:
                    metrics_module.get(name)
        super().__init__(name="compile_metrics")
        self._given = metrics, weighted_metrics
        self._output_names = list(output_names)
        self._built: tuple[list[list[Metric]], list[list[Metric]]] | None = None
        self._names: list[str] = []

    def _build(self, y_true: Any, y_pred: Any) -> tuple[list[list[Metric]], list[list[Metric]]]:
        self._names = names = names_of(y_pred, self._output_names)
        labels, outputs = flat_labels(y_true, y_pred, names), nest.flatten(y_pred)
        plain, weighted = (self._of_outputs(given, labels, outputs) for given in self._given)
        return plain, weighted

    def _of_outputs(self, given: Any, labels: list[Any], outputs: list[Any]) -> list[list[Metric]]:
        is_single = len(self._names) == 1 and not isinstance(given, Mapping)
        parts = [given] if is_single else for_each(given, self._names, "metrics", lambda value: value is None)
        made = []
        for part, true, predicted in zip(parts, labels, outputs, strict=True):
            wanted = [part] if part is not None and not isinstance(part, list | tuple) else part or []
            if is_single and len(wanted) == 1 and isinstance(wanted[0], list | tuple):
                wanted = wanted[0]
            made.append([metric_of(metric, true, predicted) for metric in wanted])
        return made

    def named(self) -> dict[str, Metric]:
        """The metrics by the names of their results: with the output's before it where there are several."""
        found: dict[str, Metric] = {}
        if self._built is None:
            return {metric.name: metric for metric in self.metrics}
        plain, weighted = self._built
        for groups, is_weighted in ((plain, False), (weighted, True)):
            for output, group in zip(self._names, groups, strict=True):
                for metric in group:
                    name = metric.name if len(self._names) == 1 else f"{output}_{metric.name}"
                    if name in found and is_weighted:
                        name = f"weighted_{name}"
                    found[_unused(name, found)] = metric
        return found

    @property
    def variables(self) -> list[Variable]:  # type: ignore[override]
        """The variables of all metrics."""
        return [variable for metric in self.metrics for variable in metric.variables]

    @property
    def metrics(self) -> list[Metric]:
        """All metrics; those given as objects even before the outputs are known."""
        if self._built is None:
            flat = [item for given in self._given if given is not None for item in nest.flatten(given)]
            return [metric for metric in flat if isinstance(metric, Metric)]
        return [metric for group in self._built for part in group for metric in part]

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds a batch.

        Args:
            y_true: labels, in the structure of the outputs.
            y_pred: outputs.
            sample_weight: weights of the examples, one for all outputs or one for each.
        """
        if all(not given for given in self._given) or y_true is None:
            return
        if self._built is None:
            self._built = self._build(y_true, y_pred)
        weights = for_each(
            sample_weight, self._names, "sample_weight", lambda v: not isinstance(v, list | tuple | dict)
        )
        parts = zip(*self._built, flat_labels(y_true, y_pred, self._names), nest.flatten(y_pred), weights, strict=True)
        for plain, weighted, true, predicted, weight in parts:
            for metric in plain:
                as_called(metric.update_state)(true, predicted, sample_weight=mask_of(predicted))
            for metric in weighted:
                as_called(metric.update_state)(true, predicted, sample_weight=weight)

    def result(self) -> dict[str, Any]:
        """The results of all metrics by name."""
        found: dict[str, Any] = {}
        for name, metric in self.named().items():
            value = as_called(metric.result)()
            found |= value if isinstance(value, dict) else {name: value}
        return found

    def reset_state(self) -> None:
        """Forgets all batches."""
        for metric in self.metrics:
            metric.reset_state()


def metric_of(given: Any, y_true: Any, y_pred: Any) -> Metric:
    """A metric as an object; "accuracy" becomes the one that fits labels and outputs.

    Args:
        given: a name, function or object.
        y_true: labels.
        y_pred: outputs.
    """
    if isinstance(given, Metric):
        return given
    if isinstance(given, str) and given.lower() in _BY_KIND:
        return MeanMetricWrapper(_BY_KIND[given.lower()][kind_of_labels(y_true, y_pred)], name=given)
    found: Any = metrics_module.get(given)
    is_metric = isinstance(found, Metric)
    made: Metric = found if is_metric else MeanMetricWrapper(found, name=getattr(found, "__name__", "metric"))
    if isinstance(given, str):
        made._name = given
    return made


def _unused(name: str, taken: Mapping[str, Any]) -> str:
    """The name, with a number behind it if it is taken."""
    number = 1
    unused = name
    while unused in taken:
        unused, number = f"{name}_{number}", number + 1
    return unused
