"""Elementwise arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import dtypes
from runtime.arguments import named
from runtime.dispatch import apply_one, binary_operands, convert_to_tensor
from runtime.dtypes import DType
from runtime.errors import DTypeError
from runtime.ops.elementwise import FLOATING, FLOATING_OR_COMPLEX, NUMERIC, REAL, binary, unary
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor

# --- One input -----------------------------------------------------------------------------------------------------

acos = unary("Acos", "acos", FLOATING_OR_COMPLEX, "The arc cosine, in radians.", ">>> float(acos(1.0))\n0.0")
acosh = unary("Acosh", "acosh", FLOATING_OR_COMPLEX, "The inverse of `cosh`.", ">>> float(acosh(1.0))\n0.0")
asin = unary("Asin", "asin", FLOATING_OR_COMPLEX, "The arc sine, in radians.", ">>> float(asin(0.0))\n0.0")
asinh = unary("Asinh", "asinh", FLOATING_OR_COMPLEX, "The inverse of `sinh`.", ">>> float(asinh(0.0))\n0.0")
atan = unary("Atan", "atan", FLOATING_OR_COMPLEX, "The arc tangent, in radians.", ">>> float(atan(0.0))\n0.0")
atanh = unary("Atanh", "atanh", FLOATING_OR_COMPLEX, "The inverse of `tanh`.", ">>> float(atanh(0.0))\n0.0")
ceil = unary("Ceil", "ceil", FLOATING, "The least whole number not below `x`.", ">>> float(ceil(1.2))\n2.0")
cos = unary("Cos", "cos", FLOATING_OR_COMPLEX, "The cosine of `x` in radians.", ">>> float(cos(0.0))\n1.0")
cosh = unary("Cosh", "cosh", FLOATING_OR_COMPLEX, "The hyperbolic cosine.", ">>> float(cosh(0.0))\n1.0")
exp = unary("Exp", "exp", FLOATING_OR_COMPLEX, "e to the power of `x`.", ">>> float(exp(0.0))\n1.0")
expm1 = unary("Expm1", "expm1", FLOATING_OR_COMPLEX, "exp(x) - 1, exact near 0.", ">>> float(expm1(0.0))\n0.0")
floor = unary("Floor", "floor", FLOATING, "The largest whole number not above `x`.", ">>> float(floor(-1.2))\n-2.0")
log = unary("Log", "log", FLOATING_OR_COMPLEX, "The natural logarithm.", ">>> float(log(1.0))\n0.0")
log1p = unary("Log1p", "log1p", FLOATING_OR_COMPLEX, "log(1 + x), exact near 0.", ">>> float(log1p(0.0))\n0.0")
negative = unary("Neg", "negative", f"{NUMERIC} with a sign", "-x.", ">>> negative([1, -2]).tolist()\n[-1, 2]")
reciprocal = unary("Reciprocal", "reciprocal", NUMERIC, "1 / x.", ">>> float(reciprocal(4.0))\n0.25")
rint = unary("Rint", "rint", FLOATING, "The nearest whole number, of two the even one.", ">>> float(rint(2.5))\n2.0")
rsqrt = unary("Rsqrt", "rsqrt", FLOATING_OR_COMPLEX, "1 / sqrt(x).", ">>> float(rsqrt(4.0))\n0.5")
sigmoid = unary("Sigmoid", "sigmoid", FLOATING_OR_COMPLEX, "1 / (1 + exp(-x)).", ">>> float(sigmoid(0.0))\n0.5")
sign = unary("Sign", "sign", NUMERIC, "-1, 0 or 1; x / |x| for complex x.", ">>> sign([-3, 0, 2]).tolist()\n[-1, 0, 1]")
sin = unary("Sin", "sin", FLOATING_OR_COMPLEX, "The sine of `x` in radians.", ">>> float(sin(0.0))\n0.0")
sinh = unary("Sinh", "sinh", FLOATING_OR_COMPLEX, "The hyperbolic sine.", ">>> float(sinh(0.0))\n0.0")
sqrt = unary("Sqrt", "sqrt", FLOATING_OR_COMPLEX, "The square root.", ">>> float(sqrt(9.0))\n3.0")
square = unary("Square", "square", NUMERIC, "x * x.", ">>> square([2, -3]).tolist()\n[4, 9]")
tan = unary("Tan", "tan", FLOATING_OR_COMPLEX, "The tangent of `x` in radians.", ">>> float(tan(0.0))\n0.0")
tanh = unary("Tanh", "tanh", FLOATING_OR_COMPLEX, "The hyperbolic tangent.", ">>> float(tanh(0.0))\n0.0")


def abs(x: Any, name: str | None = None) -> Tensor:
    """The absolute value; of a complex number its real modulus.

    Args:
        x: a tensor of a numeric dtype with a sign.
        name: for the operation.

    >>> abs([-1.5, 2.0]).tolist(), float(abs(3 + 4j))
    ([1.5, 2.0], 5.0)
    """
    x = convert_to_tensor(x)
    if x.dtype.is_complex:
        return apply_one("ComplexAbs", (x,), {"Tout": x.dtype.real_dtype}, name)
    return apply_one("Abs", (x,), None, name)


def round(x: Any, name: str | None = None) -> Tensor:
    """The nearest whole number, of two equally near ones the even one.

    Args:
        x: a tensor of a numeric dtype; integers stay as they are.
        name: for the operation.

    >>> round([0.5, 1.5, -1.2]).tolist()
    [0.0, 2.0, -1.0]
    """
    x = convert_to_tensor(x)
    return x if x.dtype.is_integer else apply_one("Round", (x,), None, name)


def reciprocal_no_nan(x: Any, name: str | None = None) -> Tensor:
    """1 / x, and 0 where x is 0.

    Args:
        x: a tensor of a floating or complex dtype.
        name: for the operation.

    >>> reciprocal_no_nan([2.0, 0.0]).tolist()
    [0.5, 0.0]
    """
    return div_no_nan(1, convert_to_tensor(x), name)


def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """log(sigmoid(x)), without overflow.

    Args:
        x: a tensor of a floating dtype.
        name: for the operation.

    >>> float(log_sigmoid(-1000.0))
    -1000.0
    """
    return negative(apply_one("Softplus", (-convert_to_tensor(x),)), name)


# --- Two inputs ----------------------------------------------------------------------------------------------------

_ZERO = ", or an integer divisor is 0"

add_v2 = binary("AddV2", "add_v2", NUMERIC, "x + y.", ">>> add_v2([1, 2], 3).tolist()\n[4, 5]")
atan2 = binary("Atan2", "atan2", FLOATING, "The angle of the point (y, x): `atan2(y, x)`.",
               ">>> float(atan2(0.0, 1.0))\n0.0")  # fmt: skip
div_no_nan = binary("DivNoNan", "div_no_nan", FLOATING_OR_COMPLEX, "x / y, and 0 where y is 0.",
                    ">>> div_no_nan([1.0, 2.0], [4.0, 0.0]).tolist()\n[0.25, 0.0]", "div_no_nan")  # fmt: skip
floordiv = binary("FloorDiv", "floordiv", REAL, "x / y, rounded down.",
                  ">>> floordiv([7, -7], 2).tolist()\n[3, -4]", "floordiv", error=_ZERO)  # fmt: skip
floormod = binary("FloorMod", "floormod", REAL, "What `floordiv` leaves: it has the sign of y.",
                  ">>> floormod([7, -7], 3).tolist()\n[1, 2]", error=_ZERO)  # fmt: skip
maximum = binary("Maximum", "maximum", REAL, "The larger one; NaN if one is NaN.",
                 ">>> maximum([1, 5], 3).tolist()\n[3, 5]")  # fmt: skip
minimum = binary("Minimum", "minimum", REAL, "The smaller one; NaN if one is NaN.",
                 ">>> minimum([1, 5], 3).tolist()\n[1, 3]")  # fmt: skip
multiply = binary("Mul", "multiply", NUMERIC, "x * y.", ">>> multiply([1, 2], [3, 4]).tolist()\n[3, 8]")
multiply_no_nan = binary("MulNoNan", "multiply_no_nan", FLOATING_OR_COMPLEX,
                         "x * y, and 0 where y is 0, even if x is infinite or NaN.",
                         ">>> float(multiply_no_nan(float('inf'), 0.0))\n0.0")  # fmt: skip
pow = binary("Pow", "pow", NUMERIC, "x to the power of y.", ">>> pow([2, 3], 2).tolist()\n[4, 9]",
             error=", or an integer exponent is negative")  # fmt: skip
realdiv = binary("RealDiv", "realdiv", FLOATING_OR_COMPLEX, "x / y.", ">>> float(realdiv(1.0, 4.0))\n0.25")
squared_difference = binary("SquaredDifference", "squared_difference", NUMERIC, "(x - y)**2, conjugate for complex.",
                            ">>> squared_difference([1, 5], 3).tolist()\n[4, 4]")  # fmt: skip
subtract = binary("Sub", "subtract", NUMERIC, "x - y.", ">>> subtract([1, 2], 3).tolist()\n[-2, -1]")
truncatediv = binary("TruncateDiv", "truncatediv", REAL, "x / y, rounded towards 0.",
                     ">>> truncatediv([7, -7], 2).tolist()\n[3, -3]", error=_ZERO)  # fmt: skip
truncatemod = binary("TruncateMod", "truncatemod", REAL, "What `truncatediv` leaves: it has the sign of x.",
                     ">>> truncatemod([7, -7], 3).tolist()\n[1, -1]", error=_ZERO)  # fmt: skip
xdivy = binary("Xdivy", "xdivy", FLOATING_OR_COMPLEX, "x / y, and 0 where x is 0.",
               ">>> xdivy([1.0, 0.0], [4.0, 0.0]).tolist()\n[0.25, 0.0]")  # fmt: skip
xlog1py = binary("Xlog1py", "xlog1py", FLOATING_OR_COMPLEX, "x * log(1 + y), and 0 where x is 0.",
                 ">>> float(xlog1py(0.0, -1.0))\n0.0")  # fmt: skip
xlogy = binary("Xlogy", "xlogy", FLOATING_OR_COMPLEX, "x * log(y), and 0 where x is 0.",
               ">>> float(xlogy(0.0, 0.0))\n0.0")  # fmt: skip

divide_no_nan = div_no_nan
mod = floormod


def add(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x + y; of strings, one behind the other.

    Args:
        x: a tensor of a numeric dtype or of strings.
        y: a tensor of the same dtype, whose shape broadcasts with that of `x`. Python numbers take its dtype.
        name: for the operation.

    Raises:
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    >>> add([1, 2], 3).tolist(), add("a", "b").numpy()
    ([4, 5], b'ab')
    """
    operands = binary_operands(x, y)
    return apply_one("Add" if operands[0].dtype is dtypes.string else "AddV2", operands, None, name or "Add")


