"""Frozen graphs: variables become constants, so that one file holds everything.

    w (VarHandleOp) -> w/Read (ReadVariableOp) -> MatMul     -->     w (Const) -> w/Read (Identity) -> MatMul

Functions that take variables take their values instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.effects import CALL, CASE, FUNCTIONAL, IF, WHILE
from runtime.engines.binding import bound_kernel
from runtime.errors import InvalidArgumentError
from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.operation import infer_shapes
from runtime.optimize.frames import LEGACY, MERGE
from runtime.registry import op_def
from runtime.session import Session
from runtime.tensor import Tensor
from runtime.train.graph_def import graph_def_of
from runtime.train.import_graph import as_message, load_graph

Message = messages.Message
_REFERENCES = frozenset({"Variable", "VariableV2"})
_VARIABLES = _REFERENCES | {"VarHandleOp"}
_PASSING = (LEGACY - {"LoopCond"}) | {"Identity", "RefIdentity"}
_READS = {"ReadVariableOp": "Identity", "ResourceGather": "GatherV2", "ResourceGatherNd": "GatherNd",
          "VariableShape": "Shape"}  # fmt: skip
"""Ops that read a variable behind a handle, and those that do the same with its value."""


def convert_variables_to_constants(
    sess: Session,
    input_graph_def: Any,
    output_node_names: Sequence[str],
    variable_names_whitelist: Collection[str] | None = None,
    variable_names_blacklist: Collection[str] | None = None,
) -> Message:
    """A graph that computes the same without variables.

    Args:
        sess: holds the values of the variables.
        input_graph_def: the graph: a GraphDef.
        output_node_names: the names of the nodes that are wanted; nodes that they do not need are left out.
        variable_names_whitelist: the variables to convert; all by default.
        variable_names_blacklist: variables to leave as they are.

    Returns:
        A GraphDef.

    Raises:
        InvalidArgumentError: an output is not in the graph, or needs an operation that changes a variable.
        FailedPreconditionError: a variable has no value.
    """
    graph = Graph()
    load_graph(graph, as_message("GraphDef", input_graph_def, "input_graph_def"))
    wanted = [_operation(graph, name) for name in output_node_names]

    def value_of(op: Operation) -> Any:
        """The value to freeze an op to, or None if it stays."""
        if variable_names_whitelist is not None and op.name not in variable_names_whitelist:
            return None
        if op.name in (variable_names_blacklist or ()):
            return None
        return _value(sess, op)

    return graph_def_of(frozen(graph, wanted, value_of))


def _operation(graph: Graph, name: str) -> Operation:
    try:
        return graph.get_operation_by_name(name)
    except KeyError as error:
        raise InvalidArgumentError(f"{error.args[0]} It is among output_node_names.") from None


def _value(session: Session, op: Operation) -> Any:
    """The value of a variable in a session."""
    owner = session.graph._operations.get(op.name, op)
    return bound_kernel(owner, session.context)().read()


def extract_sub_graph(graph_def: Any, dest_nodes: Sequence[str]) -> Message:
    """The part of a graph that some nodes need.

    Args:
        graph_def: a GraphDef.
        dest_nodes: the names of the nodes.

    Raises:
        InvalidArgumentError: a node is not in the graph.
    """
    graph = Graph()
    load_graph(graph, as_message("GraphDef", graph_def, "graph_def"))
    needed = {op.name for op in _needed([_operation(graph, name) for name in dest_nodes])}
    message = graph_def_of(graph)
    kept = [node for node in message.node if node.name in needed]
    message.ClearField("node")
    message.node.extend(kept)
    return message


def _needed(operations: Iterable[Operation]) -> list[Operation]:
    """The operations that some need, in the order of their making."""
    wanted = list(operations)
    found, pending = set(wanted), list(wanted)
    while pending:
        op = pending.pop()
        for other in (*op.control_inputs, *(tensor.op for tensor in op.inputs)):
            if other not in found:
                found.add(other)
                pending.append(other)
    return [op for op in (wanted[0].graph.get_operations() if wanted else ()) if op in found]


# ---------------------------------------------------------------------------------------------- graphs


def frozen(graph: Graph, operations: Iterable[Operation], value_of: Callable[[Operation], Any]) -> Graph:
    """A graph of what some operations need, with constants for variables.

    Args:
        graph: the graph.
        operations: what is wanted of it.
        value_of: the value of the variable that an operation stands for, or None if it stays one.

    Raises:
        InvalidArgumentError: an operation that is needed changes a variable; all are named.
    """
    made = Graph()
    _Freezer({}).copy(_needed(operations), made, {}, value_of)
    return made


class _Freezer:
    """Copies operations, with values in the place of variables.

    Args:
        bodies: (function, which of its parameters are values now) → the function for that.
    """

    def __init__(self, bodies: dict[tuple[FuncGraph, frozenset[int]], FuncGraph]) -> None:
        self._bodies = bodies

    def copy(
        self,
        operations: Sequence[Operation],
        target: Graph,
        copies: dict[Tensor, Tensor],
        value_of: Callable[[Operation], Any],
        values: Collection[Tensor] = (),
    ) -> None:
        """Adds copies of operations to `target`.

        Args:
            operations: each after those that it needs.
            target: a graph.
            copies: tensor → its copy, to be filled.
            value_of: the value of the variable that an operation stands for, or None if it stays one.
            values: handles that have values for copies.
        """
        known = {op: value for op in operations if op.type in _VARIABLES and (value := value_of(op)) is not None}
        marked = _marked(operations, {*values, *(tensor for op in known for tensor in op.outputs)})
        _refuse_changes(operations, marked)
        twins: dict[Operation, Operation] = {}
        for op in operations:
            if op in known:
                twin = _add(target, op, "Const", [], {"value": np.asarray(known[op]), "dtype": op.attrs["dtype"]})
            else:
                positions = frozenset(i for i, tensor in enumerate(op.inputs) if tensor in marked)
                twin = self._twin(op, target, _copied_inputs(op, copies), positions)
            twins[op] = twin
            copies.update(zip(op.outputs, twin.outputs, strict=True))
        for op, twin in twins.items():
            for position, tensor in enumerate(op.inputs if op.type in MERGE else ()):
                twin.update_input(position, copies[tensor])
            twin.control_inputs = tuple([twins[other] for other in op.control_inputs if other in twins])

    def _twin(self, op: Operation, target: Graph, inputs: list[Tensor], positions: frozenset[int]) -> Operation:
        attrs = dict(op.attrs)
        if op.type in _PASSING and positions:
            return _add(target, op, op.type.removeprefix("Ref"), inputs, {**attrs, "T": inputs[0].dtype})
        if positions and op.type == "VarIsInitializedOp":
            return _add(target, op, "Const", [], {"value": np.bool_(True), "dtype": dtypes.bool_})
        if positions and op.type in _READS:
            return self._read(op, target, inputs)
        if positions and op.type in FUNCTIONAL:
            attrs.update(self._functional_attrs(op, inputs, positions))
        twin = target.add_loaded(op.name, op.op_def, inputs, attrs)
        twin.device = op.device
        for tensor, model in zip(twin.outputs, op.outputs, strict=True):
            tensor._shape, tensor.handle_data = model.shape, model.handle_data
        return twin

    def _read(self, op: Operation, target: Graph, inputs: list[Tensor]) -> Operation:
        if op.type == "ResourceGather":
            attrs = {"batch_dims": op.attrs["batch_dims"], "Tparams": inputs[0].dtype, "Tindices": inputs[1].dtype}
            zero = target.create_op("Const", (), {"value": np.int32(0), "dtype": dtypes.int32}, f"{op.name}/axis")
            return _add(target, op, "GatherV2", [*inputs, zero.outputs[0]], {**attrs, "Taxis": dtypes.int32})
        if op.type == "ResourceGatherNd":
            return _add(target, op, "GatherNd", inputs, {"Tparams": inputs[0].dtype, "Tindices": inputs[1].dtype})
        attrs = {"T": inputs[0].dtype}
        if op.type == "VariableShape":
            attrs["out_type"] = op.attrs["out_type"]
        return _add(target, op, _READS[op.type], inputs, attrs)

    # ------------------------------------------------------------------------------------------ functions

    def _functional_attrs(self, op: Operation, inputs: Sequence[Tensor], positions: frozenset[int]) -> dict[str, Any]:
        """The attributes of an operation whose functions take values for variables."""
        types = tuple([tensor.dtype for tensor in inputs])
        if op.type in WHILE:
            shapes = op.attrs["output_shapes"]
            pairs = enumerate(zip(shapes, inputs, strict=False))
            return {
                "T": types,
                "cond": self._body(op.attrs["cond"], positions, inputs),
                "body": self._body(op.attrs["body"], positions, inputs),
                "output_shapes": tuple([t.shape if i in positions else shape for i, (shape, t) in pairs]),
            }
        shift = 0 if op.type in CALL else 1
        inner = frozenset(i - shift for i in positions)
        names = ("then_branch", "else_branch") if op.type in IF else ("branches",) if op.type in CASE else ("f",)
        attrs: dict[str, Any] = {"Tin": types[shift:]}
        for name in names:
            bodies = op.attrs[name]
            if isinstance(bodies, tuple):
                attrs[name] = tuple([self._body(body, inner, inputs[shift:]) for body in bodies])
            else:
                attrs[name] = self._body(bodies, inner, inputs[shift:])
        return attrs

    def _body(self, body: FuncGraph, positions: frozenset[int], inputs: Sequence[Tensor]) -> FuncGraph:
        """A function that takes values instead of the variables at these positions."""
        known = self._bodies.get((body, positions))
        if known is not None:
            return known
        made = self._bodies[body, positions] = FuncGraph(body.name, None)
        copies: dict[Tensor, Tensor] = {}
        for i, parameter in enumerate(body.inputs):
            like = inputs[i] if i in positions else parameter
            copies[parameter] = made.add_input(like.dtype, like.shape, parameter.op.name, like.handle_data)
        parameters = {tensor.op for tensor in body.inputs}
        operations = [op for op in body.get_operations() if op not in parameters]
        handles = [body.inputs[i] for i in positions]
        self.copy(operations, made, copies, lambda op: None, handles)
        made.outputs = [copies[tensor] for tensor in body.outputs]
        return made


def _copied_inputs(op: Operation, copies: Mapping[Tensor, Tensor]) -> list[Tensor]:
    """The copies of an operation's inputs; what comes back to the head of a loop has a stand-in for now."""
    if op.type not in MERGE:
        return [copies[tensor] for tensor in op.inputs]
    stand_in = next(copies[tensor] for tensor in op.inputs if tensor in copies)
    return [copies.get(tensor, stand_in) for tensor in op.inputs]


