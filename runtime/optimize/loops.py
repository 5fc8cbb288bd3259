"""Which variables of a `While` matter.

TensorFlow's loops carry everything: a turn counter, the limit of turns, the user's variables, and all that the bodies
capture. Most of it is passed on as it is or read by nobody. What is left is what a person would have written:

    while_op(counter, limit, x, n, w; x < n; counter + 1, limit, x * w, n, w)     carried: x      invariant: n, w
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.effects import bodies, has_effect

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Operation
    from runtime.tensor import Tensor

ALIASES = frozenset({"Identity", "IdentityN", "PlaceholderWithDefault", "PreventGradient", "Snapshot", "StopGradient"})
"""Ops whose outputs are their inputs."""


@dataclass(frozen=True)
class LoopVariables:
    """Positions of a loop's variables: those that change and matter, and those that never change."""

    carried: tuple[int, ...]
    invariant: frozenset[int]


def loop_variables(op: Operation, wanted: Iterable[int]) -> LoopVariables:
    """Sorts the variables of a loop by what a turn does with them.

    Args:
        op: a `While`.
        wanted: positions of the outputs that somebody reads.

    Returns:
        The variables that are wanted, or that those or the condition or an effect depend on; and all invariant ones.
    """
    condition, body = bodies(op)
    results = [through_aliases(tensor) for tensor in body.outputs]
    invariant = frozenset(
        i for i, (before, after) in enumerate(zip(body.inputs, results, strict=True)) if before is after
    )
    reader, turn = _Reader(condition), _Reader(body)
    pending = {*wanted, *reader.read([condition.outputs[0]]), *reader.read_effects(), *turn.read_effects()} - invariant
    carried = set(pending)
    while pending:
        pending = turn.read(results[i] for i in pending) - invariant - carried
        carried |= pending
    return LoopVariables(tuple(sorted(carried)), invariant)


def through_aliases(tensor: Tensor) -> Tensor:
    """The tensor that `tensor` is another name for."""
    while tensor.op.type in ALIASES and tensor.op.inputs:
        tensor = tensor.op.inputs[tensor.value_index]
    return tensor


class _Reader:
    """Finds which inputs of a body are read for its tensors; looks at each op once."""

    def __init__(self, body: FuncGraph) -> None:
        self._body = body
        self._position = {tensor: i for i, tensor in enumerate(body.inputs)}
        self._seen: set[Operation] = set()

    def read(self, tensors: Iterable[Tensor]) -> set[int]:
        """Positions of the inputs that the tensors depend on and that were not reported before."""
        found: set[int] = set()
        stack = list(tensors)
        while stack:
            tensor = stack.pop()
            if tensor in self._position:
                found.add(self._position[tensor])
            elif tensor.op not in self._seen:
                self._enter(tensor.op, stack)
        return found

    def read_effects(self) -> set[int]:
        """Positions of the inputs that the body's effects depend on."""
        stack: list[Tensor] = []
        for op in self._body.get_operations():
            if has_effect(op) and op not in self._seen:
                self._enter(op, stack)
        return self.read(stack)

    def _enter(self, op: Operation, stack: list[Tensor]) -> None:
        pending = [op]
        while pending:
            op = pending.pop()
            self._seen.add(op)
            stack.extend(op.inputs)
            pending.extend(control for control in op.control_inputs if control not in self._seen)
