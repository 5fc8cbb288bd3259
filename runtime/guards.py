"""Guards: Python values that a trace took from closures, globals and attributes, and that later calls compare.

A trace is of use as long as they are what they were. Numbers, strings, None and tuples of those count by value;
tensors, variables, functions and other objects by identity, without being kept alive; attributes of objects count, too.
Small lists, dictionaries and sets count by what is in them (see `runtime.container_guards`).
"""

from __future__ import annotations

import enum
import sysconfig
import types
import weakref
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from runtime.container_guards import CONTAINERS, comparison, contents
from runtime.eager import EagerTensor
from runtime.origin import is_internal
from runtime.outer_reads import Chain, reads_of

_SIMPLE = (bool, int, float, complex, str, bytes, type(None))
_MISSING: Any = type("Missing", (), {"__repr__": lambda self: "<missing>"})()
_MOST_GUARDS = 128
_MOST_FUNCTIONS = 64
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib")})

Read = Callable[[], Any]


class Guard(NamedTuple):
    """One value that was read.

    Attributes:
        text: what it is, for messages.
        holds: whether it is what it was.
    """

    text: str
    holds: Callable[[], bool]


def _guard(text: str, read: Read, value: Any) -> Guard:
    """The guard of a value that `read` gives now."""
    if isinstance(value, CONTAINERS):
        return Guard(text, comparison(value, read))
    if _is_simple(value):
        return Guard(text, lambda: (other := read()) is value or _same(other, value))
    try:
        reference: Callable[[], Any] = weakref.ref(value)
    except TypeError:
        kind = type(value)
        return Guard(text, lambda: type(read()) is kind)
    return Guard(text, lambda: read() is reference())


def _is_simple(value: Any) -> bool:
    if value is _MISSING or isinstance(value, enum.Enum):
        return True
    if type(value) is tuple:
        return all(map(_is_simple, value))
    return type(value) in _SIMPLE


def _same(other: Any, value: Any) -> bool:
    if type(other) is not type(value):
        return False
    if type(value) is tuple:
        return len(other) == len(value) and all(map(_same, other, value))
    return bool(other == value or (other != other and value != value))


class Guards:
    """The guards of one trace, or of several that saw the same values.

    Args:
        function: the Python function that is traced.
        receiver: the object that it is bound to, if it is a method.
    """

    def __init__(self, function: Any, receiver: Any = None) -> None:
        finder = _Finder()
        finder.visit(function, receiver)
        self._keep(finder.guards())

    def _keep(self, guards: list[Guard]) -> None:
        self._guards = guards
        self._checks = [guard.holds for guard in guards]

    def holds(self) -> bool:
        """Whether all values are what they were."""
        for check in self._checks:  # noqa: SIM110 a generator would cost more than the checks
            if not check():
                return False
        return True

    def drop_changed(self) -> None:
        """Forgets those that changed since: the function itself changes them."""
        self._keep([guard for guard in self._guards if guard.holds()])

    def changed(self) -> list[str]:
        """What is no longer what it was."""
        return [guard.text for guard in self._guards if not guard.holds()]

    def __len__(self) -> int:
        return len(self._guards)


class _Finder:
    """Follows a function and those of the user's that it calls to what they read."""

    def __init__(self) -> None:
        self._found: dict[tuple[Any, ...], Guard] = {}
        self._visited: set[tuple[int, int]] = set()
        self._writes: set[tuple[str, str]] = set()
        self._names: dict[tuple[Any, ...], tuple[str, str]] = {}

    def guards(self) -> list[Guard]:
        """The guards on what none of the functions writes itself."""
        return [guard for key, guard in self._found.items() if self._names[key] not in self._writes][:_MOST_GUARDS]

    def visit(self, function: Any, receiver: Any = None) -> None:
        """Adds what a function reads, and those that it calls."""
        function, receiver = _plain(function, receiver)
        if not isinstance(function, types.FunctionType) or not _is_users(function.__code__.co_filename):
            return
        key = id(function), id(receiver)
        if key in self._visited or len(self._visited) >= _MOST_FUNCTIONS:
            return
        self._visited.add(key)
        reads = reads_of(function.__code__)
        self._writes |= reads.writes
        for chain in reads.chains:
            self._follow(chain, function, receiver)

    def _follow(self, chain: Chain, function: types.FunctionType, receiver: Any) -> None:
        root = _root(chain, function, receiver)
        if root is None:
            return
        read, place = root
        value = read()
        if isinstance(value, types.ModuleType) and not _is_users(getattr(value, "__file__", None) or ""):
            return
        text = chain.name
        if chain.kind != "argument":
            self._add((chain.kind, chain.name, place), text, read, value, (chain.kind, chain.name))
        for name in chain.path:
            found = _attribute(value, name)
            if found is None or ("attribute", name) in self._writes:
                return  # What the function sets itself may be anything before.
            text, owner = f"{text}.{name}", value
            read = _reader(owner, name)
            value = found[0]
            self._add(("attribute", name, id(owner)), text, read, value, ("attribute", name))
            if found[1] and isinstance(value, types.FunctionType | property):
                self.visit(value.fget if isinstance(value, property) else value, owner)
                return
        self.visit(value)

    def _add(self, key: tuple[Any, ...], text: str, read: Read, value: Any, name: tuple[str, str]) -> None:
        if key not in self._found and _counts(value):
            self._found[key] = _guard(text, read, value)
            self._names[key] = name


