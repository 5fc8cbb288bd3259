"""Shapes of special functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.registry import shape_rule
from runtime.shape_rules.math import Shapes, broadcast, unchanged
from runtime.shapes import broadcast_shape

if TYPE_CHECKING:
    from runtime.graph import Operation

shape_rule("Digamma", "Erf", "Erfc", "Erfinv", "Lgamma", "Ndtri")(unchanged)
shape_rule("Igamma", "Igammac", "IgammaGradA", "RandomGammaGrad", "Polygamma", "Zeta")(broadcast)


@shape_rule("Betainc")
def betainc(op: Operation) -> Shapes:
    """What all three inputs broadcast to."""
    a, b, x = (tensor.shape for tensor in op.inputs)
    return [broadcast_shape(broadcast_shape(a, b), x)]
