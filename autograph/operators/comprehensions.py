"""List comprehensions and generator expressions that may go over tensors, or filter by them.

They stay what they are in the text; operators in it note what happens:

    [x * x for x in xs if x > 0]            ag.listed([ag.put(x * x) for x in ag.each(xs) if ag.where(x > 0)])
    sum(x * y for x in xs for y in ys)      ag.call(sum)(ag.lazy(x * y for x in ag.each(xs) for y in ag.nested(ys)))

In a trace `ag.each` drives a staged loop as `ag.for_` does, `ag.where` opens an arm that lasts until the next turn, and
`ag.put` appends to the list that `ag.listed` gives in place of Python's own.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from types import CellType, FrameType, GeneratorType
from typing import Any

from . import backend
from .endless import Counted, Turns
from .expressions import one_of
from .for_ import StagedFor, _for
from .frame import UNBOUND
from .if_ import choose
from .iterables import as_staged
from .journal import CellLocation, born, commit
from .lists import List
from .naming import unnamed
from .standin import StandIn, resolve
from .trace import Trace, anywhere, ensure_function, release_function, root, traces
from .truth import decided, truth


class Comprehension:
    """A comprehension while its elements are made.

    Attributes:
        frame: where it stands; of a generator expression, the generator's own frame.
        home: the frame whose variables it may assign.
        names: the variables of that frame that it assigns, and its own cells.
        until: those of them that are flags: no further element is made when one is set.
        carried: those of its own that its loops carry.
        levels: its loops that are running, outermost first.
        made: the elements.
        trace: the function that is being traced.
    """

    def __init__(self, frame: FrameType, names: tuple[str, ...]) -> None:
        self.frame = self.home = frame
        self.names = names
        self.until: tuple[str, ...] = ()
        self.carried: list[str] = []
        self.levels: list[Each] = []
        self.made = born(List())
        self.trace: Trace = root()

    def carry(self, name: str, value: Any, *, stops: bool = False) -> CellLocation:
        """A value that the loops carry and the arms merge.

        Args:
            name: for messages.
            value: before the first turn.
            stops: whether it is a flag that ends the comprehension.
        """
        location = CellLocation(born(CellType(value)), name)
        self.trace.cells.setdefault(self.home, {})[name] = location
        self.names += (name,)
        self.carried.append(name)
        if stops:
            self.until += (name,)
        return location

    def stop(self) -> Any:
        """Whether no further element is wanted."""
        cells = self.trace.cells.get(self.home, {})
        return cells[self.until[0]].read() if self.until else False


class Each:
    """The turns of one loop of a comprehension; it starts with the first."""

    __slots__ = ("_arms", "_comprehension", "_guarded", "_iterable", "_staged", "_turns")

    def __init__(self, comprehension: Comprehension, iterable: Any) -> None:
        self._comprehension = comprehension
        self._iterable = iterable
        self._staged = as_staged(iterable)
        self._turns: Iterator[Any] | None = None
        self._guarded = Turns()
        self._arms: list[Iterator[bool]] = []
        comprehension.levels.append(self)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._turns is None:
            self._turns = self._start()
        self._close()
        stop = self._comprehension.stop() if self._staged is None else False  # a staged loop reads its flags itself
        for item in () if stop is True else self._turns:
            if stop is not False:
                if isinstance(self._turns, Counted):
                    self._guarded.add_guarded()
                self.open(backend.active().logical_not(stop))
            return item
        self._comprehension.levels.remove(self)
        raise StopIteration

    def open(self, test: Any) -> None:
        """Opens an arm for the rest of the turn."""
        arms = iter(choose(test, self._comprehension.names, self._comprehension.home))
        next(arms)
        self._arms.append(arms)

    def _start(self) -> Iterator[Any]:
        of = self._comprehension
        if self._staged is not None:
            return StagedFor(self._staged, of.names, of.until, of.home)
        return iter(_for(self._iterable, (), (), of.home))

    def _close(self) -> None:
        while self._arms:
            for _ in self._arms.pop():
                pass


class _Running(threading.local):
    def __init__(self) -> None:
        self.comprehensions: list[Comprehension] = []


_running = _Running()


def each(iterable: Any) -> Any:
    """Has the semantics of the outermost iterable of a comprehension."""
    if not backend.activity or not backend.can_stage():
        return iterable
    iterable, names = unnamed(iterable)
    iterable = resolve(iterable)
    if not traces() and as_staged(iterable) is None:
        return iterable
    frame = sys._getframe(1)
    ensure_function(frame)
    return Each(_begin(frame, names), iterable)


def nested(iterable: Any) -> Any:
    """Has the semantics of an inner iterable of a comprehension."""
    comprehension = _of(sys._getframe(1)) if anywhere else None
    return iterable if comprehension is None else Each(comprehension, resolve(iterable))


def where(test: Any) -> Any:
    """Has the semantics of a condition of a comprehension."""
    comprehension = _of(sys._getframe(1)) if anywhere else None
    if comprehension is None:
        return test
    test = decided(test)
    if test is True or test is False:
        return test
    comprehension.levels[-1].open(test)
    return True


def put(element: Any) -> Any:
    """Notes an element of a list comprehension."""
    comprehension = _of(sys._getframe(1)) if anywhere else None
    if comprehension is not None:
        comprehension.made.append(element)
    return element


def listed(elements: list[Any]) -> list[Any]:
    """Has the semantics of the list comprehension that made the elements."""
    if not anywhere:
        return elements
    comprehension = _of(sys._getframe(1))
    if comprehension is None:
        return elements
    _end(comprehension)
    return comprehension.made


def lazy(generator: GeneratorType[Any, Any, Any]) -> Any:
    """Has the semantics of a generator expression that a builtin goes through at once."""
    comprehension = _of(sys._getframe(1)) if anywhere else None
    if comprehension is None:
        return generator
    assert generator.gi_frame is not None
    comprehension.frame = generator.gi_frame
    return Lazy(comprehension, generator)


class Lazy(StandIn):
    """A generator expression in a trace; whoever does not know it sees the list of its elements."""

    __slots__ = ("_comprehension", "_generator", "_is_done")

    def __init__(self, comprehension: Comprehension, generator: GeneratorType[Any, Any, Any]) -> None:
        self._comprehension = comprehension
        self._generator = generator
        self._is_done = False

    def checked(self) -> Any:
        """The elements."""
        if not self._is_done:
            for item in self._generator:
                self._comprehension.made.append(item)
            self._finish()
        return self._comprehension.made

    def fold(self, start: Any, step: Callable[[Any, Any], Any]) -> Any:
        """`functools.reduce(step, elements, start)`."""
        result = self._comprehension.carry("the result", start)
        for item in self._generator:
            commit(result, step(result.read(), item))
        self._finish()
        return result.read()

    def find(self, test: Callable[[Any], Any]) -> Any:
        """Whether one of the elements passes the test; none is made after it."""
        depth = len(traces())
        found = self._comprehension.carry("whether one is found", False, stops=True)
        for item in self._generator:
            commit(found, truth(test(item)))
            if found.read() is True and len(traces()) == depth:
                break
        self._finish()
        return found.read()

    def first(self, *default: Any) -> Any:
        """`next(elements, default)`; none is made after the first."""
        depth = len(traces())
        is_found = self._comprehension.carry("whether one is found", False, stops=True)
        found = self._comprehension.carry("return_value of next()", UNBOUND)
        for item in self._generator:
            commit(found, item)
            commit(is_found, True)
            if len(traces()) == depth:
                break
        self._finish()
        is_there = is_found.read()
        if is_there is True:
            return found.read()
        if not default:
            if is_there is False:
                raise StopIteration
            backend.active().check(is_there, StopIteration, [])
            return found.read()
        return one_of(is_there, found.read, lambda: default[0])

    def _finish(self) -> None:
        self._generator.close()
        self._is_done = True
        _end(self._comprehension)


def _begin(frame: FrameType, names: tuple[str, ...]) -> Comprehension:
    begun = Comprehension(frame, names)
    running = _running.comprehensions
    running.append(begun)
    begun.trace.at_end.append(lambda: running.remove(begun) if begun in running else None)
    return begun


def _end(comprehension: Comprehension) -> None:
    _running.comprehensions.remove(comprehension)
    for name in comprehension.carried:
        comprehension.trace.cells[comprehension.home].pop(name)
    release_function()


def _of(frame: FrameType) -> Comprehension | None:
    """The comprehension that a frame is making elements of, or that stands in it.

    Before Python 3.12 a list comprehension has a frame of its own.
    """
    around = (frame, frame.f_back)
    return next((found for found in reversed(_running.comprehensions) if found.frame in around), None)
