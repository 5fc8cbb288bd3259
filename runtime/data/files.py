"""Datasets of lines and records of files."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.data.base import int64, made, text
from runtime.data.dataset import Dataset
from runtime.tensor_spec import TensorSpec

_TEXT = TensorSpec([], dtypes.string)


class _FileDataset(Dataset):
    """A dataset of what files hold; `filenames` may be a dataset of names."""

    def __init__(self, filenames: Any, read: Any) -> None:
        source = filenames.flat_map(read) if isinstance(filenames, Dataset) else read(filenames)
        super().__init__(source._variant_tensor, source.element_spec)


class TextLineDataset(_FileDataset):
    """The lines of text files, without their ends, as string scalars.

    Args:
        filenames: a path, several, or a dataset of them.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: accepted for compatibility.
        num_parallel_reads: accepted for compatibility.
        name: accepted for compatibility.
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        def read(names: Any) -> Any:
            """The dataset of the lines of some files."""
            return made("TextLineDataset", [text(names), text(compression_type), int64(0)], _TEXT, **_NO_SPECS)

        super().__init__(filenames, read)


class TFRecordDataset(_FileDataset):
    """The records of TFRecord files as string scalars.

    Args:
        filenames: a path, several, or a dataset of them.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: accepted for compatibility.
        num_parallel_reads: accepted for compatibility.
        name: accepted for compatibility.
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        def read(names: Any) -> Any:
            """The dataset of the records of some files."""
            return made("TFRecordDataset", [text(names), text(compression_type), int64(0)], _TEXT, **_NO_SPECS)

        super().__init__(filenames, read)


class FixedLengthRecordDataset(_FileDataset):
    """The records of one length of binary files as string scalars.

    Args:
        filenames: a path, several, or a dataset of them.
        record_bytes: the length of a record.
        header_bytes: how many bytes to skip at the beginning of a file.
        footer_bytes: how many bytes to ignore at its end.
        buffer_size: accepted for compatibility.
        compression_type: "", "GZIP" or "ZLIB".
        num_parallel_reads: accepted for compatibility.
        name: accepted for compatibility.
    """

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        lengths = [int64(number or 0) for number in (header_bytes, record_bytes, footer_bytes, 0)]

        def read(names: Any) -> Any:
            """The dataset of the records of some files."""
            inputs = [text(names), *lengths, text(compression_type)]
            return made("FixedLengthRecordDatasetV2", inputs, _TEXT, **_NO_SPECS)

        super().__init__(filenames, read)


_NO_SPECS = {"output_types": None, "output_shapes": None}
"""These ops need not say that their elements are string scalars."""