def _counts(value: Any) -> bool:
    """Whether a value is guarded: not if it may change in place and is too large to be compared at each call."""
    if isinstance(value, CONTAINERS):
        return contents(value) is not None
    return not isinstance(value, bytearray | types.ModuleType | property)


def _root(chain: Chain, function: types.FunctionType, receiver: Any) -> tuple[Read, int] | None:
    """How to read the variable of a chain, and where it is; None if it is not there or of Python's own."""
    if chain.kind == "global":
        scope = function.__globals__
        if chain.name not in scope:
            return None
        return (lambda: scope.get(chain.name, _MISSING)), id(scope)
    if chain.kind == "cell":
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        cell = cells.get(chain.name)
        return None if cell is None else ((lambda: _content(cell)), id(cell))
    first = function.__code__.co_varnames[:1]
    if receiver is None or (chain.name,) != first:
        return None
    reference = _reference(receiver)
    return reference, id(receiver)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # Not bound yet.
        return _MISSING


def _reference(value: Any) -> Read:
    try:
        return weakref.ref(value)
    except TypeError:
        return lambda: value


def _reader(owner: Any, name: str) -> Read:
    """What reads an attribute again, without keeping the object alive."""
    reference = _reference(owner)

    def read() -> Any:
        """What the attribute holds now, or a mark that it is not there or computed."""
        found = _attribute(reference(), name)
        return _MISSING if found is None else found[0]

    return read


def _attribute(owner: Any, name: str) -> tuple[Any, bool] | None:
    """An attribute as it is stored, and whether in the class; None if it is computed or not there."""
    if owner is None or owner is _MISSING:
        return None
    scope: Mapping[str, Any] | None = getattr(owner, "__dict__", None)
    if scope is not None and name in scope:
        return scope[name], False
    for cls in owner.__mro__ if isinstance(owner, type) else type(owner).__mro__:
        if name in vars(cls):
            value = vars(cls)[name]
            if isinstance(value, types.MemberDescriptorType):
                return getattr(owner, name, _MISSING), False
            is_plain = not hasattr(type(value), "__get__") or isinstance(value, types.FunctionType | property)
            return (value, True) if is_plain else None
    return None


def _plain(function: Any, receiver: Any) -> tuple[Any, Any]:
    """The Python function behind a method, a compiled function or a partial object, and what it is bound to."""
    for _ in range(8):
        if isinstance(function, types.MethodType):
            function, receiver = function.__func__, function.__self__
        elif hasattr(function, "python_function"):
            receiver = getattr(function, "__self__", receiver)
            function = function.python_function
        elif isinstance(function, staticmethod | classmethod):
            function = function.__func__
        elif hasattr(function, "func") and hasattr(function, "keywords"):
            function = function.func
        elif not isinstance(function, types.FunctionType | type | EagerTensor) and _has_call(function):
            function, receiver = type(function).__call__, function
        else:
            break
    return function, receiver


def _has_call(value: Any) -> bool:
    return callable(value) and isinstance(type(value).__call__, types.FunctionType)


def _is_users(filename: str) -> bool:
    """Whether code of that file is the user's: not the framework's, a library's or the standard library's."""
    if filename.startswith("<"):
        return filename.startswith(("<stdin>", "<ipython", "<doctest"))
    return bool(filename) and not is_internal(filename) and not filename.startswith(_LIBRARIES)
