"""Graphs as GraphDefs: nodes, and the functions that they run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from runtime.effects import bodies
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.names import UniqueNames
from runtime.tensor import Tensor
from runtime.train import attr_values, provenance

Message = messages.Message
PRODUCER, MIN_CONSUMER = 1395, 12
"""What the written graphs need of their readers, as TensorFlow counts its versions."""

_PYTHON_OPS = frozenset({"PyFunc", "PyFuncStateless", "EagerPyFunc"})
_LOCAL_ATTRS = frozenset({"_resource", "_function", "_error", "_counted", "_of_shape"})
"""Private attributes that are objects of this process."""


def graph_def_of(graph: Graph, add_shapes: bool = False, functions: FunctionNames | None = None) -> Message:
    """The GraphDef of a graph. What was loaded from a file and not changed is as it was there.

    Args:
        graph: a graph.
        add_shapes: whether each node tells the shapes of its outputs, for readers that infer none.
        functions: names for its functions; those that are named already are in the file, too.

    Raises:
        UnimplementedError: a constant has no form in a file.
    """
    origin = provenance.graph_origin(graph)
    message = messages.new("GraphDef")
    if origin is not None and origin.graph_def is not None:
        message.CopyFrom(origin.graph_def)
    if not message.versions.producer:
        message.versions.producer, message.versions.min_consumer = PRODUCER, MIN_CONSUMER
    functions = functions or FunctionNames(origin.functions if origin is not None else {})
    for op in graph.get_operations():
        message.node.append(node_def_of(op, functions.name_of, add_shapes=add_shapes))
    message.library.function.extend(functions.definitions())
    if not message.library.ByteSize():
        message.ClearField("library")
    return message


def node_def_of(
    op: Operation,
    name_of: attr_values.NameOf,
    reference: Callable[[Tensor], str] | None = None,
    waits: Sequence[Operation] = (),
    add_shapes: bool = False,
) -> Message:
    """The NodeDef of an operation.

    Args:
        op: the operation.
        name_of: names functions.
        reference: writes inputs; by default as in graphs, "node" or "node:1".
        waits: control inputs besides its own.
        add_shapes: whether it tells the shapes of its outputs.
    """
    origin = provenance.node_origin(op)
    node = messages.new("NodeDef")
    if origin is not None:
        node.CopyFrom(origin.node)
    node.name, node.op, node.device = op.name, op.type, op.device
    node.input.extend([(reference or _reference)(tensor) for tensor in op.inputs])
    node.input.extend([f"^{other.name}" for other in sorted({*op.control_inputs, *waits}, key=lambda o: o.name)])
    _set_attrs(node, op, origin, name_of)
    if add_shapes and op.outputs and "_output_shapes" not in node.attr:
        shapes = node.attr["_output_shapes"].list
        shapes.shape.extend([attr_values.shape_message(tensor.shape) for tensor in op.outputs])
    return node


def _reference(tensor: Tensor) -> str:
    return tensor.op.name if tensor.value_index == 0 else tensor.name


def _set_attrs(node: Message, op: Operation, origin: provenance.NodeOrigin | None, name_of: attr_values.NameOf) -> None:
    kept = {} if origin is None else origin.attrs
    for name in [name for name in node.attr if name not in op.attrs and name != "_output_shapes"]:
        if name in kept:  # Otherwise it had no value.
            del node.attr[name]
    for name, value in op.attrs.items():
        if name in kept and kept[name] is value and _is_whole(node, name) and not _is_function(value):
            continue
        definition = op.op_def.attrs.get(name)
        kind = None if definition is None else definition.type
        if name in _LOCAL_ATTRS or name == "_input_types":
            continue
        try:
            encoded = attr_values.encode(value, kind, name_of, op.outputs[0].dtype if kind == "tensor" else None)
        except UnimplementedError as error:
            raise UnimplementedError(f"Operation '{op.name}' of type {op.type}: {error.message}", op) from None
        if encoded is not None:
            node.attr[name].CopyFrom(encoded)
    for name, attr in op.op_def.attrs.items():
        if name not in node.attr and name not in op.attrs and origin is None and name != "_input_types":
            default = attr_values.encode(attr.default, attr.type, name_of)
            if default is not None:
                node.attr[name].CopyFrom(default)


def _is_whole(node: Message, name: str) -> bool:
    """Whether the node still has the attribute, and not just that it was there (see `provenance.note_node`)."""
    value = node.attr[name]
    return bool(value.WhichOneof("value") != "tensor" or value.tensor.dtype != 0)


def _is_function(value: Any) -> bool:
    return isinstance(value, Graph) or (isinstance(value, tuple) and any(isinstance(item, Graph) for item in value))


class FunctionNames:
    """Names for the functions of a graph, and their definitions.

    Args:
        loaded: the FunctionDefs of the file that the graph was loaded from, by name: all of them stay.
    """

    def __init__(self, loaded: dict[str, Message]) -> None:
        self._loaded = loaded
        self._names: dict[FuncGraph, str] = {}
        self._unique = UniqueNames()
        self._pending: deque[FuncGraph] = deque()
        for name in loaded:
            self._unique.reserve(name)

    def name_of(self, body: FuncGraph) -> str:
        """The name of a function in the file."""
        known = self._names.get(body)
        if known is not None:
            return known
        origin = provenance.function_origin(body)
        name = "" if origin is None else str(origin.signature.name)
        if not name or self._loaded.get(name) is not origin:
            name = self._unique.take(body.name.replace("/", "_"))
            self._pending.append(body)
        self._names[body] = name
        return name

    def named(self) -> list[tuple[FuncGraph, str]]:
        """The functions that have been given names."""
        return list(self._names.items())

    def definitions(self) -> list[Message]:
        """The FunctionDefs of all functions that were named, of those that they refer to, and of all loaded ones."""
        from runtime.train.function_def import function_def_of

        made = list(self._loaded.values())
        while self._pending:
            body = self._pending.popleft()
            made.append(function_def_of(body, self._names[body], self.name_of))
        return made


def check_savable(graph: Graph) -> None:
    """Sees to it that a graph means the same in another process.

    Raises:
        InvalidArgumentError: it runs Python functions, or looks into tables, of this one; the message names all.
    """
    operations = list(_all_operations(graph))
    _refuse(
        [op for op in operations if op.type in _PYTHON_OPS],
        "would run Python functions of this process. Write them with operations of the graph, or leave them out of "
        "what is saved.",
    )
    _refuse(
        [op for op in operations if op.attrs.get("_table") is not None],
        "would look into tables of this process, and find them empty elsewhere. Make the tables inside "
        "`with graph.as_default():`, where operations fill them.",
    )


def _refuse(found: list[Operation], problem: str) -> None:
    if found:
        names = ", ".join(f"'{op.name}'{f' (made at {op.source})' if op.source else ''}" for op in found)
        raise InvalidArgumentError(f"The graph cannot be saved: {names} of type {found[0].type} {problem}", found[0])


def _all_operations(graph: Graph) -> Iterable[Operation]:
    seen: set[Graph] = {graph}
    pending: list[Graph] = [graph]
    while pending:
        for op in pending.pop().get_operations():
            yield op
            for body in bodies(op):
                if body not in seen:
                    seen.add(body)
                    pending.append(body)


def used_op_types(graph: Graph) -> set[str]:
    """The op types in a graph and its functions."""
    return {op.type for op in _all_operations(graph)}


def unknown_definitions(graph: Graph) -> dict[str, Any]:
    """The definitions of op types that came with the file, by name."""
    return {op.type: op.op_def for op in _all_operations(graph)}
