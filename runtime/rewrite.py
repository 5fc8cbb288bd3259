"""Copies function bodies, and adds inputs and outputs to operations that are in a graph already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.func_graph import FuncGraph
from runtime.tensor import HandleData, Tensor

if TYPE_CHECKING:
    from runtime.dtypes import DType
    from runtime.graph import Operation
    from runtime.shapes import TensorShape


def copied(body: FuncGraph) -> FuncGraph:
    """A body that does the same and may be changed: nobody else holds it.

    All parameters of the copy are arguments, in the order of `body.inputs`; what was captured has to be passed. Bodies
    inside (of branches and loops) are shared, not copied.
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
    return copy


def add_outputs(op: Operation, kinds: Sequence[tuple[DType, TensorShape, HandleData | None]]) -> tuple[Tensor, ...]:
    """Gives an operation more outputs, after those it has."""
    made = []
    for dtype, shape, handle_data in kinds:
        tensor = Tensor(op, len(op.outputs) + len(made), dtype, shape)
        tensor.handle_data = handle_data
        made.append(tensor)
    op.outputs = (*op.outputs, *made)
    op.graph.touch()
    return tuple(made)


def add_inputs(op: Operation, tensors: Sequence[Tensor]) -> None:
    """Gives an operation more inputs, after those it has."""
    op.inputs = (*op.inputs, *tensors)
    op.graph.touch()


def kind_of(tensor: Tensor) -> tuple[DType, TensorShape, HandleData | None]:
    """What `add_outputs` needs to know for an output like `tensor`."""
    return tensor.dtype, tensor.shape, tensor.handle_data


def set_attrs(op: Operation, **attrs: Any) -> None:
    """Sets attributes that change an operation's signature, together with its inputs and outputs."""
    op.attrs.update(attrs)
    op.graph.touch()
