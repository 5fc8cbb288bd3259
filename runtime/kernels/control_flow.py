"""Kernels of the ops that only order others. Branches, loops and calls have none: the engine runs their bodies."""

from __future__ import annotations

from runtime.errors import AbortedError
from runtime.registry import kernel


@kernel("NoOp", "ControlTrigger")
def nothing() -> None:
    """No work and no outputs: other ops wait for it by control edges."""


@kernel("Abort")
def abort(*, error_msg: str | bytes, exit_without_error: bool) -> None:
    """AbortedError with the message; nothing with `exit_without_error`. TensorFlow ends the process instead."""
    if not exit_without_error:
        raise AbortedError(error_msg.decode() if isinstance(error_msg, bytes) else error_msg)
