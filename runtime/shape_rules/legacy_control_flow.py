"""Shapes of the stacks of TensorFlow 1's oldest gradients."""

from __future__ import annotations

from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import UNKNOWN, TensorShape


@shape_rule("Stack")
def stack(op: Operation) -> list[TensorShape]:
    """A handle of two strings, as references are."""
    return [TensorShape([2])]


@shape_rule("StackPush")
def push(op: Operation) -> list[TensorShape]:
    """The shape of the element."""
    return [op.inputs[1].shape]


@shape_rule("StackPop")
def pop(op: Operation) -> list[TensorShape]:
    """Unknown."""
    return [UNKNOWN]


@shape_rule("StackClose")
def close(op: Operation) -> list[TensorShape]:
    """No outputs."""
    return []
