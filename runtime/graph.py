"""Graph and Operation: the program as data."""

import contextlib
import itertools
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from runtime import errors, registry, shapes, signature
from runtime.graph_keys import Collections
from runtime.names import UniqueNames, check_op_name, check_scope_name, nearest
from runtime.origin import Origin, Place, user_place
from runtime.stack import OpenGraph, state
from runtime.tensor import Tensor


class Operation:
    """A node of a graph: what computes some tensors from others.

    Attributes:
        graph: the graph it is in.
        name: its unique name there.
        type: the op type, such as "AddV2".
        inputs: the tensors it takes, lists spread out.
        outputs: the tensors it makes.
        control_inputs: the operations that run before it although it takes nothing from them.
        attrs: attributes by name; reading one that is not set gives the op type's default.
        op_def: the signature of the op type.
        device: the device that was asked for; kept for files only.
    """

    __slots__ = (
        "__weakref__", "attrs", "control_inputs", "device", "graph", "inputs", "name", "op_def", "outputs", "place",
        "type",
    )  # fmt: skip

    def __init__(
        self,
        graph: "Graph",
        name: str,
        op_def: registry.OpDef,
        inputs: tuple[Tensor, ...],
        attrs: signature.Attrs,
        place: Place | None,
    ) -> None:
        self.graph = graph
        self.name = name
        self.type = op_def.name
        self.op_def = op_def
        self.inputs = inputs
        self.attrs = attrs
        self.place = place
        self.control_inputs: tuple[Operation, ...] = ()
        self.device = ""
        types = signature.output_dtypes(op_def, attrs)
        self.outputs = tuple([Tensor(self, i, dtype, shapes.UNKNOWN) for i, dtype in enumerate(types)])

    @property
    def source(self) -> Origin | None:
        """The line of the user's program that made it, if known."""
        return None if self.place is None else self.place.origin()

    @property
    def is_stateful(self) -> bool:
        """Whether it reads or changes something besides its inputs and outputs."""
        return self.op_def.is_stateful

    def get_attr(self, name: str) -> Any:
        """The value of an attribute, or its default.

        Raises:
            ValueError: there is no such attribute.
        """
        try:
            return self.attrs[name]
        except KeyError:
            hint = nearest(name, [*self.attrs, *self.op_def.attrs])
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.{hint}") from None

    def set_attr(self, name: str, value: Any) -> None:
        """Sets an attribute that does not change the op's signature, such as a private one (`_name`)."""
        self.graph.check_not_finalized()
        self.attrs[name] = value
        self.graph.touch()

    def update_input(self, index: int, tensor: Tensor) -> None:
        """Replaces an input by another tensor of the same graph and dtype."""
        self.graph.check_not_finalized()
        if tensor.graph is not self.graph:
            raise errors.InaccessibleTensorError(f"{tensor} is of another graph than operation '{self.name}'.")
        if tensor.dtype is not self.inputs[index].dtype:
            raise errors.DTypeError(
                f"Input {index} of '{self.name}' has dtype {self.inputs[index].dtype}: {tensor} does not fit."
            )
        self.inputs = (*self.inputs[:index], tensor, *self.inputs[index + 1 :])
        self.graph.touch()

    def add_control_inputs(self, operations: "Sequence[Operation]") -> None:
        """Makes `operations` run before this one."""
        self.graph.check_not_finalized()
        self.control_inputs = tuple(dict.fromkeys((*self.control_inputs, *operations)))
        self.graph.touch()

    def run(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> None:
        """Runs it in a session (by default the current one)."""
        if session is None:
            from runtime.session import get_default_session

            session = get_default_session()
        if session is None:
            raise ValueError(f"No session to run {self.name} in: use `with Session() as s:` or run(session=s).")
        session.run(self, feed_dict)

    def __repr__(self) -> str:
        return f"<Operation '{self.name}' type={self.type}>"


class _Scope(threading.local):
    """What new operations of a graph get from the `with` statements around them, in this thread."""

    name: str = ""
    device: str = ""
    controls: "tuple[_Controls, ...]" = ()


class _Controls:
    """One `with control_dependencies(...)`: the operations to wait for, and those made inside."""

    __slots__ = ("inside", "operations")

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations
        self.inside: set[Operation] = set()


class Graph(Collections):
    """A dataflow program: operations in the order of their making.

    Attributes:
        building_function: whether this graph is the body of a function (see `FuncGraph`).
        outer_graph: for a function's body, the graph around it.
        seed: the graph-level random seed.
        finalized: whether it may no longer change.
        version: grows with each change, so that plans know when they are stale.
        plans: what `make_plan` keeps, by version, fetches and feeds.

    >>> g = Graph()
    >>> with g.as_default(), g.name_scope("layer") as scope:
    ...     scope
    'layer/'
    """

    building_function = False
    outer_graph: "Graph | None" = None

    def __init__(self) -> None:
        super().__init__()
        self.seed: int | None = None
        self.version = 0
        self.finalized = False
        self._operations: dict[str, Operation] = {}
        self._names = UniqueNames()
        self._scope = _Scope()
        self._lock = threading.RLock()
        self._constants: dict[int, tuple[Tensor, Tensor]] = {}
        self._moves: dict[Operation, list[Operation]] = {}
        self.plans: dict[Any, Any] = {}

    # ------------------------------------------------------------------------------------------ building

    def as_default(self) -> OpenGraph:
        """Context in which this graph is the current one: ops are recorded in it."""
        return OpenGraph(self)

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Tensor | Sequence[Tensor]] = (),
        attrs: Mapping[str, Any] | None = None,
        name: str | None = None,
        place: Place | None = None,
    ) -> Operation:
        """Adds an operation.

        Args:
            op_type: the type of op.
            inputs: a tensor for each input of the op type (a sequence of tensors where the input is a list), or all
                tensors in one flat list.
            attrs: attributes; those that follow from the inputs, or have a default, may be left out.
            name: a name to make unique in the current name scope (by default the op type); with a slash at the end,
                the very name.
            place: where the user asked for it (by default, his innermost line that is running).

        Raises:
            NotFoundError: there is no such op type.
            InvalidArgumentError: inputs or attributes do not fit the op type, or the shapes do not fit each other.
            RuntimeError: the graph is finalized.
        """
        self.check_not_finalized()
        definition = registry.op_def(op_type)
        attrs = attrs or {}
        groups = signature.group_inputs(definition, inputs, attrs)
        complete = signature.complete_attrs(definition, groups, attrs)
        flat = tuple([self.capture(tensor) for tensor in itertools.chain(*groups)])
        with self._lock:
            unique = self._op_name(name or op_type)
            op = Operation(self, unique, definition, flat, complete, place or user_place())
            _infer_shapes(op)
            self._apply_scope(op)
            self._operations[unique] = op
            self.version += 1
        if state.recorders:
            for recorder in state.recorders:
                recorder(op)
        return op

    def add_copy(self, op: Operation, inputs: Sequence[Tensor]) -> Operation:
        """Adds an operation like `op` of another graph, with its shapes and if possible its name, but these inputs."""
        self.check_not_finalized()
        attrs = signature.Attrs(op.attrs, op.op_def)
        with self._lock:
            copy = Operation(self, self._names.take(op.name), op.op_def, tuple(inputs), attrs, op.place)
            for tensor, model in zip(copy.outputs, op.outputs, strict=True):
                tensor._shape, tensor.weak, tensor.handle_data = model._shape, model.weak, model.handle_data
            copy.device = op.device
            self._operations[copy.name] = copy
            self.version += 1
        return copy

    def move_before(self, op: Operation, anchor: Operation) -> None:
        """Puts `op` before an older operation in the order of operations, because that has come to need it."""
        self.check_not_finalized()
        self._moves.setdefault(anchor, []).append(op)
        self.touch()

    def _make_moves(self) -> None:
        moved = {op for ops in self._moves.values() for op in ops}
        with self._lock:
            ordered: dict[str, Operation] = {}
            for op in self._operations.values():
                if op not in moved:
                    ordered.update((before.name, before) for before in self._moves.get(op, ()))
                    ordered[op.name] = op
            self._operations, self._moves = ordered, {}

    def _op_name(self, name: str) -> str:
        if name.endswith("/"):
            return self._exact_name(name[:-1])
        return self.unique_name(name)

    def _exact_name(self, name: str) -> str:
        check_op_name(name)
        if name in self._operations:
            raise ValueError(f"There is an operation '{name}' already.")
        self._names.reserve(name)
        return name

    def _apply_scope(self, op: Operation) -> None:
        scope = self._scope
        op.device = scope.device
        if not scope.controls:
            return
        wanted: dict[Operation, None] = {}
        producers = {tensor.op for tensor in op.inputs}
        for controls in scope.controls:
            if controls.inside.isdisjoint(producers):
                wanted.update(dict.fromkeys(controls.operations))
            controls.inside.add(op)
        op.control_inputs = tuple(wanted)

    def capture(self, tensor: Tensor) -> Tensor:
        """`tensor` as one of this graph: itself, or a constant for an eager one.

        Raises:
            InaccessibleTensorError: it is of another graph.
        """
        if hasattr(tensor, "_value"):
            return self._embed(tensor)
        if tensor.graph is not self:
            raise errors.InaccessibleTensorError(
                f"{tensor!r}{_made_at(tensor)} must be from the same graph as the operation that takes it: "
                f"{tensor.graph!r} is not {self!r}. Make both inside the same `with graph.as_default():`."
            )
        return tensor

    def _embed(self, eager: Any) -> Tensor:
        known = self._constants.get(id(eager))
        if known is None:
            known = self._constants[id(eager)] = (eager, self._constant_of(eager))
        return known[1]

    def embedded(self, eager: Tensor) -> Tensor | None:
        """The tensor that stands for an eager one here already, or None."""
        return self._constants.get(id(eager), (None, None))[1]

    def _constant_of(self, eager: Any) -> Tensor:
        with self.control_dependencies(None):
            if eager.dtype.name == "resource":
                return self._handle_of(eager)
            variable = eager.variable and eager.variable()
            if variable is not None:
                return self.create_op("ReadVariableOp", [variable.handle], {"dtype": eager.dtype}).outputs[0]
            if eager.dtype.name == "variant":
                raise errors.InvalidArgumentError(f"{eager!r} has no form that a graph can hold: pass it as an input.")
            tensor = self.create_op("Const", (), {"value": eager._value, "dtype": eager.dtype}, "Const").outputs[0]
        tensor.weak = eager.weak
        return tensor

    def _handle_of(self, eager: Any) -> Tensor:
        resource = eager._value
        scope = self.unique_name(resource.name) + "/"
        attrs = {"shared_name": scope[:-1], "dtype": resource.dtype, "shape": resource.shape, "_resource": resource}
        handle = self.create_op("VarHandleOp", (), attrs, scope).outputs[0]
        variable = eager.variable and eager.variable()
        if variable is not None:
            variable.join(self)
        return handle

    # ------------------------------------------------------------------------------------------ names and scopes

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name` in the current name scope, made unique by a number if need be."""
        check_op_name(name) if not self._scope.name else check_scope_name(name, root=False)
        with self._lock:
            return self._names.take(self._scope.name + name, mark_as_used)

    @contextlib.contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Context that puts "name/" before the names of operations.

        Args:
            name: made unique; with a slash at the end, a scope entered again; None or "" for the root.

        Returns:
            The scope as a string, such as "outer/inner/".
        """
        outer = self._scope.name
        self._scope.name = self._entered(name)
        try:
            yield self._scope.name
        finally:
            self._scope.name = outer

    def _entered(self, name: str | None) -> str:
        if not name:
            return ""
        check_scope_name(name, root=not self._scope.name)
        return name if name.endswith("/") else self.unique_name(name) + "/"

    def get_name_scope(self) -> str:
        """The current name scope without the slash at its end."""
        return self._scope.name[:-1]

    @contextlib.contextmanager
    def device(self, name: Any) -> Iterator[None]:
        """Context that notes a device on new operations; everything runs on the CPU all the same."""
        outer = self._scope.device
        self._scope.device = name if isinstance(name, str) else ""
        try:
            yield
        finally:
            self._scope.device = outer

    @contextlib.contextmanager
    def control_dependencies(self, control_inputs: Sequence[Any] | None) -> Iterator[None]:
        """Context in which new operations run after `control_inputs` (operations, tensors or variables).

        Eager values among them have been computed already and count for nothing. None forgets the contexts around.
        """
        outer = self._scope.controls
        if control_inputs is None:
            self._scope.controls = ()
        else:
            operations = [op for item in control_inputs if (op := self._control_op(item)) is not None]
            self._scope.controls = (*outer, _Controls(operations))
        try:
            yield
        finally:
            self._scope.controls = outer

    def _control_op(self, item: Any) -> Operation | None:
        if item is None or hasattr(item, "_value"):
            return None
        op = item if isinstance(item, Operation) else getattr(item, "op", None)
        if not isinstance(op, Operation):
            raise TypeError(f"A control input is an Operation or a Tensor, not {item!r}.")
        if op.graph is self:
            return op
        graph = self.outer_graph
        while graph is not None and graph is not op.graph:
            graph = graph.outer_graph
        if graph is None:
            raise errors.InaccessibleTensorError(f"Control input {op!r} is of another graph.")
        return None  # The whole call of this function runs after it.

    # ------------------------------------------------------------------------------------------ looking up

    def get_operations(self) -> list[Operation]:
        """All operations in the order of their making."""
        if self._moves:
            self._make_moves()
        return list(self._operations.values())

    operations = property(get_operations)

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation of that name.

        Raises:
            KeyError: there is none; the message names similar ones.
        """
        op = self._operations.get(_text(name, "operation"))
        if op is None:
            hint = nearest(name, self._operations)
            raise KeyError(f"The name '{name}' refers to an Operation not in the graph.{hint}")
        return op

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor of that name: "op:0", or "op" if the operation has one output.

        Raises:
            KeyError: there is none; the message names similar ones.
            ValueError: the name is none of a tensor.
        """
        op_name, colon, index = _text(name, "tensor").partition(":")
        if colon and not index.isdecimal():
            raise ValueError(f"'{name}' is no name of a tensor: write 'operation:output', such as '{op_name}:0'.")
        op = self._operations.get(op_name)
        missing = f"The name '{name}' refers to a Tensor which does not exist. The operation, '{op_name}', "
        if op is None:
            raise KeyError(f"{missing}does not exist in the graph.{nearest(op_name, self._operations)}")
        count = len(op.outputs)
        if not colon and count != 1:
            raise ValueError(f"'{name}' refers to an Operation with {count} outputs: write '{op_name}:<number>'.")
        if int(index or 0) >= count:
            raise KeyError(f"{missing}exists but only has {count} outputs.")
        return op.outputs[int(index or 0)]

    def as_graph_element(self, item: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """The tensor or operation of this graph that `item` (one of them, a variable or a name) stands for."""
        if isinstance(item, str):
            if ":" not in item and allow_operation and item in self._operations:
                return self._operations[item]
            return self.get_tensor_by_name(item) if allow_tensor else self.get_operation_by_name(item)
        if hasattr(item, "_as_graph_element"):
            item = item._as_graph_element()
        allowed = (Tensor,) * allow_tensor + (Operation,) * allow_operation
        if not isinstance(item, allowed) or hasattr(item, "_value"):
            raise TypeError(f"{item!r} is no {' or '.join(kind.__name__ for kind in allowed)} of a graph.")
        if item.graph is not self:
            raise ValueError(f"{item!r} is not an element of this graph.")
        return item

    # ------------------------------------------------------------------------------------------ state

    def finalize(self) -> None:
        """Forbids further changes."""
        self.finalized = True

    def check_not_finalized(self) -> None:
        """Raises RuntimeError if the graph may not change."""
        if self.finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    def touch(self) -> None:
        """Notes a change that is no new operation."""
        with self._lock:
            self.version += 1

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {len(self._operations)} operations at {id(self):#x}>"


def _text(name: Any, what: str) -> str:
    if isinstance(name, str):
        return name
    raise TypeError(f"The name of a {what} is a string, not {name!r}.")


def _made_at(tensor: Tensor) -> str:
    source = tensor.op.source
    return f" (made at {source})" if source else ""


def _infer_shapes(op: Operation) -> None:
    rule = registry.shape_rule_of(op.type)
    if rule is None:
        return
    try:
        inferred = rule(op)
    except (ValueError, TypeError, IndexError) as error:
        inputs = ", ".join(f"{tensor.dtype.name}{tensor.shape}" for tensor in op.inputs)
        message = f"{error} (op {op.name!r} of type {op.type} with inputs {inputs})"
        raise errors.InvalidArgumentError(message, op) from error
    for tensor, shape in zip(op.outputs, inferred, strict=True):
        tensor._shape = shapes.as_shape(shape)


