"""Control flow: branches and loops of Python functions, and the order in which operations run.

`if_op`, `while_op`, `case_op` and `call_op` build the same operations from function graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime import dtypes, nest, traced_loops
from runtime.arguments import indices_of
from runtime.constants import eager_constant
from runtime.dispatch import apply_one, convert_to_tensor, current_graph, is_symbolic
from runtime.eager import EagerTensor
from runtime.functional import call_op, case_op, case_operation, home_of, if_op, if_operation, while_op
from runtime.graph import Graph, Operation
from runtime.tensor import Tensor
from runtime.traced_branches import agree, rebuilt, trace_branch

__all__ = [
    "call_op", "case", "case_op", "cond", "group", "if_op", "no_op", "switch_case", "tuple", "while_loop", "while_op",
    "with_dependencies",
]  # fmt: skip

_tuple: Any = tuple


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """What one of two functions returns, chosen by `pred`.

    With a concrete `pred` the function is just called. With a symbolic one both are traced, and an If operation runs
    one of them.

    Args:
        pred: bool[] (a number counts as true unless it is 0).
        true_fn: takes nothing; returns tensors in any structure.
        false_fn: takes nothing; returns the same structure of tensors of the same dtypes. Python numbers take the dtype
            that the other function gives.
        name: for the operation.

    Returns:
        The structure that the functions return. The shape of a tensor in it is what is common to both. In a graph, the
        Operation if they return nothing.

    Raises:
        TypeError: the functions return different structures or dtypes; every difference is told.

    >>> float(cond(convert_to_tensor(2.0) > 1.0, lambda: 1.0, lambda: -1.0))
    1.0
    """
    for label, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"Argument `{label}` of cond must be callable, not {function!r}.")
    if hasattr(pred, "_as_tensor"):
        pred = pred._as_tensor()
    if not is_symbolic(pred):
        chosen: Any = true_fn if _truth(pred) else false_fn
        return chosen()
    return _staged_cond(pred, true_fn, false_fn, name or "cond")


def _truth(pred: Any) -> bool:
    """The truth of a condition that is known now."""
    if isinstance(pred, bool):
        return pred
    tensor = pred if isinstance(pred, EagerTensor) else eager_constant(pred)
    _check_test(tensor, "pred")
    return bool(tensor)


def _staged_cond(pred: Any, true_fn: Any, false_fn: Any, name: str) -> Any:
    home = home_of([pred])
    with home.as_default(), home.name_scope(name) as scope:
        test = _scalar_test(pred, "pred")
        branches = [
            trace_branch("true_fn", true_fn, f"{scope[:-1]}_true", home),
            trace_branch("false_fn", false_fn, f"{scope[:-1]}_false", home),
        ]
        kept = agree(
            branches,
            "true_fn and false_fn arguments to cond must have the same number, type, and overall structure of "
            "return values.",
        )
        op = if_operation(test, branches[0].graph, branches[1].graph, scope)
    return rebuilt(branches, kept, op.outputs) if op.outputs else _nothing(branches[0].structure, op)


def _nothing(structure: Any, op: Operation) -> Any:
    """What branches without tensors give: the operation, or the structure of Nones that they returned."""
    return op if structure is None else structure


def _scalar_test(pred: Any, what: str) -> Tensor:
    tensor = convert_to_tensor(pred)
    _check_test(tensor, what)
    if tensor.dtype is not dtypes.bool:
        tensor = apply_one("NotEqual", [tensor, convert_to_tensor(np.array(0, tensor.dtype.as_numpy_dtype))])
    return tensor if tensor.shape.rank in (None, 0) else apply_one("Squeeze", [tensor])


def _check_test(tensor: Tensor, what: str) -> None:
    """Refuses what has no truth."""
    if tensor.dtype is not dtypes.bool and not tensor.dtype.is_numeric:
        raise TypeError(f"{what} must be a bool tensor, not {tensor.dtype.name}.")
    if tensor.shape.rank not in (None, 0) and tensor.shape.num_elements() != 1:
        raise ValueError(f"{what} must be a scalar, not of shape {tensor.shape}: use reduce_all or reduce_any.")


# ---------------------------------------------------------------------------------------------- many branches


def switch_case(
    branch_index: Any, branch_fns: Any, default: Callable[[], Any] | None = None, name: str = "switch_case"
) -> Any:
    """What one of several functions returns, chosen by a number.

    Args:
        branch_index: i32[].
        branch_fns: a list of functions, a dictionary of them by number, or a list of pairs (number, function); the
            numbers are 0 … n - 1.
        default: called for other numbers, by default the last function is.
        name: for the operation.

    Returns:
        The structure that the functions return.

    Raises:
        TypeError: the functions return different structures or dtypes.
        ValueError: there are no functions, or the numbers have gaps.

    >>> int(switch_case(1, [lambda: 10, lambda: 20], default=lambda: -1))
    20
    """
    functions = _indexed(branch_fns)
    if default is not None:
        functions.append(default)
    index = indices_of(branch_index)
    if not is_symbolic(index):
        number = int(index)
        return functions[number if 0 <= number < len(functions) else -1]()
    home = home_of([index])
    with home.as_default(), home.name_scope(name) as scope:
        branches = [
            trace_branch(f"branch {number}", function, f"{scope[:-1]}_branch{number}", home)
            for number, function in enumerate(functions)
        ]
        kept = agree(branches, "branch_fns arguments to switch_case must have the same structure of return values.")
        op = case_operation(_as_int32(index), [branch.graph for branch in branches], scope)
    return rebuilt(branches, kept, op.outputs) if op.outputs else _nothing(branches[0].structure, op)


def _as_int32(index: Tensor) -> Tensor:
    return index if index.dtype is dtypes.int32 else apply_one("Cast", [index], {"DstT": dtypes.int32})


def _indexed(branch_fns: Any) -> list[Callable[[], Any]]:
    if isinstance(branch_fns, dict):
        pairs = list(branch_fns.items())
    elif branch_fns and all(callable(item) for item in branch_fns):
        pairs = list(enumerate(branch_fns))
    else:
        pairs = [_tuple(item) for item in branch_fns or ()]
    if not pairs:
        raise ValueError("switch_case() needs at least one branch function.")
    found = {int(index): function for index, function in pairs}
    if sorted(found) != list(range(len(pairs))):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(pairs)}) but found {sorted(found)}."
        )
    for index, function in found.items():
        if not callable(function):
            raise TypeError(f"Branch {index} of switch_case must be callable, not {function!r}.")
    return [found[index] for index in range(len(pairs))]


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the first function returns whose predicate holds.

    Args:
        pred_fn_pairs: pairs of a bool[] and a function, in a list (or a dictionary, if `exclusive`).
        default: called if no predicate holds; without it that is an error when it runs.
        exclusive: more than one predicate that holds is an error when it runs.
        strict: accepted for compatibility; the structure that functions return is always kept.
        name: for the operations.

    Raises:
        InvalidArgumentError: no predicate holds and there is no default, or several hold and `exclusive` is set.
        TypeError: a predicate or function of another kind, or different results.

    >>> x = convert_to_tensor(3)
    >>> int(case([(x < 2, lambda: 0), (x < 4, lambda: 1)], default=lambda: 2))
    1
    """
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else [_tuple(pair) for pair in pred_fn_pairs]
    if not pairs:
        raise ValueError("case() needs at least one pair of a predicate and a function.")
    if any(len(pair) != 2 or not callable(pair[1]) for pair in pairs):
        raise TypeError("Each element of pred_fn_pairs must be a pair of a predicate and a callable.")
    predicates = [pred for pred, _ in pairs]
    if exclusive:
        _check_count(predicates, "More than one condition evaluated as True but exclusive=True.", at_most=True)
    if default is None:
        _check_count(predicates, "None of conditions evaluated as True.", at_most=False)
        default = pairs.pop()[1]
    chosen = default
    for pred, function in reversed(pairs):
        chosen = _either(pred, function, chosen, name)
    return chosen()


