"""Shapes of what branches, loops and calls give."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape
from runtime.tensor import HandleData, Tensor

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("If", "StatelessIf")
def if_(op: Operation) -> Shapes:
    """For each output what both branches agree on."""
    return _joined(op, [op.attrs["then_branch"], op.attrs["else_branch"]])


@shape_rule("Case", "StatelessCase")
def case(op: Operation) -> Shapes:
    """For each output what all branches agree on."""
    return _joined(op, op.attrs["branches"])


@shape_rule("PartitionedCall", "StatefulPartitionedCall")
def call(op: Operation) -> Shapes:
    """The shapes of the function's outputs."""
    return _joined(op, [op.attrs["f"]])


def _joined(op: Operation, branches: Sequence[FuncGraph]) -> Shapes:
    """For each output the most general shape of what the branches give; unknown while a branch is being built."""
    if any(len(branch.outputs) != len(op.outputs) for branch in branches):
        return [UNKNOWN] * len(op.outputs)
    rows = list(zip(*(branch.outputs for branch in branches), strict=True))
    for output, tensors in zip(op.outputs, rows, strict=True):
        output.handle_data = functools.reduce(_most_general, (tensor.handle_data for tensor in tensors))
    return [functools.reduce(TensorShape.most_general, (tensor.shape for tensor in tensors)) for tensors in rows]


def _most_general(left: HandleData | None, right: HandleData | None) -> HandleData | None:
    if left is None or right is None or left.dtype is not right.dtype:
        return None
    return HandleData(left.dtype, left.shape.most_general(right.shape))


@shape_rule("While", "StatelessWhile")
def while_(op: Operation) -> Shapes:
    """What the attribute output_shapes declares, else what the parameters of the body stand for."""
    parameters: Sequence[Tensor] = op.attrs["body"].inputs
    for output, parameter in zip(op.outputs, parameters, strict=True):
        output.handle_data = parameter.handle_data
    declared: Shapes = op.attrs["output_shapes"]
    return declared or [parameter.shape for parameter in parameters]


@shape_rule("NoOp", "ControlTrigger", "Abort")
def nothing(op: Operation) -> Shapes:
    """No outputs."""
    return []


@shape_rule("Enter", "Exit", "NextIteration", "RefEnter", "RefExit", "RefNextIteration", "LoopCond")
def passed_on(op: Operation) -> Shapes:
    """The shape of the input."""
    return [op.inputs[0].shape]


@shape_rule("Switch", "RefSwitch")
def switch(op: Operation) -> Shapes:
    """The shape of the input, on both sides."""
    return [op.inputs[0].shape] * 2


_LOOP_ENDS = frozenset({"Enter", "RefEnter", "NextIteration", "RefNextIteration"})


@shape_rule("Merge", "RefMerge")
def merge(op: Operation) -> Shapes:
    """At the head of a loop the shape may change from turn to turn."""
    if any(tensor.op.type in _LOOP_ENDS for tensor in op.inputs):
        return [UNKNOWN, SCALAR]
    return [functools.reduce(TensorShape.most_general, (tensor.shape for tensor in op.inputs)), SCALAR]
