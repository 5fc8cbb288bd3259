"""Function graphs as FunctionDefs."""

from __future__ import annotations

import re
from collections.abc import Callable

from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.graph import Operation
from runtime.names import UniqueNames
from runtime.tensor import Tensor
from runtime.train import attr_values, effect_order

Message = messages.Message


def function_def_of(body: FuncGraph, name: str, name_of: attr_values.NameOf) -> Message:
    """The FunctionDef of a function graph: its parameters are arguments, captures after the others.

    What acts is listed as control output, in an order that control inputs keep: TensorFlow drops it otherwise.
    """
    from runtime.train.graph_def import node_def_of

    message = messages.new("FunctionDef")
    message.signature.name = name
    names = UniqueNames()
    parameters = {tensor.op: tensor for tensor in body.inputs}
    nodes = [op for op in body.get_operations() if op not in parameters]
    for op in nodes:
        names.reserve(op.name)
    arguments = {tensor: names.take(_argument_name(tensor)) for tensor in body.inputs}
    for position, tensor in enumerate(body.inputs):
        _add_argument(message, position, arguments[tensor], tensor)
    reference = _reference_in(arguments)
    waits = effect_order.waits(body)
    for op in nodes:
        message.node_def.append(node_def_of(op, name_of, reference, waits.get(op, ()), add_shapes=True))
    for tensor in body.outputs:
        result = names.take(_argument_name(tensor))
        message.signature.output_arg.add(name=result, type=tensor.dtype.enum)
        message.ret[result] = reference(tensor)
    _add_effects(message, body)
    return message


def _argument_name(tensor: Tensor) -> str:
    """A name as TensorFlow's arguments have it: lower case and underscores."""
    name = re.sub(r"[^a-z0-9_]", "_", tensor.op.name.lower()).strip("_")
    return name if name[:1].isalpha() else f"arg_{name}".rstrip("_")


def _add_argument(message: Message, position: int, name: str, tensor: Tensor) -> None:
    arg = message.signature.input_arg.add(name=name, type=tensor.dtype.enum)
    behind = tensor.handle_data
    if tensor.dtype.name == "resource":
        if behind is not None:
            arg.handle_data.add(dtype=behind.dtype.enum, shape=attr_values.shape_message(behind.shape))
        return
    shapes = message.arg_attr[position].attr["_output_shapes"].list.shape
    shapes.append(attr_values.shape_message(tensor.shape))


def _reference_in(arguments: dict[Tensor, str]) -> Callable[[Tensor], str]:
    """Writes inputs as functions have them: the name of an argument, or "node:output argument:number"."""

    def reference(tensor: Tensor) -> str:
        """How a FunctionDef names a tensor: an argument, or node, output argument and number."""
        if tensor in arguments:
            return arguments[tensor]
        place = tensor.value_index
        for arg, length in output_lengths(tensor.op):
            if place < length:
                return f"{tensor.op.name}:{arg}:{place}"
            place -= length
        return tensor.name

    return reference


def output_lengths(op: Operation) -> list[tuple[str, int]]:
    """The output arguments of an operation, and how many tensors each is."""
    found = []
    for arg in op.op_def.outputs:
        if arg.type_list_attr is not None:
            found.append((arg.name, len(op.attrs[arg.type_list_attr])))
        else:
            found.append((arg.name, op.attrs[arg.number_attr] if arg.number_attr is not None else 1))
    return found


def _add_effects(message: Message, body: FuncGraph) -> None:
    acting = effect_order.acting(body)
    message.signature.is_stateful = body.is_stateful
    for op in acting:
        message.signature.control_output.append(op.name)
        message.control_ret[op.name] = op.name
