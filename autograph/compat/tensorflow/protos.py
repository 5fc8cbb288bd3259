"""`tf.train.Example` and the messages inside of it."""

from __future__ import annotations

from typing import Any

_NAMES = (
    "BytesList", "Example", "Feature", "FeatureList", "FeatureLists", "Features", "FloatList", "Int64List",
    "SequenceExample",
)  # fmt: skip
__all__ = list(_NAMES)


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(name)
    from runtime.formats.messages import message_class

    return message_class(name)
