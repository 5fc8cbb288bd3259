"""Variables as the VariableDefs of files: the names of their operations."""

from __future__ import annotations

from typing import Any

from runtime.dispatch import apply_one
from runtime.errors import InvalidArgumentError
from runtime.formats import messages
from runtime.formats.slices import Slice
from runtime.graph import Graph, Operation
from runtime.graph_keys import GraphKeys
from runtime.ops.state import placeholder
from runtime.tensor import Tensor
from runtime.train import provenance
from runtime.train.ref_variables import RefVariable
from runtime.variables import Variable

Message = messages.Message
VARIABLE_COLLECTIONS = frozenset(
    {
        GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES, GraphKeys.LOCAL_VARIABLES, GraphKeys.MODEL_VARIABLES,
        GraphKeys.MOVING_AVERAGE_VARIABLES, GraphKeys.METRIC_VARIABLES, GraphKeys.GLOBAL_STEP,
    }
)  # fmt: skip
"""The collections that hold VariableDefs in files."""


def is_variable(item: Any) -> bool:
    """Whether something is a variable, of either kind."""
    return isinstance(item, Variable | RefVariable)


def handle_in(graph: Graph, variable: Any) -> Tensor:
    """The tensor of a graph that stands for the variable itself: its handle or reference."""
    if isinstance(variable, RefVariable):
        return variable.reference
    return graph.capture(variable.handle)


def make_complete(graph: Graph) -> None:
    """Gives eager variables that a graph uses what TensorFlow needs of a variable: a read and an initializer.

    The initializer takes a placeholder, since the initial value is not known any more: running it without a value is an
    error that says so; restoring a checkpoint sets the value.
    """
    for name in sorted(VARIABLE_COLLECTIONS):
        for variable in graph.get_collection(name):
            if isinstance(variable, Variable) and variable.graph is not graph:
                _complete(graph, variable)


def _complete(graph: Graph, variable: Variable) -> None:
    handle = graph.capture(variable.handle)
    scope = handle.op.name
    if f"{scope}/Assign" in graph._operations:
        return
    with graph.as_default(), graph.control_dependencies(None), graph.name_scope(f"{scope}/"):
        value = placeholder(variable.dtype, variable.shape, f"{scope}/Initializer/value_of_a_checkpoint/")
        graph.create_op("AssignVariableOp", [handle, value], None, f"{scope}/Assign/")
        graph.create_op("ReadVariableOp", [handle], {"dtype": variable.dtype}, f"{scope}/Read/ReadVariableOp/")


def variable_def(graph: Graph, variable: Any) -> Message:
    """The VariableDef of a variable of a graph, or of an eager one that it uses."""
    handle = handle_in(graph, variable)
    message = messages.new("VariableDef")
    origin = provenance.graph_origin(graph)
    if origin is not None and handle.name in origin.variables:
        message.CopyFrom(origin.variables[handle.name])
    message.variable_name, message.trainable = handle.name, variable.trainable
    message.is_resource = isinstance(variable, Variable)
    if variable.graph is graph:
        parts = (variable.initializer, variable._snapshot, variable.initial_value)
    else:
        scope = handle.op.name
        assign = graph._operations.get(f"{scope}/Assign")
        read = graph._operations.get(f"{scope}/Read/ReadVariableOp")
        parts = (assign, read and read.outputs[0], assign and assign.inputs[1])
    fields = ("initializer_name", "snapshot_name", "initial_value_name")
    for field, part in zip(fields, parts, strict=True):
        if part is not None:
            setattr(message, field, part.name)
    if variable.save_slice is not None:
        _add_slice(message, *variable.save_slice)
    return message


def _add_slice(message: Message, full_name: str, part: Slice) -> None:
    message.ClearField("save_slice_info_def")
    info = message.save_slice_info_def
    info.full_name = full_name
    info.full_shape.extend(part.full_shape)
    info.var_offset.extend([start for start, _ in part.extents])
    info.var_shape.extend(part.shape)


# ---------------------------------------------------------------------------------------------- reading


def variable_of(graph: Graph, message: Message, prefix: str = "") -> Any:
    """The variable that a VariableDef describes.

    Args:
        graph: where its operations are.
        message: the VariableDef.
        prefix: what the names got in front when the graph was loaded.

    Raises:
        InvalidArgumentError: an operation is missing, or is of another kind.
    """
    handle = _tensor(graph, message.variable_name, prefix, message)
    if handle is None:
        raise InvalidArgumentError("A VariableDef has no name.")
    initializer = _operation(graph, message.initializer_name, prefix, message)
    snapshot = _tensor(graph, message.snapshot_name, prefix, message)
    initial = _tensor(graph, message.initial_value_name, prefix, message)
    trainable = message.trainable
    if message.is_resource:
        if handle.op.type != "VarHandleOp":
            raise InvalidArgumentError(
                f"Variable {message.variable_name!r} should be a VarHandleOp, but is of type {handle.op.type}."
            )
        made: Any = Variable.from_operations(handle, initializer, snapshot, initial, trainable)
    else:
        made = RefVariable(handle, initializer, snapshot, initial, trainable)
    if message.HasField("save_slice_info_def"):
        made.save_slice = _slice_of(message, prefix)
    provenance.note_graph(graph).variables[handle.name] = message
    return made


def _slice_of(message: Message, prefix: str) -> tuple[str, Slice]:
    info = message.save_slice_info_def
    try:
        extents = tuple(zip(info.var_offset, info.var_shape, strict=True))
        return prefix + info.full_name, Slice(tuple(info.full_shape), extents)
    except ValueError as error:
        what = f"Variable {message.variable_name!r} is no part of {info.full_name!r}"
        raise InvalidArgumentError(f"{what}: {error}.") from None


def _tensor(graph: Graph, name: str, prefix: str, message: Message) -> Tensor | None:
    if not name:
        return None
    try:
        return graph.get_tensor_by_name(prefix + name)
    except (KeyError, ValueError) as error:
        raise InvalidArgumentError(f"Variable {message.variable_name!r}: {error.args[0]}") from None


def _operation(graph: Graph, name: str, prefix: str, message: Message) -> Operation | None:
    if not name:
        return None
    try:
        found = graph.as_graph_element(prefix + name)
    except (KeyError, ValueError) as error:
        raise InvalidArgumentError(f"Variable {message.variable_name!r}: {error.args[0]}") from None
    return found if isinstance(found, Operation) else found.op


def read_of(graph: Graph, variable: Any) -> Tensor:
    """A tensor of a graph with the value of a variable."""
    if isinstance(variable, RefVariable):
        return variable.reference
    snapshot: Tensor | None = variable._snapshot
    if variable.graph is graph and snapshot is not None:
        return snapshot
    read = graph._operations.get(f"{handle_in(graph, variable).op.name}/Read/ReadVariableOp")
    if read is not None:
        return read.outputs[0]
    return apply_one("ReadVariableOp", [handle_in(graph, variable)], {"dtype": variable.dtype})
