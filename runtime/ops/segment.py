"""Reductions over groups of rows, and counts of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.dtypes import as_dtype
from runtime.ops.casts import cast
from runtime.ops.math import maximum, minimum, sqrt
from runtime.ops.reduction import reduce_max
from runtime.tensor import Tensor

Segments = Callable[..., Tensor]

_DOC = """{summary}

Args:
    data: a tensor of a numeric dtype, of rank 1 or more.
    segment_ids: which group each row of `data` belongs to: integers, ascending from 0 or more.
    name: for the operation.

Returns:
    One row for each group up to the last one; {empty} for a group without rows.

Raises:
    InvalidArgumentError: the ids are not sorted, or not as many as there are rows.

{example}
"""

_UNSORTED_DOC = """{summary}

Args:
    data: a tensor of a numeric dtype.
    segment_ids: which group each row of `data` belongs to: integers whose shape starts that of `data`; a row with a
        negative one belongs to none.
    num_segments: how many groups there are.
    name: for the operation.

Returns:
    One row for each group; {empty} for a group without rows.

Raises:
    InvalidArgumentError: an id is `num_segments` or more.

{example}
"""


def _sorted(op_type: str, name: str, summary: str, empty: str, result: str) -> Segments:
    def function(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
        """The reduction of rows with the same id; `segment_ids` ascend."""
        return apply_one(op_type, (convert_to_tensor(data), convert_to_tensor(segment_ids)), None, name)

    example = f">>> {name}([5, 6, 7], [0, 0, 2]).tolist()\n{result}"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(summary=summary, empty=empty, example=example)
    return function


def _unsorted(op_type: str, name: str, summary: str, empty: str, result: str) -> Segments:
    def function(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
        """The reduction of rows with the same id into `num_segments` rows; negative ids drop a row."""
        inputs = (convert_to_tensor(data), convert_to_tensor(segment_ids), convert_to_tensor(num_segments))
        return apply_one(op_type, inputs, None, name)

    example = f">>> {name}([5, 6, 7], [2, 0, 0], 3).tolist()[::2]\n{result}"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _UNSORTED_DOC.format(summary=summary, empty=empty, example=example)
    return function


segment_max = _sorted("SegmentMax", "segment_max", "The largest row of each group.", "0", "[6, 0, 7]")
segment_mean = _sorted("SegmentMean", "segment_mean", "The mean row of each group.", "0", "[5, 0, 7]")
segment_min = _sorted("SegmentMin", "segment_min", "The smallest row of each group.", "0", "[5, 0, 7]")
segment_prod = _sorted("SegmentProd", "segment_prod", "The product of each group.", "1", "[30, 1, 7]")
segment_sum = _sorted("SegmentSum", "segment_sum", "The sum of each group.", "0", "[11, 0, 7]")

unsorted_segment_max = _unsorted("UnsortedSegmentMax", "unsorted_segment_max", "The largest row of each group.",
                                 "the smallest value of the dtype", "[7, 5]")  # fmt: skip
unsorted_segment_min = _unsorted("UnsortedSegmentMin", "unsorted_segment_min", "The smallest row of each group.",
                                 "the largest value of the dtype", "[6, 5]")  # fmt: skip
unsorted_segment_prod = _unsorted("UnsortedSegmentProd", "unsorted_segment_prod", "The product of each group.",
                                  "1", "[42, 5]")  # fmt: skip
unsorted_segment_sum = _unsorted("UnsortedSegmentSum", "unsorted_segment_sum", "The sum of each group.",
                                 "0", "[13, 5]")  # fmt: skip


def _group_sizes(data: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor:
    """The number of rows of each group, 1 at least, shaped to divide the groups of `data`."""
    from runtime.ops.array import reshape, shape
    from runtime.ops.joining import concat

    ones = apply_one("OnesLike", (cast(segment_ids, data.dtype),))
    sizes = maximum(unsorted_segment_sum(ones, segment_ids, num_segments), 1)
    inner = (data.ndim or 0) - (segment_ids.ndim or 0)
    return reshape(sizes, concat([shape(sizes), np.ones(inner, np.int32)], 0)) if inner > 0 else sizes


def unsorted_segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The mean row of each group, 0 for one without rows (see `unsorted_segment_sum`).

    >>> unsorted_segment_mean([5.0, 6.0, 8.0], [2, 0, 0], 3).tolist()
    [7.0, 0.0, 5.0]
    """
    data, ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    sums = unsorted_segment_sum(data, ids, num_segments)
    return apply_one("RealDiv", (sums, _group_sizes(data, ids, num_segments)), None, name)


