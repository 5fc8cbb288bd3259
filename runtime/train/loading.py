"""Makes operations of the nodes of a file.

Nothing of a node is believed: names, inputs, types, attributes and the order are checked, and errors name the node.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from runtime import shapes, signature
from runtime.errors import InvalidArgumentError, OpError
from runtime.formats import messages
from runtime.graph import Graph, Operation
from runtime.names import check_op_name, nearest
from runtime.operation import infer_shapes
from runtime.registry import OpDef
from runtime.tensor import Tensor
from runtime.train import attr_values, provenance
from runtime.train.op_defs import MOST_OUTPUTS, Definitions

Message = messages.Message
_LOOP_HEADS = frozenset({"Merge", "RefMerge"})
_LOOP_BACKS = frozenset({"NextIteration", "RefNextIteration"})
_SHAPES = "_output_shapes"
_PLACEHOLDERS_OF_ANY_SHAPE = 24
"""Graphs of earlier versions write [] for the shape of a placeholder that takes any."""


class Wiring(Protocol):
    """How the inputs of nodes are written."""

    def source(self, text: str) -> str:
        """The name of the node that an input without `^` comes from."""

    def given(self, text: str) -> Tensor | Operation | None:
        """What comes from outside of the nodes for an input (with `^`, if it is a control input), or None."""

    def output(self, text: str, op: Operation) -> Tensor:
        """The tensor that an input means, among the outputs of the operation that it comes from."""


class Loader:
    """Puts nodes into a graph.

    Args:
        graph: where they go.
        nodes: NodeDefs.
        definitions: of their op types.
        wiring: how their inputs are written.
        function_of: finds functions for attributes.
        prefix: what to put before all names, with a slash at its end; or nothing.
        version: of the program that wrote the graph.
        substitutes: AttrValues for attributes that are left open, by what they stand for.
    """

    def __init__(
        self,
        graph: Graph,
        nodes: Sequence[Message],
        definitions: Definitions,
        wiring: Wiring,
        function_of: attr_values.FunctionOf,
        prefix: str = "",
        version: int = 0,
        substitutes: Mapping[str, Message] | None = None,
    ) -> None:
        self._graph = graph
        self._definitions = definitions
        self._wiring = wiring
        self._function_of = function_of
        self._prefix = prefix
        self._version = version
        self._substitutes = substitutes or {}
        self._nodes = _by_name(nodes, prefix, graph)
        self._made: dict[str, Operation] = {}

    def load(self) -> dict[str, Operation]:
        """Makes all operations.

        Returns:
            The operations by the names of their nodes.

        Raises:
            InvalidArgumentError: the nodes are no graph; the message names one that is at fault.
        """
        needs = {name: self._needs(node) for name, node in self._nodes.items()}
        try:
            for name in in_order(needs):
                with about(self._nodes[name]):
                    self._made[name] = self._make(self._nodes[name])
            for name, op in self._made.items():
                with about(self._nodes[name]):
                    self._connect(self._nodes[name], op)
        except BaseException:
            self._graph.forget(self._prefix + name for name in self._nodes)
            raise
        return self._made

    def _needs(self, node: Message) -> list[str]:
        """The nodes that come before a node: all that it takes something from, but for the way back of a loop."""
        needed = []
        for text in node.input:
            if self._wiring.given(text) is not None:
                continue
            source = self._wiring.source(text.removeprefix("^"))
            if source not in self._nodes:
                raise InvalidArgumentError(
                    f"Node {node.name!r} of type {node.op} takes {text!r}, but there is no node "
                    f"{source!r}.{nearest(source, self._nodes)}"
                )
            if node.op not in _LOOP_HEADS or self._nodes[source].op not in _LOOP_BACKS:
                needed.append(source)
        return needed

    # ------------------------------------------------------------------------------------------ one node

    def _make(self, node: Message) -> Operation:
        definition = self._definitions.of(node)
        attrs = self._attrs(node, definition)
        inputs, is_complete = self._inputs(node)
        groups = signature.group_inputs(definition, inputs, attrs)
        known = {name: value for name, value in attrs.items() if name in definition.attrs}
        complete = signature.complete_attrs(definition, groups, known)
        complete.update(attrs)
        declared = complete.pop(_SHAPES, ())
        _check_outputs(definition, complete)
        op = self._graph.add_loaded(f"{self._prefix}{node.name}", definition, inputs, complete)
        op.device = node.device
        if is_complete:
            with contextlib.suppress(RecursionError):  # A very long chain of constants: the shape stays unknown.
                infer_shapes(op)
        _refine(op, declared)
        provenance.note_node(op, node, attrs)
        return op

    def _attrs(self, node: Message, definition: OpDef) -> dict[str, Any]:
        attrs: dict[str, Any] = {}
        for name, message in node.attr.items():
            kind = definition.attrs[name].type if name in definition.attrs else None
            field = message.WhichOneof("value")
            if field == "placeholder":
                message = self._substitutes.get(message.placeholder, message)
            if field is not None or (kind is not None and kind.startswith("list(")):
                attrs[name] = attr_values.decode(message, kind, self._function_of, f"attribute {name!r}")
        if node.op == "Placeholder" and self._version < _PLACEHOLDERS_OF_ANY_SHAPE and attrs.get("shape") == []:
            attrs["shape"] = shapes.UNKNOWN
        if "_class" in attrs and self._prefix:
            attrs["_class"] = tuple([_in_scope(text, self._prefix) for text in attrs["_class"]])
        return attrs

    def _inputs(self, node: Message) -> tuple[list[Tensor], bool]:
        """The tensors that a node takes, and whether all are there; the way back of a loop has a stand-in."""
        found = [self._find(text) for text in node.input if not text.startswith("^")]
        present = [tensor for tensor in found if tensor is not None]
        if found and not present:
            raise InvalidArgumentError("all that it takes comes from itself")
        return [present[0] if tensor is None else tensor for tensor in found], len(present) == len(found)

    def _find(self, text: str) -> Tensor | None:
        given = self._wiring.given(text)
        if given is None:
            op = self._made.get(self._wiring.source(text))
            return None if op is None else self._wiring.output(text, op)
        if not isinstance(given, Tensor):
            raise InvalidArgumentError(f"it takes {text!r}, which is no tensor")
        return given

    def _connect(self, node: Message, op: Operation) -> None:
        """Adds what could not be there when the operation was made."""
        if op.type in _LOOP_HEADS:
            for position, text in enumerate(text for text in node.input if not text.startswith("^")):
                tensor = self._find(text)
                if tensor is not None and tensor is not op.inputs[position]:
                    op.update_input(position, tensor)
        controls = [self._control(text) for text in node.input if text.startswith("^")]
        op.control_inputs = tuple(dict.fromkeys(controls))

    def _control(self, text: str) -> Operation:
        given = self._wiring.given(text)
        if given is None:
            return self._made[self._wiring.source(text[1:])]
        return given.op if isinstance(given, Tensor) else given


def _by_name(nodes: Sequence[Message], prefix: str, graph: Graph) -> dict[str, Message]:
    taken = {op.name for op in graph.get_operations()}
    found: dict[str, Message] = {}
    for node in nodes:
        try:
            check_op_name(node.name)
        except ValueError as error:
            raise InvalidArgumentError(f"A node of type {node.op!r} has no valid name: {error}") from None
        if node.name in found:
            raise InvalidArgumentError(f"Two nodes have the name {node.name!r}.")
        if prefix + node.name in taken:
            raise InvalidArgumentError(f"Node name '{prefix}{node.name}' already exists in the Graph.")
        found[node.name] = node
    return found


def in_order(needs: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys, each after what it needs, and otherwise in the order that they have.

    Raises:
        InvalidArgumentError: one needs itself; the message shows how.
    """
    done: dict[str, None] = {}
    entered: set[str] = set()
    stack = list(reversed(list(needs)))
    while stack:
        name = stack.pop()
        if name in done:
            continue
        missing = [before for before in needs[name] if before not in done]
        if not missing:
            done[name] = None
        elif name in entered:
            raise InvalidArgumentError(f"Node {name!r} needs itself: the graph has the cycle {_cycle(needs, name)}.")
        else:
            entered.add(name)
            stack += [name, *reversed(missing)]
    return list(done)


