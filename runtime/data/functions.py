"""Functions of elements, traced to bodies of dataset ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from runtime import composites, user_functions
from runtime.current import current_graph
from runtime.data import elements
from runtime.func_graph import FuncGraph
from runtime.names import valid_op_name
from runtime.tensor import Tensor


class Body(NamedTuple):
    """A function of elements as a graph.

    Attributes:
        graph: its parameters are the components of the arguments, then what was captured.
        captures: the tensors outside that it uses.
        result: the structure of specs of what it returns.
        returned: what it returned, symbolic.
    """

    graph: FuncGraph
    captures: list[Tensor]
    result: Any
    returned: Any


def trace(function: Callable[..., Any], arguments: Sequence[Any], name: str = "") -> Body:
    """Traces a function.

    Args:
        function: takes an element for each argument, returns one.
        arguments: the structure of specs of each.
        name: the name of the graph (by default the function's).

    Raises:
        Whatever the function raises, or TypeError: it returned something that is no element.
    """
    outer = current_graph()
    graph_name = valid_op_name(name or getattr(function, "__name__", type(function).__name__))
    graph = FuncGraph(graph_name, outer if outer is not None and outer.building_function else None)
    graph.seed = None if outer is None else outer.seed
    with graph.as_default():
        given = [_placeholders(graph, spec) for spec in arguments]
        returned = _as_element(user_functions.call(function, *given), graph_name)
        graph.outputs = [graph.capture(tensor) for tensor in composites.expand(returned)]
    graph.settle_captures()
    graph.finalize()
    return Body(graph, list(graph.captures), elements.spec_of(returned), returned)


def _placeholders(graph: FuncGraph, spec: Any) -> Any:
    parts = [graph.add_input(part.dtype, part.shape, "args") for part in elements.component_specs(spec)]
    return elements.packed(spec, parts)


def _as_element(returned: Any, name: str) -> Any:
    if returned is None:
        raise TypeError(f"The function {name!r} of a dataset returned None: it must return a tensor or a structure.")
    return elements.as_element(returned)


def as_arguments(spec: Any) -> list[Any]:
    """The arguments that an element is given to a function as: a tuple is spread out."""
    return list(spec) if type(spec) is tuple else [spec]
