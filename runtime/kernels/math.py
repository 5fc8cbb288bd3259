"""Elementwise arithmetic. Where a numpy ufunc has TensorFlow's semantics already, it is the kernel itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.kernels.values import Array
from runtime.registry import kernel, kernel_maker

Binary = Callable[[Array, Array], Any]

UFUNCS = {
    "Abs": np.absolute,
    "Acos": np.arccos,
    "Acosh": np.arccosh,
    "Add": np.add,
    "AddV2": np.add,
    "Asin": np.arcsin,
    "Asinh": np.arcsinh,
    "Atan": np.arctan,
    "Atan2": np.arctan2,
    "Atanh": np.arctanh,
    "Ceil": np.ceil,
    "ComplexAbs": np.absolute,
    "Cos": np.cos,
    "Cosh": np.cosh,
    "Exp": np.exp,
    "Expm1": np.expm1,
    "Floor": np.floor,
    "Inv": np.reciprocal,
    "Log": np.log,
    "Log1p": np.log1p,
    "Maximum": np.maximum,
    "Minimum": np.minimum,
    "Mul": np.multiply,
    "Neg": np.negative,
    "Reciprocal": np.reciprocal,
    "Rint": np.rint,
    "Sin": np.sin,
    "Sinh": np.sinh,
    "Sqrt": np.sqrt,
    "Square": np.square,
    "Sub": np.subtract,
    "Tan": np.tan,
    "Tanh": np.tanh,
}

for _op_type, _ufunc in UFUNCS.items():
    kernel(_op_type)(_ufunc)


@kernel_maker("Round")
def round_half_to_even(*, T: DType) -> Callable[[Array], Any]:
    """numpy's `rint` would turn integers into floats."""
    return np.positive if T.is_integer else np.rint


@kernel_maker("Sign")
def sign(*, T: DType) -> Callable[[Array], Any]:
    """numpy before 2.0 takes the sign of the real part for complex numbers."""
    return complex_sign if T.is_complex else np.sign


def complex_sign(x: Array) -> Any:
    """x / |x|, and 0 where x is 0."""
    return divide_no_nan(x, np.absolute(x).astype(x.dtype))


@kernel("Rsqrt")
def rsqrt(x: Array) -> Any:
    """1 / sqrt(x)."""
    return np.reciprocal(np.sqrt(x))


@kernel_maker("Sigmoid")
def sigmoid(*, T: DType) -> Callable[[Array], Any]:
    """1 / (1 + exp(-x)): an overflow of exp gives the right limit, 0."""
    one = T.as_numpy_dtype(1)
    return lambda x: np.reciprocal(one + np.exp(-x))


@kernel_maker("SigmoidGrad")
def sigmoid_grad(*, T: DType) -> Binary:
    """dy * y * (1 - y)."""
    one = T.as_numpy_dtype(1)
    return lambda y, dy: dy * y * (one - y)


@kernel_maker("TanhGrad")
def tanh_grad(*, T: DType) -> Binary:
    """dy * (1 - y * y)."""
    one = T.as_numpy_dtype(1)
    return lambda y, dy: dy * (one - y * y)


@kernel("SqrtGrad")
def sqrt_grad(y: Array, dy: Array) -> Any:
    """dy * 0.5 / y, conjugate in y."""
    return dy * y.dtype.type(0.5) / np.conjugate(y)


@kernel("RsqrtGrad")
def rsqrt_grad(y: Array, dy: Array) -> Any:
    """dy * -0.5 * y**3, conjugate in y."""
    y = np.conjugate(y)
    return dy * y.dtype.type(-0.5) * (y * y * y)


@kernel("ReciprocalGrad", "InvGrad")
def reciprocal_grad(y: Array, dy: Array) -> Any:
    """-dy * y * y, conjugate in y."""
    y = np.conjugate(y)
    return -dy * y * y


# --- Division ------------------------------------------------------------------------------------------------------


def _checked(divide: Binary) -> Binary:
    """`divide` for integers: a zero divisor is an error, where numpy would give 0, unless nothing is divided."""

    def checked(x: Array, y: Array) -> Any:
        """The quotient, or InvalidArgumentError if a divisor is 0 and there is anything to divide."""
        if (np.count_nonzero(y) != y.size if y.ndim else not y) and x.size:
            raise InvalidArgumentError(f"Integer division by zero: a divisor of shape {list(y.shape)} holds a 0.")
        return divide(x, y)

    return checked


def _truncate_divide_integers(x: Array, y: Array) -> Any:
    return np.floor_divide(x - np.fmod(x, y), y)


def _floor_divide_floats(x: Array, y: Array) -> Any:
    """The floor of the rounded quotient, as TensorFlow has it; numpy takes the floor of the exact one."""
    return np.floor(np.divide(x, y))


def _truncate_divide_floats(x: Array, y: Array) -> Any:
    return np.trunc(np.divide(x, y))


