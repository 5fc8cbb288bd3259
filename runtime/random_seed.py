"""Seeds of random ops: each op has two, which follow from the global seed and its own as in TensorFlow.

A graph has a seed of its own; a function's graph takes that of what it is traced in, in the end the global one of eager
execution. Where the global seed is set and an op gives none, eager ops draw theirs from a Python generator that the
global seed starts, and ops of a graph take the numbers 0, 1, 2 ... in order of creation.
"""

from __future__ import annotations

import random
import weakref
from typing import TYPE_CHECKING, Any

from runtime.context import eager_context
from runtime.current import current_graph
from runtime.random_streams import streams_of

if TYPE_CHECKING:
    from runtime.graph import Graph

DEFAULT_GRAPH_SEED = 87654321
_MAX_INT32 = 2**31 - 1


class _GlobalSeed:
    """The seed of eager execution, and the generator of the seeds of its ops."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.of_ops = random.Random()


_global = _GlobalSeed()
_ops_seeded: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()


def set_seed(seed: int) -> None:
    """Sets the global seed of eager execution and of functions: what follows repeats with each call.

    Args:
        seed: an integer.

    >>> from runtime.ops.random import random_uniform
    >>> set_seed(7)
    >>> first = random_uniform([2]).tolist()
    >>> set_seed(7)
    >>> random_uniform([2]).tolist() == first
    True
    """
    _global.seed = int(seed)
    _global.of_ops = random.Random(_global.seed)
    streams_of(eager_context()).clear()


def set_random_seed(seed: int) -> None:
    """Sets the seed of the graph that is open; with none open, the global one (see `set_seed`).

    Args:
        seed: an integer.
    """
    graph = current_graph()
    if graph is None:
        set_seed(seed)
    else:
        graph.seed = int(seed)


def global_seed() -> int | None:
    """The global seed of eager execution, or None if nobody set it."""
    return _global.seed


def get_seed(op_seed: int | None = None) -> tuple[int, int]:
    """The two seeds of an op that is about to be made.

    Args:
        op_seed: the seed that the user gave to the op, or None.

    Returns:
        The attributes `seed` and `seed2`; both are 0 where nobody gave a seed, which means a random one.
    """
    graph = current_graph()
    seed = _global.seed if graph is None else _seed_of(graph)
    if seed is None:
        return (0, 0) if op_seed is None else (DEFAULT_GRAPH_SEED, _truncated(op_seed))
    if op_seed is None:
        op_seed = _global.of_ops.randint(0, _MAX_INT32) if graph is None else _next_of(graph)
    pair = _truncated(seed), _truncated(op_seed)
    return (0, _MAX_INT32) if pair == (0, 0) else pair


def _seed_of(graph: Graph) -> int | None:
    while graph.seed is None and graph.building_function:
        if graph.outer_graph is None:
            return _global.seed
        graph = graph.outer_graph
    return graph.seed


def _next_of(graph: Graph) -> int:
    number = _ops_seeded.get(graph, 0)
    _ops_seeded[graph] = number + 1
    return number


def _truncated(seed: int) -> int:
    return int(seed) % _MAX_INT32
