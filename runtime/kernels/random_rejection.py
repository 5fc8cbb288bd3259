"""Kernels of random values of gamma and Poisson distributions."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from runtime import philox, rejection
from runtime.context import RunContext
from runtime.dtypes import DType
from runtime.philox import Stream
from runtime.random_streams import streams_of
from runtime.registry import kernel, kernel_maker

Array = Any


def _repeated(parameters: Array, shape: Array) -> tuple[Array, int]:
    """Each parameter as often as values are drawn for it, and how often that is."""
    count = prod(shape.tolist())
    return np.repeat(np.asarray(parameters, np.float64).ravel(), count), count


def _laid_out(values: Array, count: int, shape: Array, parameters: Array, dtype: DType) -> Array:
    """The values, drawn parameter by parameter, with the dimensions of the parameters last."""
    rows = values.reshape(-1, count).T
    return rows.reshape([*shape.tolist(), *np.shape(parameters)]).astype(dtype.as_numpy_dtype)


@kernel_maker("RandomGamma")
def random_gamma(*, seed: int, seed2: int, T: DType, context: RunContext, owner: Any) -> Callable[[Array, Array], Any]:
    """Samples of gamma distributions with scale 1: [*shape, *alpha.shape]."""
    key = owner if owner is not None else ("RandomGamma", seed, seed2, T)

    def run(shape: Array, alpha: Array) -> Any:
        """The next samples in the operation's stream."""
        alphas, count = _repeated(alpha, shape)
        stream = streams_of(context).draw(key, seed, seed2, len(alphas) * philox.BLOCKS_PER_VALUE)
        return _laid_out(rejection.gamma(stream, alphas), count, shape, alpha, T)

    return run


@kernel_maker("RandomPoissonV2")
def random_poisson(
    *, seed: int, seed2: int, R: DType, dtype: DType, context: RunContext, owner: Any
) -> Callable[[Array, Array], Any]:
    """Samples of Poisson distributions: [*shape, *rate.shape], cut to what `dtype` can hold."""
    key = owner if owner is not None else ("RandomPoissonV2", seed, seed2, (R, dtype))

    def run(shape: Array, rate: Array) -> Any:
        """The next samples in the operation's stream; NaN for rates below 0 where `dtype` has it."""
        rates, count = _repeated(rate, shape)
        stream = streams_of(context).draw(key, seed, seed2, len(rates) * philox.BLOCKS_PER_VALUE)
        with np.errstate(invalid="ignore"):
            return _laid_out(rejection.poisson(stream, rates, dtype.max), count, shape, rate, dtype)

    return run


def _stateless(seed: Array) -> Stream:
    return Stream.from_stateless_seed(*seed.tolist())


@kernel("StatelessRandomGammaV2")
def stateless_random_gamma(shape: Array, seed: Array, alpha: Array, *, dtype: DType) -> Any:
    """`random_gamma` of a seed alone, in `shape`, which ends with that of `alpha`."""
    return _stateless_values(rejection.gamma, shape, seed, alpha, dtype)


@kernel("StatelessRandomPoisson")
def stateless_random_poisson(shape: Array, seed: Array, rate: Array, *, dtype: DType) -> Any:
    """`random_poisson` of a seed alone, in `shape`, which ends with that of `rate`."""
    return _stateless_values(
        lambda stream, rates: rejection.poisson(stream, rates, dtype.max), shape, seed, rate, dtype
    )


def _stateless_values(
    draw: Callable[[Stream, Array], Array], shape: Array, seed: Array, parameters: Array, dtype: DType
) -> Any:
    """The shape is that of the result; the parameters stand for its last dimensions."""
    outer = shape[: len(shape) - np.ndim(parameters)]
    repeated, count = _repeated(parameters, outer)
    with np.errstate(invalid="ignore"):
        return _laid_out(draw(_stateless(seed), repeated), count, outer, parameters, dtype)
