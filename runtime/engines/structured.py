"""Runs TensorFlow 1's control flow as it stands: values that may be dead, loops by frames.

Switch gives its value to one of its outputs, and a dead one to the other. What takes a dead value is dead, too, but for
Merge, which takes the one that is alive; so the branch that was not chosen does nothing. A loop runs its operations
turn by turn until nothing that is alive comes back to its head.

A plan holds such a program as one op (see `twin`), so that all that runs plans runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from runtime.context import RunContext
from runtime.effects import FUNCTIONAL, has_effect
from runtime.engines import deadlines
from runtime.engines.binding import bound_kernel
from runtime.engines.failures import of_operation
from runtime.errors import InvalidArgumentError
from runtime.graph import Graph, Operation
from runtime.optimize import references
from runtime.optimize.frames import ENTER, EXIT, LEGACY, MERGE, NEXT, SWITCH, Frame, structure
from runtime.registry import ArgDef, AttrDef, OpDef
from runtime.tensor import Tensor

Values = list[Any]
Action = Callable[[Values], None]

DEAD: Any = type("Dead", (), {"__repr__": lambda self: "<dead>"})()
"""The value of what a branch that was not chosen would have given."""

_PASSING = ENTER | EXIT | NEXT | {"Identity", "LoopCond", "RefIdentity"}
_ALWAYS = frozenset({"ControlTrigger"})
_PROGRAM = OpDef(
    "_StructuredProgram",
    (ArgDef("feeds", type_list_attr="Tin"),),
    (ArgDef("fetches", type_list_attr="Tout"),),
    {"Tin": AttrDef("Tin", "list(type)"), "Tout": AttrDef("Tout", "list(type)"), "program": AttrDef("program", "func")},
    is_stateful=True,
)


def applies(graph: Graph) -> bool:
    """Whether there is control flow of TensorFlow 1 in a graph."""
    return any(op.type in LEGACY for op in graph.get_operations())


def twin(
    graph: Graph, fetches: Sequence[Tensor | Operation], feeds: Sequence[Tensor]
) -> tuple[Graph, list[Tensor | Operation], list[Tensor]] | None:
    """A graph of one op that does what these fetches need, with its fetches and feeds; None if no Switch is needed."""
    wanted = list(fetches)
    if graph.building_function:
        wanted += [op for op in graph.get_operations() if has_effect(op)]
    root = structure(wanted, feeds)
    if not any(isinstance(item, Frame) or item.type in LEGACY for item in root.items):
        return None
    tensors = [fetch for fetch in fetches if isinstance(fetch, Tensor)]
    program = Program(root, tensors, feeds)
    made = Graph()
    inputs = [_placeholder(made, tensor) for tensor in feeds]
    attrs = {
        "Tin": tuple([tensor.dtype for tensor in feeds]),
        "Tout": tuple([tensor.dtype for tensor in tensors]),
        "program": program,
    }
    op = made.add_loaded("program", _PROGRAM, inputs, attrs)
    for output, tensor in zip(op.outputs, tensors, strict=True):
        output._shape = tensor.shape
    return made, [*op.outputs, op], inputs


def _placeholder(graph: Graph, like: Tensor) -> Tensor:
    attrs = {"dtype": like.dtype, "shape": like.shape}
    tensor = graph.create_op("Placeholder", (), attrs, like.op.name.rpartition("/")[2]).outputs[0]
    tensor.handle_data = like.handle_data
    return tensor


class Program:
    """Operations in frames, with a place for each value.

    Args:
        root: the frame around all.
        fetches: the tensors whose values are the results.
        feeds: the tensors whose values are given.
    """

    def __init__(self, root: Frame, fetches: Sequence[Tensor], feeds: Sequence[Tensor]) -> None:
        self.root = root
        self._fetches = list(fetches)
        self.fed = frozenset(feeds)
        self._slots: dict[Tensor | Operation, int] = {}
        self._parameters = [self.slot(tensor) for tensor in feeds]

    def slot(self, item: Tensor | Operation) -> int:
        """The place of a value, or of whether an operation is alive."""
        return self._slots.setdefault(item, len(self._slots))

    def bind(self, context: RunContext) -> Callable[..., tuple[Any, ...]]:
        """What runs the program.

        Raises:
            UnimplementedError: an operation has no kernel.
        """
        actions = _Binder(self, context).actions(self.root)
        results = [(self.slot(tensor), tensor) for tensor in self._fetches]
        count, parameters = len(self._slots), self._parameters

        def run(*feeds: Any) -> tuple[Any, ...]:
            """Runs the program on fed arrays."""
            values: Values = [None] * count
            for place, value in zip(parameters, feeds, strict=True):
                values[place] = value
            for action in actions:
                action(values)
            return tuple([self._result(values[place], tensor) for place, tensor in results])

        return run

    def _result(self, value: Any, tensor: Tensor) -> Any:
        if value is DEAD:
            raise InvalidArgumentError(
                f"Retval[0] does not have value: {tensor.name} is in a branch that was not chosen. Fetch what the "
                f"branches are merged into.",
                tensor.op,
            )
        return value.read() if tensor not in self.fed and references.is_reference(tensor) else value


class _Binder:
    """Makes actions of operations and frames."""

    def __init__(self, program: Program, context: RunContext) -> None:
        self._program = program
        self._slot = program.slot
        self._context = context

    def actions(self, frame: Frame) -> list[Action]:
        """What runs the items of a frame, in order."""
        return [self._loop(item) if isinstance(item, Frame) else self._operation(item) for item in frame.items]

    def _operation(self, op: Operation) -> Action:
        if op.type in SWITCH:
            return self._switch(op)
        if op.type in MERGE:
            return self._merge(op)
        if op.type in FUNCTIONAL:
            return self._plain(op, _functional(op, self._context), gives_list=True)
        if op.type in _PASSING:
            return self._plain(op, _same, gives_list=False)
        gives_list = len(op.outputs) != 1 or any(arg.is_list for arg in op.op_def.outputs)
        return self._plain(op, bound_kernel(op, self._context), gives_list)

    def _inputs(self, op: Operation) -> list[int]:
        return [self._slot(tensor) for tensor in op.inputs]

    def _waits(self, op: Operation) -> list[int]:
        """The places that say whether an operation is alive, besides its inputs."""
        return [] if op.type in _ALWAYS else [self._slot(other) for other in op.control_inputs]

    def _plain(self, op: Operation, kernel: Callable[..., Any], gives_list: bool) -> Action:
        inputs, outputs, waits = self._inputs(op), [self._slot(tensor) for tensor in op.outputs], self._waits(op)
        alive = self._slot(op)
        reads = [i for i in references.reads(op) if op.inputs[i] not in self._program.fed]

        def run(values: Values) -> None:
            """Runs one op if all its inputs are alive; otherwise its outputs are dead."""
            arrays = [values[place] for place in inputs]
            for value in arrays:
                if value is DEAD:
                    break
            else:
                for place in waits:
                    if values[place] is DEAD:
                        break
                else:
                    values[alive] = None
                    try:
                        for position in reads:
                            arrays[position] = arrays[position].read()
                        result = kernel(*arrays)
                    except Exception as error:
                        raise of_operation(error, op, arrays) from error
                    if gives_list:
                        for place, value in zip(outputs, result or (), strict=True):
                            values[place] = value
                    else:
                        values[outputs[0]] = result
                    return
            _kill(values, alive, outputs)

        return run

    def _switch(self, op: Operation) -> Action:
        (data, pred), (false, true), waits, alive = (
            self._inputs(op), [self._slot(tensor) for tensor in op.outputs], self._waits(op), self._slot(op),
        )  # fmt: skip
        reads = 0 in references.reads(op) and op.inputs[0] not in self._program.fed

        def run(values: Values) -> None:
            """Passes the value to the side that was chosen; the other one is dead."""
            value, choice = values[data], values[pred]
            if value is DEAD or choice is DEAD or any(values[place] is DEAD for place in waits):
                _kill(values, alive, (false, true))
                return
            if reads:
                value = value.read()
            values[alive] = None
            values[true], values[false] = (value, DEAD) if choice else (DEAD, value)

        return run

    def _merge(self, op: Operation) -> Action:
        inputs, (output, index), alive = self._inputs(op), [self._slot(tensor) for tensor in op.outputs], self._slot(op)

        def run(values: Values) -> None:
            """Passes the one value that is alive, and which it is."""
            for number, place in enumerate(inputs):
                value = values[place]
                if value is not DEAD:
                    values[output], values[index], values[alive] = value, np.int32(number), None
                    return
            _kill(values, alive, (output, index))

        return run

    # ------------------------------------------------------------------------------------------ loops

    def _loop(self, frame: Frame) -> Action:
        enters = [self._operation(op) for op in frame.enters]
        actions = self.actions(frame)
        first, back = self._heads(frame, 0), self._heads(frame, 1)
        taken = [self._slot(op.inputs[0]) for op in frame.exits]

        def run(values: Values) -> None:
            """Runs the loop until no head is alive; each result is the last one that was alive at its exit."""
            for action in enters:
                action(values)
            results = [DEAD] * len(taken)
            heads = _gather(values, first)
            while any(value is not DEAD for value, _ in heads):
                for (value, number), (output, index, alive, _) in zip(heads, first, strict=True):
                    values[output] = value
                    values[index] = DEAD if value is DEAD else number
                    values[alive] = DEAD if value is DEAD else None
                for action in actions:
                    action(values)
                for i, place in enumerate(taken):
                    if values[place] is not DEAD:
                        results[i] = values[place]
                deadlines.check()
                heads = _gather(values, back)
            for place, value in zip(taken, results, strict=True):
                values[place] = value

        return run

    def _heads(self, frame: Frame, turn: int) -> list[tuple[int, int, int, list[tuple[int, int]]]]:
        """For each head the places of its outputs and life, and of the inputs that count in the first turn or later."""
        rows = []
        for op in frame.heads:
            sources = [(number, self._slot(tensor)) for number, tensor in enumerate(op.inputs)
                       if (tensor.op.type in NEXT) is bool(turn)]  # fmt: skip
            rows.append((self._slot(op.outputs[0]), self._slot(op.outputs[1]), self._slot(op), sources))
        return rows


def _gather(values: Values, heads: Iterable[tuple[int, int, int, list[tuple[int, int]]]]) -> list[tuple[Any, Any]]:
    """For each head the value that is alive among its inputs, and which one it is."""
    return [
        next(
            ((values[place], np.int32(number)) for number, place in sources if values[place] is not DEAD), (DEAD, DEAD)
        )
        for *_, sources in heads
    ]


def _kill(values: Values, alive: int, outputs: Iterable[int]) -> None:
    values[alive] = DEAD
    for place in outputs:
        values[place] = DEAD


def _same(value: Any) -> Any:
    return value


def _functional(op: Operation, context: RunContext) -> Callable[..., tuple[Any, ...]]:
    """What runs an operation that runs function bodies."""
    from runtime.engines import reference
    from runtime.plan import make_plan

    graph = Graph()
    inputs = [_placeholder(graph, tensor) for tensor in op.inputs]
    copy = graph.add_copy(op, inputs)
    return reference.compile(make_plan(graph, [*copy.outputs, copy], inputs), context)
