"""Gradients of loops.

    x = While(x; x = f(x))
    =>  n, x, list = While(0, x, []; n + 1, f(x), push(list, what f' reads))
        dx = While(n, dx, list; going back while n > 0: n - 1, f'(dx, pop(list)), list)

The backward loop is an ordinary While, so it has a gradient in turn. What does not change from turn to turn is read as
it is; counters are computed back. Sources: TensorFlow's `while_v2`; Griewank and Walther, chapter 12, for stacks.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np

from runtime import dtypes, registry, rewrite
from runtime.autodiff import is_differentiable, reachable
from runtime.constant_value import constant_value
from runtime.current import get_default_graph
from runtime.derivative import BackwardGraph, stem
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.func_graph import FuncGraph
from runtime.functional import while_op
from runtime.gradients.broadcast import zeros_like
from runtime.gradients.table import Gradients, Grads, wants
from runtime.gradients.turns import TurnValues
from runtime.operation import Operation
from runtime.ops.lists import empty_tensor_list
from runtime.optimize.loops import through_aliases
from runtime.registry import gradient
from runtime.tensor import Tensor


@gradient("While", "StatelessWhile")
@wants
def _while(operation: Operation, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
    carried = _carried(operation.attrs["body"], grads, wanted)
    if not carried:
        return [None] * len(wanted)
    forward = ForwardLoop(operation)
    backward, lists = _backward_body(forward, carried)
    forward.grow()
    starts = [zeros_like(operation.outputs[i]) if grads[i] is None else grads[i] for i in carried]
    initial = [operation.outputs[forward.counter], *starts, *[operation.outputs[i] for i in lists]]
    made = while_op(_condition(backward), backward, [get_default_graph().capture(t) for t in initial])  # type: ignore[arg-type]
    by_position = dict(zip(carried, made[1:], strict=False))
    return [by_position.get(i) for i in range(len(wanted))]


def _backward_body(forward: ForwardLoop, carried: Sequence[int]) -> tuple[FuncGraph, list[int]]:
    """The body of the backward loop, and the positions of the lists that it takes after the gradients.

    Its variables are the number of turns left, a gradient for each variable that is carried, and the lists.
    """
    parameters = forward.body.inputs
    draft = BackwardGraph(forward.body, None, repeats=True)
    grads = [draft.add_gradient_input(parameters[i]) for i in carried]
    seeds = [(forward.body.outputs[i], g) for i, g in zip(carried, grads, strict=True)]
    results = draft.fill(seeds, [parameters[i] for i in carried], dense=True)
    body = FuncGraph(draft.name, get_default_graph())
    turns = TurnValues(forward, body)
    made = {g: body.add_input(g.dtype, g.shape, "grad", g.handle_data) for g in grads}
    made.update((draft.saved[tensor], turns.value(tensor)) for tensor in forward.in_order(draft.saved))
    made.update((inner, body.capture(outer)) for outer, inner in draft.captures.items())
    rewrite.copy_operations(draft, body, made)
    body.outputs = [turns.turn, *[made[g] for g in results if g is not None], *turns.rests]
    return body, turns.lists


def _condition(body: FuncGraph) -> FuncGraph:
    """The condition that there are turns left to go back."""
    condition = FuncGraph(f"{body.name}_cond", body.outer_graph)
    for tensor in body.arguments:
        condition.add_input(tensor.dtype, tensor.shape, "x", tensor.handle_data)
    with condition.as_default():
        condition.outputs = [apply_one("Greater", [condition.arguments[0], convert_to_tensor(np.int32(0))])]
    return condition


def _carried(body: FuncGraph, grads: Grads, wanted: Sequence[bool]) -> list[int]:
    """The variables whose gradients the backward loop carries: those that the wanted ones reach and that matter."""
    inputs, operations = body.inputs, body.get_operations()
    active = {i for i, is_wanted in enumerate(wanted) if is_wanted and is_differentiable(inputs[i])}
    while True:
        reached = reachable(operations, [inputs[i] for i in active])
        more = {i for i, tensor in enumerate(body.outputs) if tensor in reached} - active
        if not more:
            break
        active |= more
    return sorted(active & _mattering(body, [i for i, g in enumerate(grads) if g is not None]))


def _mattering(body: FuncGraph, results: Collection[int]) -> set[int]:
    """The variables that the given results depend on after any number of turns, by ops that have gradients."""
    position = {tensor: i for i, tensor in enumerate(body.inputs)}
    found, seen = set(results), set()
    pending = [body.outputs[i] for i in results]
    while pending:
        tensor = pending.pop()
        i = position.get(tensor)
        if i is not None:
            if i not in found:
                found.add(i)
                pending.append(body.outputs[i])
        elif tensor.op not in seen and registry.gradient_of(tensor.op.type) is not registry.NOT_DIFFERENTIABLE:
            seen.add(tensor.op)
            pending.extend(filter(is_differentiable, tensor.op.inputs))
    return found


class ForwardLoop:
    """A While that is to remember what its backward loop reads.

    Attributes:
        operation: the While.
        body: a copy of its body, to become its body if it has to remember something.
        positions: parameter of the body → position among the loop's variables.
        invariant: positions of the variables that never change.
        counter: position of a variable that counts the turns from 0.
    """

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        self.body = rewrite.copied(operation.attrs["body"])
        self.positions = {tensor: i for i, tensor in enumerate(self.body.inputs)}
        pairs = list(enumerate(zip(self.body.inputs, self.body.outputs, strict=True)))
        self.invariant = {i for i, (before, after) in pairs if through_aliases(after) is before}
        self._lists = {
            after.op.inputs[1]: i
            for i, (before, after) in pairs
            if after.op.type == "TensorListPushBack" and after.op.inputs[0] is before
        }
        self._starts: list[Tensor] = []
        counters = [i for i in range(len(pairs)) if self._counts_turns(i)]
        self.counter = counters[-1] if counters else self._add_counter()

    def in_order(self, tensors: Iterable[Tensor]) -> list[Tensor]:
        """Tensors of the body in the order in which a turn makes them."""
        place = {op: i for i, op in enumerate(self.body.get_operations())}
        return sorted(tensors, key=lambda tensor: (place[tensor.op], tensor.value_index))

    def _counts_turns(self, position: int) -> bool:
        if self.operation.inputs[position].dtype is not dtypes.int32:
            return False
        start = constant_value(self.operation.inputs[position])
        return start is not None and np.ndim(start) == 0 and start == 0 and self.step(position) == 1

    def step(self, position: int) -> int | None:
        """What each turn adds to a variable, if it is int32 and that is a known number."""
        before, after = self.body.inputs[position], self.body.outputs[position]
        if before.dtype is not dtypes.int32 or before.shape.rank != 0 or after.op.type not in ("AddV2", "Add"):
            return None
        left, right = after.op.inputs
        other = right if left is before else left if right is before else None
        value = None if other is None or other is before else constant_value(other)
        return None if value is None else int(value)

    def list_of(self, tensor: Tensor) -> int:
        """The position of the variable to which each turn pushes a tensor of the body; added if there is none."""
        if tensor not in self._lists:
            with self._beside():
                start = empty_tensor_list(tensor.shape, tensor.dtype, name=f"{stem(tensor)}_accumulator")
            attrs = {"element_dtype": tensor.dtype}
            self._lists[tensor] = self._add(
                start, "accumulator", lambda handle: apply_one("TensorListPushBack", [handle, tensor], attrs)
            )
        return self._lists[tensor]

    def _add_counter(self) -> int:
        with self._beside():
            start = convert_to_tensor(np.array(0, np.int32), name="turns")
        return self._add(start, "turns", lambda x: apply_one("AddV2", [x, convert_to_tensor(np.array(1, np.int32))]))

    def _beside(self) -> contextlib.AbstractContextManager[Any]:
        """Context in which ops are recorded in the graph of the loop."""
        graph, stack = self.operation.graph, contextlib.ExitStack()
        for context in (graph.as_default(), graph.name_scope(None), graph.control_dependencies(None)):
            stack.enter_context(context)
        return stack

    def _add(self, start: Tensor, name: str, step: Callable[[Tensor], Tensor]) -> int:
        """Adds a variable to the loop: its initial value, and how it changes. Returns its position."""
        for op in (*[tensor.op for tensor in start.op.inputs], start.op):
            op.graph.move_before(op, self.operation)
        self._starts.append(start)
        with self.body.as_default(), self.body.name_scope(None):
            parameter = self.body.add_input(start.dtype, start.shape, name, start.handle_data)
            self.body.outputs.append(step(parameter))
        return len(self.body.outputs) - 1

    def grow(self) -> None:
        """Gives the operation the variables that were added."""
        if not self._starts:
            return
        condition = rewrite.copied(self.operation.attrs["cond"])
        for start in self._starts:
            condition.add_input(start.dtype, start.shape, "unused", start.handle_data)
        rewrite.add_inputs(self.operation, self._starts)
        rewrite.add_outputs(self.operation, self._starts)
        rewrite.set_attrs(self.operation, cond=condition, body=self.body)
