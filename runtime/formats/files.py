"""Files that are whole or not there: written beside, flushed to the disk, and renamed."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from typing import IO, Any

from runtime import errors

_PENDING = ".tempstate"


def pending_name(path: str) -> str:
    """A name beside `path` for what is to become it; it says which process writes."""
    return f"{path}{_PENDING}{os.getpid()}-{secrets.token_hex(4)}"


def write_file(path: str, data: bytes) -> None:
    """Puts a file with this content at `path`, in the place of what may be there.

    At each moment there is the old file, whole, or the new one.

    Raises:
        OpError: of a class that says what is wrong with the path.
    """
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: str) -> Iterator[IO[bytes]]:
    """Context with a file to write, which takes the place of `path` when all has gone well."""
    with os_errors(path):
        pending = pending_name(path)
        try:
            with open(pending, "xb") as file:
                yield file
                flush(file)
            os.replace(pending, path)
        except BaseException:
            remove(pending)
            raise
        flush_directory(path)
        remove_abandoned(path)


def flush(file: IO[bytes]) -> None:
    """Brings what was written to the disk, so that a rename cannot come before it."""
    file.flush()
    os.fsync(file.fileno())


def flush_directory(path: str) -> None:
    """Brings the names in the directory of `path` to the disk."""
    with contextlib.suppress(OSError):  # Not all systems can.
        handle = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove(path: str) -> None:
    """Removes a file if it is there and can be."""
    with contextlib.suppress(OSError):
        os.remove(path)


def remove_abandoned(path: str) -> None:
    """Removes what writers of `path` left beside it when they were killed."""
    directory, name = os.path.split(path)
    with contextlib.suppress(OSError):
        for other in os.listdir(directory or "."):
            if other.startswith(name + _PENDING) and not _is_running(other.removeprefix(name + _PENDING)):
                remove(os.path.join(directory, other))


def _is_running(suffix: str) -> bool:
    """Whether the process of a pending name is there."""
    process = suffix.partition("-")[0]
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError):
        return False
    except OSError:
        return True
    return True


def read_file(path: str, what: str = "file") -> bytes:
    """The content of a file.

    Raises:
        NotFoundError: there is none.
        OpError: it cannot be read, of a class that says why.
    """
    with os_errors(path, what), open(path, "rb") as file:
        return file.read()


@contextlib.contextmanager
def os_errors(path: str, what: str = "file") -> Iterator[None]:
    """Context in which errors of the system come as those of TensorFlow, with the path that is to be there at last."""
    try:
        yield
    except FileNotFoundError as error:
        raise errors.NotFoundError(f"{_final_name(error, path)}; No such file or directory ({what}).") from error
    except (IsADirectoryError, NotADirectoryError) as error:
        raise errors.FailedPreconditionError(f"{_final_name(error, path)}; {error.strerror} ({what}).") from error
    except PermissionError as error:
        raise errors.PermissionDeniedError(f"{_final_name(error, path)}; {error.strerror} ({what}).") from error
    except OSError as error:
        raise errors.UnknownError(f"{_final_name(error, path)}; {error.strerror} ({what}).") from error


def _final_name(error: OSError, path: str) -> str:
    return str(error.filename or path).partition(_PENDING)[0]


def size_of(file: Any) -> int:
    """How many bytes an open file has."""
    return os.fstat(file.fileno()).st_size
