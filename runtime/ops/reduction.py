"""Reductions over axes, positions of extremes, and running reductions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.arguments import constant_beside
from runtime.dispatch import apply_one, convert_to_tensor, current_graph
from runtime.dtypes import as_dtype
from runtime.eager import Literal
from runtime.errors import DTypeError
from runtime.ops.casts import cast, conj, real
from runtime.ops.elementwise import BOOLEAN, FLOATING_OR_COMPLEX, NUMERIC, REAL
from runtime.ops.logic import is_finite, not_equal
from runtime.ops.math import exp, log, sqrt, square, subtract
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor

Reduction = Callable[..., Tensor]

_DOC = """{summary}

Args:
    input_tensor: a tensor of {dtypes}.
    axis: the axis or axes to reduce, negative ones counted from the end; None: all.
    keepdims: whether the reduced axes stay, with size 1.
    name: for the operation.

Returns:
    A tensor of the same dtype.

Raises:
    InvalidArgumentError: `input_tensor` is of another dtype, or an axis is out of range or there twice.

{example}
"""


def axes_of(axis: Any, x: Tensor) -> Tensor:
    """An axis argument as the op takes it; None is all axes of `x`."""
    if axis is None:
        rank = x.ndim
        if rank is None:
            return _all_axes(x)
        if hasattr(x, "_value") and current_graph() is None:
            return _axes(tuple(range(rank)))
        return constant_beside(x, np.arange(rank, dtype=np.int32), "Const")
    if isinstance(axis, int):
        return _axes(axis)
    if isinstance(axis, list | tuple) and all(isinstance(each, int) for each in axis):
        return _axes(tuple(axis))
    return convert_to_tensor(axis, dtype_hint=dtypes.int32)


@functools.lru_cache(256)
def _axes(axes: int | tuple[int, ...]) -> Tensor:
    return Literal(np.array(axes, np.int32), dtypes.int32)


def _all_axes(x: Tensor) -> Tensor:
    zero, one = convert_to_tensor(0), convert_to_tensor(1)
    return apply_one("Range", (zero, apply_one("Rank", (x,)), one), None, "range")


def _reduction(op_type: str, name: str, dtypes: str, summary: str, example: str) -> Reduction:
    def function(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Tensor:
        """The reduction over axes: one, several, or all with None."""
        x = input_tensor if isinstance(input_tensor, Tensor) else convert_to_tensor(input_tensor)
        result = apply_one(op_type, (x, axes_of(axis, x)), {"keep_dims": bool(keepdims)}, name)
        if axis is None and not keepdims and result.shape.rank is None:
            result.set_shape([])  # All axes of a tensor of unknown rank.
        return result

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(summary=summary, dtypes=dtypes, example=example)
    return function


reduce_all = _reduction("All", "reduce_all", BOOLEAN, "Whether all elements are true (also if there are none).",
                        ">>> reduce_all([[True, False], [True, True]], 1).tolist()\n[False, True]")  # fmt: skip
reduce_any = _reduction("Any", "reduce_any", BOOLEAN, "Whether some element is true.",
                        ">>> reduce_any([[True, False], [False, False]], 1).tolist()\n[True, False]")  # fmt: skip
reduce_euclidean_norm = _reduction("EuclideanNorm", "reduce_euclidean_norm", FLOATING_OR_COMPLEX,
                                   "The square root of the sum of squares.",
                                   ">>> float(reduce_euclidean_norm([3.0, 4.0]))\n5.0")  # fmt: skip
reduce_max = _reduction("Max", "reduce_max", REAL, "The largest element; NaN if one is NaN.",
                        ">>> reduce_max([[1, 5], [7, 2]], 0).tolist()\n[7, 5]")  # fmt: skip
reduce_mean = _reduction("Mean", "reduce_mean", NUMERIC, "The mean; of integers cut off to an integer.",
                         ">>> float(reduce_mean([1.0, 2.0, 6.0]))\n3.0")  # fmt: skip
reduce_min = _reduction("Min", "reduce_min", REAL, "The smallest element; NaN if one is NaN.",
                        ">>> reduce_min([[1, 5], [7, 2]], 0).tolist()\n[1, 2]")  # fmt: skip
reduce_prod = _reduction("Prod", "reduce_prod", NUMERIC, "The product (1 of no elements).",
                         ">>> int(reduce_prod([2, 3, 7]))\n42")  # fmt: skip
reduce_sum = _reduction("Sum", "reduce_sum", NUMERIC, "The sum (0 of no elements).",
                        ">>> reduce_sum([[1, 2], [3, 4]], 1, keepdims=True).tolist()\n[[3], [7]]")  # fmt: skip


@in_name_scope("reduce_variance")
def reduce_variance(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The mean squared distance from the mean.

    Args:
        input_tensor: a tensor of a floating or complex dtype.
        axis: the axis or axes to reduce; None: all.
        keepdims: whether the reduced axes stay, with size 1.
        name: for the operation.

    Raises:
        DTypeError: integers.

    >>> float(reduce_variance([1.0, 2.0, 3.0, 4.0]))
    1.25
    """
    x = convert_to_tensor(input_tensor)
    if not (x.dtype.is_floating or x.dtype.is_complex):
        raise DTypeError(f"reduce_variance takes floating or complex numbers, not {x.dtype.name}: use cast() first.")
    difference = x - reduce_mean(x, axis, keepdims=True)
    squares = real(difference * conj(difference)) if x.dtype.is_complex else square(difference)
    return reduce_mean(squares, axis, keepdims)


