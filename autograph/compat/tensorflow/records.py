"""`tf.io.TFRecordWriter`: files of records."""

from __future__ import annotations

import gzip
import os
import zlib
from typing import Any

from runtime.formats.records import frame


class TFRecordOptions:
    """How records are compressed.

    Args:
        compression_type: "", "GZIP" or "ZLIB"; None is "".
        **others: accepted for compatibility.
    """

    def __init__(self, compression_type: Any = None, **others: Any) -> None:
        self.compression_type = compression_type or ""


class TFRecordWriter:
    """Writes records to a file.

    Args:
        path: the file; one that is there is written anew.
        options: TFRecordOptions, or the compression.
    """

    def __init__(self, path: Any, options: Any = None) -> None:
        kind = getattr(options, "compression_type", options) or ""
        if kind not in ("", "GZIP", "ZLIB"):
            raise ValueError(f"compression_type is '', 'GZIP' or 'ZLIB', not {kind!r}.")
        self._kind = kind
        self._file: Any = gzip.open(os.fspath(path), "wb") if kind == "GZIP" else open(os.fspath(path), "wb")  # noqa: SIM115
        self._packer = zlib.compressobj() if kind == "ZLIB" else None

    def write(self, record: bytes) -> None:
        """Appends a record."""
        data = frame(record)
        self._file.write(data if self._packer is None else self._packer.compress(data))

    def flush(self) -> None:
        """Hands everything to the file."""
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        if not self._file.closed:
            if self._packer is not None:
                self._file.write(self._packer.flush())
            self._file.close()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
