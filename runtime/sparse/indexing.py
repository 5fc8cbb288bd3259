"""`sparse[...]`: parts of a sparse tensor, as sparse tensors."""

from __future__ import annotations

from typing import Any

from runtime.arguments import static_int
from runtime.sparse.shaping import reshape
from runtime.sparse.shaping import slice as cut
from runtime.sparse.tensor import SparseTensor


def get_item(sparse: SparseTensor, index: Any) -> Any:
    """`sparse[index]`, for numbers and slices without a step.

    Args:
        sparse: a sparse tensor of known sizes.
        index: an int, a slice, `...`, or a tuple of these.

    Raises:
        TypeError: an index of another kind, or a slice with a step.

    >>> SparseTensor([[0, 1], [1, 2]], [5, 7], [2, 3])[1].indices.tolist()
    [[2]]
    """
    sizes = sparse.shape
    items = list(index) if isinstance(index, tuple) else [index]
    if Ellipsis in items:
        place = items.index(Ellipsis)
        items[place : place + 1] = [slice(None)] * (len(sizes) - len(items) + 1)
    items += [slice(None)] * (len(sizes) - len(items))
    bounds = [_bounds(item, size) for item, size in zip(items, sizes, strict=True)]
    part = cut(sparse, [start for start, _ in bounds], [stop - start for start, stop in bounds])
    if not any(isinstance(item, int) for item in items):
        return part
    kept = [stop - start for item, (start, stop) in zip(items, bounds, strict=True) if not isinstance(item, int)]
    return reshape(part, kept)


def _bounds(item: Any, size: Any) -> tuple[int, int]:
    if isinstance(item, slice) and item.step in (None, 1) and size is not None:
        start, stop, _ = item.indices(size)
        return start, max(stop, start)
    number = None if isinstance(item, slice) else static_int(item)
    if number is None:
        raise TypeError(
            f"A sparse tensor of known sizes is indexed by numbers and slices without a step, not {item!r}."
        )
    place = number + (size or 0) if number < 0 else number
    return place, place + 1
