"""Operators that simpler functions stand in for while nothing can be staged.

Most of what converted code asks of its operators is whether there is anything to do. Where there is not, a C function
gives the same answer several times faster than a Python function that looks first, and debuggers do not step into it.
"""

from __future__ import annotations

import contextvars
import sys
from collections.abc import Callable, Mapping
from typing import Any

from . import backend

same: Callable[[Any], Any]
try:
    from _typing import _idfunc as same  # type: ignore[import-not-found, no-redef]
except ImportError:  # before Python 3.11: nobody sets this variable, and so it gives the default
    same = contextvars.ContextVar("same").get


Forms = Mapping[str, Any]


def keep(space: dict[str, Any], forms: Forms, bare: Forms) -> None:
    """From now on the operators in a namespace are those of the moment.

    Args:
        space: the namespace of `autograph.operators`; where the package `autograph` took names from it, they change
            there as well.
        forms: what some of the operators are while nothing can be staged.
        bare: what some are as long as no tensor can exist either, because no runtime was imported.
    """
    staging = {name: space[name] for name in {*forms, *bare}}

    def switch(is_active: bool) -> None:
        """Puts the operators in place that stage, or those that only do what Python does."""
        now = dict(staging)
        if not is_active:
            now.update(forms)
            now.update(bare if not backend.is_there() else {})
        space.update(now)
        package = vars(sys.modules[__name__.partition(".")[0]])
        package.update((name, form) for name, form in now.items() if name in package)

    backend.watchers.append(switch)
    switch(bool(backend.activity))
