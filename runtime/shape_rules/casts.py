"""Shapes of conversions between element types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.math import Shapes, broadcast, unchanged
from runtime.shapes import UNKNOWN, TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation

shape_rule("Angle", "Cast", "Conj", "Imag", "Real")(unchanged)
shape_rule("Complex")(broadcast)


@shape_rule("Bitcast")
def bitcast(op: Operation) -> Shapes:
    """A wider type takes the last dimension in, a narrower one adds it."""
    shape, source, target = op.inputs[0].shape, op.inputs[0].dtype.size, op.outputs[0].dtype.size
    if shape.rank is None or source == target:
        return [shape]
    if target < source:
        return [shape.concatenate([source // target])]
    if not TensorShape(shape[-1:]).is_compatible_with([target // source]):
        raise ValueError(f"The last dimension must be {target // source} to become one element, not {shape}.")
    return [shape[:-1]] if shape.rank else [UNKNOWN]
