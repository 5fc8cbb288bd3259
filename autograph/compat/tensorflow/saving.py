"""`tf.saved_model`: settings of saving and loading."""

from __future__ import annotations

from typing import Any

from runtime import saved_model

__all__ = ["CheckpointOptions", "LoadOptions", "SaveOptions", "load", "save"]


def save(obj: Any, export_dir: str, signatures: Any = None, options: SaveOptions | None = None) -> None:
    """Writes an object as a SavedModel (see `runtime.saved_model.save`); `options` are without effect."""
    saved_model.save(obj, export_dir, signatures)


def load(export_dir: str, tags: Any = None, options: LoadOptions | None = None) -> Any:
    """The object that a SavedModel was made of (see `runtime.saved_model.load`); `options` are without effect."""
    return saved_model.load(export_dir, tags)


class SaveOptions:
    """Settings of `saved_model.save`; accepted and without effect.

    Args:
        **settings: such as `experimental_io_device="/job:localhost"`.

    >>> SaveOptions(save_debug_info=True).save_debug_info
    True
    """

    def __init__(self, **settings: Any) -> None:
        self.__dict__.update(settings)


class CheckpointOptions:
    """Settings of `train.Checkpoint`; accepted and without effect.

    Args:
        **settings: such as `experimental_io_device="/job:localhost"`.
    """

    def __init__(self, **settings: Any) -> None:
        self.__dict__.update(settings)


class LoadOptions:
    """Settings of `saved_model.load`; accepted and without effect.

    Args:
        **settings: such as `experimental_io_device="/job:localhost"`.
    """

    def __init__(self, **settings: Any) -> None:
        self.__dict__.update(settings)
