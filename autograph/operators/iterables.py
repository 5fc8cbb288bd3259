"""What a staged `for` loops over: things with a length that only the run knows, and items by index."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence, Sized
from typing import Any

from . import backend
from .endless import ends
from .lists import List, changed_in_loop
from .place import refusal
from .trace import runs_later, top


class Staged:
    """An iterable of run-time length.

    A loop over it carries an index, and what else `start` gives.

    Attributes:
        length: an int, or an integer scalar tensor; None if only going through it tells.
    """

    length: Any

    @property
    def near(self) -> Any:
        """A tensor of the graph that the loop belongs to."""
        return self.length

    def item(self, index: Any) -> Any:
        """The item at an index that is known to be in range."""
        raise NotImplementedError

    def start(self) -> tuple[Any, ...]:
        """The tensors that a loop carries besides the index, as they are before the first turn."""
        return ()

    def has(self, index: Any, carried: Sequence[Any]) -> Any:
        """Whether there is an item at the index."""
        return backend.active().less(index, self.length)

    def take(self, index: Any, carried: Sequence[Any]) -> Any:
        """The item at an index where there is one."""
        return self.item(index)

    def advance(self, carried: Sequence[Any], stop: Any) -> tuple[Any, ...]:
        """What a loop carries in the next turn; `stop` says whether there is none, by a jump."""
        return ()

    def __iter__(self) -> Iterator[Any]:
        if isinstance(self.length, int):
            return (self.item(index) for index in range(self.length))
        raise refusal(
            "plain Python cannot iterate over a range or zip of run-time length",
            why="its length is a tensor.",
            fix="loop over it with `for` in converted code.",
        )


class RowsOf(Staged):
    """The rows of a tensor.

    Attributes:
        tensor: the tensor.
    """

    def __init__(self, tensor: Any) -> None:
        api = backend.active()
        type = api.tensor_type(tensor)
        if type is not None and type.shape == ():
            raise TypeError("A scalar tensor cannot be iterated over.")
        self.tensor = tensor
        self.length = api.length(tensor)

    @property
    def near(self) -> Any:
        """The tensor."""
        return self.tensor

    def item(self, index: Any) -> Any:
        """One row."""
        return backend.active().item(self.tensor, index)


class ItemsOf(Staged):
    """The items of a list of run-time length, as it is now."""

    def __init__(self, items: List) -> None:
        self._source = items
        self._items = List()
        self._items.become(items.content())
        self.length = items.length()

    def item(self, index: Any) -> Any:
        """One item."""
        return self._items.at(index)

    def advance(self, carried: Sequence[Any], stop: Any) -> tuple[Any, ...]:
        """Refuses a list that its own loop changes: how many turns there are was settled before."""
        if self._source.handle is not self._items.handle:
            raise changed_in_loop()
        return ()


class TensorRange(Staged):
    """`range` with a bound or step that is a tensor."""

    def __init__(self, *bounds: Any) -> None:
        api = backend.active()
        self._start, stop, self._step = _bounds(bounds)
        if isinstance(self._start, int) and self._start == 0 and _is_one(self._step):
            self.length = api.maximum(stop, 0)
            return
        self.length = api.maximum(-((self._start - stop) // _not_zero(self._step)), 0)

    def item(self, index: Any) -> Any:
        """The number at an index."""
        scaled = index if _is_one(self._step) else index * self._step
        return scaled if isinstance(self._start, int) and self._start == 0 else scaled + self._start


class Elements(Staged):
    """The elements of a dataset or iterator; the next one is fetched ahead."""

    length = None

    def __init__(self, source: backend.ElementSource) -> None:
        self._source = source

    @property
    def near(self) -> Any:
        """The handle."""
        return self._source.near

    def start(self) -> tuple[Any, ...]:
        """The first element."""
        return (self._source.begin(),)

    def has(self, index: Any, carried: Sequence[Any]) -> Any:
        """Whether an element was fetched."""
        return self._source.has(carried[0])

    def take(self, index: Any, carried: Sequence[Any]) -> Any:
        """The element that was fetched."""
        return self._source.value(carried[0])

    def advance(self, carried: Sequence[Any], stop: Any) -> tuple[Any, ...]:
        """The next element."""
        return (self._source.advance(stop),)


class Enumerated(Staged):
    """`enumerate` of something staged."""

    def __init__(self, inner: Staged, start: Any = 0) -> None:
        self._inner = inner
        self._start = start
        self.length = inner.length

    @property
    def near(self) -> Any:
        """That of what is enumerated."""
        return self._inner.near

    def item(self, index: Any) -> Any:
        """The number and the item."""
        return self._number(index), self._inner.item(index)

    def _number(self, index: Any) -> Any:
        from_zero = isinstance(self._start, int) and self._start == 0
        return index if from_zero else index + self._start

    def start(self) -> tuple[Any, ...]:
        """What the inner one carries."""
        return self._inner.start()

    def has(self, index: Any, carried: Sequence[Any]) -> Any:
        """Whether the inner one has an item."""
        return self._inner.has(index, carried)

    def take(self, index: Any, carried: Sequence[Any]) -> Any:
        """The number and the item."""
        return self._number(index), self._inner.take(index, carried)

    def advance(self, carried: Sequence[Any], stop: Any) -> tuple[Any, ...]:
        """What the inner one carries."""
        return self._inner.advance(carried, stop)


class Zipped(Staged):
    """`zip` of things one of which is staged."""

    def __init__(self, parts: Sequence[Staged]) -> None:
        self._parts = parts
        self._counts: list[int] = []
        self.length = parts[0].length
        for part in parts[1:]:
            if self.length is None or part.length is None:
                self.length = None
                continue
            both = isinstance(self.length, int) and isinstance(part.length, int)
            smaller = min if both else backend.active().minimum
            self.length = smaller(self.length, part.length)

    @property
    def near(self) -> Any:
        """That of the first part that has one."""
        return next((part.near for part in self._parts if not isinstance(part.near, int)), self.length)

    def item(self, index: Any) -> Any:
        """One item of each."""
        return tuple(part.item(index) for part in self._parts)

    def start(self) -> tuple[Any, ...]:
        """What the parts carry, one after the other."""
        started = [part.start() for part in self._parts]
        self._counts = [len(carried) for carried in started]
        return tuple(tensor for carried in started for tensor in carried)

    def _each(self, carried: Sequence[Any]) -> Iterator[tuple[Staged, Sequence[Any]]]:
        rest = iter(carried)
        for part, count in zip(self._parts, self._counts, strict=True):
            yield part, [next(rest) for _ in range(count)]

    def has(self, index: Any, carried: Sequence[Any]) -> Any:
        """Whether each has an item."""
        if self.length is not None:
            return super().has(index, carried)
        tests = [part.has(index, own) for part, own in self._each(carried)]
        staged = [test for test in tests if not isinstance(test, bool)]
        return all(test for test in tests if isinstance(test, bool)) and functools.reduce(
            backend.active().logical_and, staged
        )

    def take(self, index: Any, carried: Sequence[Any]) -> Any:
        """One item of each."""
        return tuple(part.take(index, own) for part, own in self._each(carried))

    def advance(self, carried: Sequence[Any], stop: Any) -> tuple[Any, ...]:
        """What the parts carry."""
        return tuple(tensor for part, own in self._each(carried) for tensor in part.advance(own, stop))


class Mapped(Staged):
    """`map` over something staged."""

    def __init__(self, function: Any, parts: Sequence[Staged]) -> None:
        self._function = function
        self._zipped = Zipped(parts)
        self.length = self._zipped.length

    @property
    def near(self) -> Any:
        """That of what is mapped over."""
        return self._zipped.near

    def item(self, index: Any) -> Any:
        """The result for one item of each."""
        return self._function(*self._zipped.item(index))

    def start(self) -> tuple[Any, ...]:
        """What is carried along what is mapped over."""
        return self._zipped.start()

    def has(self, index: Any, carried: Sequence[Any]) -> Any:
        """Whether there is something to map."""
        return self._zipped.has(index, carried)

    def take(self, index: Any, carried: Sequence[Any]) -> Any:
        """The result for one item of each."""
        return self._function(*self._zipped.take(index, carried))

    def advance(self, carried: Sequence[Any], stop: Any) -> tuple[Any, ...]:
        """What is carried along what is mapped over."""
        return self._zipped.advance(carried, stop)


class Reversed(Staged):
    """`reversed` of something staged."""

    def __init__(self, inner: Staged) -> None:
        if inner.length is None:
            raise TypeError("A dataset or iterator is not reversible.")
        self._inner = inner
        self.length = inner.length

    @property
    def near(self) -> Any:
        """That of what is reversed."""
        return self._inner.near

    def item(self, index: Any) -> Any:
        """The item that is as far from the end."""
        return self._inner.item(self.length - 1 - index)


class Cursor(Staged):
    """`iter` of something staged: `next` takes its items one by one, and a loop takes the rest."""

    def __init__(self, inner: Staged) -> None:
        if inner.length is None:
            raise TypeError("An iterator of a dataset must be made from the dataset itself.")
        self._inner = inner
        self._taken = 0
        self._is_spent = False

    @property
    def length(self) -> Any:
        """How many items are left."""
        length = self._inner.length
        return max(length - self._taken, 0) if isinstance(length, int) else length - self._taken

    @property
    def near(self) -> Any:
        """That of what it goes over."""
        return self._inner.near

    def item(self, index: Any) -> Any:
        """An item of those that are left."""
        return self._inner.item(index + self._taken)

    def start(self) -> tuple[Any, ...]:
        """Nothing; but a loop over it is the last."""
        self._refuse_spent()
        return ()

    def advance(self, carried: Sequence[Any], stop: Any) -> tuple[Any, ...]:
        """Says that a loop has gone over it."""
        self._is_spent = True
        return ()

    def _refuse_spent(self) -> None:
        if self._is_spent:
            raise refusal(
                "an iterator over a tensor is used after a loop over it",
                why="how far the loop came is known to the run only.",
                fix="make another iterator, or take what is needed before the loop.",
            )

    def __iter__(self) -> Cursor:
        return self

    def __next__(self) -> Any:
        raise refusal(
            "plain Python cannot take items from an iterator over a tensor",
            why="only the run may know whether there is one.",
            fix="use `next` or a `for` loop in converted code.",
        )

    def take_one(self) -> Any:
        """Steps over one item; tells whether it is there: a bool, or a bool tensor."""
        self._refuse_spent()
        length = self.length
        if isinstance(length, int) and length == 0:
            return False
        self._taken += 1
        return True if isinstance(length, int) else backend.active().less(0, length)

    def last(self) -> Any:
        """The item that was stepped over last."""
        return self._inner.item(self._taken - 1)


class Fixed(Staged):
    """A Python sequence beside something staged."""

    def __init__(self, items: Sequence[Any]) -> None:
        self._items = List(items)
        self.length = len(items)

    def item(self, index: Any) -> Any:
        """The item, chosen at run time if the index is a tensor."""
        return self._items[index]


def as_staged(value: Any) -> Staged | None:
    """The value as something to loop over at run time; None if Python can loop over it."""
    if isinstance(value, Staged):
        return value
    if isinstance(value, List):
        return ItemsOf(value) if value.staged else None
    api = backend.active()
    if api.is_symbolic(value) or (api.is_tensor(value) and api.current_graph() is not None):
        return RowsOf(value)
    if api.has_rows(value):
        return RowsOf(value)
    source = api.elements(value)
    return None if source is None else Elements(source)


def beside(value: Any) -> Staged:
    """The value as something to loop over together with something staged."""
    return as_staged(value) or Fixed(list(value))


def abreast(values: Sequence[Any]) -> list[Staged]:
    """The values, one of which is staged, as things to go over together.

    A Python iterator may be endless: of one that does not tell its end, as many items are taken as the others have.

    Raises:
        StagingError: only the run knows how many that is.
    """
    parts = [as_staged(value) for value in values]
    lengths = [part.length for part in parts if part is not None]
    lengths += [len(v) for v, part in zip(values, parts, strict=True) if part is None and isinstance(v, Sized)]
    shortest = min((length for length in lengths if isinstance(length, int)), default=None)
    return [part or Fixed(_taken(value, shortest)) for value, part in zip(values, parts, strict=True)]


def _taken(iterable: Any, shortest: int | None) -> list[Any]:
    """The items of a Python iterable that something staged can meet."""
    refuse_outer_iterator(iterable)
    if ends(iterable):
        return list(iterable)
    if shortest is not None:
        return list(itertools.islice(iterable, shortest))
    raise refusal(
        f"a Python iterator ({type(iterable).__name__}) goes along with something whose length only the run knows",
        why="its items are taken while the function is traced, how many are wanted is not known by then, and an "
        "iterator does not tell whether it ever ends.",
        fix="pass a list of as many items as can be wanted (`list(itertools.islice(it, n))`), a tensor, or compute the "
        "item in the loop (`enumerate` instead of `itertools.count()`, `i % k` instead of `itertools.cycle`).",
    )


def refuse_outer_iterator(iterator: Any) -> None:
    """Refuses to advance, in a staged block, an iterator that was made outside of it."""
    if runs_later() and hasattr(iterator, "__next__") and not _is_inner(iterator):
        raise refusal(
            "a staged block takes items from a Python iterator made outside of it",
            why="the iterator would advance once per trace of the block, not once per run.",
            fix="make the iterator inside the block, or loop over a tensor.",
        )


def _is_inner(iterator: Any) -> bool:
    trace = top()
    return trace is not None and id(iterator) in trace.born


def _bounds(bounds: Sequence[Any]) -> tuple[Any, Any, Any]:
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    return start, stop, step


def _not_zero(step: Any) -> Any:
    """The step to divide by; zero is the error of Python's `range`, now or when the graph runs."""
    message = "range() arg 3 must not be zero"
    if isinstance(step, int):
        if step == 0:
            raise ValueError(message)
        return step
    api = backend.active()
    is_zero = api.equal(step, 0)
    api.check(api.logical_not(is_zero), ValueError, [message])
    type = api.tensor_type(step)
    return step if type is None else step + api.cast(is_zero, type.dtype)


def _is_one(step: Any) -> bool:
    return isinstance(step, int) and step == 1
