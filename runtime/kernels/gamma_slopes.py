"""Kernels of how gamma distributions change with their shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.kernels.special import digamma, in_double, log_gamma_double
from runtime.registry import kernel

Array = Any

_MAX_STEPS = 20_000


@kernel("IgammaGradA")
@in_double
def lower_gamma_slope(a: Array, x: Array) -> Any:
    """The derivative of the regularised lower incomplete gamma function P(a, x) for a."""
    return _where_valid(a, x, lambda a, x: np.exp(a * np.log(x) - x - log_gamma_double(a)) * _slope_series(a, x))


@kernel("RandomGammaGrad")
@in_double
def sample_slope(a: Array, x: Array) -> Any:
    """The derivative of a sample x for the shape a, where P(a, x) stays as it is."""
    return _where_valid(a, x, lambda a, x: -x * _slope_series(a, x))


def _where_valid(a: Array, x: Array, slope: Any) -> Any:
    inner = (a > 0) & (x > 0) & np.isfinite(x) & np.isfinite(a)
    values = slope(np.where(inner, a, 1.0), np.where(inner, x, 1.0))
    return np.where(inner, values, np.where((a > 0) & (x >= 0), 0.0, np.nan))


def _slope_series(a: Array, x: Array) -> Any:
    """The derivative of P(a, x) for a, by the part that does not depend on n in the series of P.

    P is the sum of x**(a + n) exp(-x) / gamma(a + n + 1) over n = 0, 1, ...; its part is x**a exp(-x) / gamma(a).
    """
    slope = np.log(x) - digamma(a) - 1 / a
    term = 1 / a
    total = term * slope
    for step in range(1, _MAX_STEPS):
        term = term * x / (a + step)
        slope = slope - 1 / (a + step)
        total = total + term * slope
        if (np.absolute(term * slope) <= 1e-17 * np.absolute(total)).all():
            break
    return total
