"""Reads SavedModels: the objects of TensorFlow 2, or the graph and signatures of TensorFlow 1."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.concrete_function import ConcreteFunction
from runtime.constants import eager_constant
from runtime.dispatch import convert_to_tensor
from runtime.eager import EagerTensor
from runtime.errors import DataLossError, InvalidArgumentError, NotFoundError, OpError, UnimplementedError
from runtime.formats import messages, tensor_proto
from runtime.formats.checkpoints import checkpoint_exists, open_checkpoint
from runtime.graph import Graph
from runtime.module import Module
from runtime.session import Session
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec
from runtime.train import attr_values, structured_values
from runtime.train.function_loading import FunctionLibrary
from runtime.train.initialization import check_harmless
from runtime.train.loaded_functions import LoadedFunction, LoadedSignature, loaded_trace, signature_of
from runtime.train.meta_graph import load_meta_graph, read_message
from runtime.train.restoration import Restoration, read_object_graph
from runtime.train.saver import Saver
from runtime.variables import Variable

Message = messages.Message
FILES = ("saved_model.pb", "saved_model.pbtxt")
VARIABLES = os.path.join("variables", "variables")
SERVE = "serve"
INIT_SIGNATURE = "__saved_model_init_op"


def read_saved_model(export_dir: str, tags: Any = None) -> Message:
    """The meta graph of a SavedModel that has the tags; the only one, if none are given.

    Raises:
        NotFoundError: there is no SavedModel.
        InvalidArgumentError: none of its graphs has the tags, or several might be meant.
        DataLossError: it is damaged.
    """
    path = next((path for name in FILES if os.path.exists(path := os.path.join(export_dir, name))), None)
    if path is None:
        raise NotFoundError(f"SavedModel file does not exist at: {export_dir}{os.sep}{{{'|'.join(FILES)}}}")
    graphs = read_message("SavedModel", path).meta_graphs
    wanted = None if tags is None else {tags} if isinstance(tags, str) else set(tags)
    found = [graph for graph in graphs if wanted is None or set(graph.meta_info_def.tags) == wanted]
    if len(found) != 1:
        present = [sorted(graph.meta_info_def.tags) for graph in graphs]
        raise InvalidArgumentError(
            f"{path} has graphs with the tags {present}: give those of one of them, not {tags!r}."
        )
    return found[0]


def load(export_dir: str, tags: Any = None) -> Any:
    """The object that a SavedModel was made of: its variables, functions, and `signatures` by name.

    Args:
        export_dir: the directory.
        tags: of the graph, where there are several.

    Raises:
        NotFoundError: there is no SavedModel.
        DataLossError: it is damaged.
        InvalidArgumentError: it makes no sense.
    """
    directory = os.fspath(export_dir)
    message = read_saved_model(directory, tags)
    with _about(directory):
        if message.HasField("object_graph_def"):
            return _Objects(message, directory).root
        return LoadedGraphModel(message, directory)


@contextlib.contextmanager
def _about(directory: str) -> Iterator[None]:
    """Context in which whatever a file says that cannot be is told of the file."""
    try:
        yield
    except OpError:
        raise
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError) as error:
        raise InvalidArgumentError(
            f"The SavedModel in {directory} makes no sense: {error or type(error).__name__}"
        ) from error


class LoadedObject(Module):
    """An object of a SavedModel; its parts are attributes."""

    def __init__(self, identifier: str) -> None:
        super().__init__("loaded")
        self._identifier = identifier
        self._parts: dict[str, Any] = {}

    def _trackable_children(self) -> dict[str, Any]:
        return dict(self._parts)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function that was saved as the object's `__call__`."""
        if "__call__" not in self._parts:
            raise TypeError(f"{self!r} was saved without a compiled `__call__`, and so cannot be called.")
        return self._parts["__call__"](*args, **kwargs)

    def __repr__(self) -> str:
        return f"<LoadedObject with {', '.join(sorted(self._parts)) or 'nothing'}>"


