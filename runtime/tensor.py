"""Tensor: what symbolic and concrete tensors share, and the symbolic one itself."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from runtime import dtypes, shapes
from runtime.errors import OperatorNotAllowedInGraphError
from runtime.origin import user_origin

if TYPE_CHECKING:
    from runtime.graph import Graph, Operation


class HandleData(NamedTuple):
    """What is behind a resource or variant tensor: the dtype and shape of a variable's value or a list's elements."""

    dtype: dtypes.DType
    shape: shapes.TensorShape


class Tensor:
    """An output of an operation in a graph: a value that exists when the graph runs.

    Tensors are compared elementwise by `==` and hashed by identity.

    Attributes:
        op: the operation that makes it.
        value_index: which of the operation's outputs it is.
        dtype: the type of its elements.
        weak: it stands for a Python number, so that its dtype yields to that of its partners.
        handle_data: for a resource or variant, what is behind it, if known.
    """

    op: "Operation"
    value_index: int
    dtype: dtypes.DType
    weak: bool = False
    handle_data: HandleData | None = None
    __array_priority__ = 100  # numpy's operators give way to those below.

    def __init__(self, op: "Operation", value_index: int, dtype: dtypes.DType, shape: shapes.TensorShape) -> None:
        self.op = op
        self.value_index = value_index
        self.dtype = dtype
        self._shape = shape

    @property
    def shape(self) -> shapes.TensorShape:
        """The static shape, as far as it is known."""
        return self._shape

    def get_shape(self) -> shapes.TensorShape:
        """The static shape (TensorFlow's older spelling)."""
        return self.shape

    def set_shape(self, shape: shapes.ShapeLike) -> None:
        """Adds what is known about the shape from elsewhere.

        Raises:
            ValueError: it contradicts what is known already.
        """
        self._shape = self._shape.merge_with(shape)

    @property
    def graph(self) -> "Graph":
        """The graph of its operation."""
        return self.op.graph

    @property
    def name(self) -> str:
        """The operation's name and the output's number, such as "add:0"."""
        return f"{self.op.name}:{self.value_index}"

    @property
    def ndim(self) -> int | None:
        """The rank, or None if unknown."""
        return self.shape.rank

    @property
    def device(self) -> str:
        """The device that the operation was asked to run on."""
        return self.op.device

    def ref(self) -> "Tensor":
        """The tensor itself, which can be a dictionary's key (TensorFlow wraps it)."""
        return self

    def deref(self) -> "Tensor":
        """The tensor itself."""
        return self

    def __repr__(self) -> str:
        return f"<Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        return f'Tensor("{self.name}", shape={self.shape}, dtype={self.dtype.name})'

    # ------------------------------------------------------------------------------------------ operators

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

    def __pos__(self) -> "Tensor":
        return self

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

    # ------------------------------------------------------------------------------------------ Python's protocols

    def __bool__(self) -> bool:
        raise _not_in_graph(
            self,
            "the truth value",
            "use cond(...) or where(...), or convert the function with autograph so that `if`, `while`, `and`, `or` "
            "and `not` work on tensors",
        )

    def __int__(self) -> int:
        raise _not_in_graph(self, "an int", "use cast(tensor, 'int32')")

    def __index__(self) -> int:
        raise _not_in_graph(self, "an index", "use range(...) of tensors, gather(...) or tensor[...] instead")

    def __float__(self) -> float:
        raise _not_in_graph(self, "a float", "use cast(tensor, 'float32')")

    def __complex__(self) -> complex:
        raise _not_in_graph(self, "a complex number", "use cast(tensor, 'complex64')")

    def __len__(self) -> int:
        rank = self.shape.rank
        if rank == 0:
            raise TypeError("A scalar tensor has no len().")
        size = self.shape[0] if rank else None
        if size is None:
            raise _not_in_graph(self, "len()", "use shape(tensor)[0]")
        return size

    def __iter__(self) -> "Iterator[Tensor]":
        if self.shape.rank == 0:
            raise TypeError("A scalar tensor cannot be iterated over.")
        size = self.shape[0]
        if size is None:
            raise _not_in_graph(
                self,
                "an iterator (its length is unknown)",
                "use map_fn(...), scan(...) or while_loop(...), or a `for` loop in a function converted by autograph",
            )
        return (self[i] for i in range(size))

    def __contains__(self, value: Any) -> bool:
        raise _not_in_graph(self, "`in`", "use reduce_any(equal(tensor, value))")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise _not_in_graph(
            self,
            "a numpy array",
            "use this package's function of the same name instead of numpy's, or run the graph to get a value",
        )

    def numpy(self) -> Any:
        """The value as a numpy array; a symbolic tensor has none.

        Raises:
            OperatorNotAllowedInGraphError: always.
        """
        raise _not_in_graph(self, "a numpy array", "run it: Session().run(tensor)")

    def eval(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """The value when its graph runs in a session (by default the current one)."""
        if session is None:
            from runtime.session import get_default_session

            session = get_default_session()
        if session is None:
            raise ValueError(f"No session to evaluate {self.name} in: use `with Session() as s:` or eval(session=s).")
        return session.run(self, feed_dict)


def _not_in_graph(tensor: Tensor, what: str, instead: str) -> OperatorNotAllowedInGraphError:
    here, made = user_origin(), tensor.op.source
    place = f" (at {here})" if here else ""
    birth = f", made at {made}," if made else ""
    return OperatorNotAllowedInGraphError(
        f"The symbolic tensor {tensor.name} of type {tensor.dtype.name} and shape {tensor.shape}{birth} "
        f"has no value yet, so Python cannot take {what} of it{place}: {instead}."
    )


# ---------------------------------------------------------------------------------------------- operator functions

_HOMES = ("ops.math", "ops.linalg", "ops.array", "indexing")


class _Operators(dict[str, Callable[..., Tensor]]):
    """The functions that the operators call, found in the package when first used."""

    def __missing__(self, name: str) -> Callable[..., Tensor]:
        for module in _HOMES:
            found = getattr(importlib.import_module(f"runtime.{module}"), name, None)
            if found is not None:
                self[name] = found
                return self[name]
        raise NotImplementedError(f"The runtime has no function {name!r} for this operator.")


_operators = _Operators()


def register_operators(functions: Mapping[str, Callable[..., Tensor]]) -> None:
    """Sets the functions that Python's operators on tensors call, by name ("add", "less", "logical_and" ...)."""
    _operators.update(functions)


def _logical(tensor: Tensor, what: str, bitwise: str | None = None) -> str:
    if tensor.dtype.is_bool:
        return f"logical_{what}"
    return bitwise or f"bitwise_{what}"


def _is_comparable(other: Any) -> bool:
    from runtime.dispatch import is_convertible

    return other is not None and is_convertible(other)
