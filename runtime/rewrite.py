"""Copies function bodies, and adds inputs and outputs to operations that are in a graph already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.dispatch import apply_op
from runtime.func_graph import FuncGraph
from runtime.tensor import Tensor

if TYPE_CHECKING:
    from runtime.operation import Operation


def copied(body: FuncGraph) -> FuncGraph:
    """A body that does the same and may be changed: nobody else holds it.

    All parameters of the copy are arguments, in the order of `body.inputs`; what was captured has to be passed, though
    it is still known what that was. Bodies inside (of branches and loops) are shared, not copied.
    """
    copy = FuncGraph(body.name, body.outer_graph)
    copy.seed = body.seed
    places = {tensor: i for i, tensor in enumerate(body.inputs)}
    copies: dict[Tensor, Tensor] = {}
    arguments: dict[int, Tensor] = {}
    twins: dict[Operation, Operation] = {}
    for op in body.get_operations():
        twin = twins[op] = copy.add_copy(op, [copies[tensor] for tensor in op.inputs])
        copies.update(zip(op.outputs, twin.outputs, strict=True))
        if op.type == "Placeholder" and op.outputs[0] in places:
            arguments[places[op.outputs[0]]] = twin.outputs[0]
    for op, twin in twins.items():
        twin.control_inputs = tuple(twins[before] for before in op.control_inputs)
    copy.arguments = [arguments[i] for i in range(len(places))]
    copy.outputs = [copies[tensor] for tensor in body.outputs]
    copy.note_sources({copies[inner]: outer for inner in body.inputs if (outer := body.outer_of(inner)) is not None})
    return copy


def inlined(body: FuncGraph, values: Sequence[Tensor]) -> list[Tensor]:
    """The outputs of a body for given inputs, its operations made again in the current graph."""
    made = dict(zip(body.inputs, values, strict=True))
    for op in body.get_operations():
        if not op.outputs or op.outputs[0] not in made:
            results = apply_op(op.type, [made[tensor] for tensor in op.inputs], op.attrs, op.name)
            made.update(zip(op.outputs, results if op.outputs else (), strict=True))
    return [made[tensor] for tensor in body.outputs]


def add_outputs(op: Operation, models: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Gives an operation more outputs, alike in dtype and shape to `models`, after those it has.

    For an op with bodies, the attributes that list types and shapes grow too; the bodies are the caller's business.
    """
    made = []
    for model in models:
        tensor = Tensor(op, len(op.outputs) + len(made), model.dtype, model.shape)
        tensor.handle_data = model.handle_data
        made.append(tensor)
    op.outputs = (*op.outputs, *made)
    listed = op.op_def.outputs[0].type_list_attr
    if listed is not None:
        op.attrs[listed] = tuple([tensor.dtype for tensor in op.outputs])
    if op.attrs.get("output_shapes"):
        op.attrs["output_shapes"] = (*op.attrs["output_shapes"], *[tensor.shape for tensor in made])
    op.graph.touch()
    return tuple(made)


def add_inputs(op: Operation, tensors: Sequence[Tensor]) -> None:
    """Gives an operation whose inputs are a list more of them, after those it has."""
    op.inputs = (*op.inputs, *tensors)
    listed = op.op_def.inputs[-1].type_list_attr
    if listed is not None:
        first = len(op.op_def.inputs) - 1
        op.attrs[listed] = tuple([tensor.dtype for tensor in op.inputs[first:]])
    op.graph.touch()


def set_attrs(op: Operation, **attrs: Any) -> None:
    """Sets attributes that change an operation's signature, together with its inputs and outputs."""
    op.attrs.update(attrs)
    op.graph.touch()
