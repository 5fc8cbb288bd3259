"""Special functions: error, gamma, beta and zeta functions."""

from __future__ import annotations

from typing import Any

from runtime.dispatch import apply_one, binary_operands, convert_to_tensor
from runtime.ops.elementwise import FLOATING, binary, unary
from runtime.ops.reduction import reduce_sum
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor

_DOUBLE = "float32 or float64"

digamma = unary("Digamma", "digamma", FLOATING, "The derivative of `lgamma`; NaN at its poles.",
                ">>> float(digamma(1.0))\n-0.5772156715393066")  # fmt: skip
erf = unary("Erf", "erf", FLOATING, "The error function.", ">>> float(erf(0.0))\n0.0")
erfc = unary("Erfc", "erfc", FLOATING, "1 - erf(x), exact for large x.", ">>> float(erfc(0.0))\n1.0")
erfinv = unary("Erfinv", "erfinv", FLOATING, "The inverse of `erf` on [-1, 1].", ">>> float(erfinv(0.0))\n0.0")
lgamma = unary("Lgamma", "lgamma", FLOATING, "The logarithm of |gamma(x)|.", ">>> float(lgamma(1.0))\n0.0")
ndtri = unary("Ndtri", "ndtri", FLOATING, "The quantiles of the standard normal distribution.",
              ">>> float(ndtri(1.0))\ninf")  # fmt: skip

igamma = binary("Igamma", "igamma", _DOUBLE, "The regularised lower incomplete gamma function of order x at y.",
                ">>> float(igamma(1.0, 0.0))\n0.0")  # fmt: skip
igammac = binary("Igammac", "igammac", _DOUBLE, "The regularised upper incomplete gamma function of order x at y.",
                 ">>> float(igammac(1.0, 0.0))\n1.0")  # fmt: skip
polygamma = binary("Polygamma", "polygamma", _DOUBLE, "The derivative of order x of `digamma` at y.",
                   ">>> float(polygamma(1.0, 1.0))\n1.644934058189392")  # fmt: skip
zeta = binary("Zeta", "zeta", _DOUBLE, "Hurwitz' zeta function: the sum of (n + y)**-x over n = 0, 1, ...",
              ">>> float(zeta(2.0, 1.0))\n1.644934058189392")  # fmt: skip


def erfcinv(x: Any, name: str | None = None) -> Tensor:
    """The inverse of `erfc` on [0, 2].

    Args:
        x: a tensor of dtype float32 or float64.
        name: for the operation.

    >>> abs(float(erfcinv(1.0)))
    0.0
    """
    return apply_one("Mul", binary_operands(ndtri(0.5 * convert_to_tensor(x)), -(0.5**0.5)), None, name)


def betainc(a: Any, b: Any, x: Any, name: str | None = None) -> Tensor:
    """The regularised incomplete beta function.

    Args:
        a: a tensor of dtype float32 or float64, above 0.
        b: likewise.
        x: a tensor of the same dtype, in [0, 1].
        name: for the operation.

    >>> float(betainc(1.0, 1.0, 0.25))
    0.25
    """
    a = convert_to_tensor(a)
    inputs = (a, convert_to_tensor(b, dtype_hint=a.dtype), convert_to_tensor(x, dtype_hint=a.dtype))
    return apply_one("Betainc", inputs, None, name)


@in_name_scope("lbeta")
def lbeta(x: Any, name: str | None = None) -> Tensor:
    """The logarithm of the beta function of the last axis: sum(lgamma(x)) - lgamma(sum(x)).

    Args:
        x: a tensor of a floating dtype, of rank 1 or more.
        name: for the operation.

    >>> float(lbeta([1.0, 1.0]))
    0.0
    """
    x = convert_to_tensor(x)
    return reduce_sum(lgamma(x), -1) - lgamma(reduce_sum(x, -1))
