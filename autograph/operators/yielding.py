"""Blocks of generators that yield: whoever asks for the next value would leave such a block in the middle."""

from __future__ import annotations

from typing import Any

from . import backend
from .iterables import as_staged
from .lists import List
from .optional import Maybe
from .place import refusal
from .standin import resolve
from .truth import TruthOnly


def yields(value: Any) -> Any:
    """Stands around the condition or the iterable of a block that yields; no tensor may decide it.

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
        raise refusal(
            "a generator yields inside of a block that a tensor decides",
            why="a staged block is traced as a whole, whether it will run or not; nobody can take one value from it.",
            fix="collect the values in a list and return that, or yield outside of the block.",
        )
    return value
