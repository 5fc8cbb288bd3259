"""The values of variables: eager ones have one, those of graphs one in each session."""

from __future__ import annotations

from typing import Any

from runtime.session import Session, get_default_session

Array = Any


def is_reachable(variable: Any, session: Session | None) -> bool:
    """Whether it is known which value of a variable is meant: it is eager, or there is a session."""
    return variable.graph is None or session is not None or get_default_session() is not None


def stored(variable: Any, session: Session | None) -> Array:
    """The value of a variable, not to be written to.

    Args:
        variable: the variable.
        session: for one of a graph; by default the current session.

    Raises:
        ValueError: the variable is in a graph, and there is no session.
        FailedPreconditionError: it has no value yet.
    """
    if variable.graph is None:
        return variable._resource.read()
    return variable.eval(_session_of(variable, session))


def store(variable: Any, value: Array, session: Session | None) -> None:
    """Sets the value of a variable (see `stored`)."""
    if variable.graph is None:
        variable._resource.assign(value)
    else:
        variable.load(value, _session_of(variable, session))


def initialize(variable: Any, session: Session | None) -> None:
    """Gives a variable of a graph its initial value; an eager one has had it from the first."""
    if variable.graph is not None and variable.initializer is not None:
        _session_of(variable, session).run(variable.initializer)


def _session_of(variable: Any, session: Session | None) -> Session:
    found = session or get_default_session()
    if found is None:
        raise ValueError(f"{variable!r} has values in sessions only: enter one, or give `session`.")
    return found
