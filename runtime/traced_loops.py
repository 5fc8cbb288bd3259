"""Python functions as the condition and body of a loop."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from runtime import composites, dtypes, nest
from runtime.current import current_graph
from runtime.dispatch import apply_one, convert_to_tensor, is_symbolic, is_tensor
from runtime.func_graph import FuncGraph
from runtime.functional import home_of, while_op
from runtime.graph import Graph
from runtime.shapes import TensorShape
from runtime.tensor import Tensor


@dataclass(frozen=True)
class Loop:
    """What `while_loop` was asked for.

    Attributes:
        cond: takes the variables, gives a bool.
        body: takes the variables, gives their next values.
        shape_invariants: a structure like the variables with the shapes that they keep, or None.
        maximum_iterations: the loop ends after so many turns, or None.
        parallel_iterations: kept for TensorFlow.
        name: for the operation.
    """

    cond: Callable[..., Any]
    body: Callable[..., Any]
    shape_invariants: Any = None
    maximum_iterations: Any = None
    parallel_iterations: int = 10
    name: str | None = None


def run(loop: Loop, variables: Any) -> Any:
    """Runs the loop in Python as long as the condition is concrete and no graph is open; records the rest."""
    turns = 0
    while current_graph() is None and not any(
        map(is_symbolic, [loop.maximum_iterations, *composites.expand(variables)])
    ):
        going = loop.cond(*variables)
        if is_symbolic(going):
            return staged(loop, variables, going.graph, turns)
        if not going or (loop.maximum_iterations is not None and turns >= int(loop.maximum_iterations)):
            return composites.pack(variables, [convert_to_tensor(leaf) for leaf in composites.expand(variables)])
        variables = _next(loop, variables)
        turns += 1
    return staged(loop, variables, home_of([loop.maximum_iterations, *composites.expand(variables)]), turns)


def _next(loop: Loop, variables: Any) -> Any:
    following = _following(loop, variables)
    nest.assert_same_structure(list(variables), list(following))
    return nest.pack_sequence_as(variables, nest.flatten(following))


def _following(loop: Loop, variables: Sequence[Any]) -> Sequence[Any]:
    """What the body makes of the variables."""
    values = loop.body(*variables)
    if values is None:
        raise TypeError("The body of a loop returned None: it has to return the next value of each loop variable.")
    return values if isinstance(values, (list, tuple)) else [values]


def staged(loop: Loop, variables: Any, home: Graph, turns: int) -> Any:
    """Records in `home` the rest of the loop, of which `turns` turns are done, as a While operation."""
    with home.as_default():
        tensors = [home.capture(convert_to_tensor(leaf)) for leaf in composites.expand(variables)]
        limit = loop.maximum_iterations
        if turns and limit is not None:
            limit = limit - turns
    names = _names(loop.body, variables)
    shapes = _kept_shapes(loop, variables, tensors, names)
    condition = _trace_condition(loop, variables, tensors, shapes, home)
    body, results = _trace_body(loop, variables, tensors, shapes, names, home)
    outputs = while_op(
        condition,
        body,
        tensors,
        name=loop.name,
        maximum_iterations=limit,
        parallel_iterations=loop.parallel_iterations,
    )
    return composites.pack(nest.pack_sequence_as(variables, nest.flatten(results)), outputs)


def _names(body: Callable[..., Any], variables: Any) -> list[str]:
    """A name for each tensor in the variables: the body's parameter, and the path below it."""
    try:
        parameters = [p.name for p in inspect.signature(body).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    except (TypeError, ValueError):
        parameters = []
    names = []
    for position, variable in enumerate(variables):
        stem = parameters[position] if position < len(parameters) else f"loop_vars[{position}]"
        for path, leaf in nest.flatten_with_paths(variable):
            name = stem + "".join(f"[{key!r}]" for key in path)
            names += [name] * len(composites.parts_of(leaf) or [leaf])
    return names


# ---------------------------------------------------------------------------------------------- shapes


def _kept_shapes(loop: Loop, variables: Any, tensors: Sequence[Tensor], names: Sequence[str]) -> list[TensorShape]:
    """The shape that each variable keeps through all turns: its invariant, or the one it starts with."""
    if loop.shape_invariants is None:
        return [tensor.shape for tensor in tensors]
    shapes: list[TensorShape] = []
    for leaf, invariant in zip(nest.flatten(variables), _invariants(loop.shape_invariants), strict=True):
        parts = composites.parts_of(leaf)
        if parts is not None:
            shapes += [part.shape for part in parts]
        else:
            shape = getattr(invariant, "shape", invariant)
            shapes.append(tensors[len(shapes)].shape if shape is None else TensorShape(shape))
    for tensor, shape, name in zip(tensors, shapes, names, strict=True):
        if not tensor.shape.is_subtype_of(shape):
            raise ValueError(
                f"The shape invariant specified for {name} is not compatible with the initial shape of the loop "
                f"variable. It enters the loop with shape {tensor.shape}, but the specified shape invariant is {shape}."
            )
    return shapes


def _invariants(structure: Any) -> list[Any]:
    """The invariants in order: a TensorShape, a spec, None, or a plain list of sizes is one."""
    if isinstance(structure, (list, tuple)) and not all(item is None or isinstance(item, int) for item in structure):
        return [leaf for item in structure for leaf in _invariants(item)]
    if isinstance(structure, dict):
        return [leaf for key in sorted(structure) for leaf in _invariants(structure[key])]
    return [structure]


# ---------------------------------------------------------------------------------------------- tracing


def _opened(name: str, tensors: Sequence[Tensor], shapes: Sequence[TensorShape], home: Graph) -> FuncGraph:
    graph = FuncGraph(name, outer_graph=home)
    for tensor, shape in zip(tensors, shapes, strict=True):
        graph.add_input(tensor.dtype, shape, tensor.op.name.rpartition("/")[2], tensor.handle_data)
    return graph


def _trace_condition(
    loop: Loop, variables: Any, tensors: Sequence[Tensor], shapes: Sequence[TensorShape], home: Graph
) -> FuncGraph:
    graph = _opened("while_cond", tensors, shapes, home)
    with graph.as_default():
        result = convert_to_tensor(loop.cond(*composites.pack(variables, graph.arguments)))
        if result.dtype is not dtypes.bool:
            raise TypeError(
                f"The condition of a loop gives a bool, not {result.dtype.name}: compare it with something."
            )
        if result.shape.rank not in (None, 0):
            if result.shape.num_elements() != 1:
                raise ValueError(f"The condition of a loop is a scalar, not of shape {result.shape}: use reduce_all.")
            result = apply_one("Squeeze", [result])
        graph.outputs = [graph.capture(result)]
    return graph


def _trace_body(
    loop: Loop,
    variables: Any,
    tensors: Sequence[Tensor],
    shapes: Sequence[TensorShape],
    names: Sequence[str],
    home: Graph,
) -> tuple[FuncGraph, Sequence[Any]]:
    """The body, and what the function returned in it."""
    graph = _opened("while_body", tensors, shapes, home)
    with graph.as_default():
        results = _following(loop, composites.pack(variables, graph.arguments))
        _check_structure(variables, results)
        leaves = composites.expand(results)
        if len(leaves) != len(tensors):
            raise ValueError(f"The body of a loop gives {len(leaves)} tensors for {len(tensors)} loop variables.")
        outputs = [_converted(leaf, tensor) for leaf, tensor in zip(leaves, tensors, strict=True)]
        _check_types(tensors, shapes, outputs, names)
        graph.outputs = [graph.capture(output) for output in outputs]
    return graph, results


def _check_structure(variables: Any, results: Sequence[Any]) -> None:
    try:
        nest.assert_same_structure(list(variables), list(results))
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"The body of a loop must give as many values, of the same structure, as there are loop variables: {error}"
        ) from None


