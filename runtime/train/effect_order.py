"""The order of effects in a function, as control inputs.

Here the operations of a function run in the order in which they were made. TensorFlow runs them as their inputs allow,
and those only that something needs; so what acts has to wait for what acted before, and what reads a variable for the
last change of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime import dtypes
from runtime.effects import has_effect
from runtime.func_graph import FuncGraph
from runtime.graph import Operation
from runtime.optimize.loops import through_aliases
from runtime.tensor import Tensor

Waits = dict[Operation, tuple[Operation, ...]]


def acting(body: FuncGraph) -> list[Operation]:
    """The operations of a function that act, in order."""
    return [op for op in body.get_operations() if has_effect(op)]


def waits(body: FuncGraph) -> Waits:
    """For each operation of a function, those that it has to wait for besides its inputs and control inputs."""
    found: Waits = {}
    last: Operation | None = None
    writers: dict[Tensor, Operation] = {}
    readers: dict[Tensor, list[Operation]] = {}
    for op in body.get_operations():
        handles = list(_handles(op))
        if has_effect(op):
            before = [last, *(reader for handle in handles for reader in readers.pop(handle, ()))]
            writers.update(dict.fromkeys(handles, op))
            last = op
        elif handles and op.type not in ("VarHandleOp", "Placeholder"):
            before = [writers.get(handle) for handle in handles]
            for handle in handles:
                readers.setdefault(handle, []).append(op)
        else:
            continue
        found[op] = _besides(op, before)
    return found


def _handles(op: Operation) -> Iterable[Tensor]:
    """The resources that an operation touches, each by the tensor that it comes from."""
    if op.type == "Identity":
        return ()
    return dict.fromkeys(through_aliases(tensor) for tensor in op.inputs if tensor.dtype is dtypes.resource)


def _besides(op: Operation, before: Iterable[Operation | None]) -> tuple[Operation, ...]:
    known = {tensor.op for tensor in op.inputs}.union(op.control_inputs)
    return tuple(dict.fromkeys(other for other in before if other is not None and other not in known))
