"""Makes function graphs of the functions in a file's library, when something refers to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime import shapes
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.graph import Operation
from runtime.names import nearest
from runtime.registry import has_op_def
from runtime.tensor import HandleData, Tensor
from runtime.train import attr_values, provenance
from runtime.train.loading import Loader
from runtime.train.op_defs import Definitions

Message = messages.Message


@dataclass
class _Instance:
    """A function with values for the attributes that its definition leaves open."""

    definition: Message
    substitutes: dict[str, Message]
    graph: FuncGraph
    arguments: dict[str, list[Tensor]] = field(default_factory=dict)
    is_entered: bool = False


class FunctionLibrary:
    """The functions of a file.

    Args:
        definitions: FunctionDefs.
        op_list: OpDefs of the file.
        version: of the program that wrote it.
    """

    def __init__(self, definitions: Iterable[Message], op_list: Sequence[Message], version: int) -> None:
        self.definitions: dict[str, Message] = {}
        for definition in definitions:
            name = definition.signature.name
            if name in self.definitions:
                raise InvalidArgumentError(f"Two functions have the name {name!r}.")
            self.definitions[name] = definition
        self._op_list = op_list
        self._version = version
        self._instances: dict[tuple[str, bytes], _Instance] = {}

    def graph_of(self, reference: Message) -> FuncGraph:
        """The function graph that a NameAttrList means.

        Raises:
            InvalidArgumentError: there is no such function, or it is damaged.
        """
        wanted = self._instance(reference)
        stack = [wanted]
        while stack:
            instance = stack[-1]
            if instance.is_entered:
                stack.pop()
                if not instance.graph.get_operations():
                    self._load(instance)
            else:
                instance.is_entered = True
                called = [self._instance(inner) for inner in _references(instance)]
                stack += [inner for inner in called if not inner.is_entered]
        return wanted.graph

    def _instance(self, reference: Message) -> _Instance:
        definition = self.definitions.get(reference.name)
        if definition is None:
            hint = nearest(reference.name, self.definitions)
            raise InvalidArgumentError(f"there is no function {reference.name!r} in the library of the graph.{hint}")
        needed = {attr.name for attr in definition.signature.attr}
        substitutes = {name: value for name, value in reference.attr.items() if name in needed}
        key = (
            reference.name,
            b"".join(name.encode() + b"\0" + messages.serialize(value) for name, value in sorted(substitutes.items())),
        )
        if key not in self._instances:
            self._instances[key] = _Instance(definition, substitutes, FuncGraph(reference.name, None))
        return self._instances[key]

    def _load(self, instance: _Instance) -> None:
        definition, graph = instance.definition, instance.graph
        try:
            self._fill(instance)
        except (InvalidArgumentError, UnimplementedError) as error:
            raise type(error)(f"Function {definition.signature.name!r}: {error.message}") from None
        if not instance.substitutes:
            provenance.note_function(graph, definition)

    def _fill(self, instance: _Instance) -> None:
        definition, graph = instance.definition, instance.graph
        nodes = [self.as_call(node) for node in definition.node_def]
        for node in nodes:
            graph._names.reserve(node.name)
        self._add_arguments(instance)
        wiring = _FunctionWiring(instance.arguments)
        needed = _reachable(definition, {node.name: node for node in nodes}, wiring)
        definitions = Definitions(self._op_list, nodes, frozenset(definition.control_ret.values()))
        loader = Loader(
            graph, [node for node in nodes if node.name in needed], definitions, wiring, self.shell_of,
            version=self._version, substitutes=instance.substitutes,
        )  # fmt: skip
        made = loader.load()
        for result in definition.signature.output_arg:
            graph.outputs.append(_result(definition, result, wiring, made))

    def shell_of(self, reference: Message) -> FuncGraph:
        """The function graph that a NameAttrList means, filled or still to be filled."""
        return self._instance(reference).graph

    def _add_arguments(self, instance: _Instance) -> None:
        definition = instance.definition
        attrs = {name: attr_values.decode(value, None, self.shell_of, f"attribute {name!r}")
                 for name, value in instance.substitutes.items()}  # fmt: skip
        position = 0
        for arg in definition.signature.input_arg:
            tensors: list[Tensor] = []
            for dtype in types_of(arg, attrs):
                shape = _declared_shape(definition, position)
                name = arg.name if not tensors else f"{arg.name}_{len(tensors)}"
                tensors.append(instance.graph.add_input(dtype, shape, name, _handle_data(arg)))
                position += 1
            if arg.name in instance.arguments:
                raise InvalidArgumentError(f"two arguments have the name {arg.name!r}")
            instance.arguments[arg.name] = tensors

    def as_call(self, node: Message) -> Message:
        """The node itself; or, if its op type is one of the functions (an old way to call them), a call of that."""
        definition = self.definitions.get(node.op)
        if definition is None or has_op_def(node.op):
            return node
        signature = definition.signature
        attrs = {name: attr_values.decode(value, None, self.shell_of, f"attribute {name!r}")
                 for name, value in node.attr.items() if not name.startswith("_")}  # fmt: skip
        call = messages.new("NodeDef", name=node.name, device=node.device, input=list(node.input))
        call.op = "StatefulPartitionedCall" if signature.is_stateful else "PartitionedCall"
        call.attr["f"].func.name = node.op
        for name, value in node.attr.items():
            (call.attr if name.startswith("_") else call.attr["f"].func.attr)[name].CopyFrom(value)
        for name, args in (("Tin", signature.input_arg), ("Tout", signature.output_arg)):
            call.attr[name].list.type.extend([dtype.enum for arg in args for dtype in types_of(arg, attrs)])
        return call


def types_of(arg: Message, attrs: Mapping[str, Any]) -> list[DType]:
    """The dtypes of the tensors that an argument of a function stands for."""
    try:
        if arg.type_list_attr:
            return list(attrs[arg.type_list_attr])
        dtype = attrs[arg.type_attr] if arg.type_attr else attr_values.dtype_of(arg.type)
        count = attrs[arg.number_attr] if arg.number_attr else 1
    except KeyError as error:
        raise InvalidArgumentError(f"argument {arg.name!r} goes by attribute {error}, which nobody gives") from None
    except UnimplementedError as error:
        raise UnimplementedError(f"argument {arg.name!r}: {error}") from None
    if not isinstance(dtype, DType) or not isinstance(count, int):
        raise InvalidArgumentError(f"argument {arg.name!r} has no type")
    return [dtype] * count


def _declared_shape(definition: Message, position: int) -> shapes.TensorShape:
    """The shape of a parameter, where the file tells."""
    if position in definition.arg_attr:
        declared = definition.arg_attr[position].attr
        if "_output_shapes" in declared and declared["_output_shapes"].list.shape:
            return attr_values.shape_of(declared["_output_shapes"].list.shape[0])
    return shapes.UNKNOWN


def _handle_data(arg: Message) -> HandleData | None:
    """What is behind a resource parameter, where the file tells."""
    for item in arg.handle_data:
        return HandleData(attr_values.dtype_of(item.dtype), attr_values.shape_of(item.shape))
    return None


def _references(instance: _Instance) -> Iterator[Message]:
    """The functions that a function refers to."""
    for node in instance.definition.node_def:
        for value in node.attr.values():
            if value.WhichOneof("value") == "placeholder":
                value = instance.substitutes.get(value.placeholder, value)
            if value.WhichOneof("value") == "func":
                yield value.func
            elif value.WhichOneof("value") == "list":
                yield from value.list.func


def _reachable(definition: Message, nodes: Mapping[str, Message], wiring: _FunctionWiring) -> set[str]:
    """The nodes that results or effects need; TensorFlow runs no others."""
    found: set[str] = set()
    pending = [*definition.ret.values(), *definition.control_ret.values()]
    while pending:
        text = pending.pop()
        name = wiring.source(text.removeprefix("^"))
        if wiring.given(text) is None and name in nodes and name not in found:
            found.add(name)
            pending.extend(nodes[name].input)
    return found


def _result(definition: Message, arg: Message, wiring: _FunctionWiring, made: Mapping[str, Operation]) -> Tensor:
    if arg.number_attr or arg.type_list_attr:
        raise UnimplementedError(f"result {arg.name!r} is a list, which is not supported in functions")
    text = definition.ret.get(arg.name)
    if text is None:
        raise InvalidArgumentError(f"nothing gives its result {arg.name!r}")
    given = wiring.given(text)
    if given is None:
        op = made.get(wiring.source(text))
        if op is None:
            raise InvalidArgumentError(f"its result {arg.name!r} comes from {text!r}, which is not there")
        given = wiring.output(text, op)
    if not isinstance(given, Tensor):
        raise InvalidArgumentError(f"its result {arg.name!r} is {text!r}, which is no tensor")
    return given


class _FunctionWiring:
    """Inputs in functions: `argument`, `node:output argument:number`, `^node`."""

    def __init__(self, arguments: Mapping[str, Sequence[Tensor]]) -> None:
        self._arguments = arguments

    def source(self, text: str) -> str:
        """The name of the node or argument that an input comes from."""
        return text.partition(":")[0]

    def given(self, text: str) -> Tensor | Operation | None:
        """The tensor of an argument; None if the name is that of a node."""
        name, _, index = text.removeprefix("^").partition(":")
        tensors = self._arguments.get(name)
        if tensors is None:
            return None
        place = int(index or 0) if (index or "0").isdecimal() else -1
        if not 0 <= place < len(tensors):
            raise InvalidArgumentError(f"it takes {text!r}, but that argument is {len(tensors)} tensors")
        return tensors[place].op if text.startswith("^") else tensors[place]

    def output(self, text: str, op: Operation) -> Tensor:
        """The output of a node by argument and number."""
        _, arg, index = [*text.split(":", 2), "", "0"][:3] if text.count(":") < 2 else text.split(":", 2)
        place = _place_of(op, arg, int(index) if index.isdecimal() else -1)
        if place is None:
            raise InvalidArgumentError(f"it takes {text!r}, but node {op.name!r} of type {op.type} has no such output")
        return op.outputs[place]


def _place_of(op: Operation, arg: str, index: int) -> int | None:
    """Which of an operation's outputs is meant by an output argument and a number in it."""
    start = 0
    for candidate in op.op_def.outputs:
        length = 1
        if candidate.type_list_attr is not None:
            length = len(op.attrs[candidate.type_list_attr])
        elif candidate.number_attr is not None:
            length = op.attrs[candidate.number_attr]
        if arg in ("", candidate.name):
            return start + index if 0 <= index < length else None
        start += length
    if arg.isdecimal() and int(arg) < len(op.outputs):  # Of an op type that nobody defines, or an old file.
        return int(arg)
    return index if op.outputs and 0 <= index < len(op.outputs) and _is_guessed(op) else None


def _is_guessed(op: Operation) -> bool:
    """Whether nobody knows the names of the operation's outputs."""
    return "_input_types" in op.op_def.attrs
