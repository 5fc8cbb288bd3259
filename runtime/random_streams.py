"""Where the stateful random ops of a context stand in their streams."""

from __future__ import annotations

import secrets
import threading
import weakref
from collections.abc import MutableMapping
from typing import Any

from runtime.context import RunContext
from runtime.philox import Stream


class RandomStreams:
    """The streams of random ops, by who draws: an operation of a graph, or a description of an eager op.

    As in TensorFlow, each operation has a stream of its own, which starts at its seeds and goes on from run to run.
    """

    def __init__(self) -> None:
        self._of_operations: MutableMapping[Any, Stream] = weakref.WeakKeyDictionary()
        self._of_eager_ops: dict[Any, Stream] = {}
        self._lock = threading.Lock()

    def draw(self, key: Any, seed: int, seed2: int, blocks: int) -> Stream:
        """The stream from where `key` stands, which is then `blocks` further.

        Args:
            key: an Operation, or a tuple.
            seed: with `seed2`, where a new stream starts; if both are 0, at random.
            seed2: see `seed`.
            blocks: how many blocks the caller may use.
        """
        streams = self._of_eager_ops if isinstance(key, tuple) else self._of_operations
        with self._lock:
            stream = streams.get(key)
            if stream is None:
                stream = Stream.from_seeds(*((seed, seed2) if seed or seed2 else _fresh_seeds()))
            streams[key] = stream.skip(blocks)
        return stream

    def clear(self) -> None:
        """Puts every stream back to its start."""
        with self._lock:
            self._of_operations.clear()
            self._of_eager_ops.clear()


def _fresh_seeds() -> tuple[int, int]:
    return secrets.randbits(64), secrets.randbits(64)


def streams_of(context: RunContext) -> RandomStreams:
    """The streams of a context."""
    found: RandomStreams | None = context.random.get("streams")
    return context.random.setdefault("streams", RandomStreams()) if found is None else found
