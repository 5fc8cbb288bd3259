"""Jacobians, a row at a time: one sweep backwards for each element of the target.

In a graph the sweep is recorded once, in the body of a loop over the elements.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.autodiff import gradients
from runtime.current import current_graph
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.gradients.broadcast import shape_of, size_of
from runtime.indexed_slices import dense
from runtime.ops.control_flow import while_loop
from runtime.ops.lists import tensor_list_reserve, tensor_list_set_item, tensor_list_stack
from runtime.tensor import Tensor

Sweep = Callable[[Tensor], Sequence["Tensor | None"]]


def jacobian(target: Tensor, sources: Sequence[Any], sweep: Sweep) -> list[Tensor | None]:
    """The derivative of each element of a target with respect to sources.

    Args:
        target: a tensor.
        sources: tensors or variables.
        sweep: gives the gradients of the sources for a gradient of the target.

    Returns:
        For each source a tensor of shape target.shape + source.shape, or None.
    """
    shape, count = shape_of(target), size_of(target)

    def row(i: Any) -> list[Tensor | None]:
        """The gradients of element i of the target."""
        return list(sweep(_reshape(_unit(i, count, target), shape)))

    return [None if rows is None else _reshape(rows, _joined(shape, _tail(rows))) for rows in _stacked(row, count)]


def hessians(ys: Any, xs: Any, name: str = "hessians") -> list[Tensor | None]:
    """The second derivatives of the sum of `ys` with respect to each of `xs`, as new operations of their graph.

    Args:
        ys: a symbolic tensor, or a list of them.
        xs: a tensor or variable, or a list of them.
        name: of the scope for the new operations.

    Returns:
        For each x a tensor of shape x.shape + x.shape, or None if the derivatives do not depend on it.

    Raises:
        LookupError: an op on the way has no gradient.
    """
    sources = list(xs) if isinstance(xs, list | tuple) else [xs]
    found: list[Tensor | None] = []
    for x, g in zip(sources, gradients(ys, sources, name=name), strict=True):
        if g is None:
            found.append(None)
            continue
        context = contextlib.nullcontext() if current_graph() is not None else g.graph.as_default()
        with context:
            y = dense(g)
            found += jacobian(y, [x], lambda seed, x=x, y=y: [dense(row) for row in gradients(y, x, seed, name=name)])  # type: ignore[misc]
    return found


def batch_jacobian(target: Tensor, source: Tensor, sweep: Callable[[Tensor], Tensor | None]) -> Tensor | None:
    """The derivative of each example of a target with respect to the same example of a source.

    Args:
        target: a tensor of shape [b, ...].
        source: a tensor of shape [b, ...].
        sweep: gives the gradient of the source for a gradient of the target.

    Returns:
        A tensor of shape target.shape + source.shape[1:], or None.

    Raises:
        ValueError: the batches have different sizes.
    """
    sizes = [tensor.shape.with_rank_at_least(1)[0] for tensor in (target, source)]
    if None not in sizes and sizes[0] != sizes[1]:
        shapes = f"target shape {target.shape} and source shape {source.shape}"
        raise ValueError(f"Need first dimension of {shapes} to match.")
    shape = shape_of(target)
    count = apply_one("Prod", [_tail(target), convert_to_tensor(np.array([0], np.int32))])

    def row(i: Any) -> list[Tensor | None]:
        """The gradients of element i of every row of the target."""
        unit = _reshape(_unit(i, count, target), _tail(target))
        return [sweep(apply_one("BroadcastTo", [unit, shape]))]

    (rows,) = _stacked(row, count)
    if rows is None:
        return None
    order = np.array([1, 0, *range(2, rows.shape.rank or 2)], np.int32)
    moved = apply_one("Transpose", [rows, convert_to_tensor(order)])  # rows: [m, b, ...]
    return _reshape(moved, _joined(shape, _tail(source)))


def _unit(i: Any, count: Tensor, target: Tensor) -> Tensor:
    """Zeros with a one at position i: [count]."""
    one, zero = (convert_to_tensor(target.dtype.as_numpy_dtype(value)) for value in (1, 0))
    return apply_one("OneHot", [convert_to_tensor(i), count, one, zero])


def _reshape(x: Tensor, shape: Tensor) -> Tensor:
    return apply_one("Reshape", [x, shape])


def _tail(x: Tensor) -> Tensor:
    """The shape of `x` without its first size."""
    bounds = [convert_to_tensor(np.array([place], np.int32)) for place in (1, 0, 1)]
    return apply_one("StridedSlice", [shape_of(x), *bounds], {"end_mask": 1})


def _joined(*shapes: Tensor) -> Tensor:
    return apply_one("ConcatV2", [list(shapes), convert_to_tensor(np.int32(0))])


def _stacked(row: Callable[[Any], list[Tensor | None]], count: Tensor) -> list[Tensor | None]:
    """The rows of all i below `count`, stacked; None where rows are None."""
    if current_graph() is not None:
        return _stacked_in_graph(row, count)
    columns = zip(*[row(i) for i in range(int(count))], strict=True)
    return [None if any(g is None for g in column) else apply_one("Pack", [list(column)]) for column in columns]


def _stacked_in_graph(row: Callable[[Any], list[Tensor | None]], count: Tensor) -> list[Tensor | None]:
    first = row(0)  # Tells which gradients there are, and their shapes; it is not run.
    models = [g for g in first if g is not None]
    lists = [tensor_list_reserve(g.shape, count, g.dtype) for g in models]

    def body(i: Tensor, *lists: Tensor) -> list[Tensor]:
        """One turn: the gradients of one element, put into the lists."""
        found = [g for g in row(i) if g is not None]
        return [i + 1, *[tensor_list_set_item(rows, i, g) for rows, g in zip(lists, found, strict=True)]]

    _, *made = while_loop(lambda i, *_: i < count, body, [0, *lists])
    stacked = [tensor_list_stack(rows, g.dtype, element_shape=g.shape) for rows, g in zip(made, models, strict=True)]
    return [None if g is None else stacked.pop(0) for g in first]
