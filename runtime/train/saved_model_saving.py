"""Writes SavedModels of objects, with a graph of the signatures for TensorFlow 1 and servers."""

from __future__ import annotations

import inspect
import os
import types
from collections.abc import Mapping
from typing import Any

from runtime import nest
from runtime.concrete_function import ConcreteFunction
from runtime.eager import EagerTensor
from runtime.errors import InvalidArgumentError
from runtime.formats import files, messages
from runtime.formats.bundle_writer import BundleWriter
from runtime.func_graph import FuncGraph
from runtime.function import Function
from runtime.functional import call_op
from runtime.graph import Graph
from runtime.methods import Method
from runtime.names import valid_op_name
from runtime.ops.array import identity
from runtime.ops.state import placeholder
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec
from runtime.train import attr_values, structured_values
from runtime.train.checkpoint import Checkpoint
from runtime.train.graph_def import FunctionNames, check_savable, graph_def_of
from runtime.train.loaded_functions import LoadedFunction, LoadedSignature
from runtime.train.meta_graph import content_of, export_meta_graph
from runtime.train.saved_model_builder import DEFAULT_KEY, PREDICT, build_tensor_info
from runtime.train.saved_model_loading import FILES, SERVE, VARIABLES
from runtime.train.saver_graph import SaverOperations, saveables
from runtime.train.trackables import Node, children, is_trackable, is_variable, object_graph
from runtime.train.variable_defs import make_complete
from runtime.variables import Variable

Message = messages.Message
_VERSION = {"producer": 1, "min_consumer": 1}
_COMPILED = Function | Method | LoadedFunction
_NO_MODELS = Tensor | type | _COMPILED | types.FunctionType | types.MethodType | types.ModuleType


def save(obj: Any, export_dir: str, signatures: Any = None) -> None:
    """Writes an object as a SavedModel.

    Args:
        obj: a module, whose variables, submodules and compiled functions are saved. A function is saved with the traces
            that it has, and with that for its input signature if it has one.
        export_dir: the directory.
        signatures: a compiled function, or a dictionary of such by name, that can be called without Python; by
            default all compiled functions of the object that have one trace, under their names, and the only one as
            "serving_default", too.

    Raises:
        InvalidArgumentError: the object has no attributes to save; or a function takes or gives what a file cannot
            hold, or runs Python functions.
        TypeError: a signature is no compiled function.
    """
    directory = os.fspath(export_dir)
    if not is_trackable(obj) and (isinstance(obj, _NO_MODELS) or not hasattr(obj, "__dict__")):
        raise InvalidArgumentError(
            f"A SavedModel is made of a Module, or of another object with variables and functions as attributes, not "
            f"of {obj!r} of type {type(obj).__name__}. Make it an attribute of a Module, and save that."
        )
    model = _Model(obj, signatures)
    with model.graph.as_default():
        message = model.message()
    checkpoint = model.checkpoint()
    with BundleWriter(os.path.join(directory, VARIABLES)) as writer:
        checkpoint.add_to(writer)
        _finish(directory, writer, message)


def _finish(directory: str, writer: BundleWriter, message: Message) -> None:
    """Puts the files in their places: at no moment is there the graph of one model with the variables of another."""
    path = os.path.join(directory, FILES[0])
    with files.replacing(path) as file:
        file.write(content_of(messages.new("SavedModel", saved_model_schema_version=1, meta_graphs=[message])))
        files.flush(file)
        files.remove(path)
        writer.finish()


def functions_of(obj: Any) -> dict[str, Any]:
    """The compiled functions among the attributes of an object, by name."""
    names = sorted({*vars(type(obj)), *(name for base in type(obj).__mro__ for name in vars(base)), *vars(obj)})
    found = {}
    for name in names:
        held = inspect.getattr_static(obj, name, None)
        if isinstance(held, _COMPILED):
            found[name] = getattr(obj, name)
    return found


def traces_of(function: Any) -> list[ConcreteFunction]:
    """The traces of a compiled function."""
    plain: Function | LoadedFunction = function._function if isinstance(function, Method) else function
    if isinstance(plain, Function) and plain.input_signature is not None and not plain.concrete_functions():
        plain.get_concrete_function()
    return plain.concrete_functions()


