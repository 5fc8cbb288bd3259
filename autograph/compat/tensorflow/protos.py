"""Messages under TensorFlow's names: `tf.train.Example`, `tf.compat.v1.Summary`, and what is inside of them."""

from __future__ import annotations

import functools
from typing import Any

_EXAMPLES = (
    "BytesList", "Example", "Feature", "FeatureList", "FeatureLists", "Features", "FloatList", "Int64List",
    "SequenceExample",
)  # fmt: skip
_EVENTS = (
    "AttrValue", "Event", "GraphDef", "HistogramProto", "NodeDef", "SessionLog", "SummaryMetadata", "TaggedRunMetadata",
    "TensorProto",
)  # fmt: skip
__all__ = list(_EXAMPLES)


def __getattr__(name: str) -> Any:
    if name == "Summary":
        return _summary_class()
    if name not in _EXAMPLES and name not in _EVENTS:
        raise AttributeError(name)
    from runtime.formats.messages import message_class

    return message_class(name)


@functools.cache
def _summary_class() -> Any:
    """The messages of summaries, with the class of their values where TensorFlow has it: `Summary.Value`."""
    from runtime.formats.messages import message_class

    summary = message_class("Summary")
    summary.Value, summary.Image = message_class("SummaryValue"), message_class("Image")
    return summary
