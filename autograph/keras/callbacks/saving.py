"""Callbacks that write to disk: the model, or what TensorBoard shows."""

from __future__ import annotations

import os
import time
import warnings
from typing import Any

import numpy as np

from autograph.keras.callbacks.callback import Callback
from autograph.keras.callbacks.monitor import MonitorCallback, rate_of
from runtime.errors import OpError
from runtime.formats import messages
from runtime.formats.events import EventWriter


class ModelCheckpoint(MonitorCallback):
    """Saves the model, or its weights, after epochs or batches.

    A file is replaced as a whole when the new one is complete: who interrupts the training still has the last one.

    Args:
        filepath: may hold "{epoch}" and names of results, such as "{val_loss:.2f}". What ends in ".weights.h5" holds
            weights; what ends in ".keras" a model; anything else is the path of a checkpoint if weights are saved.
        monitor: the name of the result that says which epoch is the best.
        verbose: 1 to say when it saves.
        save_best_only: whether only to save when the result is the best so far.
        save_weights_only: whether to save weights, and not the model.
        mode: see `MonitorCallback`.
        save_freq: "epoch", or a number of batches.
        initial_value_threshold: the best result at first.

    Raises:
        ValueError: `save_freq` is something else.
    """

    def __init__(
        self,
        filepath: Any,
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: Any = "epoch",
        initial_value_threshold: float | None = None,
    ) -> None:
        super().__init__(monitor, mode, baseline=initial_value_threshold)
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f"`save_freq` must be 'epoch' or a number of batches, not {save_freq!r}.")
        self.filepath = os.fspath(filepath)
        self.verbose = verbose
        self.save_best_only = save_best_only
        self.save_weights_only = save_weights_only
        self.save_freq = save_freq
        self.looks_at_batches = save_freq != "epoch"
        self._epoch = 0
        self._batches = 0

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Notes the epoch."""
        self._epoch = epoch

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Saves after a number of batches."""
        if self.save_freq != "epoch":
            self._batches += 1
            if self._batches % self.save_freq == 0:
                self._save(self._epoch, {"batch": batch + 1, **(logs or {})})

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Saves after an epoch."""
        if self.save_freq == "epoch":
            self._save(epoch, logs or {})

    def _save(self, epoch: int, logs: dict[str, Any]) -> None:
        try:
            path = self.filepath.format(epoch=epoch + 1, **logs)
        except KeyError as error:
            known = ", ".join(["epoch", *logs])
            raise KeyError(f"`filepath` {self.filepath!r} names {error}, but there are only {known}.") from error
        if not self._is_wanted(epoch, logs, path):
            return
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        if self.save_weights_only:
            self.model.save_weights(path, overwrite=True)
        else:
            self.model.save(path, overwrite=True)

    def _is_wanted(self, epoch: int, logs: dict[str, Any], path: str) -> bool:
        text, is_wanted = f"saving model to {path}", True
        if self.save_best_only:
            current = self._current(logs)
            if current is not None:
                is_wanted = self._is_improvement(current, self.best)
                best = "None" if self.best is None else f"{self.best:.5f}"
                if is_wanted:
                    text = f"{self.monitor} improved from {best} to {current:.5f}, {text}"
                    self.best = current
                else:
                    text = f"{self.monitor} did not improve from {best}"
        if self.verbose:
            print(f"\nEpoch {epoch + 1}: {text}")
        return is_wanted


class TensorBoard(Callback):
    """Writes results to event files, which TensorBoard shows: those of the training in "train", others in "validation".

    Args:
        log_dir: the directory.
        histogram_freq: after how many epochs to write histograms of weights; 0 for never.
        write_graph: whether to write the graph of the training.
        write_images: accepted and without effect.
        write_steps_per_second: whether to write how many steps an epoch did in a second.
        update_freq: "epoch", "batch", or after how many batches results are written, too.
        profile_batch: accepted and without effect.
        embeddings_freq: accepted and without effect.
        embeddings_metadata: accepted and without effect.
    """

    def __init__(
        self,
        log_dir: Any = "logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        write_steps_per_second: bool = False,
        update_freq: Any = "epoch",
        profile_batch: Any = 0,
        embeddings_freq: int = 0,
        embeddings_metadata: Any = None,
    ) -> None:
        super().__init__()
        self.log_dir = os.fspath(log_dir)
        self.histogram_freq = histogram_freq
        self.write_graph = write_graph
        self.write_steps_per_second = write_steps_per_second
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self.looks_at_batches = update_freq != "epoch"
        self._writers: dict[str, EventWriter] = {}
        self._batches = 0
        self._before: tuple[float, int] = (0.0, 0)

    def _writer(self, name: str) -> EventWriter:
        if name not in self._writers:
            self._writers[name] = EventWriter(os.path.join(self.log_dir, name))
        return self._writers[name]

    def on_train_begin(self, logs: Any = None) -> None:
        """Counts batches anew, and writes the graph."""
        self._batches = 0
        graph = getattr(self.model, "_train_graph", None)
        if self.write_graph and graph is not None:
            self._write_graph(graph)

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Notes the time."""
        self._before = time.perf_counter(), _iterations(self.model)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Writes results of batches."""
        if self.update_freq == "epoch":
            return
        self._batches += 1
        if self._batches % self.update_freq == 0:
            self._write("train", {f"batch_{name}": value for name, value in (logs or {}).items()}, self._batches)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Writes results of the epoch."""
        logs = logs or {}
        train = {f"epoch_{name}": value for name, value in logs.items() if not name.startswith("val_")}
        train["epoch_learning_rate"] = rate_of(self.model.optimizer)
        if self.write_steps_per_second:
            began, steps = self._before
            train["epoch_steps_per_second"] = (_iterations(self.model) - steps) / (time.perf_counter() - began)
        self._write("train", train, epoch)
        others = {f"epoch_{name[4:]}": value for name, value in logs.items() if name.startswith("val_")}
        if others:
            self._write("validation", others, epoch)
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            self._write_weights(epoch)

    def on_test_end(self, logs: Any = None) -> None:
        """Writes results of an evaluation."""
        named = {f"evaluation_{name}_vs_iterations": value for name, value in (logs or {}).items()}
        self._write("validation", named, _iterations(self.model))

    def on_train_end(self, logs: Any = None) -> None:
        """Closes the files."""
        for writer in self._writers.values():
            writer.close()
        self._writers = {}

    def _write(self, where: str, values: dict[str, Any], step: int) -> None:
        writer = self._writer(where)
        for name, value in values.items():
            if not np.ndim(value):
                writer.scalar(name, float(value), step)
        writer.flush()

    def _write_graph(self, graph: Any) -> None:
        try:
            message = graph.as_graph_def(add_shapes=True)
        except (TypeError, ValueError, OpError) as error:
            warnings.warn(f"TensorBoard gets no graph, which has no form in a file: {error}", stacklevel=2)
            return
        self._writer("train").add(graph_def=messages.serialize(message))

    def _write_weights(self, epoch: int) -> None:
        writer = self._writer("train")
        for layer in self.model.layers:
            for weight in layer.weights:
                writer.histogram(f"{weight.name.replace(':', '_')}/histogram", weight.numpy(), epoch)
        writer.flush()


def _iterations(model: Any) -> int:
    return int(model.optimizer.iterations.numpy()) if model.optimizer is not None else 0
