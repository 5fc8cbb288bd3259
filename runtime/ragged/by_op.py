"""What each op does with ragged tensors among its inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.errors import UnimplementedError
from runtime.ragged import elementwise, gathering, joining, reductions

Rule = Callable[[str, Sequence[Any], Mapping[str, Any], "str | None"], list[Any]]

_ELEMENTWISE = (
    "Abs", "Acos", "Acosh", "Add", "AddN", "AddV2", "Angle", "ApproximateEqual", "AsString", "Asin", "Asinh",
    "Atan", "Atan2", "Atanh", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Cast", "Ceil", "CheckNumerics",
    "ClipByValue", "Complex", "ComplexAbs", "Conj", "Cos", "Cosh", "Digamma", "Div", "DivNoNan", "Elu", "Equal",
    "Erf", "Erfc", "Exp", "Expm1", "Floor", "FloorDiv", "FloorMod", "Greater", "GreaterEqual", "Identity", "Imag",
    "Invert", "IsFinite", "IsInf", "IsNan", "LeakyRelu", "LeftShift", "Less", "LessEqual", "Lgamma", "Log", "Log1p",
    "LogicalAnd", "LogicalNot", "LogicalOr", "Maximum", "Minimum", "Mod", "Mul", "MulNoNan", "Neg", "NotEqual",
    "OnesLike", "Pow", "PreventGradient", "Real", "RealDiv", "Reciprocal", "RegexFullMatch", "RegexReplace", "Relu",
    "Relu6", "RightShift", "Rint", "Round", "Rsqrt", "SelectV2", "Selu", "Sigmoid", "Sign", "Sin", "Sinh",
    "Softplus", "Softsign", "Sqrt", "Square", "SquaredDifference", "StaticRegexFullMatch", "StaticRegexReplace",
    "StopGradient", "StringJoin", "StringLength", "StringLower", "StringStrip", "StringToNumber", "StringUpper",
    "Sub", "Substr", "Tan", "Tanh", "TruncateDiv", "TruncateMod", "Xdivy", "Xlog1py", "Xlogy", "ZerosLike",
)  # fmt: skip

_RULES: dict[str, Rule] = {
    **dict.fromkeys(_ELEMENTWISE, elementwise.apply),
    **dict.fromkeys(reductions.REDUCTIONS, reductions.apply),
    "ConcatV2": joining.apply_concat,
    "ExpandDims": joining.apply_expand_dims,
    "GatherNd": gathering.apply_gather_nd,
    "GatherV2": gathering.apply_gather,
    "Pack": joining.apply_pack,
    "Rank": joining.apply_rank,
    "ReverseV2": joining.apply_reverse,
    "Size": joining.apply_size,
    "Squeeze": joining.apply_squeeze,
    "Tile": joining.apply_tile,
    "Unpack": joining.apply_unpack,
}


def apply(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> list[Any]:
    """Runs or records an op with ragged tensors among its inputs.

    Raises:
        UnimplementedError: the op does not take them.
    """
    rule = _RULES.get(op_type)
    if rule is None:
        raise UnimplementedError(
            f"Op {op_type} does not take ragged tensors: use to_tensor(), flat_values or ragged.map_flat_values(...)."
        )
    return rule(op_type, inputs, attrs, name)
