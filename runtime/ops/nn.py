"""Activations, choices of the best, dropout and embeddings."""

from __future__ import annotations

import math as python_math
from typing import Any

from runtime import dtypes
from runtime.arguments import named
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.dtypes import as_dtype
from runtime.ops.casts import cast
from runtime.ops.elementwise import FLOATING, REAL, unary
from runtime.ops.logic import equal
from runtime.ops.math import log_sigmoid, multiply, sigmoid, tanh
from runtime.ops.reduction import cumsum, reduce_mean
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor

__all__ = [
    "bias_add", "crelu", "dropout", "elu", "embedding_lookup", "gelu", "in_top_k", "leaky_relu", "log_sigmoid",
    "log_softmax", "nth_element", "relu", "relu6", "selu", "sigmoid", "silu", "softmax", "softplus", "softsign",
    "swish", "tanh", "top_k", "zero_fraction",
]  # fmt: skip

# --- Activations ---------------------------------------------------------------------------------------------------

elu = unary("Elu", "elu", FLOATING, "x, and exp(x) - 1 where x is negative.", ">>> float(elu(2.0))\n2.0")
relu = unary("Relu", "relu", REAL, "max(x, 0).", ">>> relu([-1.0, 2.0]).tolist()\n[0.0, 2.0]")
relu6 = unary("Relu6", "relu6", REAL, "min(max(x, 0), 6).", ">>> relu6([-1.0, 9.0]).tolist()\n[0.0, 6.0]")
selu = unary("Selu", "selu", FLOATING, "`elu`, scaled so that layers keep mean 0 and variance 1.",
             ">>> float(selu(1.0))\n1.0507010221481323")  # fmt: skip
softplus = unary("Softplus", "softplus", FLOATING, "log(exp(x) + 1), without overflow.",
                 ">>> float(softplus(1000.0))\n1000.0")  # fmt: skip
softsign = unary("Softsign", "softsign", FLOATING, "x / (|x| + 1).", ">>> float(softsign(1.0))\n0.5")


def leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> Tensor:
    """x, and alpha * x where x is negative.

    Args:
        features: a tensor of a floating dtype (integers become float32).
        alpha: the slope below 0, a Python number.
        name: for the operation.

    >>> leaky_relu([-1.0, 2.0], alpha=0.5).tolist()
    [-0.5, 2.0]
    """
    x = convert_to_tensor(features)
    x = cast(x, dtypes.float32) if x.dtype.is_integer else x
    return apply_one("LeakyRelu", (x,), {"alpha": float(alpha)}, name)


@in_own_scope("CRelu")
def crelu(features: Any, axis: int = -1, name: str | None = None) -> Tensor:
    """`relu` of x and of -x, side by side along an axis.

    Args:
        features: a tensor of a real numeric dtype.
        axis: along which they are joined.
        name: for the operation.

    >>> crelu([1.0, -2.0]).tolist()
    [1.0, 0.0, 0.0, 2.0]
    """
    from runtime.ops.joining import concat

    x = convert_to_tensor(features)
    return relu(concat([x, -x], axis, name))


def gelu(features: Any, approximate: bool = False, name: str | None = None) -> Tensor:
    """x times the normal distribution function of x (Hendrycks and Gimpel, 2016).

    Args:
        features: a tensor of a floating dtype.
        approximate: whether to use tanh in place of the error function.
        name: for the operation.

    >>> float(gelu(0.0))
    0.0
    """
    x = convert_to_tensor(features)
    if approximate:
        inner = python_math.sqrt(2 / python_math.pi) * (x + 0.044715 * (x * x * x))
        return multiply(0.5 * x, 1.0 + tanh(inner), name)
    return multiply(0.5 * x, 1.0 + apply_one("Erf", (x / python_math.sqrt(2.0),)), name)


def silu(features: Any, beta: Any = 1.0, name: str | None = None) -> Tensor:
    """x * sigmoid(beta * x), also known as swish.

    Args:
        features: a tensor of a floating dtype.
        beta: a number.
        name: for the operation.

    >>> float(silu(0.0))
    0.0
    """
    x = convert_to_tensor(features)
    return multiply(x, sigmoid(x if beta is None or _is_one(beta) else x * beta), name)


def _is_one(value: Any) -> bool:
    return isinstance(value, int | float) and value == 1


swish = silu


# --- Softmax -------------------------------------------------------------------------------------------------------


