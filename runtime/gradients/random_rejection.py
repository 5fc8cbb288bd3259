"""Gradients of random values of gamma and Poisson distributions."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.dispatch import apply_one, convert_to_tensor
from runtime.graph import Operation
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable("RandomPoissonV2", "StatelessRandomPoisson", "RandomGammaGrad", "IgammaGradA")


@gradient("RandomGamma")
def random_gamma(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """By implicit reparameterization (Figurnov et al., 2018): only the shapes of distributions get one."""
    return [None, _of_shape(op.inputs[1], op.outputs[0], grad)]


@gradient("StatelessRandomGammaV2")
def stateless_random_gamma(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """As `random_gamma`."""
    return [None, None, _of_shape(op.inputs[2], op.outputs[0], grad)]


def _of_shape(alpha: Tensor, sample: Tensor, grad: Tensor) -> Tensor:
    """The gradient of the shapes of the distributions, which every value that was drawn for them takes part in.

    Source: Figurnov, Mohamed and Mnih, "Implicit Reparameterization Gradients" (2018).
    """
    slopes = grad * apply_one("RandomGammaGrad", [alpha, sample])
    drawn = apply_one("Rank", [sample]) - apply_one("Rank", [alpha])
    return apply_one("Sum", [slopes, apply_one("Range", [convert_to_tensor(0), drawn, convert_to_tensor(1)])])
