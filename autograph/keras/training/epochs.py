"""Epochs: batches one after another, each in a call of a compiled step, or many in one graph.

Where the data are arrays in memory and no callback looks at single batches, the loop over batches is part of the graph:

    for start in range(first, last, size):
        step(rows_of(data, order[start : start + size]))
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.api import function
from autograph.keras.calling import as_called, staged
from autograph.keras.training.batches import ArrayBatches, Batches, pack, tensors_of
from autograph.keras.training.diagnosis import blaming
from autograph.keras.training.steps import Steps
from runtime import nest
from runtime.dispatch import convert_to_tensor
from runtime.ops.gathering import gather
from runtime.ops.math import minimum
from runtime.tensor_spec import TensorSpec

_GLANCE = 0.1
"""How many seconds of training lie between two looks of a progress bar."""


class Epochs(ABC):
    """What does the steps of an epoch.

    Args:
        model: whose steps they are.
        batches: the data.
        kind: "train" or "test".
        callbacks: are told of batches.

    Attributes:
        graph: of a step or an epoch, once it is prepared; None if it is not compiled.
    """

    def __init__(self, model: Steps, batches: Batches, kind: str, callbacks: Any) -> None:
        self.model = model
        self.graph: Any = None
        self.batches = batches
        self.kind = kind
        self.callbacks = callbacks
        self._begin = getattr(callbacks, f"on_{kind}_batch_begin")
        self._end = getattr(callbacks, f"on_{kind}_batch_end")

    @abstractmethod
    def prepare(self) -> None:
        """Traces the step, so that what does not fit is refused before anything has changed."""

    @abstractmethod
    def run(self) -> Any:
        """Does the steps of an epoch.

        Returns:
            The results of the last one, by name.
        """

    @property
    def _is_stopped(self) -> bool:
        return bool(getattr(self.model, "stop_training" if self.kind == "train" else "stop_evaluating", False))


class EpochsByBatch(Epochs):
    """Each batch is a call of the model's function."""

    def prepare(self) -> None:
        """Traces the function for the data, with unknown sizes where they differ."""
        make = getattr(self.model, f"make_{self.kind}_function")
        make()
        self._function: Callable[[Any], Any] = getattr(self.model, f"{self.kind}_function")
        trace = getattr(self._function, "get_concrete_function", None)
        if trace is not None:
            specs = pack(self.batches.specs())
            with blaming(self.model, specs):
                self.graph = trace(specs).graph

    def run(self) -> Any:
        """Does the steps of an epoch."""
        logs: Any = {}
        number = -1
        for number, parts in enumerate(self.batches.epoch()):
            self._begin(number)
            data = tensors_of(pack(parts))
            with blaming(self.model, data):
                logs = self._function(data)
            self._end(number, lambda logs=logs: logs)
            if self._is_stopped:
                return logs
        self.batches.check_count(number + 1)
        return logs


class EpochsByRows(Epochs):
    """Many batches, all of an epoch if nobody looks, are one call of a function whose graph holds the loop."""

    batches: ArrayBatches

    def prepare(self) -> None:
        """Traces the loop for the data."""
        self._parts = tensors_of(pack(self.batches.parts))
        self._function = rows_function(self.model, self.kind, self.batches)
        number = TensorSpec((), "int32")
        specs = nest.map_structure(lambda leaf: TensorSpec([None, *leaf.shape[1:]], leaf.dtype), self._parts)
        with blaming(self.model, specs):
            traced = self._function.get_concrete_function(specs, TensorSpec([None], "int32"), number, number)
        self.graph = traced.graph

    def run(self) -> Any:
        """Does the steps of an epoch."""
        batches, size = self.batches, self.batches.batch_size
        order = batches.order()
        order = np.arange(batches.size) if order is None else order
        rows = convert_to_tensor(order.astype(np.int32))
        step, at_once, total = 0, self._first_count(), batches.count
        while step < total and not self._is_stopped:
            self._begin(step)
            stop = min(step + at_once, total)
            began = time.perf_counter()
            self._function(self._parts, rows, np.int32(step * size), np.int32(min(stop * size, batches.size)))
            at_once = self._next_count(at_once, time.perf_counter() - began)
            self._end(stop - 1, self.model.get_metrics_result)
            step = stop
        return self.model.get_metrics_result()

    def _first_count(self) -> int:
        if self.model.steps_per_execution > 1:
            return self.model.steps_per_execution
        return 1 if self.callbacks.follows(self.kind) else self.batches.count

    def _next_count(self, count: int, seconds: float) -> int:
        """How many batches to take next, so that a progress bar moves now and then."""
        if self.model.steps_per_execution > 1:
            return count
        return max(1, min(2 * count, int(count * _GLANCE / max(seconds, 1e-6))))


def rows_function(model: Steps, kind: str, batches: ArrayBatches) -> Any:
    """The compiled function of (data, order, first, last) that does the steps of these rows in order.

    It is kept by the model, and so traced once however often `fit` is called.
    """
    is_even = batches.size % batches.batch_size == 0
    key = kind, batches.batch_size, is_even
    if key not in model._rows_functions:
        step = getattr(model, f"{kind}_step")
        model._rows_functions[key] = function(_loop_over_rows(model, step, batches.batch_size, is_even))
    return model._rows_functions[key]


def _loop_over_rows(model: Steps, step: Callable[[Any], Any], size: int, is_even: bool) -> Callable[..., None]:
    def one(parts: Any, rows: Any) -> None:
        """A step on the given rows."""
        if is_even:
            rows.set_shape([size])
        as_called(step)(nest.map_structure(lambda leaf: gather(leaf, rows), parts))
        model._clear_losses()

    @staged
    def run(parts: Any, order: Any, first: Any, last: Any) -> None:
        """Steps on rows in the given order, from `first` to `last`, as many at a time as a batch has."""
        for start in range(first, last, size):
            one(parts, order[start : minimum(start + size, last)])

    return run


def epochs_of(model: Steps, batches: Batches, kind: str, callbacks: Any) -> Epochs:
    """The epochs of some data: many batches in one graph where that makes no difference to anybody.

    Args:
        model: whose steps they are.
        batches: the data.
        kind: "train" or "test".
        callbacks: are told of batches.
    """
    methods = ("train_step", "make_train_function") if kind == "train" else ("test_step", "make_test_function")
    is_own = all(getattr(type(model), name) is getattr(Steps, name) for name in methods)
    looks = callbacks.looks(kind) and model.steps_per_execution == 1
    if isinstance(batches, ArrayBatches) and is_own and not looks and not model.run_eagerly:
        return EpochsByRows(model, batches, kind, callbacks)
    return EpochsByBatch(model, batches, kind, callbacks)
