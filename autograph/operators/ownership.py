"""Which variables are the compiler's own, and which the user's."""

from __future__ import annotations

import weakref
from types import CodeType

_FLAGS = ("did_break", "did_continue", "did_return", "did_match")
_RESULT = "return_value"
_user_names: dict[int, tuple[weakref.ref[CodeType], frozenset[str]]] = {}


def register(converted: CodeType, original: CodeType) -> None:
    """Notes which names the user's own text uses, for the converted code and what is nested in it."""
    if id(converted) in _user_names:
        return
    names = frozenset(name for code in _nested(original) for name in _names(code))
    for code in _nested(converted):
        key = id(code)
        _user_names[key] = (weakref.ref(code, lambda _, key=key: _user_names.pop(key, None)), names)  # type: ignore[misc]


def is_converted(code: CodeType) -> bool:
    """Whether the code is a converted function's, or is nested in one."""
    return id(code) in _user_names


def is_the_compilers(name: str, code: CodeType | None) -> bool:
    """Whether the variable holds the value that a `return` leaves: it is never read unbound."""
    return name.startswith(_RESULT) and not _is_the_users(name, code)


def is_flag(name: str, code: CodeType | None) -> bool:
    """Whether the variable is a flag that a jump sets."""
    return name.startswith(_FLAGS) and not _is_the_users(name, code)


def _is_the_users(name: str, code: CodeType | None) -> bool:
    known = _user_names.get(id(code))
    return known is not None and name in known[1]


def _nested(code: CodeType) -> list[CodeType]:
    inner = [found for constant in code.co_consts if isinstance(constant, CodeType) for found in _nested(constant)]
    return [code, *inner]


def _names(code: CodeType) -> tuple[str, ...]:
    return (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
