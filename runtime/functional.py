"""Operations that run function bodies: If, While, Case and calls, built from function graphs in TensorFlow's layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.access import inaccessible
from runtime.current import current_graph, get_default_graph
from runtime.dispatch import apply_one, convert_to_tensor, is_symbolic
from runtime.errors import InvalidArgumentError
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.tensor import Tensor

_LOWERED = {"_lower_using_switch_merge": True}  # TensorFlow runs such ops without a call for each body.


def home_of(inputs: Sequence[Any]) -> Graph:
    """The graph that an operation on these values goes into: the open one, else that of the first symbolic tensor.

    Raises:
        InaccessibleTensorError: no graph is open, and the tensor is of a function's body.
    """
    graph = current_graph()
    if graph is not None:
        return graph
    symbolic = next((item for item in inputs if is_symbolic(item)), None)
    if symbolic is None:
        return get_default_graph()
    if symbolic.graph.building_function:
        raise inaccessible(symbolic, None)
    return symbolic.graph  # type: ignore[no-any-return]


def unify_captures(graphs: Sequence[FuncGraph]) -> list[Tensor]:
    """Gives all graphs the same captures in the same order, and returns what they capture."""
    outer = list(dict.fromkeys(tensor for graph in graphs for tensor in graph.captures))
    for graph in graphs:
        graph.captures = {tensor: graph.capture(tensor) for tensor in outer}
    return outer


def _types(tensors: Sequence[Tensor]) -> tuple[dtypes.DType, ...]:
    return tuple([tensor.dtype for tensor in tensors])


def _name_of_type(op_type: str, graphs: Sequence[FuncGraph]) -> str:
    """The op type itself if a body reads or changes state, else its stateless form."""
    return op_type if any(graph.is_stateful for graph in graphs) else f"Stateless{op_type}"


# ---------------------------------------------------------------------------------------------- branches


def if_operation(pred: Tensor, then_graph: FuncGraph, else_graph: FuncGraph, name: str | None = None) -> Operation:
    """An If or StatelessIf operation (see `if_op`)."""
    branches = [then_graph, else_graph]
    _check_branches(branches)
    captures = unify_captures(branches)
    attrs = {
        "Tin": _types(captures),
        "Tout": _types(then_graph.outputs),
        "then_branch": then_graph,
        "else_branch": else_graph,
    }
    graph = then_graph.outer_graph or home_of([pred])
    op = graph.create_op(_name_of_type("If", branches), [pred, *captures], {**attrs, **_LOWERED}, name)
    _mark_weak(op, branches)
    return op


def if_op(pred: Tensor, then_graph: FuncGraph, else_graph: FuncGraph, name: str | None = None) -> list[Tensor]:
    """Runs one of two graphs.

    Args:
        pred: bool[].
        then_graph: runs if `pred` is true. It has no arguments, only captures.
        else_graph: runs otherwise; its outputs have the same dtypes.
        name: for the operation.

    Returns:
        A tensor for each output of the graphs.

    Raises:
        InvalidArgumentError: the graphs have arguments, or their outputs differ in number or dtype.
    """
    return list(if_operation(pred, then_graph, else_graph, name).outputs)


def case_operation(branch_index: Tensor, graphs: Sequence[FuncGraph], name: str | None = None) -> Operation:
    """A Case or StatelessCase operation (see `case_op`)."""
    _check_branches(graphs)
    captures = unify_captures(graphs)
    attrs = {"Tin": _types(captures), "Tout": _types(graphs[0].outputs), "branches": tuple(graphs)}
    graph = graphs[0].outer_graph or home_of([branch_index])
    op = graph.create_op(_name_of_type("Case", graphs), [branch_index, *captures], {**attrs, **_LOWERED}, name)
    _mark_weak(op, graphs)
    return op


def case_op(branch_index: Tensor, graphs: Sequence[FuncGraph], name: str | None = None) -> list[Tensor]:
    """Runs one of several graphs.

    Args:
        branch_index: i32[]; an index out of range runs the last graph.
        graphs: without arguments, and with outputs of the same dtypes.
        name: for the operation.

    Returns:
        A tensor for each output of the graphs.

    Raises:
        InvalidArgumentError: the graphs have arguments, or their outputs differ in number or dtype.
    """
    return list(case_operation(branch_index, graphs, name).outputs)


def _check_branches(graphs: Sequence[FuncGraph]) -> None:
    first = _types(graphs[0].outputs)
    for graph in graphs:
        if graph.arguments:
            raise InvalidArgumentError(f"A branch takes everything by capture, but '{graph.name}' has arguments.")
        if _types(graph.outputs) != first:
            raise InvalidArgumentError(
                f"Branch '{graphs[0].name}' gives {_names(first)}, but branch '{graph.name}' gives "
                f"{_names(_types(graph.outputs))}."
            )


def _names(types: Sequence[dtypes.DType]) -> str:
    return f"[{', '.join(dtype.name for dtype in types)}]"


def _mark_weak(op: Operation, graphs: Sequence[FuncGraph]) -> None:
    for output, tensors in zip(op.outputs, zip(*(graph.outputs for graph in graphs), strict=True), strict=True):
        output.weak = all(tensor.weak for tensor in tensors)


# ---------------------------------------------------------------------------------------------- loops


def while_op(
    cond_graph: FuncGraph,
    body_graph: FuncGraph,
    inputs: Sequence[Tensor],
    *,
    name: str | None = None,
    maximum_iterations: Any = None,
    parallel_iterations: int = 10,
    counted: Any = None,
) -> list[Tensor]:
    """Runs a body as long as a condition holds.

    The operation's inputs are (loop_counter, maximum_iterations, *variables, *captures), and so are the parameters of
    both graphs and the outputs of the body; the private attribute `_num_captures` says how many are captures, which
    pass through.

    Args:
        cond_graph: one argument for each variable; gives bool[].
        body_graph: the same arguments; gives their next values. An argument's shape is what the variable keeps.
        inputs: the initial values.
        name: for the operation.
        maximum_iterations: the loop ends after so many turns; an int or i32[], None for no limit.
        parallel_iterations: kept for TensorFlow.
        counted: what is known of a loop over a range, kept as the private attribute `_counted`.

    Returns:
        The last values of the variables.

    Raises:
        InvalidArgumentError: graphs and inputs do not fit together.
    """
    _check_loop(cond_graph, body_graph, inputs)
    home = body_graph.outer_graph or home_of(inputs)
    with home.as_default():
        start = convert_to_tensor(np.array(0, np.int32), name="loop_counter")
        limit = convert_to_tensor(-1 if maximum_iterations is None else maximum_iterations, dtype_hint=dtypes.int32)
    _count_turns(cond_graph, body_graph, limited=maximum_iterations is not None)
    captures = unify_captures([cond_graph, body_graph])
    body_graph.outputs = [*body_graph.outputs, *body_graph.captures.values()]
    variables = [start, limit, *inputs, *captures]
    attrs = {
        "T": _types(variables),
        "cond": cond_graph,
        "body": body_graph,
        "output_shapes": tuple([tensor.shape for tensor in body_graph.inputs]),
        "parallel_iterations": parallel_iterations,
        "_num_captures": len(captures),
        "_num_original_outputs": len(variables),
    }
    if counted is not None:
        attrs["_counted"] = counted
    op = home.create_op(_name_of_type("While", [cond_graph, body_graph]), variables, {**attrs, **_LOWERED}, name)
    for output, result, argument in zip(op.outputs, body_graph.outputs, body_graph.inputs, strict=True):
        output.weak = result.weak and argument.weak
    return list(op.outputs[2 : 2 + len(inputs)])


def _check_loop(cond_graph: FuncGraph, body_graph: FuncGraph, inputs: Sequence[Tensor]) -> None:
    wanted = _types(inputs)
    rows = [
        (f"the condition '{cond_graph.name}' takes", _types(cond_graph.arguments)),
        (f"the body '{body_graph.name}' takes", _types(body_graph.arguments)),
        (f"the body '{body_graph.name}' gives", _types(body_graph.outputs)),
    ]
    for what, types in rows:
        if types != wanted:
            raise InvalidArgumentError(f"The variables of a loop are {_names(wanted)}, but {what} {_names(types)}.")
    given = _types(cond_graph.outputs)
    if given != (dtypes.bool,):
        raise InvalidArgumentError(f"The condition '{cond_graph.name}' of a loop gives one bool, not {_names(given)}.")


def _count_turns(cond_graph: FuncGraph, body_graph: FuncGraph, limited: bool) -> None:
    """Puts the counter and the limit in front of the parameters, and in front of the body's results."""
    counter, limit = _prepend(cond_graph)
    if limited:
        with cond_graph.as_default():
            going = apply_one("Less", [counter, limit])
            cond_graph.outputs = [apply_one("LogicalAnd", [going, cond_graph.outputs[0]])]
    counter, limit = _prepend(body_graph)
    with body_graph.as_default():
        following = apply_one("AddV2", [counter, convert_to_tensor(np.array(1, np.int32))])
    body_graph.outputs = [following, limit, *body_graph.outputs]


