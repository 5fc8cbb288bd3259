"""Gradients of elementwise arithmetic.

Complex functions follow TensorFlow: the gradient of a holomorphic y = f(x) is g * conj(f'(x)).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.constant_value import constant_value
from runtime.gradients.broadcast import unbroadcast, zeros_like
from runtime.gradients.table import Gradients, binary, by_input, conj, op, unary, unknown
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

# ---------------------------------------------------------------------------------------------- one operand

unary("Neg", lambda g, x, y: -g)
unary("Abs", lambda g, x, y: g * op("Sign", x))
unary("Square", lambda g, x, y: g * (2 * conj(x)))
unary("Sqrt", lambda g, x, y: op("SqrtGrad", y, g))
unary("Rsqrt", lambda g, x, y: op("RsqrtGrad", y, g))
unary("Reciprocal Inv", lambda g, x, y: op("ReciprocalGrad", y, g))
unary("Exp", lambda g, x, y: g * conj(y))
unary("Expm1", lambda g, x, y: g * op("Exp", conj(x)))
unary("Log", lambda g, x, y: g / conj(x))
unary("Log1p", lambda g, x, y: g / (1 + conj(x)))
unary("Sin", lambda g, x, y: g * op("Cos", conj(x)))
unary("Cos", lambda g, x, y: -g * op("Sin", conj(x)))
unary("Tan", lambda g, x, y: g * (1 + op("Square", conj(y))))
unary("Asin", lambda g, x, y: g * op("Rsqrt", 1 - op("Square", conj(x))))
unary("Acos", lambda g, x, y: -g * op("Rsqrt", 1 - op("Square", conj(x))))
unary("Atan", lambda g, x, y: g / (1 + op("Square", conj(x))))
unary("Sinh", lambda g, x, y: g * op("Cosh", conj(x)))
unary("Cosh", lambda g, x, y: g * op("Sinh", conj(x)))
unary("Tanh", lambda g, x, y: op("TanhGrad", conj(y), g))
unary("Asinh", lambda g, x, y: g / op("Cosh", conj(y)))
unary("Acosh", lambda g, x, y: g / op("Sinh", conj(y)))
unary("Atanh", lambda g, x, y: g / (1 - op("Square", conj(x))))
unary("Sigmoid", lambda g, x, y: op("SigmoidGrad", conj(y), g))
unary("Erf", lambda g, x, y: g * (2 / math.sqrt(math.pi)) * op("Exp", -op("Square", x)))
unary("Erfc", lambda g, x, y: g * (-2 / math.sqrt(math.pi)) * op("Exp", -op("Square", x)))
unary("Erfinv", lambda g, x, y: g * (math.sqrt(math.pi) / 2) * op("Exp", op("Square", y)))
unary("Ndtri", lambda g, x, y: g * math.sqrt(2 * math.pi) * op("Exp", op("Square", y) / 2))
unary("Lgamma", lambda g, x, y: g * op("Digamma", x))
unary("Digamma", lambda g, x, y: g * op("Polygamma", op("OnesLike", x), x))
unary("Sign", lambda g, x, y: zeros_like(x))
unary("CheckNumerics", lambda g, x, y: _checked(g))
not_differentiable("Ceil", "Floor", "Rint", "Round", "IsFinite", "IsInf", "IsNan", "PopulationCount")


def _checked(g: Tensor) -> Tensor:
    message = "Not a number (NaN) or infinity (Inf) values detected in gradient."
    return op("CheckNumerics", g, message=message)


# ---------------------------------------------------------------------------------------------- two operands

binary("AddV2 Add", lambda g, x, y, z: g, lambda g, x, y, z: g)
binary("Sub", lambda g, x, y, z: g, lambda g, x, y, z: -g)
binary("Mul", lambda g, x, y, z: g * conj(y), lambda g, x, y, z: g * conj(x))
binary("MulNoNan", lambda g, x, y, z: op("MulNoNan", g, y), lambda g, x, y, z: op("MulNoNan", x, g))
binary(
    "RealDiv Div",
    lambda g, x, y, z: op("RealDiv", g, conj(y)),
    lambda g, x, y, z: g * op("RealDiv", op("RealDiv", -conj(x), conj(y)), conj(y)),
)
binary(
    "DivNoNan",
    lambda g, x, y, z: op("DivNoNan", g, conj(y)),
    lambda g, x, y, z: g * op("DivNoNan", op("DivNoNan", -conj(x), conj(y)), conj(y)),
)
binary(
    "Maximum",
    lambda g, x, y, z: _where(op("GreaterEqual", x, y), g),
    lambda g, x, y, z: _where(op("Less", x, y), g),
)
binary(
    "Minimum",
    lambda g, x, y, z: _where(op("LessEqual", x, y), g),
    lambda g, x, y, z: _where(op("Greater", x, y), g),
)
binary("SquaredDifference", lambda g, x, y, z: _twice(g, x, y), lambda g, x, y, z: -_twice(g, x, y))
binary("Pow", lambda g, x, y, z: _power_of_base(g, x, y), lambda g, x, y, z: g * conj(z) * _safe_log(x))
binary("Atan2", lambda g, y, x, z: g * x / _radius(x, y), lambda g, y, x, z: -g * y / _radius(x, y))
binary(
    "Xlogy",
    lambda g, x, y, z: g * op("Xlogy", _is_not_zero(x), conj(y)),
    lambda g, x, y, z: g * op("Xdivy", conj(x), conj(y)),
)
binary(
    "Xlog1py",
    lambda g, x, y, z: g * op("Xlog1py", _is_not_zero(x), conj(y)),
    lambda g, x, y, z: g * op("Xdivy", conj(x), 1 + conj(y)),
)
binary(
    "Xdivy",
    lambda g, x, y, z: g * op("Xdivy", _is_not_zero(x), conj(y)),
    lambda g, x, y, z: g * op("Xdivy", op("Xdivy", -conj(x), conj(y)), conj(y)),
)
binary("FloorMod", lambda g, x, y, z: g, lambda g, x, y, z: -g * op("FloorDiv", x, y))
binary("Mod TruncateMod", lambda g, x, y, z: g, lambda g, x, y, z: -g * op("TruncateDiv", x, y))
binary("Polygamma", unknown("its order"), lambda g, n, x, z: g * op("Polygamma", n + 1, x))
binary("Zeta", unknown("its exponent"), lambda g, x, q, z: -g * x * op("Zeta", x + 1, q))
binary("Igamma", lambda g, a, x, z: g * op("IgammaGradA", a, x), lambda g, a, x, z: g * _gamma_density(a, x))
binary("Igammac", lambda g, a, x, z: -g * op("IgammaGradA", a, x), lambda g, a, x, z: -g * _gamma_density(a, x))
by_input("Betainc", unknown("a"), unknown("b"), lambda o, g: _of_beta_limit(g, o))
by_input("Cross", lambda o, g: op("Cross", o.inputs[1], g), lambda o, g: op("Cross", g, o.inputs[0]))
not_differentiable(
    "FloorDiv", "TruncateDiv", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Invert", "LeftShift", "RightShift", "Less",
    "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual", "ApproximateEqual", "LogicalAnd", "LogicalOr",
    "LogicalNot",
)  # fmt: skip


def _where(mask: Tensor, g: Tensor) -> Tensor:
    return op("SelectV2", mask, g, g.dtype.as_numpy_dtype(0))


def _twice(g: Tensor, x: Tensor, y: Tensor) -> Tensor:
    return 2 * g * (conj(x) - conj(y))


def _radius(x: Tensor, y: Tensor) -> Tensor:
    return op("Square", x) + op("Square", y)


def _is_not_zero(x: Tensor) -> Tensor:
    return op("Cast", op("NotEqual", x, x.dtype.as_numpy_dtype(0)), DstT=x.dtype)


def _power_of_base(g: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """g * y * x^(y - 1), which is 0 for y = 0 even at x = 0."""
    x, y = conj(x), conj(y)
    power = _known_scalar(y)
    if power is not None:
        return zeros_like(g) if power == 0 else g * (y * op("Pow", x, y.dtype.as_numpy_dtype(power - 1)))
    one = y.dtype.as_numpy_dtype(1)
    exponent = op("SelectV2", op("Equal", y, y.dtype.as_numpy_dtype(0)), one, y - one)
    return g * (y * op("Pow", x, exponent))


def _known_scalar(x: Tensor) -> Any:
    """The number that `x` is if that is plain to see, else None."""
    if not hasattr(x, "_value") and x.op.type not in ("Const", "Placeholder"):
        return None
    known = constant_value(x)
    return None if known is None or np.size(known) != 1 else np.asarray(known).reshape(())[()]


def _safe_log(x: Tensor) -> Tensor:
    """log(x), and 0 where x^y does not depend smoothly on y."""
    zero, one = x.dtype.as_numpy_dtype(0), x.dtype.as_numpy_dtype(1)
    mask = op("NotEqual", x, zero) if x.dtype.is_complex else op("Greater", x, zero)
    return op("SelectV2", mask, op("Log", conj(op("SelectV2", mask, x, one))), zero)


def _gamma_density(a: Tensor, x: Tensor) -> Tensor:
    return op("Exp", (a - 1) * op("Log", x) - x - op("Lgamma", a))


def _of_beta_limit(g: Tensor, operation: Any) -> Tensor:
    a, b, x = operation.inputs
    log_beta = op("Lgamma", a) + op("Lgamma", b) - op("Lgamma", a + b)
    density = op("Exp", (b - 1) * op("Log1p", -x) + (a - 1) * op("Log", x) - log_beta)
    return unbroadcast(g * density, x, operation.outputs[0])


# ---------------------------------------------------------------------------------------------- sums, limits, complex


@gradient("AddN")
def _add_n(operation: Any, g: Tensor) -> Gradients:
    return [g] * len(operation.inputs)


by_input(
    "ClipByValue",
    lambda o, g: _where(_inside(*o.inputs), g),
    lambda o, g: unbroadcast(_where(op("Less", o.inputs[0], o.inputs[1]), g), o.inputs[1], o.outputs[0]),
    lambda o, g: unbroadcast(_where(op("Greater", o.inputs[0], o.inputs[2]), g), o.inputs[2], o.outputs[0]),
)
binary("Complex", lambda g, x, y, z: real(g), lambda g, x, y, z: op("Imag", g, Tout=x.dtype))
unary("Real", lambda g, x, y: to_complex(g, x.dtype))
unary("Imag", lambda g, x, y: op("Complex", zeros_like(g), g, Tout=x.dtype))
unary("Conj", lambda g, x, y: op("Conj", g))
unary("ComplexAbs", lambda g, x, y: op("DivNoNan", to_complex(g, x.dtype) * x, to_complex(y, x.dtype)))
unary("Angle", lambda g, x, y: _angle(g, x))
unary("Cast", lambda g, x, y: op("Cast", g, DstT=x.dtype) if _is_continuous(x) and _is_continuous(y) else None)
not_differentiable("Bitcast", "Bucketize")


def _inside(x: Tensor, low: Tensor, high: Tensor) -> Tensor:
    return op("LogicalAnd", op("GreaterEqual", x, low), op("LessEqual", x, high))


def real(z: Tensor) -> Tensor:
    """The real part."""
    return op("Real", z, Tout="float32" if z.dtype.name == "complex64" else "float64")


def to_complex(x: Tensor, dtype: Any) -> Tensor:
    """`x` with a zero imaginary part."""
    return op("Complex", x, zeros_like(x), Tout=dtype)


def _angle(g: Tensor, z: Tensor) -> Tensor:
    turned = op("Complex", op("Imag", z, Tout=g.dtype), real(z), Tout=z.dtype)
    return -to_complex(g, z.dtype) / turned


def _is_continuous(x: Tensor) -> bool:
    return x.dtype.is_floating or x.dtype.is_complex


# ---------------------------------------------------------------------------------------------- gradient ops


def _tanh_grad(operation: Any, g: Tensor) -> Tensor:
    y, dy = operation.inputs
    return g * -2 * conj(dy) * conj(y)


def _sigmoid_grad(operation: Any, g: Tensor) -> Tensor:
    y, dy = operation.inputs
    scaled = g * conj(dy)
    return scaled - 2 * scaled * conj(y)


by_input("TanhGrad", _tanh_grad, lambda o, g: op("TanhGrad", conj(o.inputs[0]), g))
by_input("SigmoidGrad", _sigmoid_grad, lambda o, g: op("SigmoidGrad", conj(o.inputs[0]), g))
by_input(
    "SqrtGrad",
    lambda o, g: -conj(g / o.inputs[0]) * o.outputs[0],
    lambda o, g: 0.5 * (g / o.inputs[0]),
)
by_input(
    "RsqrtGrad",
    lambda o, g: -1.5 * conj(g) * o.inputs[1] * op("Square", conj(o.inputs[0])),
    lambda o, g: op("RsqrtGrad", conj(o.inputs[0]), g),
)
by_input(
    "ReciprocalGrad InvGrad",
    lambda o, g: conj(g) * -2 * o.inputs[1] * conj(o.inputs[0]),
    lambda o, g: op("ReciprocalGrad", conj(o.inputs[0]), g),
)
