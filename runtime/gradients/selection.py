"""Gradients of choosing between tensors."""

from __future__ import annotations

from runtime.gradients.broadcast import unbroadcast, zeros_like
from runtime.gradients.table import by_input, op
from runtime.registry import not_differentiable

by_input(
    "SelectV2",
    None,
    lambda o, g: unbroadcast(op("SelectV2", o.inputs[0], g, zeros_like(g)), o.inputs[1], o.outputs[0]),
    lambda o, g: unbroadcast(op("SelectV2", o.inputs[0], zeros_like(g), g), o.inputs[2], o.outputs[0]),
)
by_input(
    "Select",
    None,
    lambda o, g: op("Select", o.inputs[0], g, zeros_like(g)),
    lambda o, g: op("Select", o.inputs[0], zeros_like(g), g),
)
not_differentiable("Where")