def _either(pred: Any, function: Any, otherwise: Any, name: str) -> Callable[[], Any]:
    return lambda: cond(pred, function, otherwise, name)


def _check_count(predicates: Sequence[Any], problem: str, at_most: bool) -> None:
    """An assertion on how many predicates hold."""
    from runtime.ops.io import Assert
    from runtime.ops.joining import stack

    ones = [apply_one("Cast", [convert_to_tensor(pred)], {"DstT": dtypes.int32}) for pred in predicates]
    total = apply_one("Sum", [stack(ones), convert_to_tensor(np.array([0], np.int32))])
    limit = convert_to_tensor(np.array(1, np.int32))
    holds = apply_one("LessEqual" if at_most else "GreaterEqual", [total, limit])
    Assert(holds, [problem, "Values:", *predicates], summarize=len(predicates))


# ---------------------------------------------------------------------------------------------- loops


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
    return_same_structure: bool = True,
) -> Any:
    """The variables after calling `body` on them as long as `cond` holds.

    With concrete variables and no graph open the functions are called in a Python loop. Otherwise both are traced once
    and a While operation runs them.

    Args:
        cond: takes the variables, gives a bool[].
        body: takes the variables, gives their next values in the same structure.
        loop_vars: a list or tuple of tensors, TensorArrays and structures of them.
        shape_invariants: a structure like `loop_vars` with the shapes (TensorShape, list of sizes, spec, or None for
            the shape at the start) that the variables keep; needed where a shape changes from turn to turn.
        parallel_iterations: kept for TensorFlow; iterations run one after the other.
        back_prop: accepted for compatibility; gradients can always be taken.
        swap_memory: accepted for compatibility.
        maximum_iterations: the loop ends after so many turns, an int or i32[].
        name: for the operation.
        return_same_structure: False gives a single variable without the list around it.

    Returns:
        The last values, in the structure of `loop_vars`.

    Raises:
        TypeError: `cond` or `body` is not callable, or the dtype of a variable changes; every one that does is told.
        ValueError: there are no variables, their structure changes, or a shape changes beyond its invariant.

    >>> i, total = while_loop(lambda i, total: i < 5, lambda i, total: (i + 1, total + i), (0, 0))
    >>> int(i), int(total)
    (5, 10)
    """
    for label, function in (("cond", cond), ("body", body)):
        if not callable(function):
            raise TypeError(f"'{label}' must be callable, not {function!r}.")
    if parallel_iterations < 1:
        raise TypeError("'parallel_iterations' must be a positive integer.")
    if isinstance(maximum_iterations, float):
        raise TypeError(f"'maximum_iterations' must be an integer, not {maximum_iterations}.")
    if not isinstance(loop_vars, (list, _tuple)):
        loop_vars = [loop_vars]
    if not loop_vars:
        raise ValueError("'loop_vars' must have at least one variable: a loop without variables cannot change.")
    loop = traced_loops.Loop(cond, body, shape_invariants, maximum_iterations, parallel_iterations, name or "while")
    result = traced_loops.run(loop, loop_vars)
    return result[0] if len(result) == 1 and not return_same_structure else result


