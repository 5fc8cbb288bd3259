"""Shape rules of random values of gamma and Poisson distributions."""

from __future__ import annotations

from runtime.constant_value import constant_value
from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import UNKNOWN, TensorShape
from runtime.tensor import Tensor


def _of(sizes: Tensor) -> TensorShape:
    known = constant_value(sizes)
    if known is not None:
        return TensorShape(known.tolist())
    rank = sizes.shape[0] if sizes.shape.rank else None
    return UNKNOWN if rank is None else TensorShape([None] * rank)


@shape_rule("RandomGamma", "RandomPoissonV2")
def stateful(op: Operation) -> list[TensorShape]:
    """The sizes in `shape`, then the shape of the distributions' parameters."""
    return [_of(op.inputs[0]).concatenate(op.inputs[1].shape)]


@shape_rule("StatelessRandomGammaV2", "StatelessRandomPoisson")
def stateless(op: Operation) -> list[TensorShape]:
    """The sizes in `shape`, which end with those of the parameters already."""
    return [_of(op.inputs[0])]
