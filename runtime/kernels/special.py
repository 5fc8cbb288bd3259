"""Special functions: error, gamma, beta and zeta functions, over arrays.

What the C library has is called element by element; the rest are series and continued fractions, each step of which
works on whole arrays. Everything is computed in double precision and rounded to the input's type, but for `erf` of the
narrower types, which models call often.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.kernels.values import Array
from runtime.registry import kernel

_EPSILON = 2.0**-53
_TINY = 1e-300
_MAX_STEPS = 2000


def in_double(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of doubles for arrays of any floating type: inputs are widened, the result is narrowed again."""

    def kernel_of_any_type(*values: Array) -> Any:
        """The function of broadcast inputs, in the dtype of the first."""
        wide = np.broadcast_arrays(*(np.asarray(value, np.float64) for value in values))
        return np.asarray(function(*wide)).astype(values[0].dtype)

    return kernel_of_any_type


def _each(function: Callable[[float], float]) -> Callable[[Array], Any]:
    """A function of one number for arrays."""
    ufunc = np.frompyfunc(function, 1, 1)
    return lambda x: np.asarray(ufunc(x), np.float64)


# --- Error function ----------------------------------------------------------------------------------------------

erf_double = _each(math.erf)
erfc_double = _each(math.erfc)

# A rational minimax approximation of erf(x) / x in x**2 on [-4, 4], beyond which erf is 1 in single precision (Eigen).
_ERF_NUMERATOR = (
    -2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
    -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02,
)  # fmt: skip
_ERF_DENOMINATOR = (
    -1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03, -1.42647390514189e-02,
)  # fmt: skip


@kernel("Erf")
def erf(x: Array) -> Any:
    """2 / sqrt(pi) times the integral of exp(-t**2) from 0 to x."""
    if x.dtype == np.float64:
        return erf_double(x)
    bounded = np.minimum(np.maximum(x.astype(np.float32), -4), 4)
    square = bounded * bounded
    return (bounded * (_polynomial(_ERF_NUMERATOR, square) / _polynomial(_ERF_DENOMINATOR, square))).astype(x.dtype)


def _polynomial(coefficients: tuple[float, ...], x: Any) -> Any:
    """The polynomial with these coefficients, highest power first."""
    value = x.dtype.type(coefficients[0])
    for coefficient in coefficients[1:]:
        value = value * x + x.dtype.type(coefficient)
    return value


kernel("Erfc")(in_double(erfc_double))


@kernel("Erfinv")
@in_double
def erf_inverse(x: Array) -> Any:
    """The inverse of `erf` on [-1, 1]."""
    size = np.absolute(x)

    def excess(y: Array) -> Any:  # by the tail where erf itself would round to 1
        """How far erf(y) lies above |x|."""
        return np.where(size < 0.5, erf_double(y) - size, (1 - size) - erfc_double(y))

    return np.copysign(_refined(_winitzki((1 - size) * (1 + size)), excess), x)


@kernel("Ndtri")
@in_double
def normal_quantile(p: Array) -> Any:
    """The inverse of the standard normal distribution function on [0, 1]."""
    tail = 2 * np.minimum(p, 1 - p)  # erfc(-y) of the smaller tail, exact where p is small
    y = _refined(-_winitzki(tail * (2 - tail)), lambda y: erfc_double(-y) - tail)
    return math.sqrt(2) * np.where(p > 0.5, -y, y)


def _winitzki(complement: Array) -> Any:
    """|erfinv(x)| from 1 - x**2 to three digits (Winitzki, "A handy approximation for the error function", 2008)."""
    a = 0.147
    logarithm = np.log(complement)
    middle = 2 / (math.pi * a) + logarithm / 2
    return np.sqrt(np.sqrt(middle * middle - logarithm / a) - middle)


def _refined(y: Any, excess: Callable[[Any], Any]) -> Any:
    """Halley's method for erf(y) = x, given erf(y) - x; an infinite y is kept."""
    for _ in range(3):
        error = excess(y)
        step = error / (2 / math.sqrt(math.pi) * np.exp(-y * y) + y * error)
        y = np.where(np.isfinite(y) & np.isfinite(step), y - step, y)
    return y


