"""Plan: what remains of a graph for a set of fetches and feeds, as a straight line of steps.

    graph --prune--> needed ops --number--> folded and merged values --lifetimes--> steps

A plan depends on nothing but the graph. Engines turn it into something that runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runtime.effects import WHILE
from runtime.errors import InvalidArgumentError
from runtime.graph import Graph, Operation
from runtime.optimize import references
from runtime.optimize.frames import LEGACY
from runtime.optimize.lifetimes import live_steps
from runtime.optimize.numbering import Numbering
from runtime.optimize.prune import Functional, Reached, reach
from runtime.tensor import Tensor

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph


@dataclass(frozen=True, slots=True)
class Step:
    """One op of a plan. Values are numbers.

    Attributes:
        op: the operation.
        inputs: a value for each input; None where a body does not use it.
        outputs: a value for each output; None where nobody reads it.
        required: the step runs whatever becomes of its outputs.
        dying: inputs that no later step and no result reads.
        bodies: plans of the branches, or of condition and body of a loop. A call has none: see `body_plan`.
        carried: for a loop, positions of the variables that change; the results of the body, in this order.
        returned: for a branching op, positions of the outputs that the bodies' results are, in this order.
    """

    op: Operation
    inputs: tuple[int | None, ...]
    outputs: tuple[int | None, ...]
    required: bool
    dying: tuple[int, ...] = ()
    bodies: tuple[Plan, ...] = ()
    carried: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()

    def settled(self, outputs: tuple[int | None, ...], dying: tuple[int, ...]) -> Step:
        """The step with its dead outputs and dying inputs known."""
        return Step(self.op, self.inputs, outputs, self.required, dying, self.bodies, self.carried, self.returned)


@dataclass(frozen=True, eq=False)
class Plan:
    """A straight line of steps that computes the fetches from the feeds.

    Attributes:
        graph: the graph.
        feeds: the tensors whose values are given.
        parameters: their values; None where a value is not used.
        steps: what runs, in order.
        results: the values of the fetched tensors.
        constants: values known beforehand, as numpy scalars and read-only arrays.
        tensors: for each value, the tensor that it was made for.
    """

    graph: Graph
    feeds: tuple[Tensor, ...]
    parameters: tuple[int | None, ...]
    steps: tuple[Step, ...]
    results: tuple[int, ...]
    constants: Mapping[int, Any]
    tensors: tuple[Tensor, ...]
    compiled: dict[Any, Any] = field(default_factory=dict, repr=False)
    """What engines keep with the plan."""

    def used_parameters(self) -> list[int]:
        """Positions of the feeds that matter."""
        return [i for i, value in enumerate(self.parameters) if value is not None]

    def source(self) -> str:
        """The plan as the Python that the reference engine runs: one op a line, the user's line beside it.

        Example:
            >>> from runtime.graph import Graph
            >>> from runtime.ops.state import placeholder
            >>> with Graph().as_default() as g:
            ...     x = placeholder("float32", [2], name="x")
            ...     y = x * 2.0
            >>> print(make_plan(g, [y], [x]).source())  # doctest: +ELLIPSIS
            # float32_2 = 2.0  (float32)
            def run(x):
                mul = x * float32_2  # ...:3
                return (mul,)
        """
        from runtime.engines.source import generate

        return generate(self, with_notes=True).text


def make_plan(graph: Graph, fetches: Sequence[Tensor | Operation], feeds: Sequence[Tensor] = ()) -> Plan:
    """The plan for a set of fetches and feeds; made once for each state of the graph.

    Args:
        graph: the graph of all of them.
        fetches: tensors, whose values are the results in this order, and operations that are to run.
        feeds: tensors whose values are given, in this order.

    Raises:
        InvalidArgumentError: a placeholder that is needed is not fed; or the graph has a cycle.
    """
    key = graph.version, tuple(fetches), tuple(feeds)
    plans = graph.plans
    known = plans.get(key)
    if known is None:
        for stale in [old for old in plans if old[0] != graph.version]:
            del plans[stale]
        known = plans[key] = _structured(graph, fetches, feeds) or _build(graph, fetches, tuple(feeds))
    return known


def _structured(graph: Graph, fetches: Sequence[Tensor | Operation], feeds: Sequence[Tensor]) -> Plan | None:
    """The plan for fetches that need control flow of TensorFlow 1, or None: one op runs all of it."""
    if not any(op.type in LEGACY for op in graph.get_operations()):
        return None
    from runtime.engines.structured import twin

    made = twin(graph, fetches, feeds)
    return None if made is None else _build(made[0], made[1], tuple(made[2]))


def body_plan(body: FuncGraph, fetches: Sequence[Tensor] | None = None) -> Plan:
    """The plan of a function body for some of its outputs (by default all), fed at its inputs."""
    return make_plan(body, body.outputs if fetches is None else fetches, body.inputs)


def _build(graph: Graph, fetches: Sequence[Tensor | Operation], feeds: tuple[Tensor, ...]) -> Plan:
    reached = reach(graph, fetches, feeds, body_plan, keep_effects=graph.building_function)
    numbering = Numbering(feeds, trust_shapes=all(tensor.op.type == "Placeholder" for tensor in feeds))
    drafts = _number(reached, numbering)
    results = _results(fetches, numbering, drafts)
    steps = live_steps(drafts, results, numbering.constants)
    for step in steps:
        if step.op.type == "Placeholder":
            raise missing_feed(step.op)
    read = {value for step in steps for value in step.inputs} | set(results)
    parameters = tuple([value if value in read else None for value in numbering.parameters])
    constants = {value: constant for value, constant in numbering.constants.items() if value in read}
    return Plan(graph, feeds, parameters, steps, results, constants, tuple(numbering.tensors))


def _number(reached: Reached, numbering: Numbering) -> list[Step]:
    drafts: list[Step] = []
    has_references = references.has_references(reached.ops)
    for op in reached.ops:
        for position in references.reads(op) if has_references else ():
            if op.inputs[position] not in numbering.fed:
                numbering.note_read(op, position, _read(op.inputs[position], numbering, drafts))
        required = op in reached.required
        settled = reached.functional.get(op)
        if settled is not None:
            drafts.append(_functional_step(op, settled, required, numbering))
            continue
        outputs = numbering.add(op)
        if outputs is not None:
            drafts.append(Step(op, numbering.inputs(op), outputs, required))
    return drafts


def _read(tensor: Tensor, numbering: Numbering, drafts: list[Step]) -> int:
    """Adds a step that reads a reference variable; the number of its value."""
    op = references.reading(tensor)
    outputs = numbering.define(op.outputs)
    drafts.append(Step(op, numbering.values(op.inputs), outputs, required=False))
    return outputs[0]


def _results(fetches: Sequence[Tensor | Operation], numbering: Numbering, drafts: list[Step]) -> tuple[int, ...]:
    """The numbers of the fetched tensors; references are read at the end."""
    results = []
    for tensor in [fetch for fetch in fetches if isinstance(fetch, Tensor)]:
        is_read = references.is_reference(tensor) and tensor not in numbering.fed
        results.append(_read(tensor, numbering, drafts) if is_read else numbering[tensor])
    return tuple(results)


def _functional_step(op: Operation, settled: Functional, required: bool, numbering: Numbering) -> Step:
    inputs = tuple([numbering.input(op, i) if i in settled.inputs else None for i in range(len(op.inputs))])
    if op.type not in WHILE or settled.loop is None:
        return Step(op, inputs, numbering.define(op.outputs), required, bodies=settled.plans, returned=settled.outputs)
    for i in settled.loop.invariant.intersection(settled.outputs):
        numbering.alias(op.outputs[i], numbering[op.inputs[i]])
    return Step(
        op, inputs, numbering.define(op.outputs), required, bodies=settled.plans, carried=settled.loop.carried
    )  # fmt: skip


def missing_feed(placeholder: Operation) -> InvalidArgumentError:
    """The error of running without a value for a placeholder."""
    dtype, shape = placeholder.attrs["dtype"], placeholder.outputs[0].shape
    name = {"float16": "half", "float32": "float", "float64": "double"}.get(dtype.name, dtype.name)
    sizes = f" and shape [{','.join('?' if d is None else str(d) for d in shape)}]" if shape.rank is not None else ""
    made = f", made at {placeholder.source}" if placeholder.source else ""
    return InvalidArgumentError(
        f"You must feed a value for placeholder tensor '{placeholder.name}' with dtype {name}{sizes}{made}: "
        f"add it to the feed_dict of Session.run.",
        placeholder,
    )
