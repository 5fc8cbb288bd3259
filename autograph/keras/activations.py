"""Activations: functions of each element (of each row for `softmax` and its kind)."""

from __future__ import annotations

from typing import Any

from autograph.keras.catalogue import Catalogue
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object
from autograph.keras.tensors import as_tensor
from runtime.ops import nn
from runtime.ops.array import expand_dims, reshape
from runtime.ops.array import shape as shape_of
from runtime.ops.casts import cast
from runtime.ops.clipping import clip_by_value
from runtime.ops.creation import range as count_up
from runtime.ops.creation import zeros_like
from runtime.ops.joining import split
from runtime.ops.math import abs as absolute
from runtime.ops.math import exp, expm1, maximum, minimum, sqrt, square
from runtime.ops.math import log_sigmoid as log_of_sigmoid
from runtime.ops.math import sigmoid as logistic
from runtime.ops.math import tanh as hyperbolic
from runtime.ops.reduction import cumsum, reduce_sum
from runtime.ops.selection import where
from runtime.ops.sorting import sort
from runtime.tensor import Tensor


def linear(x: Any) -> Any:
    """x itself.

    >>> linear(3)
    3
    """
    return x


def relu(x: Any, negative_slope: float = 0.0, max_value: float | None = None, threshold: float = 0.0) -> Tensor:
    """max(x, 0), or what the arguments make of it.

    Args:
        x: a tensor.
        negative_slope: the slope below the threshold.
        max_value: the largest result.
        threshold: what counts as 0.

    >>> relu([-2.0, 1.0, 9.0], negative_slope=0.5, max_value=6.0).tolist()
    [-1.0, 1.0, 6.0]
    """
    x = as_tensor(x)
    if negative_slope and max_value is None and not threshold:
        return nn.leaky_relu(x, negative_slope)
    if threshold:
        positive = where(x > threshold, x, zeros_like(x))
    else:
        positive = nn.relu6(x) if max_value == 6 else nn.relu(x)
    if max_value is not None and (threshold or max_value != 6):
        positive = clip_by_value(positive, 0.0, max_value)
    return positive - negative_slope * nn.relu(threshold - x) if negative_slope else positive


def leaky_relu(x: Any, negative_slope: float = 0.2) -> Tensor:
    """x, and negative_slope · x where x is negative."""
    return nn.leaky_relu(as_tensor(x), negative_slope)


def relu6(x: Any) -> Tensor:
    """min(max(x, 0), 6)."""
    return nn.relu6(as_tensor(x))


def elu(x: Any, alpha: float = 1.0) -> Tensor:
    """x, and alpha · (exp(x) - 1) where x is negative."""
    x = as_tensor(x)
    result = nn.elu(x)
    return result if alpha == 1 else where(x > 0, result, alpha * result)


def celu(x: Any, alpha: float = 1.0) -> Tensor:
    """max(x, 0) + alpha · (exp(min(x, 0) / alpha) - 1)."""
    x = as_tensor(x)
    return maximum(x, 0.0) + alpha * expm1(minimum(x, 0.0) / alpha)


def selu(x: Any) -> Tensor:
    """`elu`, scaled so that layers keep mean 0 and variance 1 (Klambauer et al. 2017)."""
    return nn.selu(as_tensor(x))


def softplus(x: Any) -> Tensor:
    """log(exp(x) + 1)."""
    return nn.softplus(as_tensor(x))


def softsign(x: Any) -> Tensor:
    """x / (|x| + 1)."""
    return nn.softsign(as_tensor(x))


def squareplus(x: Any, b: float = 4) -> Tensor:
    """(x + sqrt(x² + b)) / 2."""
    values = as_tensor(x)
    return (values + sqrt(square(values) + b)) / 2


def soft_shrink(x: Any, threshold: float = 0.5) -> Tensor:
    """x moved towards 0 by the threshold."""
    x = as_tensor(x)
    near = where(x < -threshold, x + threshold, zeros_like(x))
    return where(x > threshold, x - threshold, near)


def hard_shrink(x: Any, threshold: float = 0.5) -> Tensor:
    """x, and 0 where |x| is not above the threshold."""
    x = as_tensor(x)
    return where(absolute(x) > threshold, x, zeros_like(x))


def tanh_shrink(x: Any) -> Tensor:
    """x - tanh(x)."""
    values = as_tensor(x)
    return values - hyperbolic(values)


def threshold(x: Any, threshold: float, default_value: float) -> Tensor:
    """x where it is above the threshold, the default value elsewhere."""
    x = as_tensor(x)
    return where(x > threshold, x, as_tensor(default_value, x.dtype))


def silu(x: Any) -> Tensor:
    """x · sigmoid(x), also known as swish."""
    values = as_tensor(x)
    return values * logistic(values)


def gelu(x: Any, approximate: bool = False) -> Tensor:
    """x times the normal distribution function of x; approximated by tanh if asked to."""
    return nn.gelu(as_tensor(x), approximate)