# --- Gamma functions -----------------------------------------------------------------------------------------------


def _log_gamma(x: float) -> float:
    if x == -math.inf or (x <= 0 and x == math.floor(x)):
        return math.inf
    return math.lgamma(x)


log_gamma_double = _each(_log_gamma)
kernel("Lgamma")(in_double(log_gamma_double))

# Bernoulli numbers B(2k) / 2k, k = 1 ... 7: the asymptotic series of the digamma function.
_DIGAMMA_SERIES = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)


@kernel("Digamma")
@in_double
def digamma(x: Array) -> Any:
    """The derivative of log(gamma(x)); NaN at its poles."""
    mirrored = x <= 0
    y = np.where(mirrored, 1 - x, x)
    shift = np.zeros_like(y)
    while (low := y < 10).any():  # digamma(y) = digamma(y + 1) - 1 / y, up to where the series converges
        shift -= np.where(low, 1 / y, 0)
        y = np.where(low, y + 1, y)
    square = 1 / (y * y)
    series = np.log(y) - 0.5 / y - square * _polynomial(_DIGAMMA_SERIES[::-1], square)
    reflected = np.where(mirrored, math.pi / np.tan(math.pi * x), 0)
    return np.where(mirrored & (x == np.floor(x)), np.nan, series + shift - reflected)


# (2k)! / B(2k), k = 1 ... 12: the Euler-Maclaurin terms of the zeta function.
_ZETA_SERIES = (
    12.0, -720.0, 30240.0, -1209600.0, 47900160.0, -1.8924375803183791606e9, 7.47242496e10, -2.950130727918164224e12,
    1.1646782814350067249e14, -4.5979787224074726105e15, 1.8152105401943546773e17, -7.1661652561756670113e18,
)  # fmt: skip


@kernel("Zeta")
@in_double
def zeta(x: Array, q: Array) -> Any:
    """Hurwitz' zeta function, the sum of (q + n)**-x over n = 0, 1, ...; NaN for x < 1."""
    at_pole = (q <= 0) & (q == np.floor(q))
    pole = (x == 1) | (at_pole & (x % 2 == 0))  # of odd order it has two limits
    undefined = (x < 1) | at_pole | ((q < 0) & (x != np.floor(x)))
    far = q == np.inf
    total = np.zeros_like(x)
    base = np.where(pole | undefined | far, 1.0, q)
    for step in range(_MAX_STEPS):  # the first terms one by one: nine of them, and all with a base up to 9
        more = (base <= 9) | (step < 9)
        if not more.any():
            break
        total += np.where(more, base**-x, 0)
        base = np.where(more, base + 1, base)
    total = total + _zeta_tail(x, base)
    return np.where(pole & (x >= 1), np.inf, np.where(undefined, np.nan, np.where(far, 0, total)))


def _zeta_tail(x: Array, base: Array) -> Any:
    """The sum of (base + n)**-x over n = 0, 1, ... by Euler's and Maclaurin's formula, for a base above 9."""
    power = base**-x
    tail = power * base / (x - 1) + power / 2
    factor, term = x, power / base
    for k, coefficient in enumerate(_ZETA_SERIES):
        tail = tail + factor * term / coefficient
        factor = factor * (x + 2 * k + 1) * (x + 2 * k + 2)
        term = term / (base * base)
    return tail


@kernel("Polygamma")
@in_double
def polygamma(n: Array, x: Array) -> Any:
    """The derivative of order n of the digamma function; NaN unless n is a whole number of 0 or more."""
    valid = (n >= 0) & (n == np.floor(n))
    order = np.where(valid, n, 1)
    sign = np.where(order % 2 == 0, -1, 1)
    higher = sign * np.exp(log_gamma_double(order + 1)) * zeta(order + 1, x)
    return np.where(valid, np.where(order == 0, digamma(x), higher), np.nan)


@kernel("Igamma")
@in_double
def lower_gamma(a: Array, x: Array) -> Any:
    """The regularised lower incomplete gamma function P(a, x)."""
    return _incomplete_gamma(a, x, lower=True)