# What `/` makes of integers: a type that holds them; the others divide as they are.
_QUOTIENT = {
    dtype: dtypes.float32 if dtype.size < 4 else dtypes.float64 for dtype in dtypes.ALL if dtype.is_integer
}  # fmt: skip


def truediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """x / y as Python has it: integers are divided as float32 (of 8 and 16 bits) or float64 (of 32 and 64 bits).

    Args:
        x: a tensor of a numeric dtype.
        y: a tensor of the same dtype, whose shape broadcasts with that of `x`.
        name: for the operation.

    Raises:
        DTypeError: the dtypes differ or are not numeric.

    >>> truediv([1, 2], 4)
    <Tensor: shape=(2,), dtype=float64, numpy=array([0.25, 0.5 ])>
    """
    x, y = binary_operands(x, y)
    quotient = _QUOTIENT.get(x.dtype)
    if quotient is None or x.dtype is not y.dtype:
        _check_division(x, y)
        return apply_one("RealDiv", (x, y), None, name or "truediv")
    return _quotient(x, y, quotient, name)


@in_own_scope("truediv")
def _quotient(x: Tensor, y: Tensor, dtype: DType, name: str | None) -> Tensor:
    operands = named(x, "x"), named(y, "y")
    return apply_one("RealDiv", [apply_one("Cast", (v,), {"DstT": dtype}) for v in operands], None, name)


