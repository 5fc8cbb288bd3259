"""Operators that simpler functions stand in for while nothing can be staged.

Most of what converted code asks of its operators is whether there is anything to do. Where there is not, a C function
gives the same answer several times faster than a Python function that looks first, and debuggers do not step into it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from . import backend


def _same(value: Any) -> Any:
    return value


same: Callable[[Any], Any]
try:
    from _typing import _idfunc as same  # type: ignore[import-not-found, no-redef]
except ImportError:  # another Python than CPython
    same = _same


def keep(space: dict[str, Any], forms: Mapping[str, Callable[..., Any]]) -> None:
    """From now on the operators in a namespace are those of the moment.

    Args:
        space: the namespace of `autograph.operators`; where the package `autograph` took names from it, they change
            there as well.
        forms: what some of the operators are while nothing can be staged.
    """
    staging = {name: space[name] for name in forms}

    def switch(is_active: bool) -> None:
        now = staging if is_active else forms
        space.update(now)
        package = vars(sys.modules[__name__.partition(".")[0]])
        package.update((name, form) for name, form in now.items() if name in package)

    backend.watchers.append(switch)
    switch(bool(backend.activity))
