"""Weights in files: checkpoints in TensorFlow's format, by the names of layers and attributes."""

from __future__ import annotations

import os
from typing import Any

from autograph.keras.layers.weights import Weights
from runtime.train.checkpoint import Checkpoint

_ENDINGS = (".index", ".data-00000-of-00001")


class WeightsFiles(Weights):
    """A base class of models: what it has to do with files."""

    optimizer: Any

    def save_weights(self, filepath: Any, overwrite: bool = True, save_format: Any = None, options: Any = None) -> None:
        """Writes the weights (and what the optimizer keeps) to a checkpoint, for `load_weights`.

        The files are complete or not there: who interrupts it still has the ones before.

        Args:
            filepath: the path of the checkpoint; files with ".index" and ".data-..." behind it are written.
            overwrite: whether files there may be replaced.
            save_format: accepted and without effect.
            options: accepted and without effect.

        Raises:
            ValueError: the model has no weights yet.
            FileExistsError: there is a file already, and may not be replaced.
        """
        path = os.fspath(filepath)
        if not self.built:
            raise ValueError(
                f"Unable to save weights of model {self.name!r}, which has none yet: build it, or call it on inputs."
            )
        if not overwrite and any(map(os.path.exists, [path, path + _ENDINGS[0]])):
            raise FileExistsError(f"There is a file at {path} already: choose another path, or overwrite=True.")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        Checkpoint(root=self).write(path)

    def load_weights(
        self, filepath: Any, skip_mismatch: bool = False, by_name: bool = False, options: Any = None
    ) -> Any:
        """Sets the weights to those of a checkpoint.

        Weights that do not exist yet get their values when they are made.

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
        status = Checkpoint(root=self).read(path)
        restoration = status._restoration
        missing = [w.name for w in self.weights if restoration is None or not restoration.is_restored(w)]
        if missing:
            raise ValueError(
                f"The checkpoint {path} does not fit model {self.name!r}: it has no values for {', '.join(missing)}."
            )
        return status

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
