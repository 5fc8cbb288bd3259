"""The scopes that give new operations their names, control inputs and devices."""

import contextlib
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from runtime import errors
from runtime.names import UniqueNames, check_op_name, check_scope_name
from runtime.operation import Operation

if TYPE_CHECKING:
    from runtime.graph import Graph


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


class Scopes:
    """What a graph knows of the `with` statements around the making of an operation."""

    outer_graph: "Graph | None" = None

    def __init__(self) -> None:
        self._names = UniqueNames()
        self._scope = _Scope()
        self._lock = threading.RLock()

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

    def _enter_scopes(self, op: Operation) -> None:
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
