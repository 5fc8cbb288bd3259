"""Shapes of printing, checks, calls back into Python and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation

Shapes = Sequence[TensorShape]


@shape_rule("PrintV2")
def no_output(op: Operation) -> Shapes:
    """No outputs."""
    return []


@shape_rule("Assert")
def assert_(op: Operation) -> Shapes:
    """No outputs; ValueError if the condition is no scalar."""
    if op.inputs[0].shape.rank not in (None, 0):
        raise ValueError(f"The condition of an assertion is a scalar, got shape {op.inputs[0].shape}: use reduce_all.")
    return []


@shape_rule("Print")
def first_input(op: Operation) -> Shapes:
    """The shape of the first input."""
    return [op.inputs[0].shape]


@shape_rule("StringFormat", "Timestamp")
def scalar(op: Operation) -> Shapes:
    """A scalar."""
    return [SCALAR]


@shape_rule("PyFunc", "PyFuncStateless", "EagerPyFunc")
def py_func(op: Operation) -> Shapes:
    """Unknown, for each output."""
    return [UNKNOWN] * len(op.outputs)
