"""What a user fetches: a structure of tensors, operations, variables and names."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.eager import EagerTensor
from runtime.graph import Graph, Operation
from runtime.packing import Read, packer
from runtime.tensor import Tensor


class Fetches:
    """The fetches of a run, looked up in a graph.

    Attributes:
        pack: makes the fetched values, in the structure of the fetches, out of the results of the plan.

    Raises:
        TypeError: something among the fetches cannot be fetched.
        ValueError: something is not in the graph.
    """

    def __init__(self, graph: Graph, structure: Any) -> None:
        self._tensors: dict[Tensor, int] = {}
        self._operations: dict[Operation, None] = {}
        self.pack = packer(structure, lambda leaf: self._reader(graph, leaf))

    @property
    def elements(self) -> list[Tensor | Operation]:
        """The tensors and operations to run, each once: tensors in the order of the results."""
        return [*self._tensors, *self._operations]

    def _reader(self, graph: Graph, fetch: Any) -> Read:
        if hasattr(fetch, "_fetched"):  # Several tensors: sparse, ragged, some slices.
            parts, make = fetch._fetched()
            readers = [self._reader(graph, part) for part in parts]
            return lambda results: make(*[read(results) for read in readers])
        live = _live_value(fetch)
        if live is not None:
            return lambda results: live()
        element = _element(graph, fetch)
        if not graph.is_fetchable(element):
            raise ValueError(f"{element!r} has been marked as not fetchable.")
        if isinstance(element, Operation):
            self._operations[element] = None
            return lambda results: None
        if element.dtype in (dtypes.resource, dtypes.variant):
            raise TypeError(f"{element!r} cannot be fetched: a {element.dtype.name} has no form as a numpy array.")
        place = self._tensors.setdefault(element, len(self._tensors))
        return lambda results: results[place]


def _live_value(fetch: Any) -> Callable[[], Any] | None:
    """What reads an eager tensor or variable, or None for what is in a graph."""
    if isinstance(fetch, EagerTensor) or (hasattr(fetch, "_as_tensor") and fetch.graph is None):
        value: Callable[[], Any] = fetch.numpy
        return value
    return None


def _element(graph: Graph, fetch: Any) -> Tensor | Operation:
    try:
        element: Tensor | Operation = graph.as_graph_element(fetch)
    except TypeError as error:
        raise TypeError(
            f"Fetch argument {fetch!r} has invalid type {type(fetch).__name__}: fetch a Tensor, an Operation, a "
            f"Variable or a name, or a list, tuple or dict of those. ({error})"
        ) from None
    except (KeyError, ValueError) as error:
        raise ValueError(f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({error.args[0]})") from None
    return element


def own(results: tuple[Any, ...]) -> list[Any]:
    """The results as arrays that nobody else holds: not the value of a variable, a constant, or what was fed."""
    return [_own(result) if type(result) is np.ndarray else result for result in results]


def _own(array: Any) -> Any:
    if array.ndim == 0:
        return array[()]
    return array if array.base is None and sys.getrefcount(array) <= _UNSHARED else array.copy()


def _count(array: Any) -> int:
    return sys.getrefcount(array)


# What `_own` counts for an array that only the results hold; it differs between versions of Python.
(_UNSHARED,) = [_count(result) if type(result) is np.ndarray else 0 for result in (np.empty(1),)]
