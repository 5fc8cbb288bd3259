"""Graphs as text."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from runtime.formats import messages
from runtime.graph_text.values import attrs_text, bytes_text, dtype_text, name_text, shape_text, sizes_text
from runtime.registry import MISSING, has_op_def, op_def, shape_rule_of
from runtime.shapes import as_shape

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Graph, Operation

Message = messages.Message
_NODE_FIELDS = "name op input device attr"
_GRAPH_FIELDS = "node library.function versions.producer versions.min_consumer"
_FUNCTION_FIELDS = """
    signature.name signature.input_arg signature.output_arg signature.is_stateful signature.control_output node_def ret
    control_ret attr arg_attr
"""


def to_text(graph: Graph, origins: bool = True) -> str:
    """The text form of a graph: one line an operation, functions below.

    Attributes that have their default are left out. What stands behind `#` is for people: dtypes and shapes of outputs,
    and the line of the program that made the operation.

    Args:
        graph: the graph.
        origins: whether to say which line made an operation.

    Returns:
        The text, which `parse` turns into an equal graph.

    Raises:
        UnimplementedError: a constant has no form in a file.
    """
    from runtime.train.graph_def import FunctionNames, graph_def_of
    from runtime.train.provenance import graph_origin

    origin = graph_origin(graph)
    names = FunctionNames(origin.functions if origin is not None else {})
    message = graph_def_of(graph, functions=names)
    bodies = {name: body for body, name in names.named()}
    return "".join(f"{line}\n" for line in _lines(message, graph, bodies, origins))


def _lines(message: Message, graph: Graph, bodies: Mapping[str, FuncGraph], origins: bool) -> Iterator[str]:
    versions = [(name, getattr(message.versions, name)) for name in ("producer", "min_consumer")]
    yield " ".join(["graph", *(f"{name}={value}" for name, value in versions if value)])
    yield from _rest(message, _GRAPH_FIELDS)
    for node in message.node:
        yield _node(node) + _comment(_operation(graph, node.name), origins)
    for function in message.library.function:
        yield ""
        yield from _function(function, bodies.get(function.signature.name), origins)


def _node(node: Message, op: Operation | None = None) -> str:
    inputs = ", ".join(_input(text) for text in node.input)
    attrs = attrs_text(node.attr, _defaults(node) | _foreseen(op))
    device = f"on {bytes_text(node.device.encode())}" if node.device else ""
    rest = " ".join(filter(None, [attrs, device, *_rest(node, _NODE_FIELDS)]))
    return f"{name_text(node.name)} = {name_text(node.op)}({inputs})" + (f" {rest}" if rest else "")


def _input(text: str) -> str:
    name, colon, rest = text.removeprefix("^").partition(":")
    return "^" * text.startswith("^") + name_text(name) + colon + rest


def _defaults(node: Message) -> set[str]:
    """The attributes of a node that have their default."""
    from runtime.train import attr_values

    if not has_op_def(node.op):
        return set()
    same = set()
    for name, attr in op_def(node.op).attrs.items():
        if name in node.attr:
            default = None if attr.default is MISSING else attr_values.encode(attr.default, attr.type, str)
            if default is not None and default == node.attr[name]:
                same.add(name)
    return same


def _foreseen(op: Operation | None) -> set[str]:
    """The shapes of outputs, where they say no more than the shape rule of the op."""
    rule = None if op is None else shape_rule_of(op.type)
    if op is None or rule is None:
        return set()
    foreseen = [shape.dims for shape in map(as_shape, rule(op))]
    return {"_output_shapes"} if foreseen == [tensor.shape.dims for tensor in op.outputs] else set()


def _operation(graph: Graph | None, name: str) -> Operation | None:
    return None if graph is None else graph._operations.get(name)


def _comment(op: Operation | None, origins: bool) -> str:
    if op is None:
        return ""
    types = ", ".join(tensor.dtype.name + sizes_text(tensor.shape.dims) for tensor in op.outputs)
    place = f"{op.source} in {op.source.function}" if origins and op.source is not None else ""
    said = "  ".join(filter(None, [types, place])).replace("\n", " ")
    return f"  # {said}" if said else ""


def _function(function: Message, body: FuncGraph | None, origins: bool) -> Iterator[str]:
    signature = function.signature
    shapes = {place: shape for place, attrs in function.arg_attr.items() if (shape := _only_shape(attrs)) is not None}
    takes = ", ".join(_argument(arg, shapes.get(place)) for place, arg in enumerate(signature.input_arg))
    gives = ", ".join(map(_argument, signature.output_arg))
    attrs = attrs_text(function.attr)
    words = ["stateful" * signature.is_stateful, attrs]
    head = " ".join(filter(None, [f"function {name_text(signature.name)}({takes}) -> ({gives})", *words]))
    yield head + " {"
    for position in sorted(set(function.arg_attr) - set(shapes)):
        yield f"  argument {position} {attrs_text(function.arg_attr[position].attr)}"
    for node in function.node_def:
        op = _operation(body, node.name)
        yield "  " + _node(node, op) + _comment(op, origins)
    for name in (arg.name for arg in signature.output_arg):
        yield f"  return {name_text(name)} = {_input(function.ret[name])}"
    for name in signature.control_output:
        yield f"  effect {name_text(name)} = {name_text(function.control_ret[name])}"
    yield from ("  " + more for more in _rest(function, _FUNCTION_FIELDS))
    yield "}"


def _rest(message: Message, spelt: str) -> Iterator[str]:
    """What a message holds besides the fields that the text has words for, as bytes."""
    rest = messages.new(message.DESCRIPTOR.name)
    rest.CopyFrom(message)
    for path in spelt.split():
        *outer, field = path.split(".")
        holder = rest
        for name in outer:
            holder = getattr(holder, name)
        holder.ClearField(field)
    for name in {path.partition(".")[0] for path in spelt.split() if "." in path}:
        if not getattr(rest, name).ByteSize():
            rest.ClearField(name)
    if rest.ByteSize():
        yield f'more "{base64.b64encode(messages.serialize(rest)).decode()}"'


def _only_shape(attrs: Message) -> Message | None:
    """The shape of an argument, if that is all that is said of it."""
    if set(attrs.attr) != {"_output_shapes"}:
        return None
    shapes = attrs.attr["_output_shapes"].list.shape
    return shapes[0] if len(shapes) == 1 else None


def _argument(arg: Message, shape: Message | None = None) -> str:
    """An argument or result of a function: dtypes, or the attribute that says how many and which."""
    kind = dtype_text(arg.type) if arg.type else f"${name_text(arg.type_attr or arg.type_list_attr)}"
    kind = f"list({kind})" if arg.type_list_attr else kind
    if arg.number_attr:
        kind = f"{name_text(arg.number_attr)}*{kind}"
    behind = "".join(f" {dtype_text(data.dtype)}{shape_text(data.shape)}" for data in arg.handle_data)
    return f"{name_text(arg.name)}: {'ref ' * arg.is_ref}{kind}{'' if shape is None else shape_text(shape)}{behind}"
