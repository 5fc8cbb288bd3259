"""Activations, losses and choices of the best: what the layers of networks compute beyond plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels.reduction import is_half
from runtime.kernels.values import Array, shape_text
from runtime.registry import kernel, kernel_maker

# Klambauer et al., "Self-Normalizing Neural Networks", 2017: scale, and scale times alpha.
SELU_SCALE = 1.0507009873554804934193349852946
SELU_SCALE_ALPHA = 1.7580993408473768599402175208123

_add: np.ufunc = np.add
_maximum: np.ufunc = np.maximum
Unary = Callable[[Array], Any]
Binary = Callable[[Array, Array], Any]


# --- Activations ---------------------------------------------------------------------------------------------------


@kernel_maker("Relu")
def relu(*, T: DType) -> Unary:
    """max(x, 0)."""
    zero = T.as_numpy_dtype(0)
    return lambda x: np.maximum(x, zero)


@kernel_maker("Relu6")
def relu6(*, T: DType) -> Unary:
    """min(max(x, 0), 6)."""
    zero, six = T.as_numpy_dtype(0), T.as_numpy_dtype(6)
    return lambda x: np.minimum(np.maximum(x, zero), six)


@kernel_maker("LeakyRelu")
def leaky_relu(*, alpha: float, T: DType) -> Unary:
    """x, and alpha * x where x is negative."""
    slope = T.as_numpy_dtype(alpha)
    if not alpha:
        return lambda x: np.where(x > 0, x, x * slope)  # 0 * infinity is NaN, which an extreme would take
    choose = np.maximum if alpha <= 1 else np.minimum
    return lambda x: choose(x, x * slope)


@kernel("Elu")
def elu(x: Array) -> Any:
    """x, and exp(x) - 1 where x is negative."""
    return np.where(x < 0, np.expm1(x), x)


@kernel("Selu")
def selu(x: Array) -> Any:
    """`elu` scaled so that layers keep mean 0 and variance 1."""
    number = x.dtype.type
    return np.where(x < 0, number(SELU_SCALE_ALPHA) * np.expm1(x), number(SELU_SCALE) * x)


@kernel("Softplus")
def softplus(x: Array) -> Any:
    """log(exp(x) + 1)."""
    return np.logaddexp(x, x.dtype.type(0))


@kernel("Softsign")
def softsign(x: Array) -> Any:
    """x / (|x| + 1)."""
    return x / (np.absolute(x) + x.dtype.type(1))


@kernel("ReluGrad")
def relu_grad(gradients: Array, features: Array) -> Any:
    """The gradient where the feature is positive."""
    return np.multiply(gradients, features > 0)


@kernel("Relu6Grad")
def relu6_grad(gradients: Array, features: Array) -> Any:
    """The gradient where the feature lies between 0 and 6."""
    return np.multiply(gradients, (features > 0) & (features < 6))


@kernel("LeakyReluGrad")
def leaky_relu_grad(gradients: Array, features: Array, *, alpha: float) -> Any:
    """The gradient, times alpha where the feature is not positive."""
    return np.where(features > 0, gradients, gradients * gradients.dtype.type(alpha))


@kernel("EluGrad")
def elu_grad(gradients: Array, outputs: Array) -> Any:
    """From the outputs of `elu`."""
    return np.where(outputs < 0, (outputs + outputs.dtype.type(1)) * gradients, gradients)


@kernel("SeluGrad")
def selu_grad(gradients: Array, outputs: Array) -> Any:
    """From the outputs of `selu`."""
    number = outputs.dtype.type
    return np.where(outputs < 0, gradients * (outputs + number(SELU_SCALE_ALPHA)), gradients * number(SELU_SCALE))


@kernel("SoftplusGrad")
def softplus_grad(gradients: Array, features: Array) -> Any:
    """gradients / (exp(-features) + 1)."""
    return gradients / (np.exp(-features) + features.dtype.type(1))


@kernel("SoftsignGrad")
def softsign_grad(gradients: Array, features: Array) -> Any:
    """gradients / (|features| + 1)**2."""
    return gradients / np.square(np.absolute(features) + features.dtype.type(1))


# --- Softmax and cross entropy -------------------------------------------------------------------------------------


def in_single(function: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a kernel that computes the 16-bit types in float32."""

    def make(*, T: DType) -> Callable[..., Any]:
        """The function itself, or for 16-bit types one between two casts."""
        if not is_half(T):
            return function
        dtype = np.dtype(T.as_numpy_dtype)
        return lambda *values: _narrowed(function(*(_widened(value, dtype) for value in values)), dtype)

    return make


