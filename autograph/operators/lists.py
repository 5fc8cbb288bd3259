"""Lists that converted code makes: plain lists, until a staged block changes their length.

Then the list flips in place to a handle of a run-time list, so that aliases, attributes and helpers all see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, SupportsIndex

from autograph.errors import StagingError

from . import backend, rows
from .conflict import Conflict
from .endless import counted
from .journal import Place, born, touch
from .lattice import Element, Joining, Mismatch, as_element
from .place import refusal
from .standin import read, resolve


class Content(NamedTuple):
    """What is in a list: its items, or the handle of a run-time list and the type of its elements."""

    items: list[Any] | None
    handle: Any = None
    element: Element | None = None
    retired: str | None = None


class List(list[Any]):
    """A list that was made while tracing.

    Attributes:
        handle: the run-time list, or None while Python holds the items.
        element: the type of its elements, None before the first.
        origin: the list that this one is a frozen copy of.
        spoiled: the error of whoever uses it.
        is_fixed: it may not be changed: it is what a tensor index chose, and the list that was chosen would not change.
        retired: the variable that lives on with a merged copy of this list. Another name for it would see old items.
    """

    __slots__ = ("element", "handle", "is_fixed", "origin", "retired", "spoiled")

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__(items)
        self.handle: Any = None
        self.element: Element | None = None
        self.origin: List | None = None
        self.is_fixed = False
        self.retired: str | None = None
        self.spoiled: StagingError | None = None

    # ---- what the operators ask

    @property
    def staged(self) -> bool:
        """Whether its length is known only at run time."""
        if self.spoiled:
            raise self.spoiled
        if self.retired:
            raise _second_name(self.retired)
        return self.handle is not None

    def items(self) -> Iterator[Any]:
        """The items that Python holds, without a question asked."""
        return list.__iter__(self)

    def content(self) -> Content:
        """What is in it now."""
        if self.handle is not None:
            return Content(None, self.handle, self.element, self.retired)
        return Content(list(self.items()), retired=self.retired)

    def become(self, content: Content) -> None:
        """Takes another content."""
        list.clear(self)
        self.spoiled = None
        self.handle, self.element, self.retired = content.handle, content.element, content.retired
        if content.items is not None:
            list.extend(self, content.items)

    def length(self) -> Any:
        """`len`: an int, or a tensor."""
        return rows.length(self.handle) if self.staged else list.__len__(self)

    def stack(self) -> Any:
        """The items as the rows of one tensor."""
        if not self.staged:
            return backend.active().stack(list(self.items()))
        return rows.stack(self.handle, self._known_element("stacking"))

    @property
    def _as_tensor(self) -> Callable[[], Any]:
        """What the runtime asks of an object that stands for a tensor; a list that is still a plain one does not."""
        if not self.staged:
            raise AttributeError("_as_tensor")
        return self.stack

    @property
    def dtype(self) -> Any:
        """The dtype of its elements, as of a tensor; a list that is still a plain one has none."""
        if not self.staged:
            raise AttributeError("dtype")
        element = self._known_element("the dtype")
        return element.dtype  # type: ignore[union-attr]  # of groups an AttributeError is right

    def at(self, index: Any) -> Any:
        """An item of a run-time list at an index that is in range."""
        return rows.get(self.handle, index, self._known_element("an item"))

    # ---- what the user's code asks

    def append(self, item: Any) -> None:
        """Adds an item at the end."""
        self.change()
        if self.staged:
            self.handle = rows.append(self.handle, item, self._take(item))
        else:
            super().append(item)

    def extend(self, items: Iterable[Any]) -> None:
        """Adds items at the end."""
        if isinstance(items, List) and items.staged:
            self._extend_by_staged(items)
        else:
            for item in list(counted(items)):
                self.append(item)

    def __iadd__(self, items: Iterable[Any]) -> List:  # type: ignore[misc]
        self.extend(items)
        return self

    def __add__(self, items: Any) -> Any:
        joined = born(List(() if self.staged else self.items()))
        if self.staged:
            joined.become(self.content())
        joined.extend(items)
        return joined

    def __radd__(self, items: list[Any]) -> List:
        joined = born(List(items))
        joined.extend(self)
        return joined

    def copy(self) -> List:
        """A list with the same content."""
        copied: List = self.__add__(())
        return copied

    def pop(self, index: SupportsIndex = -1) -> Any:
        """Removes an item, the last by default."""
        self.change()
        if not self._hands_over(index):
            return super().pop(index)
        if not (isinstance(index, int) and index == -1):
            return _staged("pop")(self, index)
        self.check_range(-1, "pop from empty list")
        self.handle, item = rows.pop(self.handle, self._known_element("pop()"))
        return item

    def __getitem__(self, index: Any) -> Any:
        index = read(index)
        if self.staged or (isinstance(index, slice) and _is_symbolic(index)):
            if isinstance(index, slice):
                return _staged("__getitem__")(self, index)
            self.check_range(index, "list index out of range")
            return self.at(index)
        if _is_symbolic(index):
            return _chosen(self, index)
        found = super().__getitem__(index)
        return born(List(found)) if isinstance(index, slice) else found

    def __setitem__(self, index: Any, item: Any) -> None:
        self.change()
        index = read(index)
        if not self._hands_over(index):
            super().__setitem__(index, item)
            return
        if isinstance(index, slice):
            _staged("replace")(self, index, item)
            return
        self.check_range(index, "list assignment index out of range")
        self.handle = rows.put(self.handle, index, item, self._take(item))

    def __iter__(self) -> Iterator[Any]:
        if self.staged:
            raise refusal(
                "plain Python cannot iterate over a list of run-time length",
                why="a staged block changed its length, so that only the run knows it.",
                fix="loop over it with `for` in converted code, or stack it.",
            )
        return self._steps()

    def _steps(self) -> Iterator[Any]:
        """As Python goes through a list: by position, so that items that are added are seen."""
        position = 0
        while position < super().__len__():
            yield super().__getitem__(position)
            position += 1
            if self.handle is not None:
                raise changed_in_loop()

    def __len__(self) -> int:
        if self.staged:
            raise refusal(
                "the length of this list is known only at run time",
                why="a staged block changed it.",
                fix="use `len` in converted code.",
            )
        return super().__len__()

    def __bool__(self) -> bool:
        return len(self) > 0

    def __repr__(self) -> str:
        return "<list of run-time length>" if self.handle is not None else super().__repr__()

    def stage(self) -> None:
        """Hands the items over to the run."""
        for item in self.items():
            self._take(item)
        self.become(Content(None, rows.hold(list(self.items()), self.element), self.element, self.retired))

    def change(self) -> None:
        """Notes that it is going to change.

        Raises:
            StagingError: it is what a tensor index chose.
        """
        if self.is_fixed:
            raise refusal(
                "a list that a tensor index chose is changed",
                why="which list it is depends on the run, so that the change would be lost in a copy.",
                fix="assign a new list by that index, `rows[i] = …`, or choose with `if`.",
            )
        touch(ListLocation(self))

    def _hands_over(self, index: Any) -> bool:
        """Whether the run holds the items; so it must if it is to find one by its index."""
        if not self.staged and _is_symbolic(index):
            self.stage()
        return self.staged

    def check_range(self, index: Any, problem: str) -> None:
        """Lets the run fail as Python would, also where nobody uses what the access gives."""
        api, index = backend.active(), resolve(index)
        length = rows.length(self.handle)
        inside = api.less(index if api.is_symbolic(index) or index >= 0 else -index - 1, length)
        if api.is_symbolic(index):
            inside = api.logical_and(inside, api.logical_not(api.less(index, 0 - length)))
        api.check(inside, IndexError, [problem])

    def _extend_by_staged(self, items: List) -> None:
        from .for_ import iterate

        iterate(items, self.append)

    def _take(self, item: Any) -> Element:
        """Notes what an item is that the list gets."""
        element = _join_element(self.element, item, Joining("item", backend.active().join_types))
        self.element = element
        return element

    def _known_element(self, what: str) -> Element:
        if self.element is None:
            raise refusal(
                f"{what} of a list whose element type is not known yet",
                why="nothing was appended to it before, so that its elements have no dtype.",
                fix="append before reading, or use a TensorArray with a dtype.",
            )
        return self.element


class ListLocation(Place):
    """The content of a list."""

    __slots__ = ()

    def __init__(self, owner: List) -> None:
        super().__init__(("list", id(owner)), "a list", owner)

    def read(self) -> Any:
        """Its content."""
        return self.owner.content()

    def write(self, value: Any) -> None:
        """Replaces the content; one that no block can see makes the list unusable."""
        if isinstance(value, Conflict):
            self.owner.spoiled = value.error
        else:
            self.owner.become(value)


def _join_element(element: Element | None, item: Any, joining: Joining) -> Element:
    from .values import spec_of

    spec = spec_of(item)
    tensor = as_element(spec)
    joined = tensor if element is None or tensor is None else joining.elements(element, tensor)
    if joined is None:
        mismatch = Mismatch("item", element or spec, spec)
        raise refusal(
            f"a list of run-time length holds tensors of one type, not {mismatch.left} and {mismatch.right}"
            if element
            else f"a list of run-time length holds tensors, not {spec}",
            why="a staged block changes the length of this list.",
            fix="keep one list for each kind of item, or cast the items.",
        )
    return joined


def _chosen(items: List, index: Any) -> Any:
    """The item at a run-time index of a list of fixed length."""
    from .choice import choose

    return choose(items, index)


def changed_in_loop() -> Exception:
    """The error for a loop over a list that a staged block in the loop changes."""
    return refusal(
        "a loop over a list changes that list in a staged block",
        why="how many turns the loop has would depend on the run, turn by turn.",
        fix="loop over a copy, `for x in list(xs):`, or use `while` with an index and `len`.",
    )


def _second_name(variable: str) -> Exception:
    return refusal(
        f"this list was merged into '{variable}', and is used here under a second name",
        why=f"a staged block rebinds '{variable}' on one path only; afterwards '{variable}' is a merged copy, and a "
        "second name (an alias) for the old list would see old items.",
        fix=f"copy the list, or change it in place instead of rebinding '{variable}'.",
    )


def _is_symbolic(index: Any) -> bool:
    if isinstance(index, slice):
        return any(map(_is_symbolic, (index.start, index.stop, index.step)))
    return backend.active().is_symbolic(read(index))


def fixed(items: List) -> List:
    """A list that nobody may change."""
    items.is_fixed = True
    return items


def _staged(name: str) -> Callable[..., Any]:
    """The method of that name for a list of run-time length."""
    from .list_methods import METHODS

    return METHODS[name]


def _method(name: str, *, changes: bool) -> None:
    method = getattr(list, name)

    def run(self: List, *args: Any, **kwargs: Any) -> Any:
        """The method of Python's list, or the staged one if the list or an argument only has a value in the run."""
        if changes:
            self.change()
        if self.staged or any(map(_is_symbolic, (*self.items(), *args))):
            return _staged(name)(self, *args, **kwargs)
        result = method(self, *args, **kwargs)
        return born(List(result)) if type(result) is list else result

    setattr(List, name, run)


for _name in ("insert", "remove", "clear", "sort", "reverse", "__delitem__"):
    _method(_name, changes=True)
for _name in ("count", "index", "__mul__", "__rmul__"):
    _method(_name, changes=False)
