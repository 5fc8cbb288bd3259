"""What the backward loop reads of a turn of the forward loop, as cheaply as it goes.

does not change            read as it is
counts the turns           computed from the number of the turn
cheap to compute again     computed again from what is known
anything else              pushed to a list by the forward loop, popped by the backward loop
"""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import dtypes
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.func_graph import FuncGraph
from runtime.ops.lists import tensor_list_pop_back
from runtime.shapes import SCALAR
from runtime.tensor import HandleData, Tensor

_CHEAP = frozenset(
    {
        "AddV2", "Cast", "Equal", "ExpandDims", "FloorMod", "Greater", "GreaterEqual", "Identity", "Less", "LessEqual",
        "LogicalAnd", "LogicalNot", "LogicalOr", "Maximum", "Minimum", "Mul", "Neg", "NotEqual", "Pack", "Rank",
        "RealDiv", "Reshape", "SelectV2", "Shape", "Size", "Square", "Squeeze", "Sub", "Transpose", "ZerosLike",
    }
)  # fmt: skip
"""Ops that cost no more than a push and a pop."""

_DEEPEST = 8  # How many ops on the way to a value are computed again before it is pushed instead.


class TurnValues:
    """Values of one turn of a forward loop, in the body of the backward loop.

    Attributes:
        turn: the number of the turn, from 0: i32[]. Its first variable is the number of turns left.
        lists: positions, among the forward loop's variables, of the lists that the body takes.
        rests: those lists without their last elements.
    """

    def __init__(self, loop: Any, body: FuncGraph) -> None:
        self._loop = loop
        self._body = body
        self._known: dict[Tensor, Tensor] = {}
        self.lists: list[int] = []
        self.rests: list[Tensor] = []
        left = body.add_input(dtypes.int32, [], "turns_left")
        with body.as_default():
            self.turn = apply_one("Sub", [left, convert_to_tensor(np.int32(1))], None, "turn")

    def value(self, tensor: Tensor) -> Tensor:
        """The value that a tensor of the forward body had."""
        known = self._known.get(tensor)
        if known is None:
            with self._body.as_default():
                known = self._known[tensor] = self._read(tensor)
        return known

    def _read(self, tensor: Tensor) -> Tensor:
        position = self._loop.positions.get(tensor)
        if position is None:
            return self._again(tensor) if self._is_at_hand(tensor, _DEEPEST) else self._popped(tensor)
        if position in self._loop.invariant:
            return self._outside(position)
        step = self._loop.step(position)
        return self._popped(tensor) if step is None else self._counted(position, step)

    def _outside(self, position: int) -> Tensor:
        outer: Any = self._body.outer_graph
        return self._body.capture(outer.capture(self._loop.operation.inputs[position]))

    def _counted(self, position: int, step: int) -> Tensor:
        done = self.turn if step == 1 else apply_one("Mul", [self.turn, convert_to_tensor(np.int32(step))])
        start = constant_value(self._loop.operation.inputs[position])
        if start is None:
            return apply_one("AddV2", [self._outside(position), done])
        return done if start == 0 else apply_one("AddV2", [convert_to_tensor(np.int32(start)), done])

    def _is_at_hand(self, tensor: Tensor, depth: int) -> bool:
        """Whether a tensor is known, or can be had from what is known without another list."""
        position = self._loop.positions.get(tensor)
        if tensor in self._known or tensor.op.type == "Const":
            return True
        if position is not None:
            return position in self._loop.invariant or self._loop.step(position) is not None
        return depth > 0 and tensor.op.type in _CHEAP and all(self._is_at_hand(x, depth - 1) for x in tensor.op.inputs)

    def _again(self, tensor: Tensor) -> Tensor:
        inputs = [self.value(x) for x in tensor.op.inputs]
        return self._body.add_copy(tensor.op, inputs).outputs[tensor.value_index]

    def _popped(self, tensor: Tensor) -> Tensor:
        self.lists.append(self._loop.list_of(tensor))
        handle = self._body.add_input(dtypes.variant, SCALAR, "accumulator", HandleData(tensor.dtype, tensor.shape))
        rest, value = tensor_list_pop_back(handle, tensor.dtype, tensor.shape)
        value.set_shape(tensor.shape)
        value.handle_data = tensor.handle_data
        value.weak = tensor.weak
        self.rests.append(rest)
        return value
