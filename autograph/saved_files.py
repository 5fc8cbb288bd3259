"""What commands on saved files have in common."""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Iterator
from typing import Any

from autograph.errors import AutographError, UsageError


@contextlib.contextmanager
def one_line_errors(kind: type[AutographError] = AutographError) -> Iterator[None]:
    """Context in which whatever goes wrong with a file, or a graph in it, is told in a line."""
    from runtime.errors import OpError

    try:
        yield
    except AutographError:
        raise
    except (OpError, OSError, ValueError) as error:
        raise kind(_text(error)) from error
    except Exception as error:
        raise kind(f"{type(error).__name__}: {_text(error)}") from error


def _text(error: Exception) -> str:
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return text or type(error).__name__


def found(path: str, tags: str | None = None) -> Any:
    """What has been saved at a path.

    Args:
        path: the path.
        tags: of the graph in a SavedModel that has several, separated by commas.

    Raises:
        UsageError: the path is empty, or that of a Keras model.
        OpError: there is nothing, or it is damaged.
    """
    from runtime.train import saved_things

    if not path:
        raise UsageError("the path is empty", fix="name a checkpoint, a SavedModel or a graph.")
    _refuse_keras_model(path)
    return saved_things.find(path, set(tags.split(",")) if tags else None)


def _refuse_keras_model(path: str) -> None:
    """Says how to load a file that Keras, or this package in its place, has written."""
    if not os.path.isfile(path) or not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    if "config.json" in names:
        is_ours = any(name.endswith(".index") for name in names)
        package = "autograph.keras" if is_ours else "keras"
        raise UsageError(
            f"{path} is a Keras model, not a graph", fix=f"load it in Python: {package}.models.load_model({path!r})"
        )


def checkpoint_of(thing: Any) -> str:
    """The prefix of the variables of what was found.

    Raises:
        UsageError: it has none.
    """
    if thing.checkpoint is None:
        raise UsageError(f"{thing.path} is a {thing.kind} without variables")
    return str(thing.checkpoint)


def graph_of(thing: Any) -> Any:
    """The graph of what was found.

    Raises:
        UsageError: it has none.
    """
    if thing.graph is None:
        raise UsageError(f"{thing.path} is a {thing.kind} without a graph")
    return thing.graph
