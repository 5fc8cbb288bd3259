"""Blocks and operands that yield or await: whoever goes on meanwhile would leave what is traced in the middle."""

from __future__ import annotations

import inspect
import sys
from typing import Any

from . import backend
from .iterables import as_staged
from .lists import List
from .optional import Maybe
from .place import refusal
from .standin import resolve
from .truth import TruthOnly


def yields(value: Any) -> Any:
    """Stands around the condition or the iterable of a block or operand that yields; no tensor may decide it.

    Raises:
        StagingError: the value is symbolic, or only the run knows how many items it has.
    """
    if not backend.activity or not backend.can_stage() or isinstance(value, bool):
        return value
    api = backend.active()
    plain = value if isinstance(value, Maybe | TruthOnly) else resolve(value)
    is_staged = (
        isinstance(plain, Maybe | TruthOnly)
        or api.is_symbolic(api.read(plain))
        or (isinstance(plain, List) and plain.staged)
    )
    if is_staged or as_staged(plain) is not None:
        raise _awaits() if sys._getframe(1).f_code.co_flags & inspect.CO_COROUTINE else _yields()
    return value


def _yields() -> Exception:
    return refusal(
        "a generator yields inside of a block that a tensor decides",
        why="a staged block is traced as a whole, whether it will run or not; nobody can take one value from it.",
        fix="collect the values in a list and return that, or yield outside of the block.",
    )


def _awaits() -> Exception:
    return refusal(
        "a coroutine awaits inside of an expression that a tensor decides",
        why="both sides are traced, whichever will run, and nobody else may be traced meanwhile.",
        fix="await before, and let the expression choose between the results.",
    )