def _widened(value: Array, half: np.dtype[Any]) -> Array:
    return value.astype(np.float32) if value.dtype == half else value


def _narrowed(result: Any, half: np.dtype[Any]) -> Any:
    return tuple(x.astype(half) for x in result) if isinstance(result, tuple) else result.astype(half)


def _shifted(logits: Array) -> Any:
    """Logits less the largest one of their row, so that exp does not overflow; each row must hold a value or none."""
    if not logits.ndim:
        raise InvalidArgumentError("Softmax needs at least one dimension, not a scalar.")
    return logits - _maximum.reduce(logits, -1, keepdims=True) if logits.size else logits


def softmax(logits: Array) -> Any:
    """exp(logits), scaled to sum up to 1 over the last axis."""
    out = np.exp(_shifted(logits))
    out /= _add.reduce(out, -1, keepdims=True)
    return out


def log_softmax(logits: Array) -> Any:
    """The logarithm of `softmax`."""
    shifted = _shifted(logits)
    return shifted - np.log(_add.reduce(np.exp(shifted), -1, keepdims=True))


def softmax_cross_entropy(features: Array, labels: Array) -> tuple[Any, Any]:
    """The cross entropy of each row of logits with a distribution, and its gradient."""
    features, labels = np.broadcast_arrays(features, labels)
    if features.ndim != 2:
        raise InvalidArgumentError(f"logits must be 2-dimensional, not of shape {shape_text(features.shape)}.")
    logarithms = log_softmax(features)
    terms = np.where(labels == 0, labels.dtype.type(0), labels * logarithms)
    return -terms.sum(axis=-1), np.exp(logarithms) - labels


def sparse_softmax_cross_entropy(features: Array, labels: Array) -> tuple[Any, Any]:
    """The cross entropy of each row of logits with one class, and its gradient."""
    _check_labels(features, labels)
    logarithms = log_softmax(features)
    rows = np.arange(len(labels))
    gradient = np.exp(logarithms)
    gradient[rows, labels] -= 1
    return -logarithms[rows, labels], gradient


def _check_labels(features: Array, labels: Array) -> None:
    if features.ndim != 2 or labels.shape != features.shape[:1]:
        shapes = f"{shape_text(features.shape)} and {shape_text(labels.shape)}"
        raise InvalidArgumentError(f"Logits need shape [batch, classes] and labels [batch], not {shapes}.")
    classes = features.shape[1]
    outside = (labels < 0) | (labels >= classes)
    if outside.any():
        raise InvalidArgumentError(
            f"Received a label value of {labels[outside][0]} which is outside the valid range of [0, {classes}). "
            f"Label values: {' '.join(map(str, labels[:20].tolist()))}"
        )


kernel_maker("LogSoftmax")(in_single(log_softmax))
kernel_maker("Softmax")(in_single(softmax))
kernel_maker("SoftmaxCrossEntropyWithLogits")(in_single(softmax_cross_entropy))
kernel_maker("SparseSoftmaxCrossEntropyWithLogits")(in_single(sparse_softmax_cross_entropy))


