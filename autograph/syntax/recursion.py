"""Room for the recursion over deep trees: long `elif` chains and sums nest as deep as they are long."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_FRAMES_PER_LEVEL = 24  # of the visitors here, in gast and in the passes, over what each level becomes
_MARGIN = 1000
# Before Python 3.11 each call takes a piece of the C stack: at 4,000 levels its usual 8 MB are gone, and Python dies.
_DEEPEST = 3000 if sys.version_info < (3, 11) else sys.maxsize

_lock = threading.Lock()
_limits_before: list[int] = []  # one for each use that is open, in any thread


@contextmanager
def deep_recursion(depth: int) -> Iterator[None]:
    """Raises the interpreter's recursion limit as far as work on a tree of some depth needs.

    The limit is that of all threads: the last one that is done puts it back.

    Raises:
        RecursionError: the tree is so deep that the work would overflow the stack of the process.
    """
    if depth > _DEEPEST:
        raise RecursionError(f"{depth} levels of the tree stand inside each other, more than {_DEEPEST}")
    with _lock:
        limit = sys.getrecursionlimit()
        _limits_before.append(limit)
        sys.setrecursionlimit(max(limit, depth * _FRAMES_PER_LEVEL + _MARGIN))
    try:
        yield
    finally:
        with _lock:
            first = _limits_before[0]
            _limits_before.pop()
            if not _limits_before:
                sys.setrecursionlimit(first)