@in_name_scope("reduce_std")
def reduce_std(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The standard deviation: the square root of `reduce_variance`, with the same arguments.

    >>> float(reduce_std([1.0, 3.0]))
    1.0
    """
    return sqrt(reduce_variance(input_tensor, axis, keepdims))


@in_own_scope("ReduceLogSumExp")
def reduce_logsumexp(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """log(sum(exp(x))), without overflow.

    Args:
        input_tensor: a tensor of a floating dtype.
        axis: the axis or axes to reduce; None: all.
        keepdims: whether the reduced axes stay, with size 1.
        name: for the operation.

    >>> float(reduce_logsumexp([1000.0, 0.0]))
    1000.0
    """
    from runtime.ops.array import reshape
    from runtime.ops.selection import where

    x = convert_to_tensor(input_tensor)
    largest = reduce_max(x, axis, keepdims=True)
    largest = apply_one("StopGradient", (where(is_finite(largest), largest, 0.0),))
    total = log(reduce_sum(exp(subtract(x, largest)), axis, keepdims))
    return apply_one(
        "AddV2", (total, largest if keepdims else reshape(largest, apply_one("Shape", (total,)))), None, name
    )


@in_name_scope("count_nonzero")
def count_nonzero(
    input: Any, axis: Any = None, keepdims: bool = False, dtype: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """How many elements are not 0 (not False, not the empty string).

    Args:
        input: a tensor.
        axis: the axis or axes to reduce; None: all.
        keepdims: whether the reduced axes stay, with size 1.
        dtype: of the counts.
        name: for the operation.

    >>> count_nonzero([[1, 0], [2, 3]], 1).tolist()
    [1, 2]
    """
    x = convert_to_tensor(input)
    zero = convert_to_tensor("" if x.dtype is dtypes.string else np.zeros((), x.dtype.as_numpy_dtype), name="zeros")
    return reduce_sum(cast(not_equal(x, zero), as_dtype(dtype)), axis, bool(keepdims))


# --- Positions of extremes -----------------------------------------------------------------------------------------


def argmax(input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None) -> Tensor:
    """Where the largest element along an axis is; of equal ones the first. NaN is never the largest.

    Args:
        input: a tensor of a real numeric dtype or bool, of rank 1 or more.
        axis: by default 0.
        output_type: int32 or int64.
        name: for the operation.

    Raises:
        InvalidArgumentError: the axis is out of range, or has no elements.

    >>> argmax([[1, 5], [7, 2]], 1).tolist()
    [1, 0]
    """
    return _position("ArgMax", input, axis, output_type, name)


def argmin(input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None) -> Tensor:
    """Where the smallest element along an axis is (see `argmax`).

    >>> argmin([[1, 5], [7, 2]], 1).tolist()
    [0, 1]
    """
    return _position("ArgMin", input, axis, output_type, name)


def _position(op_type: str, input: Any, axis: Any, output_type: Any, name: str | None) -> Tensor:
    x = convert_to_tensor(input)
    along = axes_of(0 if axis is None else axis, x)
    return apply_one(op_type, (x, along), {"output_type": as_dtype(output_type)}, name)


# --- Running reductions --------------------------------------------------------------------------------------------


def _scan(op_type: str, name: str, summary: str, example: str) -> Reduction:
    def function(
        x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
    ) -> Tensor:
        """The running reduction along an axis."""
        x = convert_to_tensor(x)
        return apply_one(op_type, (x, axes_of(axis, x)), {"exclusive": exclusive, "reverse": reverse}, name)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{summary}

    Args:
        x: a tensor of a numeric dtype, of rank 1 or more.
        axis: along which to go.
        exclusive: whether each element leaves itself out.
        reverse: whether to go backwards.
        name: for the operation.

    Returns:
        A tensor of the shape and dtype of `x`.

    {example}
    """
    return function


cumprod = _scan("Cumprod", "cumprod", "The product of each element and those before it.",
                ">>> cumprod([2, 3, 4]).tolist()\n    [2, 6, 24]")  # fmt: skip
cumsum = _scan("Cumsum", "cumsum", "The sum of each element and those before it.",
               ">>> cumsum([1, 2, 3], exclusive=True).tolist()\n    [0, 1, 3]")  # fmt: skip
cumulative_logsumexp = _scan("CumulativeLogsumexp", "cumulative_logsumexp",
                             "log(cumsum(exp(x))), without overflow.",
                             ">>> cumulative_logsumexp([0.0, 0.0]).tolist()[0]\n    0.0")  # fmt: skip
