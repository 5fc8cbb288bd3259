"""Looks into checkpoints: names, shapes, dtypes and values of their tensors."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any

from runtime.dtypes import DType
from runtime.errors import NotFoundError
from runtime.formats.checkpoints import open_checkpoint
from runtime.names import nearest
from runtime.train.checkpoint_states import latest_checkpoint


class CheckpointReader:
    """Reads tensors of a checkpoint, whatever graph it was made of.

    Args:
        path: the prefix of its files.

    Raises:
        NotFoundError: there is no such checkpoint.
        DataLossError: it is damaged.
    """

    def __init__(self, path: str) -> None:
        self._reader = open_checkpoint(os.fspath(path))

    def __enter__(self) -> CheckpointReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._reader.close()

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """Name of each tensor → its shape."""
        return {name: list(entry.shape) for name, entry in self._reader.entries.items()}

    def get_variable_to_dtype_map(self) -> dict[str, DType]:
        """Name of each tensor → its dtype."""
        return {name: self._reader.dtype(name) for name in self._reader.entries}

    def has_tensor(self, name: str) -> bool:
        """Whether there is a tensor of that name."""
        return name in self._reader.entries

    def get_tensor(self, name: str) -> Any:
        """The value of a tensor: a numpy array, a numpy scalar for rank 0 (bytes for a string).

        Raises:
            NotFoundError: there is none of that name; the message names similar ones.
            DataLossError: its bytes are not those that were written.
        """
        if name not in self._reader.entries:
            hint = nearest(name, self._reader.entries)
            raise NotFoundError(f"Key {name} not found in checkpoint {self._reader.prefix}.{hint}")
        array = self._reader.read(name)
        return array[()] if array.ndim == 0 else array

    def debug_string(self) -> bytes:
        """One line for each tensor: name, dtype and shape."""
        lines = [
            f"{name} (DT_{self._reader.dtype(name).name.upper()}) {list(entry.shape)}"
            for name, entry in self._reader.entries.items()
        ]
        return "\n".join(lines).encode()


def NewCheckpointReader(filepattern: str) -> CheckpointReader:
    """A reader of the checkpoint with this prefix (see `CheckpointReader`)."""
    return CheckpointReader(filepattern)


def load_checkpoint(ckpt_dir_or_file: str) -> CheckpointReader:
    """A reader of a checkpoint: the newest one of a directory, or the one with this prefix.

    Raises:
        NotFoundError: there is none.
    """
    path = os.fspath(ckpt_dir_or_file)
    if os.path.isdir(path):
        found = latest_checkpoint(path)
        if found is None:
            raise NotFoundError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}")
        path = found
    return CheckpointReader(path)


def load_variable(ckpt_dir_or_file: str, name: str) -> Any:
    """The value of a tensor of a checkpoint.

    Args:
        ckpt_dir_or_file: a directory, whose newest checkpoint is taken, or the prefix of a checkpoint.
        name: of the tensor, with or without ":0".
    """
    with load_checkpoint(ckpt_dir_or_file) as reader:
        return reader.get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: str) -> list[tuple[str, list[int]]]:
    """Names and shapes of the tensors of a checkpoint, sorted by name (see `load_variable`)."""
    with load_checkpoint(ckpt_dir_or_file) as reader:
        return sorted(reader.get_variable_to_shape_map().items())
