"""`import_graph_def`: puts a graph from a file into the current one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.dispatch import convert_to_tensor, get_default_graph, is_tensor
from runtime.errors import InvalidArgumentError
from runtime.formats import messages
from runtime.graph import Graph, Operation
from runtime.tensor import Tensor
from runtime.train import provenance
from runtime.train.function_loading import FunctionLibrary
from runtime.train.loading import Loader
from runtime.train.op_defs import Definitions

Message = messages.Message
CONSUMER = 2474
"""The version of graphs, as TensorFlow counts them, up to which files can be read."""


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Tensor | Operation] | None:
    """Adds the operations of a GraphDef to the current graph.

    Op types that nobody knows are kept; only a run that needs one fails.

    Args:
        graph_def: a GraphDef: a message (of this package or of TensorFlow), or its bytes.
        input_map: input of a node, such as "x:0" or "^init" → the tensor or operation to take in its place.
        return_elements: names of tensors and operations to return, as they are in the file.
        name: what to put before all names ("import" by default); "" for nothing.
        op_dict: of no effect.
        producer_op_list: an OpList with definitions of op types that are not known here.

    Returns:
        What `return_elements` asks for, or None.

    Raises:
        InvalidArgumentError: it is no graph, or does not fit into the current one; the message names a node.

    >>> from runtime.ops.state import constant
    >>> with Graph().as_default() as g:
    ...     y = constant(1.0, name="x") * 2.0
    >>> with Graph().as_default():
    ...     import_graph_def(g.as_graph_def(), return_elements=["mul:0"], name="copy")
    [<Tensor 'copy/mul:0' shape=() dtype=float32>]
    """
    graph = get_default_graph()
    prefix = graph.unique_name("import" if name is None else name) + "/" if name != "" else ""
    given = [] if producer_op_list is None else list(as_message("OpList", producer_op_list, "producer_op_list").op)
    loaded = load_graph(graph, as_message("GraphDef", graph_def, "graph_def"), prefix, input_map or {}, given)
    return None if return_elements is None else [loaded.element(element) for element in return_elements]


def as_message(kind: str, value: Any, what: str) -> Message:
    """A message of this package for one of it, one of TensorFlow, or bytes.

    Raises:
        TypeError: it is none of these.
        DataLossError: the bytes are no such message.
    """
    if isinstance(value, messages.message_class(kind)):
        return value
    if hasattr(value, "SerializeToString"):
        value = value.SerializeToString()
    if not isinstance(value, bytes | bytearray | memoryview):
        raise TypeError(f"{what} must be a {kind} or its bytes, not {type(value).__name__}.")
    return messages.parse(kind, bytes(value), what)


class LoadedGraph:
    """What a GraphDef has become.

    Attributes:
        graph: where it is.
        prefix: what stands before all names.
        operations: by the names that they have in the file.
    """

    def __init__(self, graph: Graph, prefix: str, operations: Mapping[str, Operation]) -> None:
        self.graph = graph
        self.prefix = prefix
        self.operations = operations

    def element(self, name: str) -> Tensor | Operation:
        """The tensor or operation of a name in the file.

        Raises:
            InvalidArgumentError: there is none.
        """
        base, colon, index = name.partition(":")
        op = self.operations.get(base)
        if op is None:
            raise InvalidArgumentError(f"Requested return_element {name!r} not found in graph_def.")
        return output_of(op, index) if colon else op


def load_graph(
    graph: Graph,
    graph_def: Message,
    prefix: str = "",
    input_map: Mapping[str, Any] | None = None,
    op_list: Sequence[Message] = (),
) -> LoadedGraph:
    """Adds the nodes of a GraphDef to a graph.

    Raises:
        InvalidArgumentError: it is no graph, or does not fit; the message names a node.
    """
    if graph_def.versions.min_consumer > CONSUMER:
        raise InvalidArgumentError(
            f"The graph needs a program that reads version {graph_def.versions.min_consumer}; this one reads "
            f"{CONSUMER}."
        )
    graph.check_not_finalized()
    version = graph_def.versions.producer or graph_def.version
    library = FunctionLibrary(graph_def.library.function, op_list, version)
    nodes = [library.as_call(node) for node in graph_def.node]
    wiring = _GraphWiring(graph, input_map or {})
    definitions = Definitions(op_list, nodes)
    loader = Loader(graph, nodes, definitions, wiring, library.graph_of, prefix, version)
    made = loader.load()
    wiring.check_used()
    _note(graph, graph_def, library)
    return LoadedGraph(graph, prefix, made)


def _note(graph: Graph, graph_def: Message, library: FunctionLibrary) -> None:
    origin = provenance.note_graph(graph)
    rest = messages.new("GraphDef")
    rest.CopyFrom(graph_def)
    rest.ClearField("node")
    rest.library.ClearField("function")
    origin.graph_def = rest
    origin.functions.update(library.definitions)


class _GraphWiring:
    """Inputs in graphs: `node`, `node:number`, `^node`."""

    def __init__(self, graph: Graph, input_map: Mapping[str, Any]) -> None:
        self._map = {_canonical(text): self._element(graph, text, item) for text, item in input_map.items()}
        self._unused = dict.fromkeys(self._map)

    @staticmethod
    def _element(graph: Graph, text: str, item: Any) -> Tensor | Operation:
        if isinstance(item, Operation):
            return item
        tensor = item if is_tensor(item) and not hasattr(item, "_as_tensor") else convert_to_tensor(item)
        captured = graph.capture(tensor)
        return captured.op if text.startswith("^") else captured

    def source(self, text: str) -> str:
        """The name of the node that an input comes from."""
        return text.partition(":")[0]

    def given(self, text: str) -> Tensor | Operation | None:
        """What `input_map` puts in the place of an input, or None."""
        if not self._map:
            return None
        key = _canonical(text)
        self._unused.pop(key, None)
        return self._map.get(key)

    def output(self, text: str, op: Operation) -> Tensor:
        """The output of a node by number."""
        return output_of(op, text.partition(":")[2])

    def check_used(self) -> None:
        """Raises InvalidArgumentError if a name in the input map is that of nothing that nodes take."""
        if self._unused:
            raise InvalidArgumentError(
                f"Attempted to map inputs that were not found in graph_def: [{', '.join(self._unused)}]"
            )


def _canonical(text: str) -> str:
    return text if ":" in text or text.startswith("^") else f"{text}:0"


def output_of(op: Operation, index: str) -> Tensor:
    """An output by its number.

    Raises:
        InvalidArgumentError: there is none.
    """
    if (index or "0").isdecimal() and int(index or 0) < len(op.outputs):
        return op.outputs[int(index or 0)]
    raise InvalidArgumentError(f"Node {op.name!r} of type {op.type} has {len(op.outputs)} outputs, and no {index!r}.")
