"""Leaves out of a graph what its fetches do not need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from runtime.effects import CALL, FUNCTIONAL, WHILE, bodies, has_effect
from runtime.errors import InvalidArgumentError
from runtime.optimize.frames import MERGE, NEXT
from runtime.optimize.loops import LoopVariables, loop_variables
from runtime.tensor import Tensor

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Graph, Operation
    from runtime.plan import Plan

PlanBody: TypeAlias = "Callable[[FuncGraph, Sequence[Tensor]], Plan]"


@dataclass
class Functional:
    """What is settled about an op with bodies: how they run, and which inputs and outputs they need."""

    plans: tuple[Plan, ...]
    outputs: tuple[int, ...]
    inputs: frozenset[int]
    loop: LoopVariables | None = None


@dataclass
class Reached:
    """The part of a graph that fetches need.

    Attributes:
        ops: in the order in which they run.
        wanted: outputs that somebody reads.
        required: ops that run whatever becomes of their outputs: effects, fetched ops and control inputs.
        functional: for each op with bodies, what is settled about it.
    """

    ops: list[Operation] = field(default_factory=list)
    wanted: set[Tensor] = field(default_factory=set)
    required: set[Operation] = field(default_factory=set)
    functional: dict[Operation, Functional] = field(default_factory=dict)


def reach(
    graph: Graph,
    fetches: Iterable[Tensor | Operation],
    feeds: Collection[Tensor],
    plan_body: PlanBody,
    keep_effects: bool,
) -> Reached:
    """Walks the graph backwards from the fetches, up to the feeds.

    Args:
        graph: the graph.
        fetches: tensors and operations of it.
        feeds: tensors whose values are given.
        plan_body: plans a body of an op for some of its outputs.
        keep_effects: whether all effects of the graph run (a function) or only those that fetches need (a session).
    """
    reached, fed = Reached(), set(feeds)
    for fetch in fetches:
        if isinstance(fetch, Tensor):
            reached.wanted.add(fetch)
        else:
            reached.required.add(fetch)
    reached.wanted -= fed
    for op in reversed(_in_order(graph.get_operations())):
        if keep_effects and has_effect(op):
            reached.required.add(op)
        if op in reached.required or not reached.wanted.isdisjoint(op.outputs):
            _take(op, reached, fed, plan_body)
    reached.ops.reverse()
    return reached


def _take(op: Operation, reached: Reached, fed: set[Tensor], plan_body: PlanBody) -> None:
    if op.type == "Placeholder" and op.outputs[0] in fed:
        return
    reached.ops.append(op)
    reached.required.update(op.control_inputs)
    inputs: Iterable[Tensor] = op.inputs
    if op.type in FUNCTIONAL:
        settled = reached.functional[op] = _settle(op, reached.wanted, plan_body)
        inputs = (op.inputs[i] for i in settled.inputs)
    reached.wanted.update(tensor for tensor in inputs if tensor not in fed)


def _settle(op: Operation, wanted: set[Tensor], plan_body: PlanBody) -> Functional:
    outputs = tuple(i for i, tensor in enumerate(op.outputs) if tensor in wanted)
    if op.type in CALL:
        return Functional((), tuple(range(len(op.outputs))), frozenset(range(len(op.inputs))))
    if op.type in WHILE:
        return _settle_loop(op, outputs, plan_body)
    plans = tuple(plan_body(branch, [branch.outputs[i] for i in outputs]) for branch in bodies(op))
    return Functional(plans, outputs, frozenset({0, *(i + 1 for plan in plans for i in plan.used_parameters())}))


def _settle_loop(op: Operation, outputs: tuple[int, ...], plan_body: PlanBody) -> Functional:
    loop = loop_variables(op, outputs)
    condition, body = bodies(op)
    plans = (
        plan_body(condition, [condition.outputs[0]]),
        plan_body(body, [body.outputs[i] for i in loop.carried]),
    )
    read = {i for plan in plans for i in plan.used_parameters()}
    passed = loop.invariant.intersection(read.union(outputs))
    return Functional(plans, outputs, passed.union(loop.carried), loop)


def _in_order(ops: Sequence[Operation]) -> Sequence[Operation]:
    """The ops, each after what it needs: as they were made, unless control inputs were added later on."""
    place = {op: i for i, op in enumerate(ops)}
    if all(place[before] < i for i, op in enumerate(ops) for before in _needs(op) if before in place):
        return ops
    return _sorted_by_needs(ops)


def _needs(op: Operation) -> list[Operation]:
    producers = [tensor.op for tensor in op.inputs]
    if op.type in MERGE:  # The head of a loop of TensorFlow 1 does not wait for what comes back to it.
        producers = [producer for producer in producers if producer.type not in NEXT]
    return producers + list(op.control_inputs)


def _sorted_by_needs(ops: Sequence[Operation]) -> list[Operation]:
    """Sorts by depth first search, as near to the order of creation as it goes."""
    done: dict[Operation, None] = {}
    entered: set[Operation] = set()
    stack = list(reversed(ops))
    while stack:
        op = stack.pop()
        if op in done:
            continue
        missing = [before for before in _needs(op) if before not in done]
        if not missing:
            done[op] = None
        elif op in entered:
            raise InvalidArgumentError(f"{op!r} needs itself: the graph has a cycle through {missing[0]!r}.", op)
        else:
            entered.add(op)
            stack += [op, *reversed(missing)]
    return list(done)
