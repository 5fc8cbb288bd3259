"""Random values that are drawn until one is accepted: of gamma and Poisson distributions, with TensorFlow's numbers.

Each value owns a region of the random stream, and takes from it as many uniform and normal values as it needs; all
values that are not accepted yet are tried together.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from runtime import philox
from runtime.philox import BLOCKS_PER_VALUE, Stream

Array = npt.NDArray[Any]

_FORMS: dict[str, Callable[[Any], Array]] = {"uniform": philox.uniform_doubles, "normal": philox.normal_doubles}


class _Draws:
    """What the regions of a stream give, one value after the other. A block gives two values, the second one first."""

    def __init__(self, stream: Stream, count: int) -> None:
        self._stream = stream
        self._offsets = np.arange(count, dtype=np.uint64) * np.uint64(BLOCKS_PER_VALUE)
        self._left = {form: np.zeros(count, np.int64) for form in _FORMS}
        self._pairs = {form: np.zeros((count, 2)) for form in _FORMS}

    def take(self, form: str, regions: Array) -> Array:
        """The next value of each of these regions."""
        left, pairs = self._left[form], self._pairs[form]
        empty = regions[left[regions] == 0]
        if len(empty):
            pairs[empty] = _FORMS[form](self._stream.blocks_at(self._offsets[empty]))
            self._offsets[empty] += np.uint64(1)
            left[empty] = 2
        left[regions] -= 1
        taken: Array = pairs[regions, left[regions]]
        return taken


def gamma(stream: Stream, alphas: Array) -> Array:
    """Values of gamma distributions with scale 1.

    Source: Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables" (2000).

    Args:
        stream: where the random words come from.
        alphas: f64[count], the shapes of the distributions.

    Returns:
        f64[count].
    """
    draws = _Draws(stream, len(alphas))
    result = np.empty(len(alphas))
    ones = np.flatnonzero(alphas == 1)
    result[ones] = -np.log1p(-draws.take("uniform", ones))
    pending = np.flatnonzero(alphas != 1)
    is_small = alphas < 1
    d = alphas + np.where(is_small, 2.0 / 3, -1.0 / 3)
    c = 1.0 / 3 / np.sqrt(d)
    while len(pending):
        accepted, values = _gamma_turn(draws, pending, d, c)
        small = is_small[accepted]
        powers = np.ones(len(accepted))
        powers[small] = draws.take("uniform", accepted[small]) ** (1 / alphas[accepted[small]])
        result[accepted] = values * powers
        pending = np.setdiff1d(pending, accepted, assume_unique=True)
    return result


def _gamma_turn(draws: _Draws, pending: Array, d: Array, c: Array) -> tuple[Array, Array]:
    """Tries once; gives which were accepted, and their values (before the correction for small shapes)."""
    x = draws.take("normal", pending)
    v = 1 + c[pending] * x
    positive = v > 0
    x, v, tried = x[positive], v[positive] ** 3, pending[positive]
    u = draws.take("uniform", tried)
    scale = d[tried]
    fits = u < 1 - 0.0331 * x**4
    fits |= np.log(u) < 0.5 * x * x + scale * (1 - v + np.log(v))
    return tried[fits], (scale * v)[fits]


def poisson(stream: Stream, rates: Array, highest: float) -> Array:
    """Values of Poisson distributions; NaN for rates that are negative or not finite.

    Source: Knuth's method below 10; from there on Hörmann, "The transformed rejection method for generating Poisson
    random variables" (1993).

    Args:
        stream: where the random words come from.
        rates: f64[count], the means of the distributions.
        highest: larger values are drawn again.

    Returns:
        f64[count].
    """
    draws = _Draws(stream, len(rates))
    result = np.full(len(rates), np.nan)
    with np.errstate(invalid="ignore"):
        is_valid = np.isfinite(rates) & (rates >= 0)
        _by_products(draws, rates, np.flatnonzero(is_valid & (rates < 10)), result)
        _by_rejection(draws, rates, np.flatnonzero(is_valid & (rates >= 10)), highest, result)
    return result


def _by_products(draws: _Draws, rates: Array, pending: Array, result: Array) -> None:
    products, count = np.ones(len(rates)), 0
    limit = np.exp(-rates)
    while len(pending):
        products[pending] *= draws.take("uniform", pending)
        done = products[pending] <= limit[pending]
        result[pending[done]] = count
        pending, count = pending[~done], count + 1


def _by_rejection(draws: _Draws, rates: Array, pending: Array, highest: float, result: Array) -> None:
    while len(pending):
        rate = rates[pending]
        b = 0.931 + 2.53 * np.sqrt(rate)
        a = -0.059 + 0.02483 * b
        u = draws.take("uniform", pending) - 0.5
        v = draws.take("uniform", pending)
        shifted = 0.5 - np.abs(u)
        k = np.floor((2 * a / shifted + b) * u + rate + 0.43)
        is_low = k <= highest
        at_once = (shifted >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2))
        is_outside = (k < 0) | ((shifted < 0.013) & (v > shifted))
        s = np.log(v * (1.1239 + 1.1328 / (b - 3.4)) / (a / (shifted * shifted) + b))
        t = -rate + k * np.log(rate) - np.array([math.lgamma(max(each + 1, 0.5)) for each in k.tolist()])
        done = is_low & (at_once | (~is_outside & (s <= t)))
        result[pending[done]] = k[done]
        pending = pending[~done]