def _check_division(x: Tensor, y: Tensor) -> None:
    if x.dtype is not y.dtype:
        raise DTypeError(f"`x` and `y` must have the same dtype, got {x.dtype.name} and {y.dtype.name}. Use cast().")
    if not x.dtype.is_numeric:
        raise DTypeError(f"Division takes numbers, not tensors of dtype {x.dtype.name}.")


divide = truediv


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Tensor:
    """`x` times one number.

    Args:
        scalar: a number or a tensor of rank 0.
        x: a tensor of a numeric dtype.
        name: for the operation.

    Raises:
        ValueError: `scalar` is of higher rank.

    >>> scalar_mul(3, [1.0, 2.0]).tolist()
    [3.0, 6.0]
    """
    if hasattr(x, "with_values"):  # IndexedSlices stay slices.
        return x.with_values(scalar_mul(scalar, x.values, name))  # type: ignore[no-any-return]
    x = convert_to_tensor(x)
    factor = convert_to_tensor(scalar, dtype_hint=x.dtype)
    if factor.shape.rank not in (0, None):
        raise ValueError(f"Only a scalar multiplies here, the shape received is {factor.shape}: use `multiply`.")
    return multiply(factor, x, name)


@in_name_scope("polyval")
def polyval(coeffs: Sequence[Any], x: Any, name: str | None = None) -> Tensor:
    """The value of a polynomial, by Horner's scheme.

    Args:
        coeffs: numbers or tensors that broadcast with `x`, that of the highest power first.
        x: a tensor of a numeric dtype.
        name: for the operation.

    >>> polyval([2, 0, 1], [3, 10]).tolist()
    [19, 201]
    """
    x = convert_to_tensor(x)
    if not coeffs:
        return apply_one("ZerosLike", (x,))
    first, *others = (named(convert_to_tensor(c, dtype_hint=x.dtype), f"coeff_{i}") for i, c in enumerate(coeffs))
    value: Tensor = first
    for coefficient in others:
        value = coefficient + value * x
    return value


