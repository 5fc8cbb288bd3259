"""What the restore operation of a graph takes from a checkpoint, and what it sets with it.

Found by following its inputs, so that it holds for the savers of TensorFlow's files, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from runtime.constant_value import constant_value
from runtime.effects import CALL
from runtime.formats.checkpoints import Wanted
from runtime.formats.slices import Slice
from runtime.graph import Operation
from runtime.optimize.loops import through_aliases
from runtime.shapes import UNKNOWN, TensorShape
from runtime.tensor import Tensor

_RESTORE = "RestoreV2"
_ASSIGN = frozenset({"AssignVariableOp", "Assign"})
_SIMPLE = _ASSIGN | {"Const", "Identity", "NoOp", "PlaceholderWithDefault", "RestoreV2", "VarHandleOp", "VariableV2"}
"""What the restore operation of a saver is made of."""


@dataclass
class RestorePlan:
    """What is known of a restore operation.

    Attributes:
        wanted: the tensors that it takes from the checkpoint.
        restores: the RestoreV2 operations outside of functions.
        steps: for each of `wanted`, the tensor that it comes out of and the operation that assigns it, if all that the
            operation does is to assign them one by one; else nothing.
    """

    wanted: list[Wanted] = field(default_factory=list)
    restores: list[Operation] = field(default_factory=list)
    steps: list[tuple[Tensor, Operation]] = field(default_factory=list)


def restore_plan(operation: Operation) -> RestorePlan:
    """What an operation restores, as far as the graph tells."""
    plan = RestorePlan()
    targets: dict[Tensor, tuple[str, TensorShape]] = {}
    restores: list[Operation] = []
    assigns: dict[Tensor, Operation] = {}
    is_simple = True
    for op, outer in _needed(operation, {}):
        is_simple = is_simple and not outer and op.type in _SIMPLE
        if op.type == _RESTORE:
            restores.append(op)
            if not outer:
                plan.restores.append(op)
        elif op.type in _ASSIGN:
            value = through_aliases(op.inputs[1])
            is_simple = is_simple and value not in targets
            targets.setdefault(value, _target(op, outer))
            assigns[value] = op
    for op in restores:
        plan.wanted += _wanted(op, targets)
    tensors = [tensor for op in restores for tensor in op.outputs]
    if is_simple and len(tensors) == len(plan.wanted) and all(tensor in assigns for tensor in tensors):
        plan.steps = [(tensor, assigns[tensor]) for tensor in tensors]
    return plan


Outer = Mapping[Tensor, Tensor]
"""What the parameters of a function stand for."""


def _needed(operation: Operation, outer: Outer) -> Iterator[tuple[Operation, Outer]]:
    """All operations that one needs, also in the functions that it calls, with what their parameters stand for."""
    pending, seen = [operation], {operation}
    while pending:
        op = pending.pop()
        yield op, outer
        if op.type in CALL:
            body = op.attrs["f"]
            inner = {p: outer.get(t, t) for p, t in zip(body.inputs, op.inputs, strict=False)}
            for root in body.get_operations():
                if root.type in _ASSIGN or root.type == _RESTORE:
                    yield root, inner
        for other in (*op.control_inputs, *(tensor.op for tensor in op.inputs)):
            if other not in seen:
                seen.add(other)
                pending.append(other)


def _target(assign: Operation, outer: Outer) -> tuple[str, TensorShape]:
    """The name of the variable that is assigned, and the shape that it takes."""
    handle = through_aliases(assign.inputs[0])
    handle = outer.get(handle, handle)
    if assign.type == "Assign":
        return handle.op.name, handle.shape if assign.attrs["validate_shape"] else UNKNOWN
    return handle.op.name, UNKNOWN if handle.handle_data is None else handle.handle_data.shape


def _wanted(op: Operation, targets: Mapping[Tensor, tuple[str, TensorShape]]) -> list[Wanted]:
    names, slices = (constant_value(tensor) for tensor in op.inputs[1:3])
    if names is None or slices is None or not np.size(names) == np.size(slices) == len(op.outputs):
        return []
    found = []
    for name, spec, tensor in zip(np.ravel(names), np.ravel(slices), op.outputs, strict=True):
        part = Slice.parse(spec.decode()) if spec else None
        user, shape = targets.get(tensor, ("", UNKNOWN))
        found.append(Wanted(name.decode(), tensor.dtype, part, shape, f"variable {user!r}" if user else ""))
    return found