def _converted(leaf: Any, variable: Tensor) -> Tensor:
    return convert_to_tensor(leaf) if is_tensor(leaf) else convert_to_tensor(leaf, dtype_hint=variable.dtype)


def _check_types(
    before: Sequence[Tensor], shapes: Sequence[TensorShape], after: Sequence[Tensor], names: Sequence[str]
) -> None:
    """Every variable keeps its dtype, and a shape that its invariant allows.

    Raises:
        TypeError: a dtype changes. Every disagreement is told.
        ValueError: only shapes change.
    """
    kinds: set[type[Exception]] = set()
    problems = []
    for name, tensor, shape, result in zip(names, before, shapes, after, strict=True):
        if result.dtype is not tensor.dtype:
            kinds.add(TypeError)
            problems.append(
                f"  '{name}' has dtype {tensor.dtype.name} before the loop, but dtype {result.dtype.name} after one "
                f"iteration{_made(result)}: cast one of them."
            )
        elif not result.shape.is_subtype_of(shape):
            kinds.add(ValueError)
            problems.append(
                f"  '{name}' has shape {shape} before the loop, but shape {result.shape} after one "
                f"iteration{_made(result)}: give a less specific shape by the `shape_invariants` argument."
            )
    if problems:
        raise (TypeError if TypeError in kinds else ValueError)(
            "The loop variables must keep their dtypes and shapes:\n" + "\n".join(problems)
        )


def _made(tensor: Tensor) -> str:
    source = None if hasattr(tensor, "_value") else tensor.op.source
    return f" (made at {source})" if source else ""