def _cycle(needs: Mapping[str, Sequence[str]], start: str) -> str:
    """The shortest way from a node back to itself."""
    before: dict[str, str] = {}
    row = [start]
    while row and start not in before:
        following = []
        for name in row:
            for needed in needs[name]:
                if needed not in before:
                    before[needed] = name
                    following.append(needed)
        row = following
    way, name = [start], before.get(start, start)
    while name != start:
        way.append(name)
        name = before[name]
    shown = [*way[:4], "...", *way[-2:]] if len(way) > 7 else way
    return " -> ".join([*shown, start])


@contextlib.contextmanager
def about(node: Message) -> Iterator[None]:
    """Context in which errors name the node that they are about."""
    try:
        yield
    except OpError as error:
        raise type(error)(f"Node {node.name!r} of type {node.op}: {error.message}") from error
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError) as error:
        raise InvalidArgumentError(f"Node {node.name!r} of type {node.op}: {error or type(error).__name__}") from error


def _check_outputs(definition: OpDef, attrs: Mapping[str, Any]) -> None:
    """Refuses numbers of outputs that only a damaged file has, before there is room for them."""
    for arg in definition.outputs:
        if arg.number_attr is not None and attrs[arg.number_attr] > MOST_OUTPUTS:
            raise InvalidArgumentError(f"it has {attrs[arg.number_attr]} outputs, which are more than {MOST_OUTPUTS}")


def _refine(op: Operation, declared: Any) -> None:
    """Adds the shapes that the file declares to what is known of the outputs."""
    if not declared:
        return
    if len(declared) != len(op.outputs) or not all(isinstance(shape, shapes.TensorShape) for shape in declared):
        raise InvalidArgumentError(f"it has {len(op.outputs)} outputs, but {_SHAPES} speaks of {len(declared)}")
    for tensor, shape in zip(op.outputs, declared, strict=True):
        tensor.set_shape(shape)


def _in_scope(text: Any, prefix: str) -> Any:
    return f"loc:@{prefix}{text[5:]}" if isinstance(text, str) and text.startswith("loc:@") else text
