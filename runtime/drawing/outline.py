"""What pictures show of a graph: nodes, arrows, and which functions a node runs."""

from __future__ import annotations

import linecache
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.effects import bodies
from runtime.names import UniqueNames

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Graph, Operation

_LONGEST = 200
"""Characters of an attribute's value that are shown."""


@dataclass
class Node:
    """An operation in a picture.

    Attributes:
        name: its name.
        kind: its op type.
        types: dtypes and shapes of its outputs, such as "float32[2, ?]".
        source: the user's line that made it, such as "model.py:12", or "".
        code: the text of that line, or "".
        opens: the titles of the functions that it runs.
        inputs: what it takes, by name.
        attrs: its attributes, as text.
        role: "input", "constant", "variable", "function" or "".
    """

    name: str
    kind: str
    types: list[str] = field(default_factory=list)
    source: str = ""
    code: str = ""
    opens: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)
    attrs: dict[str, str] = field(default_factory=dict)
    role: str = ""


@dataclass(frozen=True)
class Edge:
    """An arrow from one node to another, by their numbers; a control edge carries nothing."""

    start: int
    stop: int
    is_control: bool = False


@dataclass
class Outline:
    """A graph, or the body of a function, in a picture.

    Attributes:
        title: its name.
        nodes: in the order in which they were made.
        edges: the arrows between them.
    """

    title: str
    nodes: list[Node]
    edges: list[Edge]


def outlines_of(graph: Graph) -> dict[str, Outline]:
    """The graph and all functions that run in it, by title; the graph comes first."""
    names = UniqueNames()
    main = names.take(getattr(graph, "name", "") or "graph")
    titles: dict[Graph, str] = {graph: main}
    pending, found = [graph], {}
    for current in pending:
        for op in current.get_operations():
            for body in _functions(op):
                if body not in titles:
                    titles[body] = names.take(body.name)
                    pending.append(body)
        found[titles[current]] = _outline(current, titles)
    return found


def _functions(op: Operation) -> tuple[FuncGraph, ...]:
    from runtime.func_graph import FuncGraph

    others = (value for name, value in op.attrs.items() if isinstance(value, FuncGraph) and not name.startswith("_"))
    return tuple(dict.fromkeys([*bodies(op), *others]))


def _outline(graph: Graph, titles: dict[Graph, str]) -> Outline:
    operations = graph.get_operations()
    numbers = {op: number for number, op in enumerate(operations)}
    edges: dict[Edge, None] = {}
    for op in operations:
        edges.update(dict.fromkeys(Edge(numbers[tensor.op], numbers[op]) for tensor in op.inputs))
        edges.update(dict.fromkeys(Edge(numbers[other], numbers[op], True) for other in op.control_inputs))
    nodes = [_node(op, titles) for op in operations]
    results = [numbers[tensor.op] for tensor in getattr(graph, "outputs", ())]
    for place, start in enumerate(results):
        edges[Edge(start, len(nodes))] = None
        nodes.append(Node(f"result {place}", "return", role="input"))
    return Outline(titles[graph], nodes, list(edges))


def _node(op: Operation, titles: dict[Graph, str]) -> Node:
    functions = _functions(op)
    return Node(
        op.name,
        op.type,
        [f"{tensor.dtype.name}{_shape(tensor.shape.dims)}" for tensor in op.outputs],
        "" if op.source is None else str(op.source),
        "" if op.source is None else linecache.getline(op.source.file, op.source.line).strip(),
        [titles[body] for body in functions],
        [tensor.name for tensor in op.inputs] + [f"^{other.name}" for other in op.control_inputs],
        {name: _value(value, titles) for name, value in op.attrs.items() if not name.startswith("_")},
        _role(op, bool(functions)),
    )


def _shape(sizes: Any) -> str:
    return "" if sizes is None else "[" + ", ".join("?" if size is None else str(size) for size in sizes) + "]"


def _role(op: Operation, runs_functions: bool) -> str:
    if runs_functions:
        return "function"
    if op.type in ("Placeholder", "PlaceholderWithDefault"):
        return "input"
    if op.type == "Const":
        return "constant"
    return "variable" if op.type in ("VarHandleOp", "Variable", "VariableV2") else ""


def _value(value: Any, titles: dict[Graph, str]) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_value(item, titles) for item in value) + "]"
    if isinstance(value, np.ndarray):
        text = np.array2string(value, threshold=20, separator=", ")
    elif hasattr(value, "get_operations"):
        text = titles.get(value, "")
    else:
        text = getattr(value, "name", None) or str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
