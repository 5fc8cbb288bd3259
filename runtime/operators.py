"""Python's operators on tensors and on what stands for one.

The functions behind them are those of `runtime.ops.operators`, imported when first used: they need tensors themselves.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from runtime import dtypes

if TYPE_CHECKING:
    from runtime.tensor import Tensor


class _Functions(dict[str, Callable[..., "Tensor"]]):
    """The functions that the operators call, found when first used."""

    def __missing__(self, name: str) -> Callable[..., "Tensor"]:
        home = "runtime.indexing" if name == "get_item" else "runtime.ops.operators"
        self[name] = getattr(importlib.import_module(home), name)
        return self[name]


_functions = _Functions()


def register_operators(functions: Mapping[str, Callable[..., "Tensor"]]) -> None:
    """Sets the functions that Python's operators on tensors call, by name ("add", "less", "logical_and" ...)."""
    _functions.update(functions)


def _binary(name: str) -> Callable[[Any, Any], "Tensor"]:
    def operator(self: Any, other: Any) -> "Tensor":
        """The op on self and other; NotImplemented if other is nothing that a tensor is made of."""
        return _functions[name](self, other) if _is_operand(other) else NotImplemented

    return operator


def _reflected(name: str) -> Callable[[Any, Any], "Tensor"]:
    def operator(self: Any, other: Any) -> "Tensor":
        """The op on other and self; NotImplemented if other is nothing that a tensor is made of."""
        return _functions[name](other, self) if _is_operand(other) else NotImplemented

    return operator


def _logical(name: str) -> Callable[[Any, Any], "Tensor"]:
    """Logical on truth values, bitwise on integers."""
    logical, bitwise = _binary(f"logical_{name}"), _binary(f"bitwise_{name}")
    return lambda self, other: (logical if self.dtype.is_bool else bitwise)(self, other)


def _logical_reflected(name: str) -> Callable[[Any, Any], "Tensor"]:
    logical, bitwise = _reflected(f"logical_{name}"), _reflected(f"bitwise_{name}")
    return lambda self, other: (logical if self.dtype.is_bool else bitwise)(self, other)


def _product(self: Any, other: Any) -> "Tensor":
    """`x * other`. A list times a number is a longer list; a Python number that became a tensor cannot do that."""
    return _functions["multiply"](self, other) if _is_factor(self, other) else NotImplemented


def _reflected_product(self: Any, other: Any) -> "Tensor":
    return _functions["multiply"](other, self) if _is_factor(self, other) else NotImplemented


def _is_factor(self: Any, other: Any) -> bool:
    return _is_operand(other) and not (isinstance(other, list | tuple) and getattr(self, "weak", False))


def _is_operand(value: Any) -> bool:
    """Whether an operator may take the value; if not, Python asks the value itself, and refuses else."""
    if isinstance(value, _OPERANDS):
        return True
    from runtime.dispatch import is_convertible

    return is_convertible(value)


class Operators:
    """Arithmetic, comparison (`==` too is elementwise; hashing is by identity) and numpy-style indexing."""

    dtype: dtypes.DType
    __array_priority__ = 100  # numpy's operators give way to those below.

    __add__, __radd__ = _binary("add"), _reflected("add")
    __sub__, __rsub__ = _binary("subtract"), _reflected("subtract")
    __mul__, __rmul__ = _product, _reflected_product
    __truediv__, __rtruediv__ = _binary("truediv"), _reflected("truediv")
    __floordiv__, __rfloordiv__ = _binary("floordiv"), _reflected("floordiv")
    __mod__, __rmod__ = _binary("floormod"), _reflected("floormod")
    __pow__, __rpow__ = _binary("pow"), _reflected("pow")
    __matmul__, __rmatmul__ = _binary("matmul"), _reflected("matmul")
    __lshift__, __rlshift__ = _binary("left_shift"), _reflected("left_shift")
    __rshift__, __rrshift__ = _binary("right_shift"), _reflected("right_shift")
    __and__, __rand__ = _logical("and"), _logical_reflected("and")
    __or__, __ror__ = _logical("or"), _logical_reflected("or")
    __xor__, __rxor__ = _logical("xor"), _logical_reflected("xor")
    __lt__, __le__ = _binary("less"), _binary("less_equal")
    __gt__, __ge__ = _binary("greater"), _binary("greater_equal")
    __hash__ = object.__hash__

    def __eq__(self, other: Any) -> "Tensor":  # type: ignore[override]
        return _functions["equal"](self, other) if _is_operand(other) else NotImplemented

    def __ne__(self, other: Any) -> "Tensor":  # type: ignore[override]
        return _functions["not_equal"](self, other) if _is_operand(other) else NotImplemented

    def __divmod__(self, other: Any) -> "tuple[Tensor, Tensor]":
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> "tuple[Tensor, Tensor]":
        return other // self, other % self

    def __neg__(self) -> "Tensor":
        return _functions["negative"](self)

    def __abs__(self) -> "Tensor":
        return _functions["abs"](self)

    def __invert__(self) -> "Tensor":
        return _functions["logical_not" if self.dtype.is_bool else "invert"](self)

    def __round__(self, digits: int | None = None) -> "Tensor":
        if not digits:
            return _functions["round"](self)
        scale = 10.0**digits
        return _functions["round"](self * scale) / scale

    def __getitem__(self, index: Any) -> "Tensor":
        return _functions["get_item"](self, index)

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        raise TypeError(
            "A tensor cannot be changed in place. Write `t = tensor_scatter_nd_update(t, indices, values)` or "
            "`t = where(mask, values, t)`, or keep the values in a Variable or a TensorArray; "
            "code converted by autograph may assign to `t[i]` of a local variable."
        )


_OPERANDS = (Operators, int, float, complex, str, bytes, list, tuple)
"""What any operator may take, without a closer look."""