@kernel("L2Loss")
def l2_loss(x: Array) -> Any:
    """Half the sum of squares."""
    wide = x.astype(np.float32) if x.dtype.itemsize == 2 else x
    return (np.square(wide).sum() / 2).astype(x.dtype)


# --- Bias ----------------------------------------------------------------------------------------------------------


@kernel_maker("BiasAdd", "BiasAddV1")
def bias_add(*, data_format: str | bytes = "NHWC") -> Binary:
    """Adds a vector along the channels."""
    return _add_first if channels_first(data_format) else _add_last


def channels_first(data_format: str | bytes) -> bool:
    """Whether channels are the second dimension, as in "NCHW", and not the last one."""
    return data_format[1:2] in ("C", b"C")


def _add_last(value: Array, bias: Array) -> Any:
    if value.ndim < 2 or bias.shape != value.shape[-1:]:
        raise _bias_error(value, bias)
    return np.add(value, bias)


def _add_first(value: Array, bias: Array) -> Any:
    if value.ndim < 2 or bias.shape != value.shape[1:2]:
        raise _bias_error(value, bias)
    return np.add(value, bias.reshape(-1, *[1] * (value.ndim - 2)))


def _bias_error(value: Array, bias: Array) -> InvalidArgumentError:
    shapes = f"{shape_text(value.shape)} and {shape_text(bias.shape)}"
    return InvalidArgumentError(f"Must provide as many biases as the input tensor has channels, not shapes {shapes}.")


@kernel("BiasAddGrad")
def bias_add_grad(gradient: Array, *, data_format: str | bytes) -> Any:
    """The sum over all axes but the channels."""
    channel = 1 if channels_first(data_format) else gradient.ndim - 1
    axes = tuple(axis for axis in range(gradient.ndim) if axis != channel)
    wide = np.float32 if gradient.dtype.itemsize == 2 else gradient.dtype
    return gradient.sum(axis=axes, dtype=wide).astype(gradient.dtype, copy=False)


# --- The best k ----------------------------------------------------------------------------------------------------


@kernel("TopKV2")
def top_k(x: Array, k: Array, *, index_type: DType) -> tuple[Any, Any]:
    """The k largest values of each row, descending, and their positions; of equal ones the first comes first."""
    count = int(k)
    if not x.ndim or not 0 <= count <= x.shape[-1]:
        shape = shape_text(x.shape)
        raise InvalidArgumentError(f"input must have at least k columns. Had shape {shape}, needed {count}.")
    last = x.shape[-1] - 1
    ascending = np.argsort(x[..., ::-1], axis=-1, kind="stable")  # of the reversed rows, to put first ones last
    indices = (last - ascending[..., ::-1])[..., :count]
    return np.take_along_axis(x, indices, axis=-1), indices.astype(index_type.as_numpy_dtype)


@kernel("InTopK")
def in_top_k(predictions: Array, targets: Array, *, k: int) -> Any:
    """Whether fewer than k classes are predicted more strongly than the target; never if its value is not finite."""
    classes = predictions.shape[-1]
    valid = (targets >= 0) & (targets < classes)
    chosen = np.take_along_axis(predictions, np.where(valid, targets, 0)[:, None], axis=-1)
    better = (predictions > chosen).sum(axis=-1)
    return valid & np.isfinite(predictions).all(axis=-1) & (better < k)


@kernel("InTopKV2")
def in_top_k_v2(predictions: Array, targets: Array, k: Array) -> Any:
    """`in_top_k` with k as a tensor."""
    return in_top_k(predictions, targets, k=int(k))


@kernel("NthElement")
def nth_element(x: Array, n: Array, *, reverse: bool) -> Any:
    """The value that stands at position n when a row is sorted, descending with `reverse`."""
    size, position = x.shape[-1], int(n)
    if not 0 <= position < size:
        raise InvalidArgumentError(f"n must be in [0, {size}), not {position}.")
    position = size - 1 - position if reverse else position
    return np.partition(x, position, axis=-1)[..., position]
