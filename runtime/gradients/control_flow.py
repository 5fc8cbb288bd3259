"""Gradients of branches and calls.

    If(p, x; then: z = f(x), else: z = g(x))
    =>  z, t, e = If(p, x; then: (f(x), what f' reads, zeros), else: (g(x), zeros, what g' reads))
        dx = If(p, dz, x, t, e; then: f'(dz, x, t), else: g'(dz, x, e))

The forward operation grows the outputs t and e, so that nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime import dtypes, rewrite
from runtime.current import get_default_graph
from runtime.derivative import Derivative, Draft
from runtime.derivative_cache import derivative
from runtime.dispatch import apply_one
from runtime.effects import IF
from runtime.func_graph import FuncGraph
from runtime.functional import call_op, case_operation, if_operation
from runtime.gradients.broadcast import zeros_like
from runtime.gradients.table import Gradients, Grads, wants
from runtime.graph import Graph
from runtime.operation import Operation
from runtime.ops.lists import empty_tensor_list
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable("NoOp", "ControlTrigger", "Abort", "LoopCond")


@gradient("If", "StatelessIf")
@wants
def _if(operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
    branches = [operation.attrs["then_branch"], operation.attrs["else_branch"]]
    return _branches(operation, branches, grads, wanted)


@gradient("Case", "StatelessCase")
@wants
def _case(operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
    return _branches(operation, operation.attrs["branches"], grads, wanted)


def _branches(operation: Any, branches: Sequence[FuncGraph], grads: Grads, wanted: Sequence[bool]) -> Gradients:
    graph = get_default_graph()
    outputs = [i for i, g in enumerate(grads) if g is not None]
    inputs = [i for i, is_wanted in enumerate(wanted[1:]) if is_wanted]
    drafts = [Draft(branch, outputs, inputs, graph) for branch in branches]
    connected = [i for i in inputs if any(i in draft.found for draft in drafts)]
    if not connected:
        return [None] * len(operation.inputs)
    slices = {i: _index_type(i, drafts) for i in connected if any(i in draft.slices for draft in drafts)}
    parts = [draft.finish(connected, slices) for draft in drafts]
    bodies = [
        _bound(part, graph, [grads[i] for i in outputs], part.saved_values(operation.inputs[1:], seen))
        for part, seen in zip(parts, _grow(operation, parts), strict=True)
    ]
    return [None, *parts[0].gradients(operation.inputs[1:], _choose(operation, bodies).outputs)]


def _index_type(i: int, drafts: Sequence[Draft]) -> dtypes.DType:
    types = [draft.slices[i] for draft in drafts if i in draft.slices]
    return max(types, key=lambda dtype: dtype.size)


def _choose(operation: Any, bodies: list[FuncGraph]) -> Operation:
    selector = operation.inputs[0]
    return if_operation(selector, bodies[0], bodies[1]) if operation.type in IF else case_operation(selector, bodies)


def _grow(operation: Any, parts: Sequence[Derivative]) -> list[Sequence[Tensor]]:
    """Gives the operation what each branch has to hand out, which is nothing in the other branches.

    Returns:
        For each branch the outputs of the operation that it makes.
    """
    count = len(operation.outputs)
    added = [part.forward.outputs[count:] for part in parts]
    for i, part in enumerate(parts):
        row = [t if i == j else _nothing_like(t, part.forward) for j, tensors in enumerate(added) for t in tensors]
        part.forward.outputs[count:] = row
    old, new = operation.outputs, list(rewrite.add_outputs(operation, [t for tensors in added for t in tensors]))
    seen: list[Sequence[Tensor]] = []
    for tensors in added:
        seen.append([*old, *new[: len(tensors)]])
        del new[: len(tensors)]
    if any(added):
        bodies = [part.forward for part in parts]
        named = dict(zip(("then_branch", "else_branch"), bodies, strict=False))
        rewrite.set_attrs(operation, **(named if operation.type in IF else {"branches": tuple(bodies)}))
    return seen


def _nothing_like(tensor: Tensor, branch: FuncGraph) -> Tensor:
    """What a branch gives for a tensor of another branch: nobody will read it."""
    with branch.as_default(), branch.name_scope(None):
        if tensor.dtype is dtypes.variant:
            return empty_tensor_list(None, dtypes.float32 if tensor.handle_data is None else tensor.handle_data.dtype)
        sizes = [size or 0 for size in tensor.shape.dims or ()]
        value = np.broadcast_to(np.zeros((), tensor.dtype.as_numpy_dtype), sizes)
        return apply_one("Const", [], {"value": value, "dtype": tensor.dtype}, "unused")


def _bound(part: Derivative, graph: Graph, grads: Sequence[Tensor | None], saved: Sequence[Tensor]) -> FuncGraph:
    """The backward body of a branch; what stands around it is captured in the place of its parameters."""
    body = part.backward
    for parameter, value in zip(list(body.arguments), [*grads, *saved], strict=True):
        outer = graph.capture(value)  # type: ignore[arg-type]
        if outer in body.captures:
            outer = apply_one("Identity", [outer])
        body.replace_capture(outer, parameter)
    return body


@gradient("PartitionedCall", "StatefulPartitionedCall")
@wants
def _call(operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
    outputs = [i for i, g in enumerate(grads) if g is not None]
    part = derivative(operation.attrs["f"], outputs, [i for i, is_wanted in enumerate(wanted) if is_wanted])
    if not part.inputs:
        return [None] * len(operation.inputs)
    if len(part.forward.outputs) > len(operation.outputs):
        rewrite.add_outputs(operation, part.forward.outputs[len(operation.outputs) :])
        rewrite.set_attrs(operation, f=part.forward)
    seeds = [zeros_like(operation.outputs[i]) if grads[i] is None else grads[i] for i in part.outputs]
    values = [*seeds, *part.saved_values(operation.inputs, operation.outputs)]
    return part.gradients(operation.inputs, call_op(part.backward, values))
