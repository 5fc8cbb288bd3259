"""`for` on tensors: the user's own loop statement asks for the next item, and each turn is a trace of the body."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FrameType, GeneratorType, ModuleType
from typing import Any

from . import backend, plain_loop
from . import frame as frames
from .endless import Counted, Turns, counted
from .guard import Guard, stopped
from .iterables import RowsOf, Staged, as_staged, refuse_outer_iterator
from .loops import StagedLoop
from .missing import DEAD
from .place import Place
from .standin import resolve
from .trace import ensure_function, stranded, traces
from .variables import Variables


def for_(iterable: Any, names: tuple[str, ...] = ()) -> Any:
    """Has the semantics of Python's `for`: `for v in ag.for_(xs, names): …`.

    Args:
        iterable: what to loop over: a Python iterable, a tensor (its rows), a range of tensors, a list that a staged
            block changed.
        names: the variables that the loop writes and somebody reads later or in the next turn.

    Returns:
        In Python mode the iterable itself.
    """
    if not backend.activity or not backend.can_stage():
        return iterable
    return _for(iterable, names, (), sys._getframe(1))


def loop(names: tuple[str, ...] = (), until: tuple[str, ...] = ()) -> ModuleType | For:
    """Has the semantics of a `for` with jumps: `loop = ag.loop(names, until)`, then `for v in loop.over(xs): …`.

    Args:
        names: the variables that the loop writes and somebody reads later or in the next turn.
        until: those of them that are flags: the loop ends when one is set.

    Returns:
        The loop. In Python mode `loop.over` gives the iterable itself.
    """
    if not backend.activity or not backend.can_stage():
        return plain_loop
    return For(names, until)


class For:
    """A loop with jumps that may become staged."""

    __slots__ = ("_names", "_turns", "_until")

    def __init__(self, names: Sequence[str], until: Sequence[str]) -> None:
        self._names = names
        self._until = until

    def over(self, iterable: Any) -> Any:
        """The turns, for the user's own loop statement."""
        self._turns = _for(iterable, self._names, self._until, sys._getframe(1))
        return self._turns

    def leaves(self, flag: Any) -> Any:
        """Whether the flag is set and the native jump is to be made: only while the loop runs in Python."""
        return self._turns.leaves(flag)


def _for(iterable: Any, names: Sequence[str], until: Sequence[str], frame: FrameType) -> Any:
    iterable = resolve(iterable)
    if iterable is DEAD:
        return ()
    refuse_outer_iterator(iterable)
    staged = as_staged(iterable)
    if staged is not None:
        return StagedFor(staged, names, until, frame)
    iterable = counted(Steps(iterable) if isinstance(iterable, GeneratorType) else iterable)
    return GuardedFor(iterable, names, until, frame) if until else iterable


class StagedFor:
    """The turns of a loop whose length only the run knows."""

    __slots__ = ("_carried", "_go", "_index", "_items", "_loop", "_until", "_variables")

    def __init__(self, items: Staged, names: Sequence[str], until: Sequence[str], frame: FrameType) -> None:
        ensure_function(frame)
        self._items = items
        self._until = until
        self._variables = Variables(frame, (*names, *until))
        self._index = self._variables.add("the loop index", 0)
        carried = items.start()
        self._carried = [self._variables.add(f"item {n} to come", tensor) for n, tensor in enumerate(carried)]
        self._go = items.has(0, carried)
        is_counted = items.length is not None
        self._loop = StagedLoop(self._variables, until, Place.of(frame), near=items.near, counted=is_counted)
        if isinstance(items, RowsOf):
            held = frame.f_locals.items()
            self._loop.options.holders = frozenset(name for name, value in held if value is items.tensor)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._loop.arm is not None and not self._close():
            self._loop.record(self._go)
            raise StopIteration
        self._loop.open()
        return self._items.take(self._index.read(), [location.read() for location in self._carried])

    def leaves(self, flag: Any) -> bool:
        """False: a staged loop reads its flags at the end of a turn."""
        return False

    def _close(self) -> bool:
        api = backend.active()
        self._variables.read()
        index = self._index.read() + 1
        self._index.write(index)
        flags = [location.read() for location in self._variables.locations.values() if location.name in self._until]
        stop = stopped(flags)
        carried = self._items.advance([location.read() for location in self._carried], stop)
        for location, tensor in zip(self._carried, carried, strict=True):
            location.write(tensor)
        go: Any = self._items.has(index, carried)
        if stop is not False:
            go = False if stop is True else api.logical_and(go, api.logical_not(stop))
        return self._loop.close(go)


class GuardedFor:
    """A loop over a Python iterable that may stop on a tensor: later turns run under "no flag is set"."""

    __slots__ = ("_frame", "_guard", "_iterator", "_names", "_turns", "_until")

    def __init__(self, iterable: Iterable[Any], names: Sequence[str], until: Sequence[str], frame: FrameType) -> None:
        self._iterator = iter(iterable)
        self._names = names
        self._until = until
        self._frame = frame
        self._guard: Guard | None = None
        self._turns = Turns() if isinstance(iterable, Counted) else None

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self._close()
        flags = list(frames.read(self._frame, self._until).values())
        stop = False if all(flag is False for flag in flags) else stopped(flags)
        if stop is True:
            raise StopIteration
        item = next(self._iterator)
        if stop is not False:
            if self._turns is not None:
                self._turns.add_guarded()
            self._guard = Guard(backend.active().logical_not(stop), self._frame, self._names, self._until)
        return item

    def leaves(self, flag: Any) -> bool:
        """Whether the flag is set and the native jump is to be made: never inside a guarded turn."""
        if flag is not True or self._guard is not None:
            return False
        self._iterator = iter(())  # a generator ends with its loop
        return True

    def _close(self) -> None:
        if self._guard is not None:
            self._guard.close()
            self._guard = None


class Steps:
    """A generator whose every step must leave the traces as they were: a staged block cannot yield."""

    __slots__ = ("_generator",)

    def __init__(self, generator: Iterator[Any]) -> None:
        self._generator = generator

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        depth = len(traces())
        item = next(self._generator)
        if len(traces()) > depth:
            raise stranded(traces()[-1])
        return item


def iterate(iterable: Any, body: Callable[[Any], object]) -> None:
    """Calls `body` with each item, staged if the iterable is."""
    for item in _for(iterable, (), (), sys._getframe()):
        body(item)
