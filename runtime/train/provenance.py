"""What files said that graphs have no place for, kept so that saving a loaded graph loses nothing.

That is the messages themselves, without what the graph holds: fields that nobody knows, debugging information, types
that TensorFlow inferred.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runtime.formats import messages

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Graph
    from runtime.operation import Operation

_LARGE = 1024
"""Bytes: larger constants are kept as arrays only."""


@dataclass
class NodeOrigin:
    """The node that an operation was loaded from.

    Attributes:
        node: the NodeDef, without name, inputs and large constants.
        attrs: the values that were read from its attributes: one that is still the same object is stored as it was.
    """

    node: messages.Message
    attrs: dict[str, Any]


@dataclass
class GraphOrigin:
    """The file that a graph was loaded from.

    Attributes:
        graph_def: without nodes and functions.
        functions: all functions of its library, by name.
        meta_graph: without graph, collections and saver.
        variables: VariableDefs by the names of their tensors in the graph.
    """

    graph_def: messages.Message = None
    functions: dict[str, messages.Message] = field(default_factory=dict)
    meta_graph: messages.Message = None
    variables: dict[str, messages.Message] = field(default_factory=dict)


_nodes: weakref.WeakKeyDictionary[Operation, NodeOrigin] = weakref.WeakKeyDictionary()
_graphs: weakref.WeakKeyDictionary[Graph, GraphOrigin] = weakref.WeakKeyDictionary()
_functions: weakref.WeakKeyDictionary[FuncGraph, tuple[messages.Message, int]] = weakref.WeakKeyDictionary()


def note_node(op: Operation, node: messages.Message, attrs: dict[str, Any]) -> None:
    """Keeps what a node says besides what the operation holds."""
    rest = messages.new("NodeDef")
    rest.CopyFrom(node)
    rest.ClearField("name")
    rest.ClearField("input")
    rest.ClearField("device")
    for value in rest.attr.values():
        if value.WhichOneof("value") == "tensor" and value.tensor.ByteSize() > _LARGE:
            value.tensor.Clear()
    _nodes[op] = NodeOrigin(rest, attrs)


def node_origin(op: Operation) -> NodeOrigin | None:
    """The node that an operation was loaded from, or None."""
    return _nodes.get(op)


def graph_origin(graph: Graph) -> GraphOrigin | None:
    """What the file said that a graph was loaded from, or None."""
    return _graphs.get(graph)


def note_graph(graph: Graph) -> GraphOrigin:
    """The same, to be filled."""
    return _graphs.setdefault(graph, GraphOrigin())


def note_function(body: FuncGraph, definition: messages.Message) -> None:
    """Keeps the definition that a finished function was loaded from."""
    _functions[body] = definition, body.version


def function_origin(body: FuncGraph) -> messages.Message | None:
    """The definition that a function was loaded from, if it has not changed since; or None."""
    known = _functions.get(body)
    return known[0] if known is not None and known[1] == body.version else None
