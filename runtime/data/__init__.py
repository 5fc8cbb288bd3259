"""Datasets, under TensorFlow's names: `data.Dataset`, `data.TextLineDataset`, …"""

from runtime.data.dataset import Dataset
from runtime.data.files import FixedLengthRecordDataset, TextLineDataset, TFRecordDataset
from runtime.data.iterator import DatasetSpec, Iterator, IteratorSpec, Optional
from runtime.data.options import Options, ThreadingOptions
from runtime.data.streams import INFINITE as INFINITE_CARDINALITY
from runtime.data.streams import UNKNOWN as UNKNOWN_CARDINALITY

AUTOTUNE = -1

__all__ = [
    "AUTOTUNE", "INFINITE_CARDINALITY", "UNKNOWN_CARDINALITY", "Dataset", "DatasetSpec", "FixedLengthRecordDataset",
    "Iterator", "IteratorSpec", "Optional", "Options", "TFRecordDataset", "TextLineDataset", "ThreadingOptions",
]  # fmt: skip
