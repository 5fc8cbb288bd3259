"""Summaries: what TensorBoard shows of a training.

with runtime.summary.create_file_writer("logs").as_default():
    runtime.summary.scalar("loss", 0.5, step=1)
"""

from runtime.summary import experimental
from runtime.summary.graphs import graph, trace_export, trace_off, trace_on
from runtime.summary.values import histogram, image, scalar, text, write
from runtime.summary.writers import (
    SummaryWriter,
    create_file_writer,
    create_noop_writer,
    flush,
    record_if,
    should_record_summaries,
)

__all__ = [
    "SummaryWriter", "create_file_writer", "create_noop_writer", "experimental", "flush", "graph", "histogram",
    "image", "record_if", "scalar", "should_record_summaries", "text", "trace_export", "trace_off", "trace_on", "write",
]  # fmt: skip
