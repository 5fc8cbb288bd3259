"""Shape rules of summaries."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, TensorShape


@shape_rule("SummaryWriter", "ScalarSummary", "HistogramSummary", "TensorSummaryV2", "MergeSummary")
def scalar(op: Operation) -> list[TensorShape]:
    """A scalar: handles of writers, and summaries as bytes."""
    return [SCALAR]


@shape_rule(
    "CloseSummaryWriter", "CreateSummaryFileWriter", "FlushSummaryWriter", "WriteGraphSummary",
    "WriteHistogramSummary", "WriteImageSummary", "WriteRawProtoSummary", "WriteScalarSummary", "WriteSummary",
)  # fmt: skip
def nothing(op: Operation) -> list[TensorShape]:
    """No outputs."""
    return []
