"""Python's operators on tensors and on what stands for one.

The functions behind them are those of `runtime.ops.operators`, imported when first used: they need tensors themselves.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from runtime import dtypes

if TYPE_CHECKING:
    from runtime.tensor import Tensor


class Operators:
    """Arithmetic, comparison (`==` too is elementwise; hashing is by identity) and numpy-style indexing."""

    dtype: dtypes.DType
    __array_priority__ = 100  # numpy's operators give way to those below.

    def __add__(self, other: Any) -> "Tensor":
        return _operators["add"](self, other)

    def __radd__(self, other: Any) -> "Tensor":
        return _operators["add"](other, self)

    def __sub__(self, other: Any) -> "Tensor":
        return _operators["subtract"](self, other)

    def __rsub__(self, other: Any) -> "Tensor":
        return _operators["subtract"](other, self)

    def __mul__(self, other: Any) -> "Tensor":
        return _operators["multiply"](self, other)

    def __rmul__(self, other: Any) -> "Tensor":
        return _operators["multiply"](other, self)

    def __truediv__(self, other: Any) -> "Tensor":
        return _operators["truediv"](self, other)

    def __rtruediv__(self, other: Any) -> "Tensor":
        return _operators["truediv"](other, self)

    def __floordiv__(self, other: Any) -> "Tensor":
        return _operators["floordiv"](self, other)

    def __rfloordiv__(self, other: Any) -> "Tensor":
        return _operators["floordiv"](other, self)

    def __mod__(self, other: Any) -> "Tensor":
        return _operators["floormod"](self, other)

    def __rmod__(self, other: Any) -> "Tensor":
        return _operators["floormod"](other, self)

    def __divmod__(self, other: Any) -> "tuple[Tensor, Tensor]":
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> "tuple[Tensor, Tensor]":
        return other // self, other % self

    def __pow__(self, other: Any) -> "Tensor":
        return _operators["pow"](self, other)

    def __rpow__(self, other: Any) -> "Tensor":
        return _operators["pow"](other, self)

    def __matmul__(self, other: Any) -> "Tensor":
        return _operators["matmul"](self, other)

    def __rmatmul__(self, other: Any) -> "Tensor":
        return _operators["matmul"](other, self)

    def __neg__(self) -> "Tensor":
        return _operators["negative"](self)

    def __abs__(self) -> "Tensor":
        return _operators["abs"](self)

    def __invert__(self) -> "Tensor":
        return _operators[_logical(self, "not", "invert")](self)

    def __and__(self, other: Any) -> "Tensor":
        return _operators[_logical(self, "and")](self, other)

    def __rand__(self, other: Any) -> "Tensor":
        return _operators[_logical(self, "and")](other, self)

    def __or__(self, other: Any) -> "Tensor":
        return _operators[_logical(self, "or")](self, other)

    def __ror__(self, other: Any) -> "Tensor":
        return _operators[_logical(self, "or")](other, self)

    def __xor__(self, other: Any) -> "Tensor":
        return _operators[_logical(self, "xor")](self, other)

    def __rxor__(self, other: Any) -> "Tensor":
        return _operators[_logical(self, "xor")](other, self)

    def __lshift__(self, other: Any) -> "Tensor":
        return _operators["left_shift"](self, other)

    def __rlshift__(self, other: Any) -> "Tensor":
        return _operators["left_shift"](other, self)

    def __rshift__(self, other: Any) -> "Tensor":
        return _operators["right_shift"](self, other)

    def __rrshift__(self, other: Any) -> "Tensor":
        return _operators["right_shift"](other, self)

    def __lt__(self, other: Any) -> "Tensor":
        return _operators["less"](self, other)

    def __le__(self, other: Any) -> "Tensor":
        return _operators["less_equal"](self, other)

    def __gt__(self, other: Any) -> "Tensor":
        return _operators["greater"](self, other)

    def __ge__(self, other: Any) -> "Tensor":
        return _operators["greater_equal"](self, other)

    def __eq__(self, other: Any) -> "Tensor":  # type: ignore[override]
        return _operators["equal"](self, other) if _is_comparable(other) else NotImplemented

    def __ne__(self, other: Any) -> "Tensor":  # type: ignore[override]
        return _operators["not_equal"](self, other) if _is_comparable(other) else NotImplemented

    __hash__ = object.__hash__

    def __round__(self, digits: int | None = None) -> "Tensor":
        if not digits:
            return _operators["round"](self)
        scale = 10.0**digits
        return _operators["round"](self * scale) / scale

    def __getitem__(self, index: Any) -> "Tensor":
        return _operators["get_item"](self, index)

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        raise TypeError(
            "A tensor cannot be changed in place. Write `t = tensor_scatter_nd_update(t, indices, values)` or "
            "`t = where(mask, values, t)`, or keep the values in a Variable or a TensorArray; "
            "code converted by autograph may assign to `t[i]` of a local variable."
        )


class _Operators(dict[str, Callable[..., "Tensor"]]):
    """The functions that the operators call, found when first used."""

    def __missing__(self, name: str) -> Callable[..., "Tensor"]:
        home = "runtime.indexing" if name == "get_item" else "runtime.ops.operators"
        self[name] = getattr(importlib.import_module(home), name)
        return self[name]


_operators = _Operators()


def register_operators(functions: Mapping[str, Callable[..., "Tensor"]]) -> None:
    """Sets the functions that Python's operators on tensors call, by name ("add", "less", "logical_and" ...)."""
    _operators.update(functions)


def _logical(operand: Operators, what: str, bitwise: str | None = None) -> str:
    if operand.dtype.is_bool:
        return f"logical_{what}"
    return bitwise or f"bitwise_{what}"


def _is_comparable(other: Any) -> bool:
    if isinstance(other, Operators):
        return True
    from runtime.dispatch import is_convertible

    return other is not None and is_convertible(other)
