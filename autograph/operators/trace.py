"""The open traces of a thread, outermost first: a function, the arm of an `if`, one pass over the body of a loop."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Hashable
from types import FrameType
from typing import TYPE_CHECKING, Any

from . import backend
from .backend import LoopOptions
from .place import Place, frames, refusal

if TYPE_CHECKING:
    from .journal import Location
    from .lattice import Spec
    from .operands import OpenOperand
    from .variables import Variables


class Hints:
    """What earlier traces of the same code learned about the types of its loops, by the path of blocks to a site.

    A loop body is traced until its types settle, and so are the loops inside it. Because inner loops start from what
    they learned last time, depth d costs about d² traces and not 2^d.
    """

    __slots__ = ("_blocks", "specs")

    def __init__(self) -> None:
        self.specs: dict[Hashable, Spec] = {}
        self._blocks: dict[Hashable, Hints] = {}

    def block(self, key: Hashable) -> Hints:
        """The hints for what is inside."""
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = Hints()
        return found


class Trace:
    """One open trace.

    Attributes:
        kind: "function", "then", "else", "body" or "call" (the body of a recursive function).
        graph: the function graph it records into; None for a function, whose graph others open.
        home: the graph that is being built in it.
        place: where its construct stands.
        frame: the frame that runs the construct.
        touched: places that were written, with what was there before, by key.
        writers: of a function, what the user's code ran when it first wrote a place, by key.
        born: objects made in it, by identity: their changes need no undoing here.
        dead: the rest of this trace never runs to its end.
        classes: those whose operators run converted.
        entries: of the body of a loop, what its placeholders for tensors stood for before it, by identity.
        merged: of the outermost, what each tensor that arms left was in them, by identity, with the tensor.
        shared: of the body of a loop, pairs of a variable's key and another place that held the same tensor.
        at_end: what to call when it is closed.
        cells: for each frame, the variables that nested functions rebind, and the global ones that it assigns.
        implicit: nobody's boundary opened it.
        options: of the loop whose body this is.
        operand: the `and`, `or` or ternary whose operand this is.
        asserted: of assertions whose message is being made, by frame: the condition, and what the message assigns.
    """

    __slots__ = (
        "_visits", "asserted", "at_end", "born", "cells", "classes", "dead", "entries", "frame", "graph", "hints",
        "home", "implicit", "kind", "merged", "operand", "options", "place", "shared", "touched", "writers",
    )  # fmt: skip

    def __init__(self, kind: str, graph: Any, place: Place, frame: FrameType | None, hints: Hints) -> None:
        self.kind = kind
        self.graph = graph
        self.home = backend.active().current_graph()
        self.place = place
        self.frame = frame
        self.hints = hints
        self.touched: dict[Hashable, tuple[Location, Any]] = {}
        self.writers: dict[Hashable, Place | None] = {}
        self.born: dict[int, Any] = {}
        self.cells: dict[FrameType, dict[str, Location]] = {}
        self.classes: set[type] = set()
        self.entries: dict[int, Any] = {}
        self.merged: dict[int, tuple[Any, tuple[Any, ...]]] = {}
        self.shared: list[tuple[Hashable, Location]] = []
        self.at_end: list[Callable[[], None]] = []
        self.dead = False
        self.implicit = False
        self.options: LoopOptions | None = None
        self.operand: OpenOperand | None = None
        self.asserted: dict[FrameType, tuple[Any, Variables | None]] = {}
        self._visits: dict[tuple[int, int], int] = {}

    def site(self, place: Place) -> Hints:
        """The hints for the construct at that place; each visit of the place in this trace has its own."""
        key = (id(place.code), place.offset)
        visit = self._visits[key] = self._visits.get(key, -1) + 1
        return self.hints.block((key, visit))

    def restore(self) -> None:
        """Puts back everything that was written outside of the user's variables."""
        for location, before in reversed(list(self.touched.values())):
            location.restore(before)


_SUSPENDS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class _Stack(threading.local):
    def __init__(self) -> None:
        self.traces: list[Trace] = []


