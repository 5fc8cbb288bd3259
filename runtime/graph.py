"""Graph: the program as data."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runtime import errors, registry, signature
from runtime.access import inaccessible
from runtime.current import OpenGraph, note_plain_graph, state
from runtime.graph_keys import Collections
from runtime.graph_scopes import Scopes
from runtime.names import as_op_name, check_op_name, check_text, nearest
from runtime.operation import Operation, infer_shapes
from runtime.origin import Place, user_place
from runtime.resources import Resource
from runtime.tensor import Tensor

__all__ = ["Graph", "Operation"]


class Graph(Scopes, Collections):
    """A dataflow program: operations in the order of their making.

    Attributes:
        building_function: whether this graph is the body of a function (see `FuncGraph`).
        outer_graph: for a function's body, the graph around it.
        seed: the graph-level random seed.
        variable_store: what `get_variable` shares by name.
        finalized: whether it may no longer change.
        version: grows with each change, so that plans know when they are stale.
        plans: what `make_plan` keeps, by version, fetches and feeds.

    >>> g = Graph()
    >>> with g.as_default(), g.name_scope("layer") as scope:
    ...     scope
    'layer/'
    """

    building_function = False

    def __init__(self) -> None:
        Scopes.__init__(self)
        Collections.__init__(self)
        self.seed: int | None = None
        self.version = 0
        self.finalized = False
        self._operations: dict[str, Operation] = {}
        self._operands: dict[Operation, str] = {}
        self.variable_store: Any = None
        self._constants: dict[int, tuple[Tensor, Tensor]] = {}
        self._moves: dict[Operation, list[Operation]] = {}
        self.plans: dict[Any, Any] = {}
        self._barred: set[Tensor | Operation] = set()
        if not self.building_function:
            note_plain_graph(self)

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
        self.check_not_finalized(f": operation '{name or op_type}' cannot be added")
        definition = registry.op_def(op_type)
        attrs = attrs or {}
        groups = signature.group_inputs(definition, inputs, attrs)
        complete = signature.complete_attrs(definition, groups, attrs)
        flat = tuple([self.capture(tensor) for tensor in itertools.chain(*groups)])
        with self._lock:
            unique = self._op_name(name or op_type)
            if self._operands:
                self._name_operands(unique, definition, groups, flat)
            op = Operation(self, unique, definition, flat, complete, place or user_place())
            infer_shapes(op)
            self._enter_scopes(op)
            self._operations[unique] = op
            self.version += 1
        if state.recorders:
            for recorder in state.recorders:
                recorder(op)
        return op

    def add_operand(self, value: Any, dtype: Any) -> Tensor:
        """A constant for an operation that is about to be made, and names it as TensorFlow does, such as "add/y".

        Args:
            value: a numpy array, or tensors of this graph and dtype to pack.
            dtype: its dtype.

        Returns:
            A tensor whose operation stands in the graph once it has a name: from the first operation that takes it, or
            "Const" ("packed") in the scope of this call if the name is asked for before.
        """
        self.check_not_finalized(": a constant cannot be added")
        is_packed = isinstance(value, list)
        definition = registry.op_def("Pack" if is_packed else "Const")
        groups = [tuple([self.capture(tensor) for tensor in value])] if is_packed else []
        given = {"axis": 0} if is_packed else {"value": value, "dtype": dtype}
        attrs = signature.complete_attrs(definition, groups, given)
        op = Operation(self, None, definition, groups[0] if groups else (), attrs, user_place())
        infer_shapes(op)
        with self._lock:
            self._enter_scopes(op)
            self._operands[op] = self._scope.name + ("packed" if is_packed else "Const")
        return op.outputs[0]

    def _name_operands(
        self, consumer: str, definition: registry.OpDef, groups: Sequence[signature.Group], flat: Sequence[Tensor]
    ) -> None:
        tensors = iter(flat)
        for arg, group in zip(definition.inputs, groups, strict=True):
            for number in range(len(group)):
                op = next(tensors).op
                if op._name is None:
                    self._settle(op, f"{consumer}/{arg.name}_{number}" if arg.is_list else f"{consumer}/{arg.name}")

    def _settle(self, op: Operation, name: str) -> str:
        """Gives a constant its name, under which it stands in the graph from now on."""
        with self._lock:
            del self._operands[op]
            op._name = unique = self._names.take(name)
            for place, tensor in enumerate(op.inputs):
                if tensor.op._name is None:
                    self._settle(tensor.op, f"{unique}/{place}")
            self._operations[unique] = op
            self.version += 1
        return unique

    def settled(self, op: Operation, name: str | None = None) -> str:
        """The name of a constant that no operation has taken yet; with `name`, that one in the current scope."""
        with self._lock:
            if op._name is not None:
                return op._name
            return self._settle(op, self._operands[op] if name is None else self._scope.name + name)

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

    def add_loaded(
        self, name: str, op_def: registry.OpDef, inputs: Sequence[Tensor], attrs: Mapping[str, Any]
    ) -> Operation:
        """Adds an operation read from a file, under this very name, as it is; shapes are left to the caller."""
        self.check_not_finalized()
        with self._lock:
            op = Operation(self, self._exact_name(name), op_def, tuple(inputs), signature.Attrs(attrs, op_def), None)
            self._operations[name] = op
            self.version += 1
        return op

    def forget(self, names: Iterable[str]) -> None:
        """Takes operations out again that nobody has used."""
        with self._lock:
            for name in names:
                self._operations.pop(name, None)
            self.version += 1

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """The graph as a GraphDef message (see `runtime.train.graph_def.graph_def_of`)."""
        from runtime.train.graph_def import graph_def_of

        return graph_def_of(self, add_shapes)

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
        check_text(name)
        if name.endswith("/"):
            return self._exact_name(name[:-1])
        return self.unique_name(name)

    def _exact_name(self, name: str) -> str:
        check_op_name(name)
        if name in self._operations:
            raise ValueError(f"There is an operation '{name}' already.")
        self._names.reserve(name)
        return name

    def capture(self, tensor: Tensor) -> Tensor:
        """`tensor` as one of this graph: itself, or a constant for an eager one.

        Raises:
            InaccessibleTensorError: it is of another graph.
        """
        if hasattr(tensor, "_value"):
            return self._embed(tensor)
        if tensor.graph is not self:
            raise inaccessible(tensor, self)
        return tensor

    def _embed(self, eager: Any) -> Tensor:
        if eager.is_literal:
            return self._constant_of(eager)
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
            if variable is not None and state.graph is None:
                return self.create_op("ReadVariableOp", [variable.handle], {"dtype": eager.dtype}).outputs[0]
            if eager.dtype.name == "variant":
                return self._list_of(eager)
            tensor = self.add_operand(eager._value, eager.dtype)
        tensor.weak = eager.weak
        return tensor

    def _list_of(self, eager: Any) -> Tensor:
        from runtime.ops.lists import embedded_list
        from runtime.tensor_list import TensorList

        if not isinstance(eager._value, TensorList):
            raise errors.InvalidArgumentError(f"{eager!r} has no form that a graph can hold: pass it as an input.")
        with self.as_default():
            return embedded_list(eager._value)

    def _handle_of(self, eager: Any) -> Tensor:
        resource = eager._value
        if not isinstance(resource, Resource):
            return self._opaque_handle(eager)
        scope = self.unique_name(as_op_name(resource.name)) + "/"
        attrs = {"shared_name": scope[:-1], "dtype": resource.dtype, "shape": resource.shape, "_resource": resource}
        handle = self.create_op("VarHandleOp", (), attrs, scope).outputs[0]
        variable = eager.variable and eager.variable()
        if variable is not None:
            variable.join(self)
        return handle

    def _opaque_handle(self, eager: Any) -> Tensor:
        """The handle of what is no variable, such as a lookup table, if it can say which operation gives it."""
        describe = getattr(eager._value, "as_operation", None)
        if describe is None:
            raise errors.InvalidArgumentError(f"{eager!r} has no form that a graph can hold: pass it as an input.")
        op_type, attrs = describe()
        return self.create_op(op_type, (), attrs).outputs[0]

    # ------------------------------------------------------------------------------------------ looking up

    def get_operations(self) -> list[Operation]:
        """All operations in the order of their making."""
        for op in list(self._operands):
            self.settled(op)
        if self._moves:
            self._make_moves()
        return list(self._operations.values())

    operations = property(get_operations)

    def _named(self, name: str) -> Operation | None:
        if name not in self._operations and self._operands:
            self.get_operations()
        return self._operations.get(name)

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation of that name.

        Raises:
            KeyError: there is none; the message names similar ones.
        """
        op = self._named(_text(name, "operation"))
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
        op = self._named(op_name)
        missing = f"The name '{name}' refers to a Tensor which does not exist. The operation, '{op_name}', "
        if op is None:
            raise KeyError(f"{missing}does not exist in the graph.{nearest(op_name, self._operations)}")
        count = len(op.outputs)
        if not colon and count != 1:
            raise ValueError(
                f"The name '{name}' refers to an Operation with {count} outputs, not a Tensor. Tensor names are of the "
                f"form '<op_name>:<output_index>', such as '{op_name}:0'."
            )
        if int(index or 0) >= count:
            raise KeyError(f"{missing}exists but only has {count} outputs.")
        return op.outputs[int(index or 0)]

    def as_graph_element(self, item: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """The tensor or operation of this graph that `item` (one of them, a variable or a name) stands for."""
        if isinstance(item, str):
            if ":" not in item and allow_operation and (op := self._named(item)):
                return op
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

    def check_not_finalized(self, why: str = "") -> None:
        """Raises RuntimeError if the graph may not change."""
        if self.finalized:
            raise RuntimeError(f"Graph is finalized and cannot be modified{why}.")

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Forbids sessions to feed the tensor."""
        self._barred.add(tensor)
        self.touch()

    def prevent_fetching(self, op: Operation) -> None:
        """Forbids sessions to fetch the operation and its outputs."""
        self._barred.add(op)
        self.touch()

    def is_feedable(self, tensor: Tensor) -> bool:
        """Whether sessions may feed the tensor."""
        return tensor not in self._barred

    def is_fetchable(self, item: Tensor | Operation) -> bool:
        """Whether sessions may fetch the tensor or operation."""
        return (item if isinstance(item, Operation) else item.op) not in self._barred

    def touch(self) -> None:
        """Notes a change that is no new operation."""
        with self._lock:
            self.version += 1

    def add_to_collection(self, name: str, value: Any) -> None:
        """Appends `value` to the collection."""
        self.check_not_finalized(f": nothing can be added to the collection '{name}'")
        super().add_to_collection(name, value)

    def to_text(self) -> str:
        """The graph as text, one line an operation; `runtime.graph_text.parse` turns it into a graph again."""
        from runtime.graph_text import to_text

        return to_text(self)

    def to_dot(self, functions: bool = False) -> str:
        """The graph in the language of Graphviz (see `runtime.drawing.to_dot`)."""
        from runtime.drawing import to_dot

        return to_dot(self, functions)

    def to_html(self, title: str = "Graph") -> str:
        """A page for the browser with a picture of the graph (see `runtime.drawing.to_html`)."""
        from runtime.drawing import to_html

        return to_html(self, title)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(f"{self!r} cannot be pickled or copied, nor can what belongs to it: build it again there.")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {len(self._operations)} operations at {id(self):#x}>"


def _text(name: Any, what: str) -> str:
    if isinstance(name, str):
        return name
    raise TypeError(f"The name of a {what} is a string, not {name!r}.")
