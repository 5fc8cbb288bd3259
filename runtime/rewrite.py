"""Copies function bodies, and adds inputs and outputs to operations that are in a graph already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.dispatch import apply_op
from runtime.func_graph import FuncGraph
from runtime.tensor import Tensor

if TYPE_CHECKING:
    from runtime.graph import Graph
    from runtime.operation import Operation


def copied(body: FuncGraph) -> FuncGraph:
    """A body that does the same and may be changed: nobody else holds it.

    All parameters of the copy are arguments, in the order of `body.inputs`; what was captured has to be passed, though
    it is still known what that was. Bodies inside (of branches and loops) are shared, not copied.
    """
    copy = FuncGraph(body.name, body.outer_graph)
    copy.seed = body.seed
    copies: dict[Tensor, Tensor] = {}
    copy_operations(body, copy, copies)
    copy.arguments = [copies[tensor] for tensor in body.inputs]
    copy.outputs = [copies[tensor] for tensor in body.outputs]
    copy.note_sources({copies[inner]: outer for inner in body.inputs if (outer := body.outer_of(inner)) is not None})
    return copy


def copy_operations(source: Graph, target: Graph, copies: dict[Tensor, Tensor]) -> None:
    """Adds operations like those of `source` to `target`.

    Args:
        source: a graph.
        target: another one.
        copies: tensor of `source` → tensor of `target`. Operations whose outputs are in it already are left out; those
            of the others are added.
    """
    twins: dict[Operation, Operation] = {}
    for op in source.get_operations():
        if not op.outputs or op.outputs[0] not in copies:
            twins[op] = target.add_copy(op, [copies[tensor] for tensor in op.inputs])
            copies.update(zip(op.outputs, twins[op].outputs, strict=True))
    for op, twin in twins.items():
        twin.control_inputs = tuple([twins[before] for before in op.control_inputs if before in twins])


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
    made: list[Tensor] = []
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
