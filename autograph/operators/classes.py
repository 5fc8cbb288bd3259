"""The user's classes in a trace: their operators and properties run converted, as their methods do.

Python runs `a + b`, `a[i]` and `a.size` without a call in the text. So while a function is traced, such methods of the
classes whose objects it makes or gets are replaced by ones that convert when they run. They are put back when no trace
needs them any more; outside of traces, and for other threads, they are the user's own all the time.
"""

from __future__ import annotations

import abc
import functools
import threading
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from .conversion import is_users
from .equality import asks_for_truth, is_generated, not_of_fields, of_fields
from .trace import root, traces

_BINARY = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul", "and", "or", "xor", "lshift",
    "rshift",
)  # fmt: skip
_OTHERS = (
    "lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "invert", "round", "getitem", "setitem", "delitem",
    "contains", "iter", "next", "enter", "exit", "post_init",
)  # fmt: skip
_METHODS = frozenset(
    [f"__{name}__" for name in (*_BINARY, *_OTHERS)] + [f"__{side}{name}__" for name in _BINARY for side in "ri"]
)

_lock = threading.Lock()
_adopted: dict[type, int] = {}
_originals: dict[type, dict[str, tuple[Any, Any]]] = {}


def adopt(owners: Iterable[type]) -> None:
    """Lets operators and properties of these classes run converted until the function that is traced ends."""
    if not traces():
        return
    trace = root()
    for owner in owners:
        if owner in trace.classes or owner.__module__ == "builtins":
            continue
        trace.classes.add(owner)
        for cls in owner.__mro__[:-1]:
            if type(cls) in (type, abc.ABCMeta) and is_users(cls):
                _take(cls)
                trace.at_end.append(functools.partial(_release, cls))


def _release(cls: type) -> None:
    with _lock:
        _adopted[cls] -= 1
        if _adopted[cls]:
            return
        del _adopted[cls]
        for name, (original, replacement) in _originals.pop(cls).items():
            if cls.__dict__.get(name) is not replacement:
                continue
            if original is None:
                delattr(cls, name)
            else:
                setattr(cls, name, original)


def _take(cls: type) -> None:
    with _lock:
        _adopted[cls] = _adopted.get(cls, 0) + 1
        if _adopted[cls] > 1:
            return
        found = {name: (value, _replacement(cls, name, value)) for name, value in vars(cls).items()}
        generated = isinstance(vars(cls).get("__eq__"), FunctionType) and is_generated(cls, vars(cls)["__eq__"])
        if generated and asks_for_truth(cls.__ne__):
            found["__ne__"] = (vars(cls).get("__ne__"), _inequality(cls.__ne__))
        _originals[cls] = {name: pair for name, pair in found.items() if pair[1] is not None}
        for name, (_, replacement) in _originals[cls].items():
            setattr(cls, name, replacement)


def _replacement(cls: type, name: str, value: Any) -> Any:
    if isinstance(value, property):
        parts: list[Any] = [value.fget, value.fset, value.fdel]
        get, set_, delete = (_converting(part) if isinstance(part, FunctionType) else part for part in parts)
        return property(get, set_, delete, value.__doc__)
    if name not in _METHODS or not isinstance(value, FunctionType):
        return None
    return _equality(value) if name == "__eq__" and is_generated(cls, value) else _converting(value)


def _equality(function: FunctionType) -> Callable[..., Any]:
    @functools.wraps(function)
    def equal(self: Any, other: Any) -> Any:
        """Whether all fields are equal, a tensor if the run decides it."""
        return of_fields(self, other) if traces() else function(self, other)

    return equal


def _inequality(function: Callable[..., Any]) -> Callable[..., Any]:
    def not_equal(self: Any, other: Any) -> Any:
        """Whether some field differs, a tensor if the run decides it."""
        return not_of_fields(self, other) if traces() else function(self, other)

    return not_equal


def _converting(function: FunctionType) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        """The function, converted while a trace is open."""
        if not traces():
            return function(*args, **kwargs)
        from .calls import callee

        return callee(function)(*args, **kwargs)

    return run
