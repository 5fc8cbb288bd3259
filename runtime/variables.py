"""Variable: a tensor that can be assigned to."""

import functools
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from runtime import attachments, dtypes, shapes
from runtime.current import init_scope, state
from runtime.dispatch import apply_one, apply_op, convert_to_tensor, is_symbolic
from runtime.eager import EagerTensor
from runtime.errors import FailedPreconditionError, InvalidArgumentError
from runtime.graph import Graph, Operation
from runtime.graph_keys import GraphKeys
from runtime.indexing import get_item, slice_inputs
from runtime.lifting import lifted
from runtime.names import check_text
from runtime.operators import Operators
from runtime.references import Reference
from runtime.resources import Resource
from runtime.tensor import HandleData, Tensor
from runtime.variable_scatters import VariableScatters


class Variable(VariableScatters, Operators):
    """State that outlives a run, used like a tensor.

    Outside of graphs it holds its value at once. Inside `with graph.as_default():` it becomes operations, and has a
    value in each session once its initializer has run there. In the trace of a function it may be made on the first
    call only; the function reads and assigns it by its handle.

    Args:
        initial_value: a tensor, anything that converts to one, or a function of no arguments that returns such.
        trainable: whether optimizers change it by default.
        name: its name (by default "Variable").
        dtype: the dtype to have.
        shape: the shape that all values must fit (by default, the initial value's).
        validate_shape: False lets values of any shape in.
        collections: names of the graph's collections that it joins instead of the global variables.
        constraint: a function that optimizers apply to the new value after an update.

    Attributes:
        handle: the resource tensor behind it.
        dtype: the type of its elements.
        shape: the static shape of its values.
        initializer: in a graph, the operation that sets the initial value; None otherwise.
        initial_value: in a graph, the tensor of the initial value; None otherwise.

    >>> v = Variable([1.0, 2.0])
    >>> v.assign_add([1.0, 1.0])
    <Variable 'Variable:0' shape=(2,) dtype=float32, numpy=array([2., 3.], dtype=float32)>
    """

    handle: Tensor
    shape: shapes.TensorShape
    initializer: Operation | None = None
    initial_value: Tensor | None = None
    _graph: Graph | None = None
    _snapshot: Tensor | None = None
    save_slice: Any = None  # of a part of a partitioned variable: the name of the whole, and which part

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = True,
        *,
        name: str | None = None,
        dtype: Any = None,
        shape: shapes.ShapeLike = None,
        validate_shape: bool = True,
        collections: Any = None,
        constraint: Callable[[Tensor], Tensor] | None = None,
    ) -> None:
        if initial_value is None:
            raise ValueError("A Variable needs an initial value: a tensor, a number, an array or a function of those.")
        check_text(name or "")
        self.trainable = trainable is not False
        self.constraint = constraint
        wanted = None if shape is None and validate_shape else shapes.as_shape(shape)
        graph = state.graph

        def make() -> "Variable":
            """Makes the variable of this call, at once or in the open graph."""
            if state.graph is None:
                self._make_eager(initial_value, name, dtype, wanted, graph)
            else:
                self._make_in_graph(state.graph, initial_value, name, dtype, wanted, collections)
            return self

        if graph is None or not graph.building_function:
            make()
        else:
            _make_in_trace(graph, make)

    # ------------------------------------------------------------------------------------------ making

    def _make_eager(self, initial: Any, name: str | None, dtype: Any, shape: Any, traced: Graph | None) -> None:
        value: Any = _initial_tensor(initial, dtype)
        prefix = state.name_scope if traced is None or not traced.get_name_scope() else traced.get_name_scope() + "/"
        self._name = prefix + (name or "Variable")
        self._settle(value, shape)
        resource = Resource(self._name, self.dtype, self.shape, value._value)
        attachments.made(resource)
        self.handle = EagerTensor(resource, dtypes.resource)
        self.handle.handle_data = HandleData(self.dtype, self.shape)
        self.handle.variable = weakref.ref(self)

    def _make_in_graph(
        self, graph: Graph, initial: Any, name: str | None, dtype: Any, shape: Any, collections: Any
    ) -> None:
        with graph.control_dependencies(None), graph.name_scope(name or "Variable") as scope:
            with graph.name_scope("Initializer"):
                value = _initial_tensor(initial, dtype)
            self._name = scope[:-1]
            self._settle(value, shape)
            attrs = {"dtype": self.dtype, "shape": self.shape, "shared_name": self._name}
            self.handle = graph.create_op("VarHandleOp", (), attrs, scope).outputs[0]
            with graph.name_scope("IsInitialized"):
                graph.create_op("VarIsInitializedOp", [self.handle])
            self.initializer = graph.create_op("AssignVariableOp", [self.handle, value], None, "Assign")
            with graph.name_scope("Read"):
                self._snapshot = graph.create_op("ReadVariableOp", [self.handle], {"dtype": self.dtype}).outputs[0]
        self.initial_value = value
        self._graph = graph
        self.join(graph, collections)

    def _settle(self, value: Tensor, shape: shapes.TensorShape | None) -> None:
        self.dtype = value.dtype
        self.shape = value.shape if shape is None else shape
        if not self.shape.is_compatible_with(value.shape):
            raise InvalidArgumentError(
                f"The initial value of variable {self._name!r} has shape {value.shape}, which does not fit {shape}."
            )

    def join(self, graph: Graph, collections: Any = None) -> None:
        """Enters the variable into collections of a graph that holds its handle."""
        names = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
        if self.trainable:
            names.append(GraphKeys.TRAINABLE_VARIABLES)
        graph.add_to_collections(names, self)

    @classmethod
    def from_operations(
        cls,
        handle: Tensor,
        initializer: Operation | None = None,
        snapshot: Tensor | None = None,
        initial_value: Tensor | None = None,
        trainable: bool = True,
    ) -> "Variable":
        """The variable whose operations are in a graph already, such as one read from a file."""
        self = cls.__new__(cls)
        self.handle = handle
        self._name = handle.op.name
        self.dtype, self.shape = handle.op.get_attr("dtype"), handle.op.get_attr("shape")
        self.initializer, self._snapshot, self.initial_value = initializer, snapshot, initial_value
        self.trainable, self.constraint = trainable, None
        self._graph = handle.graph
        return self

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def name(self) -> str:
        """Its name as a tensor's, such as "v:0"."""
        return f"{self._name}:0"

    @property
    def graph(self) -> Graph | None:
        """The graph it was made in, or None if it is eager."""
        return self._graph

    @property
    def op(self) -> Operation:
        """The operation that makes the handle.

        Raises:
            AttributeError: the variable is eager.
        """
        return self.handle.op

    @property
    def device(self) -> str:
        """The device that was asked for."""
        return self.handle.device

    def get_shape(self) -> shapes.TensorShape:
        """The static shape of its values."""
        return self.shape

    def set_shape(self, shape: shapes.ShapeLike) -> None:
        """Adds what is known about the shape."""
        self.shape = self.shape.merge_with(shape)

    def ref(self) -> Reference:
        """What stands for it in sets and as a key; `ref().deref()` is the variable."""
        return Reference(self)

    # ------------------------------------------------------------------------------------------ reading

    def value(self) -> Tensor:
        """The value now; in a graph, the value when the operation runs."""
        return self.read_value()

    def read_value(self) -> Tensor:
        """The value now; in a graph, the value when the operation runs."""
        if state.plain and self._graph is None:
            return EagerTensor(self._resource.read(), self.dtype)
        return apply_one("ReadVariableOp", [self.handle], {"dtype": self.dtype})

    def _as_tensor(self) -> Tensor:
        tensor = self.read_value()
        if isinstance(tensor, EagerTensor):
            tensor.variable = weakref.ref(self)  # A graph that takes this tensor in reads the variable itself.
        return tensor

    def _as_graph_element(self) -> Tensor:
        return self._snapshot if self._snapshot is not None else self.read_value()

    @property
    def _resource(self) -> Resource:
        resource: Resource = self.handle._value  # type: ignore[attr-defined]
        return resource

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Whether it has a value: bool[]."""
        return apply_one("VarIsInitializedOp", [self.handle], None, name)

    def initialized_value(self) -> Tensor:
        """The value, or the initial value if there is none yet."""
        if self._graph is None:
            return self.read_value()
        from runtime.ops.control_flow import cond

        result: Tensor = cond(self.is_initialized(), self.read_value, lambda: self.initial_value)
        return result

    def numpy(self) -> Any:
        """A copy of the value as a numpy array.

        Raises:
            NotImplementedError: the variable lives in a graph; run it in a session.
        """
        if self._graph is not None:
            raise NotImplementedError(f"{self!r} has values in sessions only: use session.run(variable).")
        return EagerTensor(self._resource.read(), self.dtype).numpy()

    def eval(self, session: Any = None) -> Any:
        """The value in a session (by default the current one)."""
        return self.numpy() if self._graph is None else self._as_graph_element().eval(session=session)

    # ------------------------------------------------------------------------------------------ writing

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Sets the value.

        Args:
            value: the new value, of the variable's dtype and shape.
            use_locking: of no effect; updates never mix.
            name: for the operation in a graph.
            read_value: whether the result is a value; False saves a read.

        Returns:
            Eagerly, the variable; in a graph, a tensor of the new value (the operation if not `read_value`).

        Raises:
            InvalidArgumentError: dtype or shape do not fit.
        """
        return self._write("AssignVariableOp", value, name, read_value)

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Adds `delta` to the value (see `assign`)."""
        return self._write("AssignAddVariableOp", delta, name, read_value)

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtracts `delta` from the value (see `assign`)."""
        return self._write("AssignSubVariableOp", delta, name, read_value)

    def __getitem__(self, index: Any) -> Tensor:
        """`variable[index]`: a tensor, whose method `assign` writes to that place of the variable."""
        item = get_item(self, index)
        item.assign = functools.partial(self._assign_item, index)  # type: ignore[attr-defined]
        return item

    def _assign_item(
        self, index: Any, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Sets a slice; `value` broadcasts to it (see `assign`)."""
        bounds, masks = slice_inputs(index)
        inputs = [self.handle, *bounds, convert_to_tensor(value, self.dtype)]
        return self._updated(apply_op("ResourceStridedSliceAssign", inputs, masks, name), read_value)

    def _write(self, op_type: str, value: Any, name: str | None, read_value: bool) -> Any:
        tensor = convert_to_tensor(value, self.dtype, name="Const")
        if not self.shape.is_compatible_with(tensor.shape):
            raise InvalidArgumentError(
                f"Cannot assign value to variable '{self.name}': Shape mismatch. The variable shape {self.shape}, "
                f"and the assigned value shape {tensor.shape} are incompatible."
            )
        return self._updated(apply_op(op_type, [self.handle, tensor], None, name), read_value)

    def _updated(self, op: Operation | None, read_value: bool) -> Any:
        if op is None:
            return self if read_value else None
        if not read_value:
            return op
        with op.graph.control_dependencies([op]):
            attrs = {"dtype": self.dtype}
            return op.graph.create_op("ReadVariableOp", [op.inputs[0]], attrs).outputs[0]

    def load(self, value: Any, session: Any = None) -> None:
        """Sets the value in a session (by default the current one)."""
        if self._graph is None:
            self.assign(value)
        elif self.initializer is None:
            raise FailedPreconditionError(f"{self!r} has no initializer to load a value through.")
        else:
            self.initializer.run({self.initializer.inputs[1]: value}, session)

    # ------------------------------------------------------------------------------------------ Python's protocols

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self._as_tensor().__array__(dtype, copy))

    def __bool__(self) -> bool:
        return bool(self._as_tensor())

    def __int__(self) -> int:
        return int(self._as_tensor())

    def __float__(self) -> float:
        return float(self._as_tensor())

    def __complex__(self) -> complex:
        return complex(self._as_tensor())

    def __index__(self) -> int:
        return self._as_tensor().__index__()

    def __len__(self) -> int:
        return len(self._as_tensor())

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self._as_tensor())

    def __pos__(self) -> Tensor:
        return self._as_tensor()

    def __format__(self, spec: str) -> str:
        return format(self._as_tensor(), spec) if spec else str(self)

    def __deepcopy__(self, memo: Mapping[int, Any]) -> "Variable":
        if self._graph is not None:
            raise NotImplementedError(f"{self!r} is a part of its graph and cannot be copied alone.")
        return Variable(
            self.read_value(), self.trainable, name=self._name, shape=self.shape, constraint=self.constraint
        )

    def __reduce__(self) -> tuple[Any, ...]:
        if self._graph is not None:
            raise TypeError(f"{self!r} is a part of its graph and cannot be pickled alone.")
        make = functools.partial(Variable, name=self._name, shape=self.shape, constraint=self.constraint)
        return make, (self.read_value(), self.trainable)

    def __repr__(self) -> str:
        text = f"<Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}"
        if self._graph is not None:
            return text + ">"
        value = self._resource.value
        return f"{text}, numpy={'<uninitialized>' if value is None else _text(value)}>"


def _text(value: Any) -> str:
    if not value.ndim:
        return str(value.item() if value.dtype == object else value)
    text = repr(value)
    return f"\n{text}" if "\n" in text else text


def _initial_tensor(initial: Any, dtype: Any) -> Tensor:
    value = initial() if callable(initial) and not hasattr(initial, "_as_tensor") else initial
    if is_symbolic(value):
        value = lifted(value)
    if is_symbolic(value) and state.graph is None:
        raise ValueError(
            f"The initial value of a variable outside of graphs must be concrete, but {value!r} is symbolic: "
            f"make the variable inside `with graph.as_default():`."
        )
    return convert_to_tensor(value, dtype, name="initial_value")


def _make_in_trace(graph: Graph, make: Callable[[], Variable]) -> None:
    home: Any = graph
    while home is not None and getattr(home, "variable_creator", None) is None:
        home = home.outer_graph
    if home is None:
        raise ValueError(
            "A function being traced tried to create variables on non-first call. Make them outside of the function, "
            "or once only: `if self.v is None: self.v = Variable(...)`."
        )

    def make_outside() -> Variable:
        """The variable, made outside of the function that is being traced."""
        with init_scope():
            return make()

    home.variable_creator(make_outside)
