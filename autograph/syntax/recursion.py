"""Room for the recursion over deep trees: long `elif` chains and sums nest as deep as they are long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import gast

_FRAMES_PER_LEVEL = 8  # of the visitors here, in gast and in the passes
_MARGIN = 1000


@contextmanager
def deep_recursion(tree: gast.AST) -> Iterator[None]:
    """Raises the interpreter's recursion limit as far as the depth of the tree needs, and puts it back."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, depth_of(tree) * _FRAMES_PER_LEVEL + _MARGIN))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def depth_of(tree: gast.AST) -> int:
    """How many nodes stand inside each other at most."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for node in level for child in gast.iter_child_nodes(node)]
    return depth