@kernel("Igammac")
@in_double
def upper_gamma(a: Array, x: Array) -> Any:
    """The regularised upper incomplete gamma function Q(a, x) = 1 - P(a, x)."""
    return _incomplete_gamma(a, x, lower=False)


def _incomplete_gamma(a: Array, x: Array, lower: bool) -> Any:
    """P by its series where x is small, Q by its continued fraction elsewhere, the other one as the complement."""
    valid = (a > 0) & (x >= 0)
    inner = valid & (x > 0) & np.isfinite(x) & np.isfinite(a)
    a_inner, x_inner = np.where(inner, a, 1.0), np.where(inner, x, 1.0)
    by_series = (x_inner <= 1) | (x_inner <= a_inner)
    front = np.exp(a_inner * np.log(x_inner) - x_inner - log_gamma_double(a_inner))
    series = front * _gamma_series(a_inner, np.where(by_series, x_inner, 1.0))
    fraction = front * _gamma_fraction(a_inner, np.where(by_series, a_inner + 1.0, x_inner))
    p = np.where(by_series, series, 1 - fraction) if lower else np.where(by_series, 1 - series, fraction)
    nothing = (x == 0) | np.isinf(a)
    edge = np.where(nothing, 0.0, 1.0) if lower else np.where(nothing, 1.0, 0.0)
    return np.where(valid, np.where(inner, p, edge), np.nan)


def _gamma_series(a: Array, x: Array) -> Any:
    """The sum of x**n / (a (a + 1) ... (a + n)), n = 0, 1, ..."""
    term = total = 1 / a
    for step in range(1, _MAX_STEPS):
        term = term * x / (a + step)
        total = total + term
        if (term <= total * _EPSILON).all():
            break
    return total


def _gamma_fraction(a: Array, x: Array) -> Any:
    """Legendre's continued fraction of Q(a, x), without its leading factor."""
    return _lentz(x + 1 - a, lambda n: (n * (a - n), x + 2 * n + 1 - a))


def _lentz(first: Any, terms: Callable[[int], tuple[Any, Any]]) -> Any:
    """1 / (first + a1 / (b1 + a2 / (b2 + ...))) for terms(n) = (an, bn), by the modified method of Lentz."""
    c = np.full(np.shape(first), 1 / _TINY)
    d = 1 / _nonzero(first)
    value = d
    for n in range(1, _MAX_STEPS):
        numerator, denominator = terms(n)
        d = 1 / _nonzero(denominator + numerator * d)
        c = _nonzero(denominator + numerator / c)
        value = value * c * d
        if (np.absolute(c * d - 1) <= 4 * _EPSILON).all():
            break
    return value


def _nonzero(x: Any) -> Any:
    return np.where(x == 0, _TINY, x)


@kernel("Betainc")
@in_double
def incomplete_beta(a: Array, b: Array, x: Array) -> Any:
    """The regularised incomplete beta function I(a, b, x) on 0 <= x <= 1."""
    valid = (a > 0) & (b > 0) & (x >= 0) & (x <= 1)
    inner = valid & (x > 0) & (x < 1)
    a, b, t = np.where(inner, a, 1.0), np.where(inner, b, 1.0), np.where(inner, x, 0.5)
    swapped = t > (a + 1) / (a + b + 2)  # where the fraction converges badly, its mirror image does not
    a, b, t = np.where(swapped, b, a), np.where(swapped, a, b), np.where(swapped, 1 - t, t)
    logarithm = log_gamma_double(a + b) - log_gamma_double(a) - log_gamma_double(b)
    value = np.exp(logarithm + a * np.log(t) + b * np.log1p(-t)) * _beta_fraction(a, b, t) / a
    return np.where(valid, np.where(inner, np.where(swapped, 1 - value, value), x), np.nan)


def _beta_fraction(a: Array, b: Array, x: Array) -> Any:
    def terms(n: int) -> tuple[Any, Any]:
        """The numerator and the constant of step n (Numerical Recipes, 6.4)."""
        m = n // 2
        if n % 2:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), 1.0
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), 1.0

    return _lentz(np.ones_like(a), terms)
