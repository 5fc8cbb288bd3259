"""Tensor: what symbolic and concrete tensors share, and the symbolic one itself."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from runtime import dtypes, shapes
from runtime.current import activity
from runtime.errors import NoValueError, OperatorNotAllowedInGraphError
from runtime.operators import Operators, register_operators
from runtime.origin import user_origin
from runtime.references import Reference

if TYPE_CHECKING:
    from runtime.graph import Graph, Operation


__all__ = ["HandleData", "Tensor", "register_operators"]


class HandleData(NamedTuple):
    """What is behind a resource or variant tensor: the dtype and shape of a variable's value or a list's elements."""

    dtype: dtypes.DType
    shape: shapes.TensorShape


class Tensor(Operators):
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

    def consumers(self) -> "list[Operation]":
        """The operations of the graph that take it."""
        return [op for op in self.graph.get_operations() if any(tensor is self for tensor in op.inputs)]

    def ref(self) -> Reference:
        """What stands for it in sets and as a key; `ref().deref()` is the tensor."""
        return Reference(self)

    def __copy__(self) -> "Tensor":
        return self

    def __deepcopy__(self, memo: Any) -> "Tensor":
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"{self!r} is a part of its graph and cannot be pickled alone.")

    def __repr__(self) -> str:
        return f"<Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        return f'Tensor("{self.name}", shape={self.shape}, dtype={self.dtype.name})'

    # ------------------------------------------------------------------------------------------ Python's protocols

    def __pos__(self) -> "Tensor":
        return self

    def __bool__(self) -> bool:
        raise _not_in_graph(
            self,
            "the truth value",
            "use cond(...) or where(...), or convert the function with autograph so that `if`, `while`, `and`, `or` "
            "and `not` work on tensors; tuples, lists and dicts that hold tensors are compared item by item",
        )

    def __int__(self) -> int:
        raise _not_in_graph(self, "an int", "use cast(tensor, 'int32')")

    def __index__(self) -> int:
        way_out = (
            "use range(...) of tensors or gather(...); a Python list or tuple that is sliced by tensors must be made a "
            "tensor first: constant(items)[start:stop]"
        )
        raise _not_in_graph(self, "an index", way_out)

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

    def __format__(self, spec: str) -> str:
        if spec:
            raise _not_in_graph(self, "a formatted number", "print it with print(...) of this package or autograph")
        return str(self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise _not_in_graph(
            self,
            "a numpy array",
            "use this package's function of the same name instead of numpy's, or run the graph to get a value",
            NoValueError,
        )

    @property
    def numpy(self) -> Any:
        """A function that gives the value as a numpy array; a symbolic tensor has none.

        Raises:
            NoValueError: always; it is an AttributeError, so that `hasattr` says no.
        """
        raise _not_in_graph(self, "a numpy array", "run it: Session().run(tensor)", NoValueError)

    def eval(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """The value when its graph runs in a session (by default the current one)."""
        if session is None:
            from runtime.session import get_default_session

            session = get_default_session()
        if session is None:
            raise ValueError(f"No session to evaluate {self.name} in: use `with Session() as s:` or eval(session=s).")
        return session.run(self, feed_dict)


def _not_in_graph(
    tensor: Tensor,
    what: str,
    instead: str,
    kind: type[OperatorNotAllowedInGraphError] = OperatorNotAllowedInGraphError,
) -> OperatorNotAllowedInGraphError:
    here, made = user_origin(), tensor.op.source
    place = f" (at {here})" if here else ""
    birth = f", made at {made}," if made else ""
    return kind(
        f"The symbolic tensor {tensor.name} of type {tensor.dtype.name} and shape {tensor.shape}{birth} "
        f"has no value yet, so Python cannot take {what} of it{place}: {instead}."
    )


activity.announce()
