"""Random values of gamma and Poisson distributions; equal seeds give TensorFlow's values."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.arguments import named
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.random_seed import get_seed
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


def random_gamma(
    shape: Any,
    alpha: Any,
    beta: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Values of gamma distributions.

    Args:
        shape: how many of each.
        alpha: the shapes of the distributions.
        beta: their rates (1 by default), which broadcast with `alpha`.
        dtype: a floating dtype.
        seed: makes the values repeatable (see `random.set_seed`).
        name: for the operation.

    Returns:
        A tensor of shape `shape + (shape of alpha + beta)`.
    """
    kind = dtypes.as_dtype(dtype)
    shapes = convert_to_tensor(alpha, kind)
    rates = convert_to_tensor(1 if beta is None else beta, kind)
    spread = apply_one("BroadcastTo", [shapes, _common_shape(shapes, rates)])
    attrs = dict(zip(("seed", "seed2"), get_seed(seed), strict=True))
    values = apply_one("RandomGamma", [_sizes(shape), spread], attrs, name)
    return values if beta is None else _positive(values / rates)


def _common_shape(x: Tensor, y: Tensor) -> Tensor:
    return apply_one("BroadcastArgs", [apply_one("Shape", [x]), apply_one("Shape", [y])])


def _positive(values: Tensor) -> Tensor:
    """Values of 0, which rounding made, as the least number there is."""
    import numpy as np

    least = np.finfo(values.dtype.as_numpy_dtype).tiny
    return apply_one("Maximum", [convert_to_tensor(least, values.dtype), values])


def _sizes(shape: Any) -> Tensor:
    return convert_to_tensor(shape, dtype_hint=dtypes.int32)


@in_name_scope("random_poisson")
def random_poisson(
    shape: Any, lam: Any, dtype: Any = dtypes.float32, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Values of Poisson distributions.

    Args:
        shape: how many of each.
        lam: their means.
        dtype: of the result: a floating dtype, int32 or int64.
        seed: makes the values repeatable (see `random.set_seed`).
        name: for the operation.

    Returns:
        A tensor of shape `shape + lam.shape`.
    """
    attrs = {**dict(zip(("seed", "seed2"), get_seed(seed), strict=True)), "dtype": dtypes.as_dtype(dtype)}
    inputs = [named(_sizes(shape), "shape"), convert_to_tensor(lam, dtype_hint=dtypes.float32)]
    return apply_one("RandomPoissonV2", inputs, attrs)


def stateless_random_gamma(
    shape: Any, seed: Any, alpha: Any, beta: Any = None, dtype: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """Values of gamma distributions that follow from the seed alone.

    Args:
        shape: of the result; `alpha` and `beta` broadcast to it.
        seed: two integers.
        alpha: the shapes of the distributions.
        beta: their rates; 1 by default.
        dtype: a floating dtype.
        name: for the operation.
    """
    kind = dtypes.as_dtype(dtype)
    sizes = _sizes(shape)
    rates = convert_to_tensor(1 if beta is None else beta, kind)
    shapes = convert_to_tensor(alpha, kind)
    spread = apply_one("BroadcastTo", [shapes, _common_shape(shapes, rates)])
    values = apply_one("StatelessRandomGammaV2", [sizes, convert_to_tensor(seed), spread], None, name)
    return _positive(values if beta is None else values / rates)


def stateless_random_poisson(
    shape: Any, seed: Any, lam: Any, dtype: Any = dtypes.int32, name: str | None = None
) -> Tensor:
    """Values of Poisson distributions that follow from the seed alone.

    Args:
        shape: of the result; it ends with the shape of `lam`.
        seed: two integers.
        lam: the means of the distributions.
        dtype: of the result.
        name: for the operation.
    """
    inputs = [_sizes(shape), convert_to_tensor(seed), convert_to_tensor(lam, dtype_hint=dtypes.float32)]
    return apply_one("StatelessRandomPoisson", inputs, {"dtype": dtypes.as_dtype(dtype)}, name)
