"""The file `checkpoint`: which checkpoints there are in a directory, and which one is the newest.

model_checkpoint_path: "model-200"
all_model_checkpoint_paths: "model-100"
all_model_checkpoint_paths: "model-200"
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from runtime.errors import DataLossError, InvalidArgumentError
from runtime.formats import files, messages


@dataclass(frozen=True)
class CheckpointState:
    """What a state file says. Paths are absolute, or start where the process was started.

    Attributes:
        model_checkpoint_path: the newest checkpoint.
        all_model_checkpoint_paths: all that are kept, oldest first.
        all_model_checkpoint_timestamps: when they were made, in seconds since 1970; may be missing.
        last_preserved_timestamp: when the last one was made that is kept for ever.
    """

    model_checkpoint_path: str
    all_model_checkpoint_paths: tuple[str, ...] = ()
    all_model_checkpoint_timestamps: tuple[float, ...] = ()
    last_preserved_timestamp: float = 0.0


def read_state(path: str) -> CheckpointState:
    """The content of a state file; relative paths in it start at its directory.

    Raises:
        NotFoundError: there is none.
        DataLossError: it is no state file.
    """
    data = files.read_file(path, "state of checkpoints")
    try:
        message = messages.parse_text("CheckpointState", data.decode(), path)
    except (UnicodeDecodeError, InvalidArgumentError) as error:
        raise DataLossError(f"{path} is damaged: it is no state of checkpoints ({error}).") from None
    directory = os.path.dirname(path)
    paths = [os.path.join(directory, name) for name in message.all_model_checkpoint_paths]
    latest = os.path.join(directory, message.model_checkpoint_path) if message.model_checkpoint_path else ""
    stamps = tuple(message.all_model_checkpoint_timestamps)
    return CheckpointState(latest, tuple(paths), stamps, message.last_preserved_timestamp)


def write_state(
    path: str,
    latest: str,
    all_paths: Sequence[str],
    timestamps: Sequence[float] = (),
    last_preserved: float | None = None,
) -> None:
    """Writes a state file, in the place of what is there.

    Args:
        path: of the file.
        latest: the newest checkpoint; relative paths start at the directory of the file.
        all_paths: all checkpoints, oldest first.
        timestamps: when they were made.
        last_preserved: when the last one was made that is kept for ever.
    """
    message = messages.new("CheckpointState", model_checkpoint_path=latest, all_model_checkpoint_paths=list(all_paths))
    message.all_model_checkpoint_timestamps.extend(timestamps)
    if last_preserved:
        message.last_preserved_timestamp = last_preserved
    files.write_file(path, messages.to_text(message).encode())