class _Objects:
    """Makes the objects of a SavedModel."""

    def __init__(self, message: Message, directory: str) -> None:
        self._directory = directory
        self._graph = message.object_graph_def
        self._assets = [asset.filename for asset in message.asset_file_def]
        self._nodes = {node.name: node for node in message.graph_def.node}
        versions = message.graph_def.versions
        self._library = FunctionLibrary(
            message.graph_def.library.function, message.meta_info_def.stripped_op_list.op, versions.producer
        )
        self._check_references()
        self._made: list[Any] = [self._make(node) for node in self._graph.nodes]
        self._restore()
        self._traces: dict[str, ConcreteFunction] = {}
        self._handles: dict[int, Tensor | None] = {}
        for number, node in enumerate(self._graph.nodes):
            if node.WhichOneof("kind") in ("function", "bare_concrete_function"):
                self._made[number] = self._function(node)
        self._connect()
        self._fill_resources()

    @property
    def root(self) -> Any:
        """The first object."""
        return self._made[0]

    def _check_references(self) -> None:
        count = len(self._graph.nodes)
        numbers = [child.node_id for node in self._graph.nodes for child in node.children]
        numbers += [number for function in self._graph.concrete_functions.values() for number in function.bound_inputs]
        if not count or any(not 0 <= number < count for number in numbers):
            raise DataLossError(
                f"The SavedModel in {self._directory} is damaged: it names an object that is not there."
            )

    # ------------------------------------------------------------------------------------------ objects

    def _make(self, node: Message) -> Any:
        kind = node.WhichOneof("kind")
        if kind == "variable":
            return _variable(node.variable)
        if kind == "constant":
            return self._constant(node.constant.operation)
        if kind == "asset":
            return self._asset(node.asset.asset_file_def_index)
        return LoadedObject(node.user_object.identifier if kind == "user_object" else str(kind))

    def _constant(self, name: str) -> Tensor:
        node = self._nodes.get(name)
        if node is None or "value" not in node.attr:
            raise InvalidArgumentError(f"The SavedModel in {self._directory} has no constant {name!r}.")
        array = tensor_proto.decode(node.attr["value"].tensor, f"Constant {name!r}")
        return eager_constant(array, attr_values.dtype_of(node.attr["value"].tensor.dtype))

    def _asset(self, index: int) -> Tensor:
        if not 0 <= index < len(self._assets):
            raise InvalidArgumentError(f"The SavedModel in {self._directory} has no asset {index}.")
        return convert_to_tensor(os.path.join(self._directory, "assets", self._assets[index]))

    def _restore(self) -> None:
        """Gives the variables their values."""
        path = os.path.join(self._directory, VARIABLES)
        if not checkpoint_exists(path):
            if any(isinstance(item, Variable) for item in self._made):
                raise NotFoundError(f"The variables of the SavedModel are missing: {path}.index.")
            return
        self._connect()
        with open_checkpoint(path) as reader:
            graph = read_object_graph(reader)
        if graph is not None:
            Restoration(path, graph, self.root).advance()

    def _connect(self) -> None:
        """Sets the parts of the objects, and turns containers into Python's."""
        parts = [
            {child.local_name: child.node_id for child in node.children}
            if node.WhichOneof("kind") in ("user_object", "resource")
            else {}
            for node in self._graph.nodes
        ]
        made = [self._container(number, names) for number, names in enumerate(parts)]
        for number, names in enumerate(parts):
            _fill(made[number], {name: made[index] for name, index in names.items()})
        self._made = made

    def _container(self, number: int, names: Mapping[str, int]) -> Any:
        item = self._made[number]
        identifier = item._identifier if isinstance(item, LoadedObject) else ""
        if identifier in ("trackable_list_wrapper", "trackable_tuple_wrapper"):
            return [None] * len(names)
        return {} if identifier in ("trackable_dict_wrapper", "signature_map") else item

    # ------------------------------------------------------------------------------------------ functions

    def _function(self, node: Message) -> Any:
        if node.WhichOneof("kind") == "function":
            function = node.function
            traces = [self._trace(name) for name in function.concrete_functions]
            name = function.concrete_functions[0] if traces else "function"
            return LoadedFunction(name, traces, signature_of(function.function_spec))
        bare = node.bare_concrete_function
        return LoadedSignature(
            bare.concrete_function_name, self._trace(bare.concrete_function_name), bare.argument_keywords
        )

    def _trace(self, name: str) -> ConcreteFunction:
        known = self._traces.get(name)
        if known is None:
            if name not in self._graph.concrete_functions:
                raise InvalidArgumentError(f"The SavedModel in {self._directory} has no function {name!r}.")
            function = self._graph.concrete_functions[name]
            body = self._library.graph_of(messages.new("NameAttrList", name=name))
            captures = [self._captured(number, name) for number in function.bound_inputs]
            signature = structured_values.decode(function.canonicalized_input_signature)
            outputs = structured_values.decode(function.output_signature)
            known = self._traces[name] = loaded_trace(name, body, captures, signature, outputs)
        return known

    def _captured(self, number: int, function: str) -> Tensor:
        """What a function captures for an object."""
        item = self._made[number]
        if isinstance(item, Variable):
            return item.handle
        if isinstance(item, Tensor):
            return item
        handle = self._handle(number)
        if handle is None:
            raise UnimplementedError(f"Function {function!r} captures {item!r}, which is no variable or constant.")
        return handle

    # ------------------------------------------------------------------------------------------ resources

    def _handle(self, number: int) -> Tensor | None:
        """The handle of a resource, such as a table, made when it is first asked for; None if it is none."""
        if number not in self._handles:
            self._handles[number] = None  # A resource cannot be made of itself.
            self._handles[number] = self._run(number, "_create_resource")
        return self._handles[number]

    def _fill_resources(self) -> None:
        for number in list(self._handles):
            self._run(number, "_initialize")

    def _run(self, number: int, name: str) -> Any:
        """Runs the function of a resource that takes nothing, if it has one."""
        for child in self._graph.nodes[number].children:
            traces = self._graph.nodes[child.node_id].function.concrete_functions
            if child.local_name == name and len(traces) == 1:
                trace = self._trace(traces[0])
                check_harmless(trace.graph.get_operations(), self._directory)
                return trace()
        return None


