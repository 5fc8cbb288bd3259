"""Element types of tensors: TensorFlow's names and numbers over numpy's types."""

import builtins
import functools
from typing import Any

import numpy as np

_FLOATING = frozenset({"float16", "bfloat16", "float32", "float64"})
_COMPLEX = frozenset({"complex64", "complex128"})
_INTEGER = frozenset({"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
_QUANTIZED = {"qint8": "int8", "quint8": "uint8", "qint16": "int16", "quint16": "uint16", "qint32": "int32"}
_OBJECTS = frozenset({"string", "resource", "variant"})
_REFERENCE_OFFSET = 100


class DType:
    """The type of a tensor's elements.

    There is one instance per type, so `is` compares too; `==` also takes names and numpy types.

    Attributes:
        name: TensorFlow's name, such as "float32".
        enum: TensorFlow's number for it in `DataType`.

    >>> float32 == "float32", float32 == np.float32, float32.size
    (True, True, 4)
    """

    __slots__ = (
        "_numpy", "enum", "is_bool", "is_complex", "is_floating", "is_integer", "is_numeric", "is_quantized",
        "is_unsigned", "name",
    )  # fmt: skip

    def __init__(self, name: str, enum: int) -> None:
        self.name = name
        self.enum = enum
        self.is_floating = name in _FLOATING
        self.is_complex = name in _COMPLEX
        self.is_integer = name in _INTEGER
        self.is_bool = name == "bool"
        self.is_quantized = name in _QUANTIZED
        self.is_numeric = self.is_floating or self.is_complex or self.is_integer
        self.is_unsigned = name.startswith("uint")
        self._numpy: type[Any] | None = None

    @property
    def as_numpy_dtype(self) -> type[Any]:
        """The numpy scalar type that holds an element (`object` for strings, resources and variants)."""
        if self._numpy is None:
            self._numpy = _numpy_type(self.name)
        return self._numpy

    @property
    def base_dtype(self) -> "DType":
        """This type itself: reference types are read as what they refer to."""
        return self

    @property
    def size(self) -> int:
        """Bytes per element (1 for strings, resources and variants, as in TensorFlow)."""
        return 1 if self.name in _OBJECTS else np.dtype(self.as_numpy_dtype).itemsize

    @property
    def real_dtype(self) -> "DType":
        """The type of the real part: itself unless complex."""
        return {"complex64": float32, "complex128": float64}.get(self.name, self)

    @property
    def as_datatype_enum(self) -> int:
        """TensorFlow's number for it."""
        return self.enum

    @property
    def min(self) -> Any:
        """The smallest finite value.

        Raises:
            TypeError: the type has no order.
        """
        return _limits(self)[0]

    @property
    def max(self) -> Any:
        """The largest finite value.

        Raises:
            TypeError: the type has no order.
        """
        return _limits(self)[1]

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """Whether `other` names this very type."""
        return self is as_dtype(other)

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if other is None or type(other) is DType:
            return False
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    __hash__ = object.__hash__  # One instance per type; the C function keeps dispatch tables fast.

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self.name,)


def _numpy_type(name: str) -> type[Any]:
    if name in _OBJECTS:
        return np.object_
    if name == "bfloat16":
        import ml_dtypes

        bfloat16_type: type[Any] = ml_dtypes.bfloat16
        return bfloat16_type
    return np.dtype(_QUANTIZED.get(name, name)).type


@functools.cache
def _limits(dtype: DType) -> tuple[Any, Any]:
    numpy_type = dtype.as_numpy_dtype
    if dtype.is_bool:
        return False, True
    if dtype.is_integer or dtype.is_quantized:
        info = np.iinfo(numpy_type)
        return info.min, info.max
    if dtype.is_floating:
        limits: Any = np.finfo(numpy_type) if dtype is not bfloat16 else _bfloat16_limits()
        return limits.min, limits.max
    raise TypeError(f"{dtype.name} has no smallest and largest value.")


def _bfloat16_limits() -> Any:
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    return finfo(ml_dtypes.bfloat16)


float32 = DType("float32", 1)
float64 = DType("float64", 2)
int32 = DType("int32", 3)
uint8 = DType("uint8", 4)
int16 = DType("int16", 5)
int8 = DType("int8", 6)
string = DType("string", 7)
complex64 = DType("complex64", 8)
int64 = DType("int64", 9)
bool_ = DType("bool", 10)
qint8 = DType("qint8", 11)
quint8 = DType("quint8", 12)
qint32 = DType("qint32", 13)
bfloat16 = DType("bfloat16", 14)
qint16 = DType("qint16", 15)
quint16 = DType("quint16", 16)
uint16 = DType("uint16", 17)
complex128 = DType("complex128", 18)
float16 = DType("float16", 19)
resource = DType("resource", 20)
variant = DType("variant", 21)
uint32 = DType("uint32", 22)
uint64 = DType("uint64", 23)
half = float16
double = float64
bool = bool_

ALL = (
    float32, float64, int32, uint8, int16, int8, string, complex64, int64, bool_, qint8, quint8, qint32, bfloat16,
    qint16, quint16, uint16, complex128, float16, resource, variant, uint32, uint64,
)  # fmt: skip
_TABLE: dict[Any, DType] = {
    **{dtype: dtype for dtype in ALL},
    **{dtype.name: dtype for dtype in ALL},
    **{dtype.enum: dtype for dtype in ALL},
    **{dtype.enum + _REFERENCE_OFFSET: dtype for dtype in ALL},
    **{dtype.name + "_ref": dtype for dtype in ALL},
    **{np.dtype(dtype.name).type: dtype for dtype in ALL if dtype.is_numeric and dtype is not bfloat16},
    "half": float16,
    "float": float32,
    "double": float64,
    "bfloat16": bfloat16,
    builtins.bool: bool_,
    np.bool_: bool_,
    builtins.int: int32,
    builtins.float: float32,
    builtins.complex: complex128,
    builtins.str: string,
    builtins.bytes: string,
    builtins.object: string,
    np.object_: string,
    np.str_: string,
    np.bytes_: string,
}


def as_dtype(value: Any) -> DType:
    """The `DType` that a name, number, numpy type, Python type or typed object stands for.

    Python's `int` and `float` are int32 and float32, the types that Python numbers take as tensors. TensorFlow's
    reference types (number + 100) are read as the type they refer to.

    Raises:
        TypeError: nothing of that name or type.

    >>> as_dtype("float64"), as_dtype(np.int8), as_dtype(float)
    (float64, int8, float32)
    """
    try:
        return _TABLE[value]
    except (KeyError, TypeError):
        return _from_numpy(value)


def _from_numpy(value: Any) -> DType:
    try:
        numpy_type = np.dtype(getattr(value, "dtype", value)).type
    except TypeError:
        numpy_type = None
    if value is not None and numpy_type is not None:
        if numpy_type in _TABLE:
            return _TABLE[numpy_type]
        if numpy_type.__name__ == "bfloat16":
            return bfloat16
        if issubclass(numpy_type, np.integer):  # C's long long and friends: a type of its own with the same bits.
            return _TABLE[np.dtype(f"{np.dtype(numpy_type).kind}{np.dtype(numpy_type).itemsize}").name]
    raise TypeError(f"{value!r} is not a dtype: use a name such as 'float32', a numpy type, or runtime.float32.")


def of_python(value: Any) -> DType | None:
    """The type that a Python scalar takes as a tensor, or None if it is no Python scalar.

    Integers are int32 if they fit, int64 otherwise.
    """
    kind = type(value)
    if kind is builtins.int and not -(2**31) <= value < 2**31:
        return int64 if value < 2**63 else uint64
    return _PYTHON_SCALARS.get(kind)


_PYTHON_SCALARS: dict[type, DType] = {
    builtins.bool: bool_,
    builtins.int: int32,
    builtins.float: float32,
    builtins.complex: complex128,
    builtins.str: string,
    builtins.bytes: string,
}


@functools.cache
def promote(left: DType, right: DType) -> DType:
    """The smallest type that holds both, by numpy's rules.

    Raises:
        TypeError: no type holds both (a string and a number; a resource and anything else).

    >>> promote(int32, float32), promote(int32, int64)
    (float64, int64)
    """
    if left is right:
        return left
    if not ((left.is_numeric or left.is_bool) and (right.is_numeric or right.is_bool)):
        raise TypeError(f"No dtype holds both {left.name} and {right.name}.")
    return as_dtype(np.promote_types(left.as_numpy_dtype, right.as_numpy_dtype))


def promote_weak(weak: DType, other: DType) -> DType:
    """The type of a Python number of type `weak` joined with `other`: kinds promote, widths are `other`'s.

    >>> promote_weak(int32, float16), promote_weak(float32, int64), promote_weak(int32, uint8)
    (float16, float32, uint8)
    """
    if weak.is_bool or (weak.is_integer and not other.is_bool):
        return other
    if weak.is_floating and (other.is_floating or other.is_complex):
        return other
    return weak if weak.is_numeric and (other.is_numeric or other.is_bool) else promote(weak, other)
