"""What is known about the value of a tensor before anything runs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime import dtypes, shapes
from runtime.float_errors import SILENT, restore, silence
from runtime.func_graph import FuncGraph
from runtime.registry import bind_kernel, has_kernel

if TYPE_CHECKING:
    from runtime.graph import Operation
    from runtime.tensor import Tensor

_SIZE_LIMIT = 10_000  # Elements: shapes, axes and permutations are small; anything larger is left for the run.

_FOLDABLE = frozenset({
    "Abs", "Add", "AddV2", "BroadcastArgs", "BroadcastTo", "Cast", "Ceil", "ConcatV2", "Equal", "ExpandDims",
    "Fill", "Floor", "FloorDiv", "FloorMod", "GatherV2", "Greater", "GreaterEqual", "Identity", "InvertPermutation",
    "Less", "LessEqual", "LogicalAnd", "LogicalNot", "LogicalOr", "Max", "Maximum", "Min", "Minimum", "Mul", "Neg",
    "NotEqual", "OnesLike", "Pack", "Prod", "Range", "RealDiv", "Reshape", "ReverseV2", "Select", "SelectV2",
    "Slice", "Squeeze", "StopGradient", "StridedSlice", "Sub", "Sum", "Tile", "Transpose", "TruncateDiv",
    "ZerosLike",
})  # fmt: skip

_UNKNOWN: Any = object()

_DEEPEST, _MOST = 64, 1000  # Operations in a chain, and in all: a program that is longer computes more than shapes.


class _Memo(dict["Tensor", Any]):
    """What has been found out: the values of tensors.

    Attributes:
        partial: what is known of integer vectors.
        depth: how long the chain of operations is from the one that was asked for to the one that is looked at.
    """

    def __init__(self) -> None:
        super().__init__()
        self.partial: dict[Tensor, list[int | None] | None] = {}
        self.depth = 0

    def is_too_far(self) -> bool:
        """Whether the search ends here."""
        return self.depth > _DEEPEST or len(self) > _MOST


def constant_value(tensor: "Tensor") -> Any:
    """The value of a tensor if it follows from constants and static shapes alone, else None.

    Args:
        tensor: eager or symbolic. Not followed through resources, function calls and feeds; a tensor that a function
            captured is followed to where it comes from.

    Returns:
        A numpy array or scalar that must not be written to, or None.
    """
    return _value(tensor, _Memo())


def _value(tensor: "Tensor", memo: _Memo) -> Any:
    if hasattr(tensor, "_value"):
        return None if tensor.dtype in (dtypes.resource, dtypes.variant) else tensor._value
    known = memo.get(tensor, _UNKNOWN)
    if known is _UNKNOWN:
        if memo.is_too_far():
            return None
        memo.depth += 1
        memo[tensor] = known = _evaluate(tensor, memo)
        memo.depth -= 1
    return known


def _evaluate(tensor: "Tensor", memo: _Memo) -> Any:
    op = tensor.op
    rule = _RULES.get(op.type)
    if rule is not None:
        known = rule(op, tensor, memo)
        if known is not None:
            return known
    if op.type in _FOLDABLE and _is_small(tensor) and has_kernel(op.type):
        return _fold(op, memo)
    return None


def _is_small(tensor: "Tensor") -> bool:
    size = tensor.shape.num_elements()
    return size is None or size <= _SIZE_LIMIT


def _fold(op: "Operation", memo: _Memo) -> Any:
    values = []
    for tensor in op.inputs:
        value = _value(tensor, memo)
        if value is None or np.size(value) > _SIZE_LIMIT:
            return None
        values.append(value)
    if op.type in _GROWING and not _GROWING[op.type](values):
        return None
    previous = silence(SILENT)
    try:
        return bind_kernel(op.type, op.attrs)(*values)
    except Exception:  # The run will say what is wrong, with the line of the user.
        return None
    finally:
        restore(previous)


_GROWING: dict[str, Callable[[list[Any]], bool]] = {  # Whether the output is small, by the inputs.
    "Fill": lambda v: bool(np.prod(v[0], dtype=np.float64) <= _SIZE_LIMIT),
    "BroadcastTo": lambda v: bool(np.prod(v[1], dtype=np.float64) <= _SIZE_LIMIT),
    "Tile": lambda v: bool(np.size(v[0]) * np.prod(v[1], dtype=np.float64) <= _SIZE_LIMIT),
    "Range": lambda v: bool(v[2] != 0 and abs((v[1] - v[0]) / v[2]) <= _SIZE_LIMIT),
}


def _const(op: "Operation", tensor: "Tensor", memo: _Memo) -> Any:
    return op.attrs["value"]


def _shape(op: "Operation", tensor: "Tensor", memo: _Memo) -> Any:
    dims = op.inputs[tensor.value_index].shape.dims
    return None if dims is None or None in dims else np.array(dims, tensor.dtype.as_numpy_dtype)


def _size(op: "Operation", tensor: "Tensor", memo: _Memo) -> Any:
    size = op.inputs[0].shape.num_elements()
    return None if size is None else np.array(size, tensor.dtype.as_numpy_dtype)


def _rank(op: "Operation", tensor: "Tensor", memo: _Memo) -> Any:
    rank = op.inputs[0].shape.rank
    return None if rank is None else np.array(rank, np.int32)


def _captured(op: "Operation", tensor: "Tensor", memo: _Memo) -> Any:
    outer = op.graph.outer_of(tensor) if isinstance(op.graph, FuncGraph) else None
    return None if outer is None else _value(outer, memo)


def _element(op: "Operation", tensor: "Tensor", memo: _Memo) -> Any:
    """One dimension of a shape that is known in part."""
    if tensor.shape.rank != 0 or op.inputs[0].shape.rank != 1:
        return None
    items = _partial(op.inputs[0], memo)
    index = _value(op.inputs[1], memo)
    if items is None or index is None or not -len(items) <= int(index[0]) < len(items):
        return None
    item = items[int(index[0])]
    return None if item is None else np.array(item, tensor.dtype.as_numpy_dtype)


_RULES: dict[str, Callable[["Operation", "Tensor", _Memo], Any]] = {
    "Const": _const,
    "Shape": _shape,
    "ShapeN": _shape,
    "Size": _size,
    "Rank": _rank,
    "Placeholder": _captured,
    "StridedSlice": _element,
}


def constant_value_as_shape(tensor: "Tensor") -> shapes.TensorShape:
    """What is known of the shape that an integer vector holds; -1 in it is an unknown size.

    Args:
        tensor: i32[n] or i64[n], eager or symbolic; partly known ones such as `[shape(x)[0], 3]` are looked into.

    Returns:
        A shape of rank n; of unknown rank if n is not known.

    Raises:
        ValueError: a size is below -1.
    """
    items = _partial(tensor, _Memo())
    if items is not None:
        return shapes.TensorShape([None if item == -1 else item for item in items])
    rank = tensor.shape[0] if tensor.shape.rank == 1 and _is_small(tensor) else None
    return shapes.unknown_shape(rank)


def _partial(tensor: "Tensor", memo: _Memo) -> list[int | None] | None:
    value = _value(tensor, memo)
    if value is not None:
        return [int(item) for item in np.atleast_1d(value)]
    rule = _PARTIAL_RULES.get(tensor.op.type)
    if rule is None or tensor.shape.rank not in (None, 1) or not _is_small(tensor) or memo.is_too_far():
        return None
    if tensor not in memo.partial:
        memo.depth += 1
        memo.partial[tensor] = rule(tensor.op, memo)
        memo.depth -= 1
    return memo.partial[tensor]


def _partial_shape(op: "Operation", memo: _Memo) -> list[int | None] | None:
    dims = op.inputs[0].shape.dims
    return None if dims is None else list(dims)


def _partial_pack(op: "Operation", memo: _Memo) -> list[int | None] | None:
    values = [_value(tensor, memo) for tensor in op.inputs]
    return [None if value is None else int(value) for value in values]


def _partial_concat(op: "Operation", memo: _Memo) -> list[int | None] | None:
    result: list[int | None] = []
    for tensor in op.inputs[:-1]:
        items = _partial(tensor, memo)
        if items is None:
            size = tensor.shape[0] if tensor.shape.rank == 1 else None
            if size is None or size > _SIZE_LIMIT:
                return None
            items = [None] * size
        result.extend(items)
        if len(result) > _SIZE_LIMIT:
            return None
    return result


def _partial_slice(op: "Operation", memo: _Memo) -> list[int | None] | None:
    items = _partial(op.inputs[0], memo)
    bounds = [_value(tensor, memo) for tensor in op.inputs[1:]]
    if items is None or any(bound is None for bound in bounds):
        return None
    begin, end, stride = (int(bound[0]) for bound in bounds)
    attrs = op.attrs
    if attrs["ellipsis_mask"] or attrs["new_axis_mask"] or attrs["shrink_axis_mask"]:
        return None
    return items[None if attrs["begin_mask"] & 1 else begin : None if attrs["end_mask"] & 1 else end : stride]


def _partial_same(op: "Operation", memo: _Memo) -> list[int | None] | None:
    return _partial(op.inputs[0], memo)


def _partial_captured(op: "Operation", memo: _Memo) -> list[int | None] | None:
    outer = op.graph.outer_of(op.outputs[0]) if isinstance(op.graph, FuncGraph) else None
    return None if outer is None else _partial(outer, memo)


_PARTIAL_RULES: dict[str, Callable[["Operation", _Memo], list[int | None] | None]] = {
    "Shape": _partial_shape,
    "Pack": _partial_pack,
    "ConcatV2": _partial_concat,
    "StridedSlice": _partial_slice,
    "Cast": _partial_same,
    "Identity": _partial_same,
    "Placeholder": _partial_captured,
}
