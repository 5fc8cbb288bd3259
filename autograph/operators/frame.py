"""The user's variables, read and assigned in the frame that runs them.

From Python 3.13 on `frame.f_locals` writes through (PEP 667). Before, it is a snapshot, and the C function
`PyFrame_LocalsToFast` copies a changed snapshot back. Only traces get here.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Mapping
from types import CodeType, FrameType
from typing import Any, Final


class Unbound:
    """The state of a variable that nothing was assigned to."""

    def __repr__(self) -> str:
        return "<unbound>"


UNBOUND: Final = Unbound()


def read(frame: FrameType, names: Iterable[str]) -> dict[str, Any]:
    """The variables of those names, in their order; `UNBOUND` where there is no value."""
    variables = frame.f_locals
    return {name: variables.get(name, UNBOUND) for name in names}


def unbound_names(frame: FrameType) -> list[str]:
    """The variables of the frame, shared with nested functions or not, that have no value now."""
    variables, names = frame.f_locals, _names(frame.f_code)
    if len(variables) >= len(names):
        return []
    return [name for name in names if name not in variables]


@functools.lru_cache(maxsize=4096)
def _names(code: CodeType) -> tuple[str, ...]:
    free = [name for name in code.co_freevars if name != "__class__"]
    return tuple(dict.fromkeys((*code.co_varnames, *code.co_cellvars, *free)))


if sys.version_info >= (3, 13):

    def assign(frame: FrameType, values: Mapping[str, Any]) -> None:
        """Assigns variables of a running frame."""
        variables = frame.f_locals
        for name, value in values.items():
            variables[name] = value

else:

    def assign(frame: FrameType, values: Mapping[str, Any]) -> None:
        """Assigns variables of a running frame."""
        if not values:
            return
        frame.f_locals.update(values)
        _locals_to_fast()(frame, 0)


@functools.lru_cache(maxsize=1)
def _locals_to_fast() -> Callable[[FrameType, int], None]:
    import ctypes

    function = ctypes.pythonapi.PyFrame_LocalsToFast
    function.argtypes = [ctypes.py_object, ctypes.c_int]
    function.restype = None
    return function
