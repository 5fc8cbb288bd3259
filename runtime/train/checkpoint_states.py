"""Which checkpoints there are: the file `checkpoint` in their directory, and the files of each."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence

from runtime.errors import DataLossError, NotFoundError
from runtime.formats import bundle, files
from runtime.formats.checkpoint_state import CheckpointState, read_state, write_state
from runtime.formats.checkpoints import checkpoint_exists as _exists
from runtime.names import nearest

__all__ = [
    "CheckpointState", "checkpoint_exists", "generate_checkpoint_state_proto", "get_checkpoint_mtimes",
    "get_checkpoint_state", "latest_checkpoint", "remove_checkpoint", "update_checkpoint_state",
]  # fmt: skip

STATE_FILE = "checkpoint"


def state_path(directory: str, latest_filename: str | None = None) -> str:
    """The path of a state file."""
    return os.path.join(directory, latest_filename or STATE_FILE)


def get_checkpoint_state(checkpoint_dir: str, latest_filename: str | None = None) -> CheckpointState | None:
    """What the state file of a directory says, or None if there is none, or it is damaged.

    Args:
        checkpoint_dir: the directory.
        latest_filename: the name of the state file, "checkpoint" by default.
    """
    try:
        state = read_state(state_path(checkpoint_dir, latest_filename))
    except (NotFoundError, DataLossError):
        return None
    return state if state.model_checkpoint_path else None


def latest_checkpoint(checkpoint_dir: str, latest_filename: str | None = None) -> str | None:
    """The path of the newest checkpoint of a directory, or None if there is none.

    Args:
        checkpoint_dir: the directory.
        latest_filename: the name of the state file, "checkpoint" by default.
    """
    state = get_checkpoint_state(os.fspath(checkpoint_dir), latest_filename)
    return state.model_checkpoint_path if state is not None and _exists(state.model_checkpoint_path) else None


def checkpoint_exists(checkpoint_prefix: str) -> bool:
    """Whether there is a checkpoint with this prefix."""
    return _exists(os.fspath(checkpoint_prefix))


def get_checkpoint_mtimes(checkpoint_prefixes: Iterable[str]) -> list[float]:
    """When checkpoints were written, in seconds since 1970; those that are missing are left out."""
    times = []
    for prefix in checkpoint_prefixes:
        path = bundle.index_name(prefix) if os.path.exists(bundle.index_name(prefix)) else prefix
        if os.path.exists(path):
            times.append(os.path.getmtime(path))
    return times


def remove_checkpoint(checkpoint_prefix: str, meta_graph_suffix: str = "meta") -> None:
    """Removes the files of a checkpoint, the index first: what is left by a crash is no checkpoint any more."""
    files.remove(bundle.index_name(checkpoint_prefix))
    for path in sorted(glob.glob(f"{glob.escape(checkpoint_prefix)}.data-*-of-*")):
        files.remove(path)
    files.remove(meta_graph_filename(checkpoint_prefix, meta_graph_suffix))


def meta_graph_filename(checkpoint_prefix: str, meta_graph_suffix: str = "meta") -> str:
    """The path of the meta graph beside a checkpoint."""
    return f"{checkpoint_prefix}.{meta_graph_suffix}"


def checkpoints_beside(path: str) -> str:
    """Says which checkpoints there are beside a path that is none."""
    directory, base = os.path.split(path)
    try:
        names = sorted(name[: -len(".index")] for name in os.listdir(directory or ".") if name.endswith(".index"))
    except OSError:
        return f" (there is no directory {directory!r})"
    names = [name for name in names if name]  # A file that is called ".index" is of no checkpoint.
    if not names:
        return f" (there are no checkpoints in {directory or '.'!r})"
    return nearest(base, names) or f" (there are {', '.join(names[:5])}{' …' if len(names) > 5 else ''})"


def generate_checkpoint_state_proto(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> CheckpointState:
    """A state, with paths as a state file in `save_dir` has them: relative to it, unless they are absolute."""
    paths = list(all_model_checkpoint_paths or [])
    if not paths or paths[-1] != model_checkpoint_path:
        paths.append(model_checkpoint_path)
    return CheckpointState(
        _relative(model_checkpoint_path, save_dir),
        tuple([_relative(path, save_dir) for path in paths]),
        tuple(all_model_checkpoint_timestamps or ()),
        last_preserved_timestamp or 0.0,
    )


def _relative(path: str, directory: str) -> str:
    return path if os.path.isabs(path) else os.path.relpath(path, directory or ".")


def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
    save_relative_paths: bool = False,
) -> None:
    """Writes the state file of a directory.

    Args:
        save_dir: the directory.
        model_checkpoint_path: the newest checkpoint.
        all_model_checkpoint_paths: all that are kept, oldest first.
        latest_filename: the name of the state file, "checkpoint" by default.
        all_model_checkpoint_timestamps: when they were made, in seconds since 1970.
        last_preserved_timestamp: when the last one was made that is kept for ever.
        save_relative_paths: whether absolute paths are made relative to the directory, so that it can be moved.
    """
    latest, paths = model_checkpoint_path, list(all_model_checkpoint_paths or [])
    if save_relative_paths:
        latest, paths = os.path.relpath(latest, save_dir), [os.path.relpath(path, save_dir) for path in paths]
        latest, paths = os.path.join(save_dir, latest), [os.path.join(save_dir, path) for path in paths]
    state = generate_checkpoint_state_proto(
        save_dir, latest, paths, all_model_checkpoint_timestamps, last_preserved_timestamp
    )
    names = [state.model_checkpoint_path, *state.all_model_checkpoint_paths]
    if save_relative_paths:
        names = [os.path.relpath(name, save_dir) if os.path.isabs(name) else name for name in names]
    if names[0] in [os.path.basename(state_path(save_dir, latest_filename))]:
        raise ValueError(f"Save path {model_checkpoint_path!r} conflicts with the path of the state file.")
    write_state(
        state_path(save_dir, latest_filename), names[0], names[1:], state.all_model_checkpoint_timestamps,
        state.last_preserved_timestamp,
    )  # fmt: skip
