"""Which variables are the compiler's own, and which the user's."""

from __future__ import annotations

from types import CodeType

from .identity import ByIdentity

_FLAGS = ("did_break", "did_continue", "did_return", "did_match")
_RESULT = "return_value"
_user_names: ByIdentity[frozenset[str]] = ByIdentity()


def register(converted: CodeType, original: CodeType) -> None:
    """Notes which names the user's own text uses, for the converted code and what is nested in it."""
    if converted in _user_names:
        return
    names = frozenset(name for code in _nested(original) for name in _names(code))
    for code in _nested(converted):
        _user_names[code] = names


def is_converted(code: CodeType) -> bool:
    """Whether the code is a converted function's, or is nested in one."""
    return code in _user_names


def is_the_compilers(name: str, code: CodeType | None) -> bool:
    """Whether the variable holds the value that a `return` leaves: it is never read unbound."""
    return name.startswith(_RESULT) and not _is_the_users(name, code)


def is_flag(name: str, code: CodeType | None) -> bool:
    """Whether the variable is a flag that a jump sets."""
    return name.startswith(_FLAGS) and not _is_the_users(name, code)


def _is_the_users(name: str, code: CodeType | None) -> bool:
    return name in (_user_names.get(code) or ())


def _nested(code: CodeType) -> list[CodeType]:
    inner = [found for constant in code.co_consts if isinstance(constant, CodeType) for found in _nested(constant)]
    return [code, *inner]


def _names(code: CodeType) -> tuple[str, ...]:
    return (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