# --- Many inputs ---------------------------------------------------------------------------------------------------


def add_n(inputs: Sequence[Any] | Tensor, name: str | None = None) -> Tensor:
    """The sum of tensors of one shape and dtype.

    Args:
        inputs: one or more tensors.
        name: for the operation.

    Raises:
        ValueError: there are none.
        InvalidArgumentError: shapes or dtypes differ.

    >>> add_n([[1, 2], [10, 20], [100, 200]]).tolist()
    [111, 222]
    """
    if isinstance(inputs, Tensor):
        inputs = [inputs]
    tensors = [convert_to_tensor(item) for item in inputs]
    if not tensors:
        raise ValueError("add_n takes one tensor at least: an empty list has no dtype or shape.")
    if len(tensors) == 1 and name is None:
        return tensors[0]
    return apply_one("AddN", [tensors], None, name)


accumulate_n = add_n


def check_numerics(tensor: Any, message: str, name: str | None = None) -> Tensor:
    """The tensor itself, checked when it runs to hold no infinity and no NaN.

    Args:
        tensor: of a floating dtype.
        message: what to say first if it does.
        name: for the operation.

    Raises:
        InvalidArgumentError: it does (when it runs).

    >>> float(check_numerics(1.0, "loss"))
    1.0
    """
    return apply_one("CheckNumerics", (convert_to_tensor(tensor),), {"message": message}, name)
