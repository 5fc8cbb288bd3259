"""Reference variables of TensorFlow 1: what their values are read for.

An output that is a reference stands for the variable itself. An op that takes it as an ordinary input reads the value
at the time when it runs, so a plan reads the variable right before that op.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from runtime.operation import Operation
from runtime.registry import op_def
from runtime.signature import Attrs

if TYPE_CHECKING:
    from runtime.tensor import Tensor

_SOURCES = frozenset({"Variable", "VariableV2", "TemporaryVariable"})
_READ = "ReadVariableOp"


def has_references(ops: Iterable[Operation]) -> bool:
    """Whether one of the ops makes a reference in the first place."""
    return any(op.type in _SOURCES for op in ops)


def is_reference(tensor: Tensor) -> bool:
    """Whether the tensor stands for a variable and not for a value."""
    outputs = tensor.op.op_def.outputs  # An op with references has no lists of outputs.
    return tensor.value_index < len(outputs) and outputs[tensor.value_index].is_ref


def reads(op: Operation) -> list[int]:
    """The positions of the inputs that are references, though the op takes values."""
    taken = [arg.is_ref for arg in op.op_def.inputs]
    if any(taken) and len(taken) == len(op.inputs):
        return [i for i, tensor in enumerate(op.inputs) if not taken[i] and is_reference(tensor)]
    return [] if any(taken) else [i for i, tensor in enumerate(op.inputs) if is_reference(tensor)]


def reading(tensor: Tensor) -> Operation:
    """An operation, in no graph, that reads the variable that a tensor stands for."""
    definition, attrs = op_def(_READ), {"dtype": tensor.dtype}
    op = Operation(tensor.graph, tensor.op.name, definition, (tensor,), Attrs(attrs, definition), tensor.op.place)
    op.outputs[0]._shape = tensor.shape
    return op
