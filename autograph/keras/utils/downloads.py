"""Files from the network, kept in a directory of the user's."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import urllib.parse
from typing import Any

_BLOCK = 1 << 20  # bytes


def get_file(
    fname: Any = None,
    origin: str | None = None,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: str = "auto",
    cache_dir: Any = None,
    force_download: bool = False,
) -> str:
    """The path of a file, which is fetched if it is not there yet.

    Args:
        fname: the name that it is to have, by default that in `origin`.
        origin: its address.
        untar: whether it is a tar archive to unpack.
        md5_hash: its MD5 sum, in hexadecimal.
        file_hash: its SHA-256 or MD5 sum, in hexadecimal.
        cache_subdir: the directory inside of `cache_dir`.
        hash_algorithm: "sha256", "md5", or "auto", which goes by the length of the sum.
        extract: whether it is an archive to unpack.
        archive_format: "tar", "zip", or "auto", which looks at the file.
        cache_dir: by default what `KERAS_HOME` names, else ".keras" in the user's home.
        force_download: whether to fetch it again.

    Returns:
        The path of the file; of the directory of what was in it if it was unpacked.

    Raises:
        OSError: the file is not there and cannot be fetched.
        ValueError: there is no name, its sum is another, or it is no archive.
    """
    name = os.fspath(fname) if fname else os.path.basename(urllib.parse.urlsplit(origin or "").path)
    if not name or os.path.basename(name) != name:
        raise ValueError(f"`fname` is the name of a file without a directory, not {name!r} (origin: {origin!r}).")
    home = cache_dir or os.environ.get("KERAS_HOME") or os.path.join("~", ".keras")
    directory = os.path.join(os.path.expanduser(os.fspath(home)), cache_subdir)
    os.makedirs(directory, exist_ok=True)
    target, unpacked = (
        _places(directory, name, bool(fname)) if extract or untar else (os.path.join(directory, name), "")
    )
    wanted, kind = (md5_hash, "md5") if md5_hash and not file_hash else (file_hash, hash_algorithm)
    if force_download or not os.path.exists(target) or not _has_sum(target, wanted, kind):
        _fetch(origin, target, wanted, kind)
    if unpacked:
        _unpack(target, unpacked, "tar" if untar else archive_format)
    return unpacked or target


def _places(directory: str, name: str, is_given: bool) -> tuple[str, str]:
    """Where an archive is kept, and where what is in it."""
    if is_given and "." in name:
        return os.path.join(directory, name), os.path.join(directory, f"{name.partition('.')[0]}_extracted")
    return os.path.join(directory, f"{name}_archive"), os.path.join(directory, name)


def _has_sum(path: str, wanted: str | None, kind: str) -> bool:
    if wanted is None:
        return True
    algorithm = ("md5" if len(wanted) == 32 else "sha256") if kind == "auto" else kind
    found = hashlib.new(algorithm)
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(_BLOCK), b""):
            found.update(block)
    return found.hexdigest() == wanted.lower()


def _fetch(origin: str | None, target: str, wanted: str | None, kind: str) -> None:
    """Writes what is at an address to a file, which is there in full or not at all."""
    import urllib.error
    import urllib.request

    if origin is None:
        raise ValueError(f"There is no file at {target}: give its address as `origin`.")
    handle, path = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".fetching-")
    try:
        with os.fdopen(handle, "wb") as file, urllib.request.urlopen(origin) as source:
            shutil.copyfileobj(source, file, _BLOCK)
        if not _has_sum(path, wanted, kind):
            raise ValueError(f"What was fetched from {origin} is incomplete or damaged: its sum is not {wanted}.")
        os.replace(path, target)
    except urllib.error.URLError as error:
        raise OSError(
            f"{origin} cannot be fetched: {error.reason}. Without a network, put the file where it is looked for: "
            f"{target}"
        ) from error
    finally:
        if os.path.exists(path):
            os.remove(path)


def _unpack(archive: str, directory: str, kind: str) -> None:
    """Unpacks an archive; nothing in it may lead out of the directory."""
    import tarfile
    import zipfile

    if kind in ("auto", "tar", "tar.gz") and tarfile.is_tarfile(archive):
        with tarfile.open(archive) as file:
            for member in file.getmembers():
                _check_inside(directory, member.name)
                if not (member.isfile() or member.isdir()):
                    raise ValueError(f"{archive} holds {member.name!r}, which is no file: it is not unpacked.")
            options: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            file.extractall(directory, **options)
    elif kind in ("auto", "zip") and zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            for name in packed.namelist():
                _check_inside(directory, name)
            packed.extractall(directory)
    else:
        raise ValueError(f"{archive} is no archive of the kind {kind!r}.")


def _check_inside(directory: str, name: str) -> None:
    root = os.path.realpath(directory)
    if os.path.commonpath([root, os.path.realpath(os.path.join(root, name))]) != root:
        raise ValueError(f"The archive holds {name!r}, which leads out of the directory: it is not unpacked.")
