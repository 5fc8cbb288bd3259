"""RefVariable: a variable of TensorFlow 1 that is a reference, as old graphs have it. Such are read, not made."""

from __future__ import annotations

from typing import Any

from runtime import shapes
from runtime.dispatch import apply_one
from runtime.errors import FailedPreconditionError
from runtime.graph import Graph, Operation
from runtime.operators import Operators
from runtime.tensor import Tensor


class RefVariable(Operators):
    """A variable whose operations are in a graph that was loaded.

    Args:
        reference: the output of its VariableV2.
        initializer: the operation that sets the initial value.
        snapshot: a tensor that reads it.
        initial_value: the tensor of the initial value.
        trainable: whether optimizers change it.

    Attributes:
        dtype: the type of its elements.
        constraint: None.
        save_slice: for a part of a partitioned variable, which part.
    """

    constraint = None
    save_slice: Any = None

    def __init__(
        self,
        reference: Tensor,
        initializer: Operation | None,
        snapshot: Tensor | None,
        initial_value: Tensor | None,
        trainable: bool,
    ) -> None:
        self.reference = reference
        self.dtype = reference.dtype
        self.initializer, self._snapshot, self.initial_value = initializer, snapshot, initial_value
        self.trainable = trainable

    @property
    def name(self) -> str:
        """Its name as a tensor's, such as "v:0"."""
        return self.reference.name

    @property
    def op(self) -> Operation:
        """The operation that holds it."""
        return self.reference.op

    @property
    def graph(self) -> Graph:
        """The graph it is in."""
        return self.reference.graph

    @property
    def shape(self) -> shapes.TensorShape:
        """The static shape of its values."""
        return self.reference.shape

    def get_shape(self) -> shapes.TensorShape:
        """The static shape of its values."""
        return self.shape

    def value(self) -> Tensor:
        """The value when the operation runs."""
        return self._snapshot if self._snapshot is not None else self.read_value()

    def read_value(self) -> Tensor:
        """The value when the operation runs."""
        return apply_one("Identity", [self.reference], None, "read")

    def _as_tensor(self) -> Tensor:
        return self.value()

    def _as_graph_element(self) -> Tensor:
        return self.reference

    def eval(self, session: Any = None) -> Any:
        """The value in a session (by default the current one)."""
        return self.reference.eval(session=session)

    def load(self, value: Any, session: Any = None) -> None:
        """Sets the value in a session (by default the current one)."""
        if self.initializer is None:
            raise FailedPreconditionError(f"{self!r} has no initializer to load a value through.")
        self.initializer.run({self.initializer.inputs[1]: value}, session)

    def __repr__(self) -> str:
        return f"<RefVariable '{self.name}' shape={self.shape} dtype={self.dtype.name}>"
