"""Says which op failed when generated code raises, on what, and where the user made it.

Nothing is noted while the code runs: the traceback has the lines, and the frames still hold the values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime import errors
from runtime.dtypes import as_dtype
from runtime.kernel_errors import error_class

if TYPE_CHECKING:
    from runtime.engines.source import Place, Source
    from runtime.graph import Operation

_MOST_CALLERS = 3


def explained(error: Exception, source: Source, filename: str) -> Exception:
    """The error to raise for an error that left generated code.

    Args:
        error: what was raised.
        source: the text that ran.
        filename: the file name that it was compiled with.

    Returns:
        An `OpError` that names the op, its inputs and the user's lines. Errors that say so already come back as they
        are, and so do exceptions of the user's own code, with a note.
    """
    frames = [(frame, source.places[line]) for frame, line in _frames(error, filename) if line in source.places]
    if not frames or getattr(error, "op", None) is not None:
        return error
    frame, place = frames[-1]
    return _told(error, place.op, "\n".join(_story(frame, place, frames[-2::-1], source)))


def of_operation(error: Exception, op: Operation, inputs: Sequence[Any]) -> Exception:
    """The error to raise for one that left the kernel of an operation (see `explained`)."""
    if getattr(error, "op", None) is not None:
        return error
    values = f" on {', '.join(map(describe, inputs))}" if inputs else ""
    return _told(error, op, "\n".join([f"  in op {op.name!r} of type {op.type}{values}", *_made_at(op)]))


def _told(error: Exception, op: Operation, story: str) -> Exception:
    """The error with its story, of TensorFlow's class."""
    if isinstance(error, errors.OpError):
        error.op, error.message = op, f"{error.message}\n{story}"
        error.args = (error.message,)
        return error
    known = error_class(error, op.type, op.attrs)
    if known is not None:
        return known(f"{error or type(error).__name__}\n{story}", op)
    if hasattr(error, "add_note"):
        error.add_note(story)
    elif error.__cause__ is None:  # Python before 3.11 has no notes, but shows causes.
        error.__cause__ = errors.OpError(story, op)
    return error


def _frames(error: BaseException, filename: str) -> Iterator[tuple[FrameType, int]]:
    """The frames of generated code in the traceback, outermost first."""
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == filename:
            yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def _story(frame: FrameType, place: Place, callers: list[tuple[FrameType, Place]], source: Source) -> Iterator[str]:
    values = [
        frame.f_locals.get(name, source.constants.get(name)) for name in place.inputs if name not in source.handles
    ]
    inputs = f" on {', '.join(map(describe, values))}" if values else ""
    yield f"  in op {place.op.name!r} of type {place.op.type}{inputs}"
    yield from _made_at(place.op)
    yield from _turns(frame, place)
    for caller, call in callers[:_MOST_CALLERS]:
        yield f"  called by op {call.op.name!r} of type {call.op.type}"
        yield from _made_at(call.op)
        yield from _turns(caller, call)
    if len(callers) > _MOST_CALLERS:
        yield f"  and {len(callers) - _MOST_CALLERS} calls more"


def _made_at(op: Operation) -> Iterator[str]:
    origin = op.source
    if origin is not None:
        yield f"  made at {origin}, in {origin.function}"
        yield from op.place.excerpt() if op.place is not None else ()


def _turns(frame: FrameType, place: Place) -> Iterator[str]:
    for loop in reversed(place.loops):
        origin = loop.op.source
        where = f" made at {origin}" if origin is not None else ""
        yield f"  in turn {frame.f_locals.get(loop.turn, 0) + 1} of the loop {loop.op.name!r}{where}"


def describe(value: Any) -> str:
    """The dtype and shape of a value, such as float32[2,3]."""
    if isinstance(value, np.ndarray | np.generic):
        name = "string" if value.dtype == object else as_dtype(value.dtype).name
        return f"{name}[{','.join(map(str, value.shape))}]"
    return "string[]" if isinstance(value, bytes) else type(value).__name__
