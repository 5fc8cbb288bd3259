"""What holds while layers call each other: whether they train, and the names around them."""

from __future__ import annotations

import threading
from typing import Any


class CallContext:
    """One call of a layer.

    Attributes:
        layer: whose call it is.
        training: whether it trains; None if nobody has said.
        path: the names of the layers around it and its own, such as "model/dense".
    """

    __slots__ = ("layer", "outer", "path", "training")

    def __init__(self, layer: Any, training: Any, outer: CallContext | None) -> None:
        self.layer = layer
        self.training = training
        self.outer = outer
        self.path: str = layer.name if outer is None else f"{outer.path}/{layer.name}"

    def __enter__(self) -> CallContext:
        _local.current = self
        return self

    def __exit__(self, *error: object) -> None:
        _local.current = self.outer


class _Local(threading.local):
    current: CallContext | None = None


_local = _Local()


def current_call() -> CallContext | None:
    """The innermost call of a layer that is going on in this thread."""
    return _local.current


def enter_call(layer: Any, training: Any) -> CallContext:
    """Context of a call of a layer."""
    return CallContext(layer, training, _local.current)


def training_of_context() -> Any:
    """Whether the call that is going on trains; None if there is none, or nobody has said."""
    return None if _local.current is None else _local.current.training