def softmax(logits: Any, axis: int = -1, name: str | None = None) -> Tensor:
    """exp(logits), scaled to sum up to 1 along an axis.

    Args:
        logits: a tensor of a floating dtype, of rank 1 or more.
        axis: along which the results sum up to 1.
        name: for the operation.

    Raises:
        InvalidArgumentError: the axis is out of range.

    >>> softmax([0.0, 0.0]).tolist()
    [0.5, 0.5]
    """
    return _along_axis("Softmax", logits, axis, name)


def log_softmax(logits: Any, axis: int = -1, name: str | None = None) -> Tensor:
    """The logarithm of `softmax`, computed directly.

    >>> log_softmax([0.0]).tolist()
    [0.0]
    """
    return _along_axis("LogSoftmax", logits, axis, name)


def _along_axis(op_type: str, x: Any, axis: int | None, name: str | None) -> Tensor:
    """An op of the last axis, along another one."""
    x = convert_to_tensor(x)
    rank = x.ndim
    if axis in (None, -1) or (rank is not None and axis == rank - 1):
        return apply_one(op_type, (x,), None, name)
    order = swapped_with_last(x, axis)
    from runtime.ops.array import transpose

    return transpose(apply_one(op_type, (transpose(x, order),)), order, name=name)


def swapped_with_last(x: Tensor, axis: Any) -> list[int]:
    """The order of axes that swaps one with the last.

    Raises:
        ValueError: the rank is unknown, or the axis out of range.
    """
    rank = x.ndim
    if rank is None:
        raise ValueError("An axis other than the last one needs a tensor of known rank.")
    if not -rank <= axis < rank:
        raise ValueError(f"axis={axis} is not in the range [{-rank}, {rank}) of a tensor of shape {x.shape}.")
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return order


# --- Bias, zeros, the best k ---------------------------------------------------------------------------------------


def bias_add(value: Any, bias: Any, data_format: str | None = None, name: str | None = None) -> Tensor:
    """Adds a vector along the channels.

    Args:
        value: a tensor of a numeric dtype, of rank 2 or more.
        bias: a vector of the same dtype with as many elements as there are channels.
        data_format: "N...C" (channels last, the default) or "NC...".
        name: for the operation.

    Raises:
        ValueError: another data format.
        InvalidArgumentError: the sizes differ.

    >>> bias_add([[1, 2]], [10, 20]).tolist()
    [[11, 22]]
    """
    x = convert_to_tensor(value)
    if data_format is not None and not data_format.startswith("N"):
        raise ValueError(f"`data_format` must be of the form 'N...C' or 'NC...', not {data_format!r}.")
    layout = "NCHW" if data_format is not None and data_format.startswith("NC") else "NHWC"
    return apply_one("BiasAdd", (x, convert_to_tensor(bias, dtype_hint=x.dtype)), {"data_format": layout}, name)


def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The share of elements that are 0.

    Args:
        value: a tensor of a numeric dtype.
        name: for the operation.

    >>> float(zero_fraction([0.0, 1.0]))
    0.5
    """
    x = convert_to_tensor(value)
    return reduce_mean(cast(equal(x, cast(0, x.dtype)), dtypes.float32), name=name)


def top_k(
    input: Any, k: Any = 1, sorted: bool = True, index_type: Any = dtypes.int32, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The k largest elements of each row, descending, and their positions; of equal ones the first comes first.

    Args:
        input: a tensor of a real numeric dtype, of rank 1 or more.
        k: how many.
        sorted: a hint that the order does not matter.
        index_type: int32 or int64.
        name: for the operation.

    Raises:
        InvalidArgumentError: a row has fewer than k elements.

    >>> values, indices = top_k([1, 9, 5], 2)
    >>> values.tolist(), indices.tolist()
    ([9, 5], [1, 2])
    """
    inputs = (convert_to_tensor(input), convert_to_tensor(k, dtype_hint=dtypes.int32))
    values, indices = apply_op("TopKV2", inputs, {"sorted": sorted, "index_type": as_dtype(index_type)}, name)
    return values, indices


@in_name_scope("in_top_k")
def in_top_k(targets: Any, predictions: Any, k: Any, name: str | None = None) -> Tensor:
    """Whether the target of each row is among its k strongest predictions; ties count as in.

    Args:
        targets: a vector of int32 or int64.
        predictions: a float32 matrix with a row for each target and a column for each class.
        k: how many.
        name: for the operation.

    >>> in_top_k([1, 0], [[0.1, 0.9], [0.1, 0.9]], 1).tolist()
    [True, False]
    """
    classes = convert_to_tensor(targets, dtype_hint=dtypes.int32)
    inputs = (convert_to_tensor(predictions), classes, convert_to_tensor(k, dtype_hint=classes.dtype))
    return apply_one("InTopKV2", inputs)


