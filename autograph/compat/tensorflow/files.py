"""`tf.io.gfile`: the local file system."""

from __future__ import annotations

import glob as _glob
import os
import shutil
from collections.abc import Iterator
from typing import Any, NamedTuple

from runtime import errors

__all__ = [
    "GFile", "copy", "exists", "get_registered_schemes", "glob", "isdir", "join", "listdir", "makedirs", "mkdir",
    "remove", "rename", "rmtree", "stat", "walk",
]  # fmt: skip


class GFile:
    """A file, opened when it is first used.

    Args:
        name: its path.
        mode: as for `open`.
    """

    def __init__(self, name: Any, mode: str = "r") -> None:
        self._name = os.fspath(name)
        self._mode = mode
        self._file: Any = None

    @property
    def name(self) -> str:
        """The path."""
        return str(self._name)

    @property
    def mode(self) -> str:
        """The mode it is opened in."""
        return self._mode

    def _open(self) -> Any:
        if self._file is None:
            try:
                encoding = None if "b" in self._mode else "utf-8"
                self._file = open(self._name, self._mode, encoding=encoding)  # noqa: SIM115 it lives as long as this
            except FileNotFoundError as error:
                raise errors.NotFoundError(f"{self._name}; No such file or directory") from error
        return self._file

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._open(), name)

    def size(self) -> int:
        """The number of bytes."""
        return os.path.getsize(self._name)

    def close(self) -> None:
        """Closes it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._open())

    def __next__(self) -> Any:
        return next(self._open())

    def __enter__(self) -> GFile:
        self._open()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def exists(path: Any) -> bool:
    """Whether there is a file or folder."""
    return os.path.exists(path)


def isdir(path: Any) -> bool:
    """Whether it is a folder."""
    return os.path.isdir(path)


def listdir(path: Any) -> list[str]:
    """The names in a folder, sorted.

    Raises:
        NotFoundError: there is no such folder.
    """
    if not os.path.isdir(path):
        raise errors.NotFoundError(f"Could not find directory {path}")
    return sorted(os.listdir(path))


def glob(pattern: Any) -> list[str]:
    """The paths that match a pattern, or one of several, sorted."""
    patterns = pattern if isinstance(pattern, list | tuple) else [pattern]
    return sorted({path for one in patterns for path in _glob.glob(os.fspath(one))})


def makedirs(path: Any) -> None:
    """Makes a folder and those around it; one that is there already is left as it is."""
    os.makedirs(path, exist_ok=True)


def mkdir(path: Any) -> None:
    """Makes a folder."""
    os.mkdir(path)


def remove(path: Any) -> None:
    """Deletes a file.

    Raises:
        NotFoundError: there is none.
    """
    try:
        os.remove(path)
    except FileNotFoundError as error:
        raise errors.NotFoundError(f"{path}; No such file or directory") from error


def rmtree(path: Any) -> None:
    """Deletes a folder with all that is in it.

    Raises:
        NotFoundError: there is none.
    """
    try:
        shutil.rmtree(path)
    except FileNotFoundError as error:
        raise errors.NotFoundError(f"{path}; No such file or directory") from error


def _check_free(path: Any, overwrite: bool) -> None:
    if not overwrite and os.path.exists(path):
        raise errors.AlreadyExistsError(f"{path} already exists: use overwrite=True")


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copies a file.

    Raises:
        AlreadyExistsError: `dst` is there, and not to be overwritten.
    """
    _check_free(dst, overwrite)
    shutil.copyfile(src, dst)


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Moves a file.

    Raises:
        AlreadyExistsError: `dst` is there, and not to be overwritten.
    """
    _check_free(dst, overwrite)
    os.replace(src, dst)


class FileStatistics(NamedTuple):
    """What is known of a file.

    Attributes:
        length: its size in bytes.
        mtime_nsec: when it was changed last, in nanoseconds since 1970.
        is_directory: whether it is a folder.
    """

    length: int
    mtime_nsec: int
    is_directory: bool


def stat(path: Any) -> FileStatistics:
    """The size of a file, and when it was changed.

    Raises:
        NotFoundError: there is none.
    """
    try:
        found = os.stat(path)
    except FileNotFoundError:
        raise errors.NotFoundError(f"{path}; No such file or directory") from None
    return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(path))


def walk(top: Any, topdown: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """(folder, folders in it, files in it) for each folder under one."""
    return os.walk(top, topdown)


def join(path: Any, *paths: Any) -> str:
    """Parts of a path as one."""
    return str(os.path.join(path, *paths))


def get_registered_schemes() -> list[str]:
    """The kinds of file system: the local one."""
    return ["", "file"]