def _variable(described: Message) -> Variable:
    """A variable without a value as yet, and without room for one."""
    dtype, shape = attr_values.dtype_of(described.dtype), attr_values.shape_of(described.shape)
    name = described.name or "Variable"
    try:
        sizes = [size or 0 for size in shape.dims or ()]
        initial = EagerTensor(np.broadcast_to(np.zeros((), dtype.as_numpy_dtype), sizes), dtype)
    except ValueError as error:
        raise InvalidArgumentError(f"Variable {name!r} cannot have the shape {shape}: {error}.") from None
    made = Variable(initial, described.trainable, name=name, dtype=dtype, shape=shape)
    made._resource.value = None
    return made


def _fill(item: Any, parts: Mapping[str, Any]) -> None:
    if isinstance(item, list):
        for name, part in parts.items():
            if name.isdecimal() and int(name) < len(item):
                item[int(name)] = part
    elif isinstance(item, dict):
        item.update(parts)
        for key, part in parts.items():
            if isinstance(part, LoadedSignature):
                part.name = key
    elif isinstance(item, LoadedObject):
        item._parts = dict(parts)
        for name, part in parts.items():
            setattr(item, name, part)


# ---------------------------------------------------------------------------------------------- graphs


class LoadedGraphModel:
    """A SavedModel of TensorFlow 1: a graph, with its variables restored in a session.

    Attributes:
        graph: the graph.
        session: holds the values of its variables.
        signatures: functions that take and give tensors by name.
    """

    def __init__(self, message: Message, directory: str) -> None:
        self.graph = Graph()
        self.session = Session(graph=self.graph)
        load_into(self.session, message, directory)
        self.signatures = {
            key: GraphSignature(key, signature, self.session)
            for key, signature in sorted(message.signature_def.items())
            if key != INIT_SIGNATURE
        }

    @property
    def variables(self) -> list[Any]:
        """The variables of the graph."""
        return self.graph.get_collection("variables")

    def __repr__(self) -> str:
        return f"<LoadedGraphModel with signatures {sorted(self.signatures)}>"


