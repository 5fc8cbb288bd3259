"""Room for the recursion over deep trees: long `elif` chains and sums nest as deep as they are long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_FRAMES_PER_LEVEL = 24  # of the visitors here, in gast and in the passes, over what each level becomes
_MARGIN = 1000


@contextmanager
def deep_recursion(depth: int) -> Iterator[None]:
    """Raises the interpreter's recursion limit as far as work on a tree of some depth needs, and puts it back."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, depth * _FRAMES_PER_LEVEL + _MARGIN))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