class _Model:
    """An object on its way to a file."""

    def __init__(self, obj: Any, signatures: Any) -> None:
        self.graph = Graph()
        self._root = obj
        self._nodes = object_graph(obj)
        self._known = {id(node.item): node.number for node in self._nodes}
        self._extra: list[Variable] = []
        self._functions: dict[int, dict[str, Any]] = {}
        for node in self._nodes:
            if not isinstance(node.item, list | tuple | dict) and not is_variable(node.item):
                self._functions[id(node.item)] = functions_of(node.item)
        self._traces = {
            owner: {name: traces_of(function) for name, function in functions.items()}
            for owner, functions in self._functions.items()
        }
        self._wrappers = _signatures(self._functions.get(id(obj), {}), signatures)
        self._names = FunctionNames({})
        self._constants: dict[int, tuple[Tensor, str]] = {}

    def checkpoint(self) -> Checkpoint:
        """What to write the variables by: it has the parts of the object, and what functions captured besides."""
        made: Checkpoint = _Parts.__new__(_Parts)
        made.__dict__.update(node=self._root, extra=self._extra)
        return made

    # ------------------------------------------------------------------------------------------ the graph

    def message(self) -> Message:
        """The meta graph."""
        self._note_captures([*self._wrappers.values(), *(t.graph for t in self._all_traces())])
        definitions = {key: self._serve(key, body) for key, body in self._wrappers.items()}
        for node in self._nodes:
            if is_variable(node.item):
                self.graph.capture(node.item.handle)
        saver_def = self._saver()
        for trace in self._all_traces():
            check_savable(trace.graph)
            self._names.name_of(trace.graph)
        graph_def = graph_def_of(self.graph, add_shapes=True, functions=self._names)
        message = export_meta_graph(graph_def=graph_def, saver_def=saver_def, graph=self.graph)
        message.meta_info_def.tags.append(SERVE)
        for key, definition in definitions.items():
            message.signature_def[key].CopyFrom(definition)
        self._add_objects(message.object_graph_def)
        return message

    def _all_traces(self) -> list[ConcreteFunction]:
        return [trace for functions in self._traces.values() for traces in functions.values() for trace in traces]

    def _note_captures(self, bodies: list[FuncGraph]) -> None:
        """Gives variables and tensors that functions captured, and that no object holds, numbers of their own."""
        for body in bodies:
            for outer in body.captures:
                if not isinstance(outer, EagerTensor):
                    raise InvalidArgumentError(
                        f"Function '{body.name}' captured {outer!r} of a graph, which is not saved: pass it in."
                    )
                variable = None if outer.variable is None else outer.variable()
                if variable is not None and id(variable) not in self._known:
                    self._known[id(variable)] = -1
                    self._extra.append(variable)
                elif variable is None and id(outer) not in self._constants:
                    constant = self.graph.capture(outer)
                    self._constants[id(outer)] = (outer, constant.op.name)

    def _serve(self, key: str, body: FuncGraph) -> Message:
        """Adds a signature to the graph: placeholders, a call, and names for the results."""
        definition = messages.new("SignatureDef", method_name=PREDICT)
        inputs = []
        for tensor in body.arguments:
            name = tensor.op.name
            made = placeholder(tensor.dtype, tensor.shape, valid_op_name(f"{key}_{name}"))
            definition.inputs[name].CopyFrom(build_tensor_info(made))
            inputs.append(made)
        for name, result in zip(_result_names(body), call_op(body, inputs), strict=True):
            definition.outputs[name].CopyFrom(
                build_tensor_info(identity(result, valid_op_name(f"{key}_{name}_result")))
            )
        return definition

    def _saver(self) -> Message | None:
        """Operations that restore the variables, for those who know nothing of objects."""
        keys = {node.key: node.item for node in self._paths() if is_variable(node.item)}
        if not keys:
            return None
        make_complete(self.graph)
        return SaverOperations(self.graph, saveables(self.graph, keys), "model", False, False).build(None)

    def _paths(self) -> list[Node]:
        return object_graph(self.checkpoint())

    # ------------------------------------------------------------------------------------------ the objects

    def _add_objects(self, message: Message) -> None:
        nodes = self._paths()
        self._known = {id(node.item): node.number for node in nodes}
        for node in nodes:
            _describe(message.nodes.add(), node)
        for constant, name in self._constants.values():
            self._known[id(constant)] = len(message.nodes)
            message.nodes.add(registered_name="tf.TrackableConstant").constant.operation = name
        for node in nodes:
            owner = self._root if node.number == 0 else node.item
            for name, traces in self._traces.get(id(owner), {}).items():
                if traces:
                    message.nodes[node.number].children.add(node_id=len(message.nodes), local_name=name)
                    spec = _function_spec(self._functions[id(owner)][name], name)
                    self._add_function(message, spec, traces)
        self._add_signatures(message)

    def _add_function(self, message: Message, spec: Message, traces: list[ConcreteFunction]) -> None:
        number = len(message.nodes)
        message.nodes.add().function.function_spec.CopyFrom(spec)
        for i, trace in enumerate(traces):
            saved = self._names.name_of(trace.graph)
            message.nodes[number].function.concrete_functions.append(saved)
            message.nodes[number].children.add(node_id=len(message.nodes), local_name=f"trace_{i}")
            _describe_bare(message.nodes.add().bare_concrete_function, saved, trace.argument_names, spec)
            concrete = message.concrete_functions[saved]
            concrete.bound_inputs.extend(self._captures(trace.graph))
            concrete.canonicalized_input_signature.CopyFrom(_encoded(trace.structured_input_signature, trace))
            concrete.output_signature.CopyFrom(_encoded(trace.structured_outputs, trace))

    def _captures(self, body: FuncGraph) -> list[int]:
        items = [outer.variable() if outer.variable else outer for outer in body.captures]  # type: ignore[attr-defined]
        return [self._known[id(item)] for item in items]

    def _add_signatures(self, message: Message) -> None:
        message.nodes[0].children.add(node_id=len(message.nodes), local_name="signatures")
        holder = message.nodes.add()
        holder.user_object.identifier = "signature_map"
        holder.user_object.version.CopyFrom(messages.new("VersionDef", **_VERSION))
        for key, body in self._wrappers.items():
            holder.children.add(node_id=len(message.nodes), local_name=key)
            saved = self._names.name_of(body)
            names = [tensor.op.name for tensor in body.arguments]
            _describe_bare(message.nodes.add().bare_concrete_function, saved, names, _keyword_spec(names))
            concrete = message.concrete_functions[saved]
            concrete.bound_inputs.extend(self._captures(body))
            inputs = {tensor.op.name: _spec(tensor, tensor.op.name) for tensor in body.arguments}
            outputs = dict(zip(_result_names(body), body.outputs, strict=True))
            concrete.canonicalized_input_signature.CopyFrom(structured_values.encode(((), inputs)))
            concrete.output_signature.CopyFrom(
                structured_values.encode({name: _spec(tensor, name) for name, tensor in outputs.items()})
            )


