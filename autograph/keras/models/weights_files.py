"""Weights in files: checkpoints in TensorFlow's format, by the names of layers and attributes."""

from __future__ import annotations

import os
from typing import Any

from autograph.keras.layers.weights import Weights
from runtime.formats.bundle import check_prefix
from runtime.formats.checkpoints import open_checkpoint
from runtime.train.checkpoint import Checkpoint
from runtime.train.checkpoint_states import update_checkpoint_state
from runtime.train.checkpoint_status import LoadStatus
from runtime.train.restoration import Restoration, read_object_graph

_OPTIMIZER = "optimizer"
_ENDINGS = (".index", ".data-00000-of-00001")


class WeightsFiles(Weights):
    """A base class of models: what it has to do with files."""

    optimizer: Any

    def save_weights(self, filepath: Any, overwrite: bool = True, save_format: Any = None, options: Any = None) -> None:
        """Writes the weights (and what the optimizer keeps) to a checkpoint, for `load_weights`.

        The files are complete or not there: who interrupts it still has the ones before. The file "checkpoint" beside
        them names the newest, for `train.latest_checkpoint`.

        Args:
            filepath: the path of the checkpoint; files with ".index" and ".data-..." behind it are written.
            overwrite: whether files there may be replaced.
            save_format: accepted and without effect.
            options: accepted and without effect.

        Raises:
            ValueError: the model has no weights yet, or the path has no name for the files ("run/").
            FileExistsError: there is a file already, and may not be replaced.
        """
        path = os.fspath(filepath)
        if not self.built:
            raise ValueError(
                f"Unable to save weights of model {self.name!r}, which has none yet: build it, or call it on inputs."
            )
        check_prefix(path)
        if not overwrite and any(map(os.path.exists, [path, path + _ENDINGS[0]])):
            raise FileExistsError(f"There is a file at {path} already: choose another path, or overwrite=True.")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        Checkpoint(root=self).write(path)
        update_checkpoint_state(os.path.dirname(path), path, [path], save_relative_paths=True)

    def load_weights(
        self, filepath: Any, skip_mismatch: bool = False, by_name: bool = False, options: Any = None
    ) -> Any:
        """Sets the weights to those of a checkpoint.

        Weights that do not exist yet get their values when they are made. An optimizer of the same kind goes on where
        that of the checkpoint was.

        Args:
            filepath: what `save_weights` was given, or the path of another checkpoint of this model.
            skip_mismatch: accepted and without effect; a weight of another shape is an error.
            by_name: refused if true: weights are found by their places in the model.
            options: accepted and without effect.

        Returns:
            An object whose `assert_consumed()` sees to it that every value was used.

        Raises:
            ValueError: a weight of the model is not in the checkpoint, or has another shape there; nothing has changed
                in the latter case.
            FileNotFoundError: there is no checkpoint.
        """
        path = os.fspath(filepath)
        if by_name:
            raise ValueError("load_weights(by_name=True) is not supported: weights are found by their places.")
        if not os.path.exists(path + _ENDINGS[0]):
            raise FileNotFoundError(f"There is no checkpoint at {path}: the file {path}{_ENDINGS[0]} does not exist.")
        restoration = self._restored(path)
        missing = [weight.name for weight in self.weights if not restoration.is_restored(weight)]
        if missing:
            raise ValueError(
                f"The checkpoint {path} does not fit model {self.name!r}: it has no values for {', '.join(missing)}."
            )
        return LoadStatus(self, restoration)

    def _restored(self, path: str) -> Restoration:
        with open_checkpoint(path) as reader:
            graph = read_object_graph(reader)
        if graph is None:
            raise ValueError(f"The checkpoint {path} is one of variables by name, as a Saver writes: see train.Saver.")
        if not self._takes_optimizer(graph):
            first = graph.nodes[0]
            kept = [child for child in first.children if child.local_name != _OPTIMIZER]
            first.ClearField("children")
            first.children.extend(kept)
        restoration = Restoration(path, graph, self)
        restoration.advance()
        return restoration

    def _takes_optimizer(self, graph: Any) -> bool:
        """Whether the optimizer of the model keeps the same things as the one in the checkpoint."""
        numbers = [child.node_id for child in graph.nodes[0].children if child.local_name == _OPTIMIZER]
        if self.optimizer is None or not numbers:
            return False
        if not self.built:
            return True
        if not self.optimizer.built and self.trainable_variables:
            self.optimizer.build(self.trainable_variables)
        there = {child.local_name for child in graph.nodes[numbers[0]].children}
        return there == set(self.optimizer._trackable_children())

    def save(self, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
        """Writes the whole model (its configuration, weights, optimizer and its state) to a file, for `load_model`.

        Args:
            filepath: the path of the file, which ends in ".keras".
            overwrite: whether a file there may be replaced.
            **kwargs: arguments of older programs, without effect.

        Raises:
            ValueError: the path ends otherwise.
            FileExistsError: there is a file already, and may not be replaced.
        """
        from autograph.keras.models.files import save_model

        save_model(self, filepath, overwrite)

    def export(self, filepath: Any, format: str = "tf_saved_model", input_signature: Any = None, **kwargs: Any) -> None:
        """Writes a SavedModel, which runs without this package: a function `serve` of the inputs.

        Args:
            filepath: the directory.
            format: "tf_saved_model"; there is no other.
            input_signature: see `export_model`.
            **kwargs: `verbose`, without effect.

        Raises:
            ValueError: another format, or it is not known what the inputs are.
        """
        from autograph.keras.models.export import export_model

        if format != "tf_saved_model":
            raise ValueError(f"`format` must be 'tf_saved_model', not {format!r}.")
        export_model(self, filepath, input_signature)
