"""Methods of lists whose length, or whose items' values, only the run knows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from . import backend, rows
from .for_ import iterate
from .if_ import choose
from .iterables import Enumerated, ItemsOf, TensorRange
from .journal import born
from .lists import Content, List
from .place import refusal
from .standin import read
from .truth import truth


def insert(items: List, position: Any, item: Any, /) -> None:
    """`items.insert(position, item)`."""
    if not items.staged and isinstance(position, int):
        list.insert(items, position, item)
        return
    _hand_over(items)
    at, length = _clamped(position, items.length()), items.length()

    def step(made: List, index: Any, other: Any) -> None:
        """One turn: the new item where its place is, then the old one."""
        _when(backend.active().equal(index, at), lambda: made.append(item))
        made.append(other)

    made = _rebuilt(items, step)
    _when(backend.active().equal(at, length), lambda: made.append(item))
    items.become(made.content())


def pop(items: List, index: Any = -1, /) -> Any:
    """`items.pop(index)`."""
    items.check_range(index, "pop index out of range")
    popped = items.at(index)
    _leave_out(items, index)
    return popped


def delete(items: List, index: Any, /) -> None:
    """`del items[index]`."""
    if not items.staged and not _is_symbolic(index):
        list.__delitem__(items, index)
        return
    if isinstance(index, slice):
        replace(items, index, ())
        return
    _hand_over(items)
    items.check_range(index, "list assignment index out of range")
    _leave_out(items, index)


def replace(items: List, part: slice, others: Any) -> None:
    """`items[part] = others`."""
    if part.step not in (None, 1):
        raise _unsupported("another step than one in a slice that changes", "assign the items one by one.")
    _hand_over(items)
    length = items.length()
    start = 0 if part.start is None else _clamped(part.start, length)
    stop = length if part.stop is None else backend.active().maximum(_clamped(part.stop, length), start)
    made = sliced(items, slice(0, start))
    made.extend(others)
    made.extend(sliced(items, slice(stop, None)))
    items.become(made.content()._replace(retired=items.retired))


def remove(items: List, item: Any, /) -> None:
    """`items.remove(item)`."""
    _hand_over(items)
    position = _first(items, item)
    _require(position, "list.remove(x): x not in list")
    _leave_out(items, position)


def index_of(items: List, item: Any, *bounds: Any) -> Any:
    """`items.index(item)`."""
    if bounds:
        raise _unsupported("index() with bounds", "take a slice first.")
    position = _first(items, item)
    _require(position, "the item is not in the list")
    return position


def count(items: List, item: Any, /) -> Any:
    """`items.count(item)`."""
    total = 0
    for other in _turns(items, ("total",)):
        total = total + backend.active().cast(_equal(other, item), "int32")
    return total


def clear(items: List, /) -> None:
    """`items.clear()`."""
    items.become(Content([], retired=items.retired))


def reverse(items: List, /) -> None:
    """`items.reverse()`."""
    if items.staged:
        items.become(sliced(items, slice(None, None, -1)).content())
    else:
        list.reverse(items)


def sort(items: List, *, key: Any = None, reverse: bool = False) -> None:
    """`items.sort(key=key, reverse=reverse)`."""
    from .ordering import in_order

    items.become(in_order(items, key, reverse).content())


def sliced(items: List, part: slice, /) -> List:
    """`items[start:stop:step]`."""
    step = 1 if part.step is None else part.step
    if not isinstance(step, int) or step == 0:
        raise _unsupported("a slice whose step is a tensor", "give a number.")
    copied = born(List())
    copied.become(items.content())
    _hand_over(copied)
    length = copied.length()
    first, last = (0, length) if step > 0 else (length - 1, -1)
    start = first if part.start is None else _clamped(part.start, length, down=step < 0)
    stop = last if part.stop is None else _clamped(part.stop, length, down=step < 0)
    made = born(List())
    iterate(TensorRange(start, stop, step), lambda index: made.append(copied.at(index)))
    return made


def repeated(items: List, times: Any, /) -> List:
    """`items * times`."""
    made = born(List())
    if not _is_symbolic(times) and not items.staged:
        made.extend(list.__mul__(list(items.items()), times))
    elif _is_symbolic(times):
        iterate(TensorRange(times), lambda index: made.extend(items))
    else:
        for _ in range(times):
            made.extend(items)
    return made


METHODS: dict[str, Callable[..., Any]] = {
    "__delitem__": delete,
    "__getitem__": sliced,
    "__mul__": repeated,
    "__rmul__": repeated,
    "clear": clear,
    "count": count,
    "index": index_of,
    "insert": insert,
    "pop": pop,
    "remove": remove,
    "replace": replace,
    "reverse": reverse,
    "sort": sort,
}
"""By the name of the method that each stands for."""


def _hand_over(items: List) -> None:
    if not items.staged:
        items.stage()


def _rebuilt(items: List, step: Callable[[List, Any, Any], None]) -> List:
    """A list that `step` fills with what it gets: the list, and each index and item."""
    made = born(List())
    made.become(Content(None, rows.hold([], items.element), items.element))
    iterate(Enumerated(ItemsOf(items)), lambda pair: step(made, *pair))
    return made


def _leave_out(items: List, index: Any) -> None:
    left_out = _clamped(index, items.length())

    def step(made: List, position: Any, item: Any) -> None:
        """One turn: the item, unless it is the one to leave out."""
        _when(backend.active().logical_not(backend.active().equal(position, left_out)), lambda: made.append(item))

    items.become(_rebuilt(items, step).content())


def _first(items: List, item: Any) -> Any:
    """The position of the first item that equals this one, or -1."""
    api = backend.active()
    found, position = api.convert(-1), 0
    for other in _turns(items, ("found", "position")):
        hit = api.logical_and(api.less(found, 0), _equal(other, item))
        found = found + (position + 1) * api.cast(hit, "int32")
        position = position + 1
    return found


def _turns(items: List, names: tuple[str, ...]) -> Any:
    from .for_ import _for

    return _for(ItemsOf(items) if items.staged else list(items.items()), names, (), sys._getframe(1))


def _equal(a: Any, b: Any) -> Any:
    """Whether two items are equal, a bool tensor."""
    api = backend.active()
    return api.convert(truth(api.equal(a, b)))


def _require(position: Any, problem: str) -> None:
    api = backend.active()
    api.check(api.less(-1, position), ValueError, [problem])


def _clamped(position: Any, length: Any, *, down: bool = False) -> Any:
    """A bound of a slice, as a position from the start.

    Args:
        position: what the user wrote; from the end if it is negative.
        length: of the list.
        down: the slice goes backwards, so that -1 stands before the first item.
    """
    api, position = backend.active(), read(position)
    lowest, highest = (-1, length - 1) if down else (0, length)
    if isinstance(position, int):
        from_start = position if position >= 0 else length + position
    else:
        from_start = position + api.cast(api.less(position, 0), "int32") * length
    return api.minimum(api.maximum(from_start, lowest), highest)


def _is_symbolic(value: Any) -> bool:
    if isinstance(value, slice):
        return any(map(_is_symbolic, (value.start, value.stop, value.step)))
    return backend.active().is_symbolic(read(value))


def _when(test: Any, action: Callable[[], Any]) -> None:
    """Does it in the run, if the test is true there."""
    for then in choose(test, (), sys._getframe()):
        if then:
            action()


def _unsupported(what: str, fix: str) -> Exception:
    return refusal(
        f"a list of run-time length does not take {what}", why="only the run knows how many items it has.", fix=fix
    )
