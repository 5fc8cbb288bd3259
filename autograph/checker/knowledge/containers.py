"""What changes a container of Python."""

from __future__ import annotations

from .words import words

MUTATORS = words(
    """
    append extend insert pop remove clear update add setdefault discard popitem sort reverse appendleft
    extendleft popleft intersection_update difference_update symmetric_difference_update
    """
)
GROWERS = frozenset({"append", "extend", "appendleft", "extendleft"})
"""Methods that need no proof that what has them is a container, when they stand alone and take one argument."""
