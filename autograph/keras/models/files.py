"""Whole models in files: an archive of the configuration as JSON, and the weights as a checkpoint.

model.keras:  metadata.json  config.json  model.weights.index  model.weights.data-00000-of-00001
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import shutil
import tempfile
import weakref
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from runtime.errors import OpError
from runtime.train.checkpoint import Checkpoint

_CONFIG, _METADATA, _WEIGHTS = "config.json", "metadata.json", "model.weights"


def save_model(model: Any, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
    """Writes a whole model to a file, which is replaced when the new one is complete.

    Args:
        model: the model.
        filepath: the path of the file, which ends in ".keras".
        overwrite: whether a file there may be replaced.
        **kwargs: arguments of older programs, without effect.

    Raises:
        ValueError: the path ends otherwise.
        FileExistsError: there is a file already, and may not be replaced.
        OSError: it cannot be written.
    """
    path = _checked(filepath)
    if not overwrite and os.path.exists(path):
        raise FileExistsError(f"There is a file at {path} already: choose another path, or overwrite=True.")
    config = json.dumps(serialize_keras_object(model))
    metadata = json.dumps({"keras_version": "3", "date_saved": datetime.datetime.now().isoformat(timespec="seconds")})
    parent = os.path.dirname(path) or "."
    os.makedirs(parent, exist_ok=True)
    with _errors_with(path), tempfile.TemporaryDirectory(dir=parent, prefix=".saving-") as directory:
        names = weights_of(model, directory)
        archive = os.path.join(directory, "model.zip")
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr(_METADATA, metadata)
            file.writestr(_CONFIG, config)
            for name in names:
                file.write(os.path.join(directory, name), name)
        os.replace(archive, path)


@contextlib.contextmanager
def _errors_with(path: str) -> Iterator[None]:
    """Context in which errors of the system name the path that was asked for, not those of files on the way to it."""
    try:
        yield
    except (OSError, OpError) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        if not isinstance(cause, OSError):
            raise
        raise OSError(cause.errno, cause.strerror, path) from error


def load_model(
    filepath: Any, custom_objects: dict[str, Any] | None = None, compile: bool = True, safe_mode: bool = True
) -> Any:
    """The model that `Model.save` wrote.

    No code in the file is run: classes and functions of the user's have to be there, registered or in
    `custom_objects`.

    Args:
        filepath: the path of the file.
        custom_objects: classes and functions of the user's, by name.
        compile: whether it gets the optimizer, loss and metrics that it had.
        safe_mode: accepted and without effect.

    Raises:
        ValueError: it is no file of a model, or there is no class of a name.
        FileNotFoundError: there is no file.
    """
    path = _checked(filepath)
    if not zipfile.is_zipfile(path):
        with open(path, "rb"):
            raise ValueError(f"{path} is no file of a model: it is no archive.")
    with zipfile.ZipFile(path) as file:
        names = file.namelist()
        if _CONFIG not in names or f"{_WEIGHTS}.index" not in names:
            raise ValueError(f"{path} holds no model of this package: it has {', '.join(names)}.")
        config = json.loads(file.read(_CONFIG))
        if not compile:
            config.pop("compile_config", None)
        model = deserialize_keras_object(config, custom_objects)
        wanted = [name for name in names if name.startswith(_WEIGHTS) and os.path.basename(name) == name]
        load_weights_from(model, lambda directory: file.extractall(directory, wanted))
    return model


def weights_of(model: Any, directory: str) -> list[str]:
    """Writes the weights of a model, and what its optimizer keeps, into a directory; gives the names of the files."""
    Checkpoint(root=model).write(os.path.join(directory, _WEIGHTS))
    return sorted(os.listdir(directory))


def load_weights_from(model: Any, write: Callable[[str], None]) -> None:
    """Sets the weights; the files stay as long as the model lives if its first call is still to make some.

    Args:
        model: that gets the weights.
        write: writes what `weights_of` wrote into a directory.
    """
    directory = tempfile.mkdtemp()
    remove = weakref.finalize(model, shutil.rmtree, directory, ignore_errors=True)
    write(directory)
    status = model.load_weights(os.path.join(directory, _WEIGHTS))
    restoration = status._restoration
    if restoration is None or all(key.startswith("optimizer/") for key in restoration.unrestored()):
        remove()


def _checked(filepath: Any) -> str:
    path: str = os.fspath(filepath)
    if not path.endswith(".keras"):
        raise ValueError(
            f"A model is saved in a file whose name ends in '.keras', not {os.path.basename(path)!r}. For the weights "
            f"alone use save_weights(path)."
        )
    return path
