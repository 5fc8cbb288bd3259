"""Summaries: no gradient flows through them."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "CloseSummaryWriter", "CreateSummaryFileWriter", "FlushSummaryWriter", "HistogramSummary", "MergeSummary",
    "ScalarSummary", "SummaryWriter", "TensorSummaryV2", "WriteGraphSummary", "WriteHistogramSummary",
    "WriteImageSummary", "WriteRawProtoSummary", "WriteScalarSummary", "WriteSummary",
)  # fmt: skip
