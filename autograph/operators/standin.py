"""Stand-ins: objects in the user's variables that decide what they are when they are used.

A stand-in answers every use as the value that `checked()` gives. Assigning, passing and returning one is no use.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from . import backend


class StandIn:
    """Base of `Maybe`, `Conflict`, `Missing` and `Dead`."""

    __slots__ = ()
    __array_priority__ = 1000
    __array_ufunc__ = None

    @abstractmethod
    def checked(self) -> Any:
        """The value that a use of the variable sees; may raise, and may record a check in the graph."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} value>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name not in _FORWARDED:
            raise AttributeError(name)
        return getattr(self.checked(), name)

    def _as_tensor(self) -> Any:
        """The runtime's protocol for what can be used as a tensor."""
        return backend.active().convert(self.checked())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the value."""
        return self.checked()(*args, **kwargs)

    def __bool__(self) -> bool:
        return bool(self.checked())

    def __len__(self) -> int:
        return len(self.checked())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.checked())

    def __contains__(self, item: Any) -> bool:
        return item in self.checked()

    def __getitem__(self, index: Any) -> Any:
        return self.checked()[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self.checked()[index] = value

    def __int__(self) -> int:
        return int(self.checked())

    def __float__(self) -> float:
        return float(self.checked())

    def __index__(self) -> int:
        return operator.index(self.checked())

    def __hash__(self) -> int:
        return id(self)


_FORWARDED = frozenset({"__name__", "__qualname__", "__doc__", "__self__", "__func__", "__array__"})
_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift")
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_UNARY = ("neg", "pos", "abs", "invert")


def _forward(name: str) -> None:
    function: Callable[..., Any] = getattr(operator, name)
    bare = name.rstrip("_")

    def left(self: StandIn, other: Any) -> Any:
        """The operator on the value that is stood for and another."""
        return function(self.checked(), other)

    def right(self: StandIn, other: Any) -> Any:
        """The operator on another and the value that is stood for."""
        return function(other, self.checked())

    setattr(StandIn, f"__{bare}__", left)
    if name in _BINARY:
        setattr(StandIn, f"__r{bare}__", right)


def _forward_unary(name: str) -> None:
    function: Callable[..., Any] = getattr(operator, name)
    setattr(StandIn, f"__{name}__", lambda self: function(self.checked()))


for _name in (*_BINARY, *_COMPARISONS):
    _forward(_name)
for _name in _UNARY:
    _forward_unary(_name)


def resolve(value: Any) -> Any:
    """What a use of the value sees: itself, unless it is a stand-in."""
    return value.checked() if isinstance(value, StandIn) else value


def read(value: Any) -> Any:
    """What a use of the value as a number sees: in a graph, what a variable holds then."""
    return backend.active().read(resolve(value))
