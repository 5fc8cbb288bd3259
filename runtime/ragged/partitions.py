"""How values are cut into rows: row splits, and what else says the same.

Row `i` of a partition holds the values from `splits[i]` to `splits[i + 1]`.
"""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.dtypes import DType
from runtime.tensor import Tensor


def integers(value: Any, dtype: DType | None = None) -> Tensor:
    """Integers as i32 or i64; with `dtype`, as that."""
    tensor = convert_to_tensor(value, dtype_hint=dtype or dtypes.int64)
    wanted = dtype or (tensor.dtype if tensor.dtype in (dtypes.int32, dtypes.int64) else dtypes.int64)
    return tensor if tensor.dtype is wanted else apply_one("Cast", [tensor], {"DstT": wanted})


def count(tensor: Tensor, dtype: DType) -> Tensor:
    """The first size of a tensor, as a scalar."""
    return apply_one("Shape", [tensor], {"out_type": dtype})[0]


def up_to(limit: Any, dtype: DType) -> Tensor:
    """0, 1, ..., limit - 1."""
    return apply_one("Range", [integers(0, dtype), integers(limit, dtype), integers(1, dtype)])


def number_of_rows(splits: Tensor) -> Any:
    """How many rows there are: an int if it is known, else a scalar."""
    size = splits.shape[0] if splits.shape.rank else None
    return count(splits, splits.dtype) - 1 if size is None else size - 1


def lengths(splits: Tensor) -> Tensor:
    """The length of each row."""
    return splits[1:] - splits[:-1]


def row_ids(splits: Tensor) -> Tensor:
    """The row of each value.

    >>> row_ids(convert_to_tensor([0, 2, 2, 3])).tolist()
    [0, 0, 2]
    """
    from runtime.ops.sorting import searchsorted

    return searchsorted(splits, up_to(splits[-1], splits.dtype), "right", splits.dtype) - 1


def positions(splits: Tensor) -> Tensor:
    """The position of each value in its row.

    >>> positions(convert_to_tensor([0, 2, 2, 3])).tolist()
    [0, 1, 0]
    """
    return up_to(splits[-1], splits.dtype) - _taken(splits, row_ids(splits))


def _taken(values: Tensor, indices: Tensor) -> Tensor:
    return apply_one("GatherV2", [values, indices, convert_to_tensor(0)])


def from_lengths(row_lengths: Tensor) -> Tensor:
    """The splits of rows of these lengths.

    >>> from_lengths(convert_to_tensor([2, 0, 1])).tolist()
    [0, 2, 2, 3]
    """
    from runtime.ops.joining import concat
    from runtime.ops.reduction import cumsum

    return concat([integers([0], row_lengths.dtype), cumsum(row_lengths)], 0)


def from_row_ids(ids: Tensor, rows: Any = None) -> Tensor:
    """The splits of values in these rows.

    Args:
        ids: the row of each value, not descending.
        rows: how many rows there are; by default up to the last one that has a value.

    >>> from_row_ids(convert_to_tensor([0, 0, 2]), 4).tolist()
    [0, 2, 2, 3, 3]
    """
    from runtime.ops.joining import concat
    from runtime.ops.sorting import searchsorted

    if rows is None:
        last = concat([integers([0], ids.dtype), ids[-1:] + 1], 0)
        rows = apply_one("Max", [last, convert_to_tensor(0)])
    return searchsorted(ids, up_to(integers(rows, ids.dtype) + 1, ids.dtype), "left", ids.dtype)


def spans(starts: Tensor, row_lengths: Tensor, steps: Any = 1) -> tuple[Tensor, Tensor]:
    """The splits and values of rows `start, start + step, ...`.

    Args:
        starts: where each row begins.
        row_lengths: how many values each has.
        steps: by how much they grow: one number, or one for each row.

    >>> [part.tolist() for part in spans(convert_to_tensor([5, 0]), convert_to_tensor([2, 3]))]
    [[0, 2, 5], [5, 6, 0, 1, 2]]
    """
    splits = from_lengths(row_lengths)
    ids = row_ids(splits)
    offsets = apply_one("Cast", [positions(splits)], {"DstT": starts.dtype})
    if isinstance(steps, int):
        return splits, _taken(starts, ids) + (offsets if steps == 1 else offsets * integers(steps, starts.dtype))
    return splits, _taken(starts, ids) + offsets * _for_each(steps, ids, starts.dtype)


def _for_each(steps: Any, ids: Tensor, dtype: DType) -> Tensor:
    tensor = convert_to_tensor(steps, dtype_hint=dtype)
    return _taken(tensor, ids) if tensor.shape.rank else tensor
