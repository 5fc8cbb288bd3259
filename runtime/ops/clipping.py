"""Keeping values and norms within bounds.

`IndexedSlices` stay slices: each slice counts by itself, also where two have the same index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.dispatch import apply_one, convert_to_tensor
from runtime.indexed_slices import IndexedSlices
from runtime.ops.array import identity
from runtime.ops.creation import ones_like
from runtime.ops.joining import stack
from runtime.ops.math import divide, maximum, minimum, sqrt
from runtime.ops.reduction import reduce_sum
from runtime.ops.selection import where
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor


@in_own_scope("clip_by_value")
def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Tensor:
    """`t` with values below the minimum or above the maximum replaced by these; NaN stays.

    Args:
        t: a tensor of a real numeric dtype.
        clip_value_min: a number or a tensor that broadcasts to the shape of `t`.
        clip_value_max: likewise.
        name: for the operation.

    Raises:
        InvalidArgumentError: the bounds would make the result larger than `t`.

    >>> clip_by_value([-1.0, 0.5, 9.0], 0, 1).tolist()
    [0.0, 0.5, 1.0]
    """
    if isinstance(t, IndexedSlices):
        return t.with_values(clip_by_value(t.values, clip_value_min, clip_value_max, name))  # type: ignore[return-value]
    t = convert_to_tensor(t)
    bounded = maximum(minimum(t, clip_value_max), clip_value_min, name)
    if not bounded.shape.is_compatible_with(t.shape):
        raise ValueError(f"The bounds must broadcast to the shape of the values, {t.shape}, but give {bounded.shape}.")
    return bounded


@in_name_scope("clip_by_norm")
def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """`t`, scaled down where its Euclidean norm is above a bound.

    Args:
        t: a tensor of a floating dtype.
        clip_norm: the bound, above 0.
        axes: over which the norm is taken, by default all of them.
        name: for the operation.

    >>> clip_by_norm([3.0, 4.0], 1).tolist()
    [0.6000000238418579, 0.800000011920929]
    """
    if isinstance(t, IndexedSlices):
        return t.with_values(clip_by_norm(t.values, clip_norm, axes, name))  # type: ignore[return-value]
    t = convert_to_tensor(t)
    squares = reduce_sum(t * t, axes, keepdims=True)
    positive = squares > 0
    root = sqrt(where(positive, squares, ones_like(squares)))  # sqrt has no gradient at 0
    return divide(t * clip_norm, maximum(where(positive, root, squares), clip_norm))


@in_name_scope("global_norm")
def global_norm(t_list: Sequence[Any], name: str | None = None) -> Tensor | None:
    """The Euclidean norm of all elements of several tensors.

    Args:
        t_list: tensors; None is skipped.
        name: for the operation.

    Returns:
        A scalar, or None if there is no tensor.

    >>> float(global_norm([[3.0], None, [[4.0]]]))
    5.0
    """
    halves = [apply_one("L2Loss", [_elements(item)]) for item in t_list if item is not None]
    if not halves:
        return None
    half = reduce_sum(stack(halves))
    return sqrt(half * convert_to_tensor(2.0, half.dtype, name="Const"), "global_norm")


def clip_by_global_norm(
    t_list: Sequence[Any], clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Tensor | None], Any]:
    """Several tensors, scaled down together where their global norm is above a bound.

    Args:
        t_list: tensors; None stays.
        clip_norm: the bound, above 0.
        use_norm: the global norm if it is known already.
        name: for the operation.

    Returns:
        The tensors, and the global norm. If the norm is not finite, all values become NaN.

    >>> clipped, norm = clip_by_global_norm([[3.0], [4.0]], 1.0)
    >>> [t.tolist() for t in clipped], float(norm)
    ([[0.6000000238418579], [0.800000011920929]], 5.0)
    """
    norm = global_norm(t_list, name and f"{name}/global_norm") if use_norm is None else convert_to_tensor(use_norm)
    return (list(t_list), None) if norm is None else (_clipped(t_list, clip_norm, norm, name), norm)


@in_name_scope("clip_by_global_norm")
def _clipped(t_list: Sequence[Any], clip_norm: Any, norm: Tensor, name: str | None) -> list[Any]:
    inverse = 1 / norm
    bound = convert_to_tensor(1, norm.dtype, name="Const") / clip_norm
    scale = clip_norm * minimum(inverse, bound)
    scale = scale + (norm - norm)  # inf - inf is NaN: an infinite norm must not pass as 0
    return [None if item is None else _scaled(item, scale, place) for place, item in enumerate(t_list)]


def _elements(item: Any) -> Tensor:
    return item.values if isinstance(item, IndexedSlices) else convert_to_tensor(item)


def _scaled(item: Any, scale: Tensor, place: int) -> Any:
    if isinstance(item, IndexedSlices):
        return item * scale
    return identity(convert_to_tensor(item) * scale, f"clip_by_global_norm/_{place}")