# ---------------------------------------------------------------------------------------------- order


def no_op(name: str | None = None) -> Operation | None:
    """An operation that does nothing, for control inputs; None in eager execution."""
    graph = current_graph()
    return None if graph is None else graph.create_op("NoOp", (), None, name)


def group(*inputs: Any, name: str | None = None) -> Operation | None:
    """An operation that has run when all of `inputs` have.

    Args:
        *inputs: operations, tensors, variables, or structures of them.
        name: for the operation.

    Returns:
        A NoOp with control inputs; None if everything ran eagerly.

    >>> group(convert_to_tensor(1)) is None
    True
    """
    items = nest.flatten(list(inputs))
    graph = _graph_of(items)
    if graph is None:
        return None
    with graph.as_default(), graph.control_dependencies([item for item in items if item is not None]):
        return graph.create_op("NoOp", (), None, name or "group_deps")


def _graph_of(items: Sequence[Any]) -> Graph | None:
    open_graph = current_graph()
    if open_graph is not None:
        return open_graph
    return next((item.graph for item in items if isinstance(item, Operation) or is_symbolic(item)), None)


def tuple(tensors: Sequence[Any], control_inputs: Sequence[Any] | None = None, name: str | None = None) -> list[Any]:
    """Tensors with the values of `tensors`, none of which can be used before all are computed.

    Args:
        tensors: tensors, operations and None.
        control_inputs: operations that must have run too.
        name: for the operations.

    Raises:
        ValueError: there is no tensor among them.
    """
    if not any(item is not None for item in tensors):
        raise ValueError(f"`tuple` needs at least one tensor or operation: {tensors!r}.")
    gate = group(*[item for item in tensors if item is not None], *(control_inputs or ()), name=name)
    return [
        item if item is None or isinstance(item, Operation) else with_dependencies([gate], item) for item in tensors
    ]


def with_dependencies(dependencies: Sequence[Any], output_tensor: Any, name: str | None = None) -> Tensor:
    """`output_tensor`, known only when `dependencies` have run.

    Args:
        dependencies: operations and tensors.
        output_tensor: a tensor.
        name: for the operation.
    """
    from runtime.ops.array import identity

    tensor = convert_to_tensor(output_tensor)
    graph = _graph_of([tensor, *dependencies])
    if graph is None:
        return tensor
    with graph.as_default(), graph.control_dependencies(dependencies):
        return identity(tensor, name or "control_dependency")