_stack = _Stack()
anywhere: list[Trace] = []
"""The open traces of all threads: empty as a rule, and cheaper to ask than one's own stack."""


def traces() -> list[Trace]:
    """The open traces of this thread, outermost first."""
    return _stack.traces


def top() -> Trace | None:
    """The innermost open trace."""
    return _stack.traces[-1] if _stack.traces else None


def root() -> Trace:
    """The function that is being traced."""
    return next(trace for trace in reversed(_stack.traces) if trace.kind == "function")


def site(place: Place) -> Hints:
    """What earlier traces learned at that place, on this visit of it."""
    return _stack.traces[-1].site(place)


def runs_later() -> bool:
    """Whether what is traced now may run never, or more than once: in an arm, in a loop, in a recursive function."""
    return bool(_stack.traces) and _stack.traces[-1].kind != "function"


def is_interrupted(frame: FrameType) -> bool:
    """Whether an exception has come out of the message of an assertion that the run is to check.

    Args:
        frame: that has got the exception, or a later one.
    """
    trace = top()
    if trace is None or not trace.asserted:
        return False
    callers = set(frames(frame.f_back))
    return any(asserting not in callers for asserting in trace.asserted)


def die() -> None:
    """Says that the rest of the innermost trace never runs to its end."""
    _stack.traces[-1].dead = True


def enter_function(place: Place, frame: FrameType | None = None) -> Trace:
    """Opens the trace of a function; its graph is the one being built, if any."""
    return _push(Trace("function", None, place, frame, Hints()))


def enter(kind: str, place: Place, hints: Hints, *, frame: FrameType | None = None, near: Any = None) -> Trace:
    """Opens the trace of a block, with a function graph of its own."""
    graph = backend.active().open_graph(kind, near)
    return _push(Trace(kind, graph, place, frame, hints))


def leave(trace: Trace) -> None:
    """Closes the innermost trace, which must be this one, and puts back what it wrote.

    Raises:
        StagingError: another trace is open inside: an exception left it and was caught outside of it.
    """
    if _stack.traces[-1] is not trace:
        raise stranded(_stack.traces[-1])
    _pop()


def unwind(depth: int) -> None:
    """Closes all traces but the outer `depth`, after an exception."""
    while len(_stack.traces) > depth:
        _pop()


def ensure_function(frame: FrameType) -> None:
    """Opens a trace for a staged construct in code that nobody's boundary called, as printed code run by itself."""
    drop_stale(frame)
    if not _stack.traces:
        enter_function(Place.of(frame), frame).implicit = True


def release_function() -> None:
    """Closes what `ensure_function` opened, when the construct is done."""
    if len(_stack.traces) == 1 and _stack.traces[0].implicit:
        _pop()


def drop_stale(frame: FrameType) -> None:
    """Closes what `ensure_function` opened for a frame that an exception has ended since."""
    if _stack.traces and _stack.traces[0].implicit and all(f is not _stack.traces[0].frame for f in frames(frame)):
        unwind(0)


def stranded(trace: Trace) -> Exception:
    """The error for a trace that was left without being closed."""
    if trace.place.code.co_flags & _SUSPENDS:
        return refusal(
            f"`{trace.place.code.co_name}` yields or awaits inside of a block that a tensor decides",
            at=trace.place,
            why="a staged block is traced as a whole, whether it will run or not; nobody can pause in it.",
            fix="collect the values in a list and return that, or yield outside of the block.",
        )
    return refusal(
        "control left a staged block in the middle",
        at=trace.place,
        why="an exception was raised in the block and caught outside of it, or the block yields: "
        "a staged block is traced as a whole, whether it will run or not.",
        fix="catch the exception inside the block, or yield outside of it.",
    )


def _push(trace: Trace) -> Trace:
    _stack.traces.append(trace)
    anywhere.append(trace)
    return trace


def _pop() -> None:
    trace = _stack.traces[-1]
    if trace.kind != "function":
        trace.restore()
    for close in trace.at_end:
        close()
    if trace.graph is not None:
        backend.active().close_graph(trace.graph)
    _stack.traces.pop()
    anywhere.remove(trace)
