"""RunContext: what a kernel may touch besides its inputs."""

import threading
from dataclasses import dataclass, field
from typing import Any, TextIO

from runtime.resources import ResourceStore


@dataclass
class RunContext:
    """The world around running ops: one for eager execution, one for each session.

    Attributes:
        resources: variables and other state, by name.
        random: state of the random generators; the kernels of random ops keep in it what they need.
        stdout: where to print (None: whatever `sys.stdout` is at that time).
        deadline: when to stop, as `time.monotonic()` in seconds, or None.
    """

    resources: ResourceStore = field(default_factory=ResourceStore)
    random: dict[Any, Any] = field(default_factory=dict)
    stdout: TextIO | None = None
    deadline: float | None = None


_eager: RunContext | None = None
_lock = threading.Lock()


def eager_context() -> RunContext:
    """The context of eager execution, one for the process."""
    global _eager
    if _eager is None:
        with _lock:
            if _eager is None:
                _eager = RunContext()
    return _eager