class _Parts(Checkpoint):
    """The parts of an object, as a checkpoint has them."""

    node: Any
    extra: list[Variable]

    def _trackable_children(self) -> dict[str, Any]:
        own = children(self.node)
        return {**own, **{f"captured_{i}": variable for i, variable in enumerate(self.extra)}}


def _describe(message: Message, node: Node) -> None:
    """Fills a SavedObject but for its functions."""
    for name, child in node.children.items():
        message.children.add(node_id=child.number, local_name=name)
    item = node.item
    if is_variable(item):
        message.variable.dtype, message.variable.trainable = item.dtype.enum, item.trainable
        message.variable.name = item.name.removesuffix(":0")
        message.variable.shape.CopyFrom(attr_values.shape_message(item.shape))
        return
    kinds: dict[type, str] = {
        list: "trackable_list_wrapper",
        tuple: "trackable_tuple_wrapper",
        dict: "trackable_dict_wrapper",
    }
    message.user_object.identifier = kinds.get(type(item), "_generic_user_object")
    message.user_object.version.CopyFrom(messages.new("VersionDef", **_VERSION))


# ---------------------------------------------------------------------------------------------- functions


def _describe_bare(message: Message, saved: str, names: list[str], spec: Message) -> None:
    """Fills a SavedBareConcreteFunction."""
    message.concrete_function_name = saved
    message.argument_keywords.extend(names)
    message.allowed_positional_arguments = len(names)
    message.function_spec.CopyFrom(spec)


def _signatures(functions: Mapping[str, Any], given: Any) -> dict[str, FuncGraph]:
    """What runs the signatures, by name."""
    if given is None:
        traces = {name: traces_of(function) for name, function in functions.items()}
        named = {name: functions[name] for name, found in traces.items() if len(found) == 1 and _is_plain(found[0])}
        if len(named) == 1:
            named[DEFAULT_KEY] = next(iter(named.values()))
    else:
        named = dict(given) if isinstance(given, Mapping) else {DEFAULT_KEY: given}
    return {key: _wrapper(key, _only_trace(key, function), function) for key, function in named.items()}


def _is_plain(trace: ConcreteFunction) -> bool:
    """Whether a trace takes tensors only, and gives some."""
    leaves = nest.flatten(trace.structured_input_signature)
    return bool(trace.outputs) and all(isinstance(leaf, TensorSpec) for leaf in leaves)


