"""Sparse tensors, under TensorFlow's names: `sparse.to_dense`, `sparse.add`, `sparse.SparseTensor`, …"""

from runtime.ops.segment import sparse_segment_mean as segment_mean
from runtime.ops.segment import sparse_segment_sum as segment_sum
from runtime.sparse.arithmetic import (
    add,
    map_values,
    maximum,
    minimum,
    reduce_max,
    reduce_sum,
    softmax,
    sparse_dense_matmul,
)
from runtime.sparse.conversion import bincount, eye, from_dense, mask, retain, to_dense, to_indicator
from runtime.sparse.shaping import (
    concat,
    expand_dims,
    fill_empty_rows,
    reorder,
    reset_shape,
    reshape,
    slice,
    split,
    transpose,
)
from runtime.sparse.spec import SparseTensorSpec
from runtime.sparse.tensor import SparseTensor, SparseTensorValue

__all__ = [
    "SparseTensor", "SparseTensorSpec", "SparseTensorValue", "add", "bincount", "concat", "expand_dims", "eye",
    "fill_empty_rows", "from_dense", "map_values", "mask", "maximum", "minimum", "reduce_max", "reduce_sum", "reorder",
    "reset_shape", "reshape", "retain", "segment_mean", "segment_sum", "slice", "softmax", "sparse_dense_matmul",
    "split", "to_dense", "to_indicator", "transpose",
]  # fmt: skip
