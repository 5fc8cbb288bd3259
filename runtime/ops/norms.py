"""Norms of vectors and matrices, and scaling to norm 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ops.casts import conj, real
from runtime.ops.linalg import svd
from runtime.ops.math import abs, maximum, multiply, pow, rsqrt, sqrt, square
from runtime.ops.reduction import reduce_max, reduce_sum
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor


@in_name_scope("norm")
def norm(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The norm of vectors or matrices.

    Args:
        tensor: of a floating or complex dtype.
        ord: "euclidean" (of all elements together; "fro" is the same for matrices), 1, 2, inf or a number of 1 or more
            for vectors; 1, 2 or inf for matrices: the norm of the map.
        axis: one axis for vectors, two for matrices; None takes all elements as one vector.
        keepdims: whether these axes stay, with size 1.
        name: for the operation.

    Returns:
        A tensor of the dtype of `tensor`, for a complex one with imaginary parts of 0 if Euclidean, real otherwise.

    Raises:
        ValueError: the order is not one of these, or does not go with the axes.

    >>> float(norm([3.0, 4.0])), float(norm([[1.0, -2.0], [3.0, 4.0]], 1, [0, 1]))
    (5.0, 6.0)
    """
    from runtime.ops.array import squeeze

    x = convert_to_tensor(tensor)
    is_matrix = isinstance(axis, list | tuple) and len(axis) == 2
    axes = tuple(axis) if isinstance(axis, list | tuple) else axis
    if axes is not None and not isinstance(axes, int) and not is_matrix:
        raise ValueError(f"`axis` must be None, one axis or a pair of two axes, not {axis}.")
    rule = (_MATRIX_NORMS if is_matrix else _VECTOR_NORMS).get(ord)
    if rule is None:
        if is_matrix or not isinstance(ord, int | float) or ord < 1:
            kind = "matrix" if is_matrix else "vector"
            raise ValueError(f"'ord' must be a supported {kind} norm, not {ord!r}.")
        return pow(reduce_sum(pow(abs(x), ord), axes, keepdims), 1.0 / ord)
    if rule is _spectral:
        return rule(x, axes, keepdims)
    result = rule(x, axes, True)
    return result if keepdims else squeeze(result, axes)


Norm = Callable[[Tensor, Any, bool], Tensor]


def _euclidean(x: Tensor, axes: Any, keepdims: bool) -> Tensor:
    squares = x * conj(x) if x.dtype.is_complex else x * x
    return sqrt(reduce_sum(squares, axes, keepdims))


def _sum(x: Tensor, axes: Any, keepdims: bool) -> Tensor:
    return reduce_sum(abs(x), axes, keepdims)


def _max(x: Tensor, axes: Any, keepdims: bool) -> Tensor:
    return reduce_max(abs(x), axes, keepdims)


def _largest_sum(position: int) -> Norm:
    """The largest sum along one of the two axes."""

    def largest(x: Tensor, axes: Any, keepdims: bool) -> Tensor:
        """The largest sum of absolute values of rows, or of columns."""
        sums = reduce_sum(abs(x), axes[position], keepdims=True)
        return reduce_max(sums, axes, keepdims)

    return largest


def _spectral(x: Tensor, axes: Any, keepdims: bool) -> Tensor:
    """The largest singular value."""
    from runtime.ops.array import reshape, shape, transpose

    values: Any = svd(transpose(x, _moved_last(x, axes)), compute_uv=False)
    largest = reduce_max(values, -1)
    return reshape(largest, shape(reduce_max(abs(x), axes, keepdims=True))) if keepdims else largest


def _moved_last(x: Tensor, axes: Any) -> Any:
    """The permutation that puts two axes last."""
    from runtime.ops.array import rank
    from runtime.ops.creation import range as range_of
    from runtime.ops.joining import concat
    from runtime.ops.sorting import setdiff1d

    if x.ndim is None:
        count = rank(x)
        pair = convert_to_tensor(list(axes)) % count
        return concat([setdiff1d(range_of(count), pair).out, pair], 0)
    last = [axis % x.ndim for axis in axes]
    return [axis for axis in range(x.ndim) if axis not in last] + last


_VECTOR_NORMS: dict[Any, Norm] = {"euclidean": _euclidean, 2: _euclidean, 1: _sum, np.inf: _max}
_MATRIX_NORMS: dict[Any, Norm] = {
    "euclidean": _euclidean, "fro": _euclidean, 1: _largest_sum(0), 2: _spectral, np.inf: _largest_sum(1),
}  # fmt: skip


def normalize(tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None) -> tuple[Tensor, Tensor]:
    """A tensor divided by its norm, and the norm (see `norm`).

    >>> scaled, length = normalize([3.0, 4.0])
    >>> length.tolist()
    [5.0]
    """
    x = convert_to_tensor(tensor)
    length = norm(x, ord, axis, keepdims=True)
    return apply_one("RealDiv", (x, length), None, name), length


@in_own_scope("l2_normalize")
def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None) -> Tensor:
    """A tensor divided by its Euclidean norm.

    Args:
        x: a tensor of a floating or complex dtype.
        axis: along which the norm is taken; None: all.
        epsilon: the least sum of squares, so that zeros stay zeros.
        name: for the operation.
        dim: the older name of `axis`.

    >>> l2_normalize([[3.0, 4.0], [0.0, 0.0]], 1).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    x = convert_to_tensor(x)
    squares = real(x * conj(x)) if x.dtype.is_complex else square(x)
    inverse = rsqrt(maximum(reduce_sum(squares, axis if dim is None else dim, keepdims=True), epsilon))
    if x.dtype.is_complex:
        inverse = apply_one("Cast", (inverse,), {"DstT": x.dtype})
    return multiply(x, inverse, name)