def unsorted_segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
    """The sum of each group divided by the square root of its size (see `unsorted_segment_sum`).

    >>> unsorted_segment_sqrt_n([1.0, 1.0, 1.0, 1.0], [0, 0, 0, 0], 1).tolist()
    [2.0]
    """
    data, ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    sums = unsorted_segment_sum(data, ids, num_segments)
    return apply_one("RealDiv", (sums, sqrt(_group_sizes(data, ids, num_segments))), None, name)


def sparse_segment_sum(data: Any, indices: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """`segment_sum` of the rows that `indices` name.

    Args:
        data: a tensor of a numeric dtype, of rank 1 or more.
        indices: integers, positions of rows.
        segment_ids: the group of each index, ascending.
        name: for the operation.

    >>> sparse_segment_sum([10, 20, 30], [0, 2], [0, 0]).tolist()
    [40]
    """
    inputs = (convert_to_tensor(data), convert_to_tensor(indices), convert_to_tensor(segment_ids))
    return apply_one("SparseSegmentSum", inputs, None, name)


def sparse_segment_mean(data: Any, indices: Any, segment_ids: Any, name: str | None = None) -> Tensor:
    """`segment_mean` of the rows that `indices` name (see `sparse_segment_sum`).

    >>> sparse_segment_mean([10.0, 20.0, 30.0], [0, 2], [0, 0]).tolist()
    [20.0]
    """
    inputs = (convert_to_tensor(data), convert_to_tensor(indices), convert_to_tensor(segment_ids))
    return apply_one("SparseSegmentMean", inputs, None, name)


def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
    axis: int | None = None,
    binary_output: bool = False,
) -> Tensor:
    """How often each number from 0 on occurs.

    Args:
        arr: a tensor of int32 or int64, none of them negative.
        weights: what each occurrence counts, a tensor of the shape of `arr`; by default 1.
        minlength: the least length of the result.
        maxlength: the largest length of the result; larger numbers do not count.
        dtype: of the result where there are no weights.
        name: for the operation.
        axis: None counts all of `arr`; -1 counts each row of a matrix.
        binary_output: whether to say only if a number occurs.

    Raises:
        InvalidArgumentError: a number is negative.

    >>> bincount([1, 1, 3]).tolist()
    [0, 2, 0, 1]
    """
    from runtime.ops.array import reshape

    values = convert_to_tensor(arr, dtype_hint=dtypes.int32)
    counted = convert_to_tensor(np.empty(0, as_dtype(dtype).as_numpy_dtype) if weights is None else weights)
    if axis is None:
        values, counted = reshape(values, [-1]), reshape(counted, [-1])
    size = maximum(reduce_max(values) + 1, 0)
    if minlength is not None:
        size = maximum(size, convert_to_tensor(minlength, dtype_hint=values.dtype))
    if maxlength is not None:
        size = minimum(size, convert_to_tensor(maxlength, dtype_hint=values.dtype))
    return apply_one("DenseBincount", (values, size, counted), {"binary_output": binary_output}, name)


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """How often each class (a row) was taken for each class (a column).

    Args:
        labels: a vector of integers of 0 or more.
        predictions: likewise, of the same length.
        num_classes: how many classes there are, by default one more than the largest number.
        weights: what each element counts, by default 1.
        dtype: of the result.
        name: for the operation.

    >>> confusion_matrix([1, 0, 1], [1, 1, 1]).tolist()
    [[0, 1], [0, 2]]
    """
    truth, guess = cast(labels, dtypes.int64), cast(predictions, dtypes.int64)
    largest = maximum(reduce_max(truth), reduce_max(guess)) + 1 if num_classes is None else num_classes
    size = cast(largest, dtypes.int64)
    kind = as_dtype(dtype)
    counted = apply_one("OnesLike", (cast(truth, kind),)) if weights is None else cast(weights, kind)
    indices = apply_one("Pack", [[truth, guess]], {"axis": 1})
    return apply_one("ScatterNd", (indices, counted, apply_one("Pack", [[size, size]])), None, name)