def _prepend(graph: FuncGraph) -> tuple[Tensor, Tensor]:
    counter = graph.add_input(dtypes.int32, [], "loop_counter")
    limit = graph.add_input(dtypes.int32, [], "maximum_iterations")
    graph.arguments = [counter, limit, *graph.arguments[:-2]]
    return counter, limit


# ---------------------------------------------------------------------------------------------- calls


def call_op(
    graph: FuncGraph,
    inputs: Sequence[Tensor],
    output_types: Sequence[dtypes.DType] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Calls a function graph.

    Args:
        graph: the function.
        inputs: a value for each of its arguments.
        output_types: the dtypes of its results, where the graph has none yet because it is being built (recursion).
        name: for the operation.

    Returns:
        A tensor for each result.

    Raises:
        InvalidArgumentError: the inputs do not fit the arguments.
    """
    return list(call_operation(graph, inputs, output_types, name).outputs)


def call_operation(
    graph: FuncGraph,
    inputs: Sequence[Tensor],
    output_types: Sequence[dtypes.DType] | None = None,
    name: str | None = None,
) -> Operation:
    """A PartitionedCall or StatefulPartitionedCall operation (see `call_op`)."""
    wanted, given = _types(graph.arguments), _types(inputs)
    if given != wanted:
        raise InvalidArgumentError(
            f"Function '{graph.name}' takes {_names(wanted)}, but is called with {_names(given)}."
        )
    values = [*inputs, *graph.captures]
    attrs = {
        "Tin": _types(values),
        "Tout": _types(graph.outputs) if output_types is None else tuple(output_types),
        "f": graph,
    }
    op_type = "StatefulPartitionedCall" if graph.is_stateful or output_types is not None else "PartitionedCall"
    return home_of(values).create_op(op_type, values, attrs, name)
