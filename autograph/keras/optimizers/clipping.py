"""Keeping gradients within bounds."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.autodiff import Gradient
from runtime.indexed_slices import dense
from runtime.ops.clipping import clip_by_global_norm, clip_by_norm, clip_by_value


@dataclass(frozen=True)
class Clipping:
    """At most one of three bounds.

    Attributes:
        norm: the largest norm of a gradient.
        value: the largest absolute value of an element.
        global_norm: the largest norm of all gradients together.

    Raises:
        ValueError: more than one is set.

    >>> from runtime.ops.state import constant
    >>> Clipping(value=1.0).of([constant([3.0, 0.5])])[0].tolist()
    [1.0, 0.5]
    """

    norm: float | None = None
    value: float | None = None
    global_norm: float | None = None

    def __post_init__(self) -> None:
        if sum(bound is not None for bound in (self.norm, self.value, self.global_norm)) > 1:
            raise ValueError(
                f"Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set, not clipnorm={self.norm}, "
                f"clipvalue={self.value}, global_clipnorm={self.global_norm}."
            )

    def of(self, gradients: list[Gradient]) -> list[Gradient]:
        """The gradients within the bound; slices count one by one, and are tensors after a bound on the global norm."""
        if self.norm:
            return [clip_by_norm(gradient, self.norm) for gradient in gradients]
        if self.global_norm:
            clipped, _ = clip_by_global_norm(gradients, self.global_norm)
            return [dense(gradient) for gradient in clipped if gradient is not None]
        if self.value:
            return [clip_by_value(gradient, -self.value, self.value) for gradient in gradients]
        return gradients