def nth_element(input: Any, n: Any, reverse: bool = False, name: str | None = None) -> Tensor:
    """The element at position n of each row if it were sorted.

    Args:
        input: a tensor of a real numeric dtype, of rank 1 or more.
        n: from 0 on.
        reverse: whether the order is descending.
        name: for the operation.

    >>> int(nth_element([5, 1, 3], 1))
    3
    """
    inputs = (convert_to_tensor(input), convert_to_tensor(n, dtype_hint=dtypes.int32))
    return apply_one("NthElement", inputs, {"reverse": reverse}, name)


# --- Dropout and embeddings ----------------------------------------------------------------------------------------


@in_name_scope("dropout")
def dropout(x: Any, rate: Any, noise_shape: Any = None, seed: int | None = None, name: str | None = None) -> Tensor:
    """Sets elements to 0 with probability `rate` and scales the others up so that the expected sum stays.

    Args:
        x: a tensor of a floating dtype.
        rate: a number in [0, 1).
        noise_shape: the shape of independent choices, which broadcasts to that of `x`; by default each element.
        seed: makes the choices repeatable (see `random.set_seed`).
        name: for the operation.

    Raises:
        ValueError: `rate` is a Python number outside of [0, 1], or `x` is not floating.

    >>> dropout([1.0, 2.0], rate=0.0).tolist()
    [1.0, 2.0]
    """
    from runtime.ops.random import random_uniform

    values = convert_to_tensor(x)
    kind = values.dtype
    if not kind.is_floating:
        raise ValueError(f"`x.dtype` must be a floating point dtype, since it is scaled; got {kind.name}.")
    if isinstance(rate, int | float):
        if not 0 <= rate <= 1:
            raise ValueError(f"`rate` must be a number in the range [0, 1), got {rate}.")
        if rate == 0:
            return values
    is_plain = isinstance(rate, int | float) and rate != 1
    scale = 1 / (1 - rate) if is_plain else 1 / (1 - convert_to_tensor(rate, kind))
    scaled = multiply(values, named(convert_to_tensor(scale, kind), "Const"))
    choices = random_uniform(_noise_shape(values, noise_shape), seed=seed, dtype=kind)
    return apply_one("SelectV2", (choices >= rate, scaled, named(convert_to_tensor(0, kind), "Const")))


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    """The shape asked for, with the sizes of `x` where it says None or nothing."""
    from runtime.ops.array import shape

    if noise_shape is None:
        return shape(x)
    if isinstance(noise_shape, Tensor):
        return noise_shape
    sizes = shape(x)
    return [sizes[axis] if size is None else size for axis, size in enumerate(noise_shape)]


@in_own_scope("embedding_lookup")
def embedding_lookup(params: Any, ids: Any, max_norm: Any = None, name: str | None = None) -> Tensor:
    """The rows of a table that `ids` name.

    Args:
        params: the table: a tensor or variable, or a list of them that holds row i in part i modulo their number.
        ids: integers of any shape.
        max_norm: rows of a larger Euclidean norm are scaled down to it.
        name: for the operation.

    Returns:
        A tensor of shape ids.shape + params.shape[1:].

    Raises:
        InvalidArgumentError: an id is out of range (when it runs).

    >>> embedding_lookup([[1.0], [2.0]], [1, 1, 0]).tolist()
    [[2.0], [2.0], [1.0]]
    """
    from runtime.ops.array import identity
    from runtime.ops.clipping import clip_by_norm
    from runtime.ops.gathering import gather

    if isinstance(ids, list | tuple | int):
        ids = named(convert_to_tensor(ids), "ids")
    is_sharded = isinstance(params, list | tuple) and any(isinstance(part, Tensor) for part in params)
    rows = identity(_sharded(list(params), ids) if is_sharded else gather(params, ids, name=name))
    if max_norm is None:
        return rows
    first = convert_to_tensor(ids).shape.rank or 0
    return clip_by_norm(rows, max_norm, axes=list(range(first, rows.ndim or first)))


def _sharded(parts: list[Any], ids: Any) -> Tensor:
    """Row i of a table stands in part i modulo the number of parts."""
    from runtime.ops.gathering import gather
    from runtime.ops.joining import concat

    ids = convert_to_tensor(ids)
    if len(parts) == 1:
        return gather(parts[0], ids)
    sizes = apply_one("Pack", [[apply_one("Shape", (convert_to_tensor(part),))[0] for part in parts]])
    starts = cast(cumsum(sizes, exclusive=True), ids.dtype)
    offsets = gather(starts, ids % len(parts))
    return gather(concat(parts, 0), offsets + ids // len(parts))
