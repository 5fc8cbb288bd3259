"""Shape rules of datasets and iterators: handles are scalars, elements are as the attributes say."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, TensorShape

_HANDLES = (
    "AnonymousIteratorV3", "AssertCardinalityDataset", "BatchDatasetV2", "CacheDataset", "CacheDatasetV2",
    "ConcatenateDataset", "DatasetCardinality", "DirectedInterleaveDataset", "GroupByWindowDataset",
    "IgnoreErrorsDataset", "DummyMemoryCache", "DummySeedGenerator", "FilterDataset", "FixedLengthRecordDatasetV2",
    "FlatMapDataset", "GeneratorDataset", "InterleaveDataset", "IteratorGetNextAsOptional", "IteratorV2",
    "MapDataset", "OneShotIterator", "OptionalFromValue", "OptionalHasValue", "OptionalNone",
    "PaddedBatchDatasetV2", "PrefetchDataset", "RandomDataset", "RangeDataset", "RepeatDataset", "ScanDataset",
    "ShardDataset", "ShuffleDatasetV3", "SkipDataset", "TFRecordDataset", "TakeDataset", "TakeWhileDataset",
    "TensorDataset", "TensorSliceDataset", "TextLineDataset", "UnbatchDataset", "UniqueDataset", "WindowDataset",
    "ZipDataset",
)  # fmt: skip


@shape_rule(*_HANDLES)
def handle(op: Operation) -> list[TensorShape]:
    """A scalar: all datasets, iterators, optional values and counts are."""
    return [SCALAR]


@shape_rule("IteratorGetNext", "IteratorGetNextSync", "OptionalGetValue", "ReduceDataset")
def element(op: Operation) -> list[TensorShape]:
    """The shapes in the attribute `output_shapes`: elements are typed when the dataset is built."""
    return list(op.attrs["output_shapes"])


@shape_rule("MakeIterator")
def nothing(op: Operation) -> list[TensorShape]:
    """No outputs."""
    return []


@shape_rule("MatchingFiles")
def matching_files(op: Operation) -> list[TensorShape]:
    """A vector of unknown length."""
    return [TensorShape([None])]