def _only_trace(key: str, function: Any) -> ConcreteFunction:
    if isinstance(function, ConcreteFunction):
        return function
    if isinstance(function, LoadedSignature):
        return function.trace
    if not isinstance(function, _COMPILED):
        raise TypeError(f"Signature {key!r} must be a compiled function, not {function!r}.")
    traces = traces_of(function)
    if len(traces) != 1:
        raise InvalidArgumentError(
            f"Signature {key!r} needs one trace, but {function!r} has {len(traces)}: give it an input_signature, or "
            f"give what its get_concrete_function(...) returns."
        )
    return traces[0]


def _wrapper(key: str, trace: ConcreteFunction, function: Any) -> FuncGraph:
    """A function that takes the tensors by name, in the order of the names, and gives them likewise."""
    names = _argument_names(trace, function)
    order = sorted(range(len(names)), key=lambda i: names[i])
    body = FuncGraph(f"signature_wrapper_{key}", None)
    with body.as_default():
        made: dict[int, Tensor] = {}
        for i in order:
            parameter = trace.graph.arguments[i]
            made[i] = body.add_input(parameter.dtype, parameter.shape, names[i])
        results = call_op(trace.graph, [made[i] for i in range(len(names))])
        named = sorted(zip(_names_of(trace), results, strict=True))
        body.outputs = [identity(tensor, name) for name, tensor in named]
    body.kept["results"] = [name for name, _ in named]
    return body


def _argument_names(trace: ConcreteFunction, function: Any) -> list[str]:
    """Names for the arguments: those that the TensorSpecs of the user have, or those in Python."""
    own = trace.argument_names
    for given in (getattr(function, "input_signature", None), trace.structured_input_signature):
        specs = [leaf for leaf in nest.flatten(given) if isinstance(leaf, TensorSpec)]
        if len(specs) == len(own) and any(spec.name for spec in specs):
            names = [spec.name or name for spec, name in zip(specs, own, strict=True)]
            return names if len(set(names)) == len(names) else own
    return own


def _result_names(body: FuncGraph) -> list[str]:
    names: list[str] = body.kept["results"]
    return names


def _names_of(trace: ConcreteFunction) -> list[str]:
    """Names for the results of a function: the keys of a dictionary, or numbers."""
    outputs = trace.structured_outputs
    if isinstance(outputs, dict) and all(isinstance(key, str) for key in outputs):
        flat = nest.flatten_with_paths(outputs)
        return ["_".join(map(str, path)) for path, leaf in flat if isinstance(leaf, TensorSpec)]
    return [f"output_{i}" for i in range(len(trace.outputs))]


def _spec(tensor: Tensor, name: str) -> TensorSpec:
    return TensorSpec(tensor.shape, tensor.dtype, name)


def _encoded(value: Any, trace: ConcreteFunction) -> Message:
    try:
        return structured_values.encode(value)
    except TypeError as error:
        raise InvalidArgumentError(f"Function {trace.name!r} cannot be saved: {error}") from None


def _keyword_spec(names: list[str]) -> Message:
    parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    return _spec_of(inspect.Signature(parameters))


def _function_spec(function: Any, name: str) -> Message:
    """How a function is called: a FunctionSpec."""
    try:
        message = _spec_of(function.signature)
        given = getattr(function, "input_signature", None)
        if given is not None:
            message.input_signature.CopyFrom(structured_values.encode(tuple(given)))
    except TypeError as error:
        raise InvalidArgumentError(f"Function {name!r} cannot be saved: {error}") from None
    return message


def _spec_of(signature: inspect.Signature) -> Message:
    parameters = signature.parameters.values()
    by_kind: dict[Any, list[inspect.Parameter]] = {}
    for parameter in parameters:
        by_kind.setdefault(parameter.kind, []).append(parameter)
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    keyword = by_kind.get(inspect.Parameter.KEYWORD_ONLY, [])
    rest = by_kind.get(inspect.Parameter.VAR_POSITIONAL, [])
    named_rest = by_kind.get(inspect.Parameter.VAR_KEYWORD, [])
    values = {
        "args": [p.name for p in positional],
        "varargs": rest[0].name if rest else None,
        "varkw": named_rest[0].name if named_rest else None,
        "defaults": tuple(p.default for p in positional if p.default is not p.empty) or None,
        "kwonlyargs": [p.name for p in keyword],
        "kwonlydefaults": {p.name: p.default for p in keyword if p.default is not p.empty} or None,
        "annotations": {},
    }
    message = messages.new("FunctionSpec")
    described = message.fullargspec.named_tuple_value
    described.name = "FullArgSpec"
    for key, value in values.items():
        described.values.add(key=key).value.CopyFrom(structured_values.encode(value))
    message.input_signature.none_value.SetInParent()
    return message
