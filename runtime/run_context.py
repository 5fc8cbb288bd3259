"""What a kernel may touch besides its inputs: resources, random streams, standard output, the deadline."""

from __future__ import annotations

import sys
from typing import Any, TextIO

import numpy as np


class RandomStreams:
    """The generators behind stateful random ops.

    Ops with the same pair of seeds share a stream that advances with every draw; an op without seeds draws from one
    stream that the operating system seeds.
    """

    def __init__(self) -> None:
        self._streams: dict[tuple[int, int], np.random.Generator] = {}

    def generator(self, seed: int = 0, seed2: int = 0) -> np.random.Generator:
        """The stream of an op with TensorFlow's attributes `seed` and `seed2` (both 0: not seeded)."""
        key = (int(seed), int(seed2))
        stream = self._streams.get(key)
        if stream is None:
            entropy = None if key == (0, 0) else [part % 2**64 for part in key]
            stream = self._streams.setdefault(key, np.random.Generator(np.random.Philox(entropy)))
        return stream


class RunContext:
    """The state that outlives one run: a session has its own, eager code and compiled functions share one.

    Attributes:
        resources: what handle ops look up, by a key of their own (variables, tables, queues).
        random: streams of the stateful random ops.
        deadline: `time.monotonic()` value after which a blocking kernel gives up, or None.
    """

    __slots__ = ("_stdout", "deadline", "random", "resources")

    def __init__(self, stdout: TextIO | None = None) -> None:
        self.resources: dict[Any, Any] = {}
        self.random = RandomStreams()
        self.deadline: float | None = None
        self._stdout = stdout

    @property
    def stdout(self) -> TextIO:
        """Where printing ops write: the stream given, else whatever `sys.stdout` is at that moment."""
        return sys.stdout if self._stdout is None else self._stdout


EAGER = RunContext()
"""The context of eager ops and compiled functions: eager variables live here."""
