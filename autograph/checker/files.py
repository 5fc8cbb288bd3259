"""Which files a run looks at, and their text."""

from __future__ import annotations

import fnmatch
import io
import os
import tokenize
from collections.abc import Iterable, Iterator

from autograph.errors import UsageError

SUFFIXES = (".py", ".pyi", ".pyw", ".ipynb")
STDIN = "-"


def find_files(paths: Iterable[str], excludes: Iterable[str]) -> list[str]:
    """The files that some paths mean: files as they are, folders with all Python files and notebooks in them, in order.

    Raises:
        UsageError: a path does not exist.
    """
    patterns = tuple(excludes)
    found: dict[str, None] = {}
    for path in paths:
        if path != STDIN and not os.path.exists(path):
            raise UsageError(f"no file or folder {path}")
        for file in _walk(path, patterns) if os.path.isdir(path) else [path]:
            found[file] = None
    return list(found)


def _walk(folder: str, patterns: tuple[str, ...]) -> Iterator[str]:
    """The files in a folder; patterns are about what is below it, not about where it is itself."""
    for where, folders, files in os.walk(folder):
        below = os.path.relpath(where, folder)
        folders[:] = sorted(name for name in folders if not is_excluded(os.path.join(below, name), patterns))
        for name in sorted(files):
            if name.endswith(SUFFIXES) and not is_excluded(os.path.join(below, name), patterns):
                yield os.path.normpath(os.path.join(where, name))


def is_excluded(path: str, patterns: Iterable[str]) -> bool:
    """Whether a pattern means a path: by its name, by its end, or by a part of it.

    >>> is_excluded("src/build/x.py", ["build"]), is_excluded("src/x_pb2.py", ["*_pb2.py"])
    (True, True)
    """
    parts = os.path.normpath(path).split(os.sep)
    whole = "/".join(parts)
    return any(
        fnmatch.fnmatch(whole, pattern)
        or fnmatch.fnmatch(whole, f"*/{pattern}")
        or any(fnmatch.fnmatch(part, pattern) for part in parts)
        for pattern in patterns
    )


def read_text(path: str) -> str:
    """The text of a Python file, by its declared encoding.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            return decoded(stream.read(), path)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error


def write_text(path: str, text: str) -> None:
    """Writes a file in the encoding that it declares.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        with open(path, "rb") as stream:
            encoding, _ = tokenize.detect_encoding(stream.readline)
        with open(path, "w", encoding=encoding, newline="") as stream_out:
            stream_out.write(text)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def decoded(content: bytes, path: str) -> str:
    """The text of a Python file, from its bytes.

    Raises:
        UsageError: the bytes are not text in the declared encoding.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return content.decode(encoding)
    except (UnicodeDecodeError, SyntaxError, LookupError) as error:
        raise UsageError(f"cannot read {path}: {error}", fix="save it as UTF-8, or declare its encoding.") from error