_DIVISIONS: dict[str, tuple[Binary, Binary]] = {  # op type: (for integers, for the other types)
    "Div": (_truncate_divide_integers, np.divide),
    "FloorDiv": (np.floor_divide, _floor_divide_floats),
    "FloorMod": (np.remainder, np.remainder),
    "Mod": (np.fmod, np.fmod),
    "TruncateDiv": (_truncate_divide_integers, _truncate_divide_floats),
    "TruncateMod": (np.fmod, np.fmod),
}


def _division(integers: Binary, others: Binary) -> Callable[..., Binary]:
    integers = _checked(integers)

    def choose(*, T: DType) -> Binary:
        """The kernel for one type."""
        return integers if T.is_integer else others

    return choose


for _op_type, _pair in _DIVISIONS.items():
    kernel_maker(_op_type)(_division(*_pair))


@kernel_maker("RealDiv")
def real_divide(*, T: DType) -> Binary:
    """Defined for integers in TensorFlow's table, but without a kernel there either: the result would not be one."""
    if T.is_integer:
        raise UnimplementedError(f"RealDiv has no kernel for {T.name}: cast to a floating type, or use `truediv`.")
    return np.divide


@kernel("DivNoNan")
def divide_no_nan(x: Array, y: Array) -> Any:
    """x / y, and 0 where y is 0."""
    return _unless(y == 0, np.divide(x, y))


@kernel("MulNoNan")
def multiply_no_nan(x: Array, y: Array) -> Any:
    """x * y, and 0 where y is 0, even if x is infinite or NaN."""
    return _unless(y == 0, np.multiply(x, y))


@kernel("Xdivy")
def xdivy(x: Array, y: Array) -> Any:
    """x / y, and 0 where x is 0."""
    return _unless(x == 0, np.divide(x, y))


@kernel("Xlogy")
def xlogy(x: Array, y: Array) -> Any:
    """x * log(y), and 0 where x is 0."""
    return _unless(x == 0, np.multiply(x, np.log(y)))


@kernel("Xlog1py")
def xlog1py(x: Array, y: Array) -> Any:
    """x * log(1 + y), and 0 where x is 0."""
    return _unless(x == 0, np.multiply(x, np.log1p(y)))


def _unless(condition: Any, value: Array) -> Any:
    """`value`, and 0 where the condition holds."""
    return np.where(condition, value.dtype.type(0), value)


# --- Powers and products -------------------------------------------------------------------------------------------


@kernel_maker("Pow")
def power(*, T: DType) -> Binary:
    """Integers are checked for negative exponents."""
    return _integer_power if T.is_integer and not T.is_unsigned else _power


def _power(x: Array, y: Array) -> Any:
    if y.ndim == 0 and y == 2:  # by far the most frequent exponent, and much cheaper as a product
        return np.square(x)
    return np.power(x, y)


def _integer_power(x: Array, y: Array) -> Any:
    if (y < 0).any() and x.size:
        raise InvalidArgumentError(
            f"Integers to negative integer powers are not allowed: the exponents go down to {np.min(y)}. "
            "Cast the base to a floating type."
        )
    return np.power(x, y)


@kernel_maker("SquaredDifference")
def squared_difference(*, T: DType) -> Binary:
    """|x - y|**2 for complex numbers."""
    return _complex_squared_difference if T.is_complex else _squared_difference


def _squared_difference(x: Array, y: Array) -> Any:
    return np.square(np.subtract(x, y))


def _complex_squared_difference(x: Array, y: Array) -> Any:
    difference = x - y
    return np.conjugate(difference) * difference


@kernel("AddN")
def add_n(*values: Array) -> Any:
    """The sum of arrays of one shape (or of lists of such, element by element)."""
    if len(values) == 1:
        return values[0]
    if len({getattr(value, "shape", None) for value in values}) > 1:
        shapes = ", ".join(str(list(value.shape)) for value in values)
        raise InvalidArgumentError(f"Inputs to operation AddN must have the same size and shape: {shapes}.")
    total = values[0] + values[1]
    for value in values[2:]:
        total += value
    return total


@kernel("ClipByValue")
def clip_by_value(x: Array, low: Array, high: Array) -> Any:
    """x within [low, high]; NaN stays NaN."""
    return np.maximum(np.minimum(x, high), low)


@kernel("Cross")
def cross(a: Array, b: Array) -> Any:
    """The vector product over the last axis, of size 3."""
    if a.shape != b.shape or a.shape[-1:] != (3,):
        shapes = f"{list(a.shape)} and {list(b.shape)}"
        raise InvalidArgumentError(f"Cross takes two tensors of one shape whose last dimension is 3, not {shapes}.")
    return np.cross(a, b)


@kernel("CheckNumerics")
def check_numerics(x: Array, *, message: str | bytes) -> Any:
    """x itself; an error if it holds an infinity or NaN."""
    if np.isfinite(x).all():
        return x
    text = message.decode() if isinstance(message, bytes) else message
    found = [name for name, test in (("NaN", np.isnan), ("Inf", np.isinf)) if test(x).any()]
    raise InvalidArgumentError(f"{text} : Tensor of shape {list(x.shape)} had {' and '.join(found)} values")
