"""Variables that an expression assigns by `:=`, where only the run may know whether it does."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import backend


class Named(NamedTuple):
    """A value on its way to an operator.

    Attributes:
        value: the value.
        names: the variables of the frame that the rest of the expression assigns.
    """

    value: Any
    names: tuple[str, ...]


def naming(value: Any, names: tuple[str, ...]) -> Any:
    """Tells the operator around which variables the rest of its expression assigns.

        any((y := x) > 0 for x in xs)       ag.call(any)(ag.lazy((y := x) > 0 for x in ag.each(ag.naming(xs, ('y',)))))
        a and (b := f())                    ag.end(ag.and_(ag.naming(a, ('b',))) and (b := f()))

    Args:
        value: what the operator gets.
        names: the variables.
    """
    return Named(value, names) if backend.activity and backend.can_stage() else value


def unnamed(value: Any) -> tuple[Any, tuple[str, ...]]:
    """The value and the names that came with it."""
    return value if type(value) is Named else (value, ())