def load_into(session: Session, message: Message, directory: str, import_scope: str | None = None) -> None:
    """Adds the graph of a SavedModel to that of a session, restores its variables there, and fills its tables."""
    with session.graph.as_default():
        prefix = load_meta_graph(session.graph, message, import_scope=import_scope)
        path = os.path.join(directory, VARIABLES)
        if checkpoint_exists(path):
            if not message.HasField("saver_def"):
                raise InvalidArgumentError(
                    f"The SavedModel in {directory} has variables, but does not say how to restore."
                )
            Saver(saver_def=message.saver_def, name=prefix[:-1] or None).restore(session, path)
        feeds = {
            prefix + asset.tensor_info.name: os.path.join(directory, "assets", asset.filename)
            for asset in message.asset_file_def
        }
        for operation in _initialization(message, session.graph, prefix):
            check_harmless([getattr(operation, "op", operation)], directory)
            session.run(operation, feeds)


def _initialization(message: Message, graph: Graph, prefix: str) -> Sequence[Any]:
    if INIT_SIGNATURE in message.signature_def:
        name = prefix + message.signature_def[INIT_SIGNATURE].outputs[INIT_SIGNATURE].name
        try:
            return [graph.as_graph_element(name)]
        except (KeyError, ValueError):
            raise InvalidArgumentError(
                f"The SavedModel is initialized by {name!r}, which is not in its graph."
            ) from None
    for collection in ("saved_model_main_op", "legacy_init_op"):
        operations = graph.get_collection(collection, scope=prefix or None)
        if operations:
            return operations[-1:]
    return []


class GraphSignature:
    """A signature of a graph: a function that takes tensors by name, and returns a dictionary of tensors."""

    def __init__(self, key: str, signature: Message, session: Session) -> None:
        self.name = key
        self._session = session
        self._inputs = {name: info.name for name, info in sorted(signature.inputs.items())}
        self._outputs = {name: info.name for name, info in sorted(signature.outputs.items())}
        self.method_name = signature.method_name

    @property
    def structured_input_signature(self) -> Any:
        """((), {name: TensorSpec})."""
        return (), self._specs(self._inputs)

    @property
    def structured_outputs(self) -> Any:
        """{name: TensorSpec}."""
        return self._specs(self._outputs)

    def _specs(self, names: Mapping[str, str]) -> dict[str, TensorSpec]:
        tensors = {key: self._session.graph.get_tensor_by_name(name) for key, name in names.items()}
        return {key: TensorSpec(tensor.shape, tensor.dtype, key) for key, tensor in tensors.items()}

    def __call__(self, *args: Any, **kwargs: Any) -> dict[str, Tensor]:
        """Runs it on tensors by name, or the only one by position.

        Raises:
            TypeError: a tensor is missing, or one too many.
        """
        given = {**dict(zip(self._inputs, args, strict=False)), **kwargs}
        if len(args) > len(self._inputs) or set(given) != set(self._inputs):
            raise TypeError(f"Signature '{self.name}' takes {list(self._inputs)}, but got {sorted(given)}.")
        feeds = {self._inputs[name]: value for name, value in given.items()}
        results = self._session.run(self._outputs, feeds)
        return {name: eager_constant(np.asarray(value)) for name, value in results.items()}

    def __repr__(self) -> str:
        return f"<GraphSignature {self.name!r}({', '.join(self._inputs)})>"