def _marked(operations: Iterable[Operation], sources: Collection[Tensor]) -> set[Tensor]:
    """The handles and references among `sources`, and those that they are passed on as."""
    marked = set(sources)
    for op in operations:
        if op.type in _PASSING and any(tensor in marked for tensor in op.inputs):
            marked.update(tensor for tensor in op.outputs if tensor.dtype is op.inputs[0].dtype)
    return marked


def _refuse_changes(operations: Iterable[Operation], marked: Collection[Tensor]) -> None:
    """Raises InvalidArgumentError if an operation does not just read the variables behind marked tensors."""
    wrong = [op for op in operations if any(t in marked for t in op.inputs) and not _is_harmless(op, marked)]
    if wrong:
        names = ", ".join(f"{op.name!r} ({op.type})" for op in wrong)
        raise InvalidArgumentError(
            f"The graph cannot be frozen: {names} would change variables, or read them in a way that is not known. "
            f"Leave them out of the outputs, or keep their variables by variable_names_blacklist."
        )


def _is_harmless(op: Operation, marked: Collection[Tensor]) -> bool:
    if op.type in FUNCTIONAL or op.type in _READS or op.type in _PASSING or op.type == "VarIsInitializedOp":
        return True
    args = op.op_def.inputs
    takes_reference = len(args) == len(op.inputs) and any(
        arg.is_ref and tensor in marked for arg, tensor in zip(args, op.inputs, strict=True)
    )
    return not takes_reference and not any(t in marked and t.dtype is dtypes.resource for t in op.inputs)


def _add(target: Graph, op: Operation, op_type: str, inputs: Sequence[Tensor], attrs: Mapping[str, Any]) -> Operation:
    """Adds an operation of another type under the name of `op`."""
    twin = target.add_loaded(op.name, op_def(op_type), inputs, attrs)
    twin.device = op.device
    infer_shapes(twin)
    return twin
