"""Datasets and iterators: no gradient flows through them."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "AnonymousIteratorV3", "AssertCardinalityDataset", "BatchDatasetV2", "CacheDataset", "CacheDatasetV2",
    "ConcatenateDataset", "DirectedInterleaveDataset", "GroupByWindowDataset", "IgnoreErrorsDataset",
    "DatasetCardinality", "DummyMemoryCache", "DummySeedGenerator", "FilterDataset",
    "FixedLengthRecordDatasetV2", "FlatMapDataset", "GeneratorDataset", "InterleaveDataset", "IteratorGetNext",
    "IteratorGetNextAsOptional", "IteratorGetNextSync", "IteratorV2", "MakeIterator", "MapDataset", "MatchingFiles",
    "OneShotIterator", "OptionalFromValue", "OptionalGetValue", "OptionalHasValue", "OptionalNone",
    "PaddedBatchDatasetV2", "PrefetchDataset", "RandomDataset", "RangeDataset", "ReduceDataset", "RepeatDataset",
    "ScanDataset", "ShardDataset", "ShuffleDatasetV3", "SkipDataset", "TFRecordDataset", "TakeDataset",
    "TakeWhileDataset", "TensorDataset", "TensorSliceDataset", "TextLineDataset", "UnbatchDataset", "UniqueDataset",
    "WindowDataset", "ZipDataset",
)  # fmt: skip
