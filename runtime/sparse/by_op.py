"""What each op does with sparse tensors among its inputs: only what leaves zeros zero, and what has a sparse form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.errors import UnimplementedError

Rule = Callable[[str, Sequence[Any], Mapping[str, Any], "str | None"], list[Any]]

_ZERO_STAYS_ZERO = (
    "Abs", "Asin", "Asinh", "Atan", "Atanh", "Cast", "Ceil", "Conj", "Erf", "Expm1", "Floor", "Identity", "Imag",
    "IsNan", "Log1p", "Neg", "OnesLike", "Real", "Relu", "Relu6", "Rint", "Round", "Selu", "Sign", "Sin", "Sinh",
    "Softsign", "Sqrt", "Square", "StopGradient", "Tan", "Tanh", "ZerosLike",
)  # fmt: skip


def _values(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    (sparse,) = inputs
    return [sparse.with_values(apply_one(op_type, [sparse.values], attrs, name))]


def _by_dense(sparse_type: str) -> Rule:
    def rule(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
        """The op on a sparse and a dense tensor; TypeError if there is none for them."""
        from runtime.sparse.arithmetic import by_dense

        sparse, dense = inputs if hasattr(inputs[0], "dense_shape") else inputs[::-1]
        is_divisor = sparse_type == "SparseDenseCwiseDiv" and sparse is not inputs[0]
        if is_divisor or hasattr(dense, "dense_shape"):
            raise _refused(op_type)
        return [by_dense(sparse_type, sparse, dense)]

    return rule


def _add(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    from runtime.sparse.arithmetic import add

    return [add(*inputs)]


def _matmul(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    from runtime.sparse.arithmetic import sparse_dense_matmul
    from runtime.sparse.shaping import transpose

    a, b = inputs
    if not hasattr(a, "dense_shape") or hasattr(b, "dense_shape"):
        raise _refused(op_type)
    left = transpose(a) if attrs.get("transpose_a") else a
    right = apply_one("Transpose", [b, convert_to_tensor([1, 0])]) if attrs.get("transpose_b") else b
    return [sparse_dense_matmul(left, right)]


def _shape(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    out_type = attrs.get("out_type") or "int32"
    sizes = apply_one("Cast", [inputs[0].dense_shape], {"DstT": out_type}, name)
    return [sizes if op_type == "Shape" else apply_one("Prod", [sizes, convert_to_tensor(0)])]


def _rank(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    return apply_op("Size", [inputs[0].dense_shape], None, name)  # type: ignore[no-any-return]


def _concat(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    from runtime.ragged.elementwise import leaves
    from runtime.sparse.shaping import concat

    *values, axis = leaves(inputs)
    known = constant_value(convert_to_tensor(axis))
    if known is None or not all(hasattr(value, "dense_shape") for value in values):
        raise _refused(op_type)
    return [concat(int(known), values)]


def _expand_dims(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    from runtime.sparse.shaping import expand_dims

    known = constant_value(convert_to_tensor(inputs[1]))
    if known is None:
        raise _refused(op_type)
    return [expand_dims(inputs[0], int(known))]


def _reshape(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    from runtime.sparse.shaping import reshape

    return [reshape(*inputs)]


def _transpose(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    from runtime.sparse.shaping import transpose

    return [transpose(*inputs)]


_RULES: dict[str, Rule] = {
    **dict.fromkeys(_ZERO_STAYS_ZERO, _values),
    "Add": _add,
    "AddV2": _add,
    "ConcatV2": _concat,
    "ExpandDims": _expand_dims,
    "MatMul": _matmul,
    "Mul": _by_dense("SparseDenseCwiseMul"),
    "Rank": _rank,
    "RealDiv": _by_dense("SparseDenseCwiseDiv"),
    "Reshape": _reshape,
    "Shape": _shape,
    "Size": _shape,
    "Transpose": _transpose,
}


def apply(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """Runs or records an op with sparse tensors among its inputs.

    Raises:
        UnimplementedError: the op does not take them.
    """
    rule = _RULES.get(op_type)
    if rule is None:
        raise _refused(op_type)
    return rule(op_type, inputs, attrs, name)


def _refused(op_type: str) -> UnimplementedError:
    return UnimplementedError(
        f"Op {op_type} does not take sparse tensors so: use the functions of `sparse`, sparse.map_values(...), or "
        f"sparse.to_dense(...)."
    )