def glu(x: Any, axis: int = -1) -> Tensor:
    """The first half of x along an axis, times the sigmoid of the second (Dauphin et al. 2017)."""
    first, second = split(as_tensor(x), 2, axis)
    return first * logistic(second)


def tanh(x: Any) -> Tensor:
    """The hyperbolic tangent."""
    return hyperbolic(as_tensor(x))


def sigmoid(x: Any) -> Tensor:
    """1 / (1 + exp(-x)).

    >>> float(sigmoid(0.0))
    0.5
    """
    return _keeping_logits(logistic(as_tensor(x)), x)


def log_sigmoid(x: Any) -> Tensor:
    """log(sigmoid(x))."""
    return log_of_sigmoid(as_tensor(x))


def hard_sigmoid(x: Any) -> Tensor:
    """relu6(x + 3) / 6."""
    return nn.relu6(as_tensor(x) + 3.0) / 6.0


def hard_silu(x: Any) -> Tensor:
    """x · hard_sigmoid(x)."""
    values = as_tensor(x)
    return values * hard_sigmoid(values)


def hard_tanh(x: Any) -> Tensor:
    """x between -1 and 1."""
    return clip_by_value(as_tensor(x), -1.0, 1.0)


def sparse_plus(x: Any) -> Tensor:
    """0 up to -1, (x + 1)² / 4 up to 1, x from there on."""
    x = as_tensor(x)
    return where(x <= -1.0, zeros_like(x), where(x < 1.0, square(x + 1.0) / 4.0, x))


def sparse_sigmoid(x: Any) -> Tensor:
    """0 up to -1, (x + 1) / 2 up to 1, 1 from there on."""
    return clip_by_value((as_tensor(x) + 1.0) / 2.0, 0.0, 1.0)


def mish(x: Any) -> Tensor:
    """x · tanh(softplus(x)) (Misra 2019)."""
    values = as_tensor(x)
    return values * hyperbolic(nn.softplus(values))


def exponential(x: Any) -> Tensor:
    """exp(x)."""
    return exp(as_tensor(x))


def softmax(x: Any, axis: int | None = -1) -> Tensor:
    """exp(x), scaled to sum up to 1 along an axis (over everything for None).

    >>> softmax([0.0, 0.0]).tolist()
    [0.5, 0.5]
    """
    x = as_tensor(x)
    if axis is None:
        return reshape(nn.softmax(reshape(x, [-1])), shape_of(x))
    return _keeping_logits(nn.softmax(x, axis), x)


def log_softmax(x: Any, axis: int = -1) -> Tensor:
    """The logarithm of `softmax`."""
    return nn.log_softmax(as_tensor(x), axis)


def sparsemax(x: Any, axis: int = -1) -> Tensor:
    """The distribution nearest to x, with zeros (Martins and Astudillo 2016).

    >>> sparsemax([2.0, 0.0]).tolist()
    [1.0, 0.0]
    """
    x = as_tensor(x)
    ordered = sort(x, axis, "DESCENDING")
    sums = cumsum(ordered, axis)
    numbers = cast(count_up(1, shape_of(x)[axis] + 1), x.dtype)
    rank = x.shape.rank or 1
    for _ in range(rank - 1 - axis % rank):
        numbers = expand_dims(numbers, -1)
    supported = cast(1.0 + numbers * ordered > sums, x.dtype)
    size = reduce_sum(supported, axis, keepdims=True)
    level = (reduce_sum(supported * ordered, axis, keepdims=True) - 1.0) / size
    return maximum(x - level, 0.0)


def _keeping_logits(output: Tensor, logits: Any) -> Tensor:
    """The output, by which a cross entropy finds the logits: it is more exact on them than on probabilities."""
    output._keras_logits = logits  # type: ignore[attr-defined]
    return output


swish, hard_swish = silu, hard_silu

_catalogue = Catalogue("keras.activations", "activation function")
_catalogue.add(
    [
        linear, relu, leaky_relu, relu6, elu, celu, selu, softplus, softsign, squareplus, soft_shrink, hard_shrink,
        tanh_shrink, threshold, silu, gelu, glu, tanh, sigmoid, log_sigmoid, hard_sigmoid, hard_silu, hard_tanh,
        sparse_plus, sparse_sigmoid, mish, exponential, softmax, log_softmax, sparsemax,
    ],
    swish=silu, hard_swish=hard_silu,
)  # fmt: skip


def get(identifier: Any) -> Any:
    """The activation that a name, configuration or callable stands for; `linear` for None."""
    return linear if identifier is None else _catalogue.get(identifier)


def serialize(activation: Any) -> Any:
    """An activation of this module by its name, another one as a configuration."""
    name = getattr(activation, "__name__", None)
    if name is not None and _catalogue.find(name) is activation:
        return name
    return serialize_keras_object(activation)


deserialize = deserialize_keras_object
