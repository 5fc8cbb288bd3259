"""Calls of function graphs on eager tensors, so that a tape can differentiate them.

While a tape watches, the forward body of the function's derivative runs in the place of the function, so that what the
backward body reads is at hand later. Two tapes inside each other want the derivative of the derivative, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.autodiff import is_differentiable
from runtime.context import eager_context
from runtime.current import state
from runtime.derivative import Derivative
from runtime.derivative_cache import derivative, differentiable_positions
from runtime.eager import Bound, EagerOperation, EagerTensor, wrap
from runtime.effects import has_effect
from runtime.engines import reference
from runtime.errors import FailedPreconditionError
from runtime.func_graph import FuncGraph
from runtime.functional import call_op
from runtime.plan import body_plan
from runtime.registry import op_def
from runtime.signature import Attrs
from runtime.tensor import Tensor

observers: list[Callable[[FuncGraph], None]] = []
"""Called with each function graph that runs on eager tensors while a recorder is there."""


def execute(body: FuncGraph, inputs: Sequence[EagerTensor]) -> list[EagerTensor]:
    """Runs a function graph on values for all its inputs; nobody is told."""
    key = execute, body.version
    run: reference.Run | None = body.kept.get(key)
    if run is None:
        run = body.kept[key] = reference.compile(body_plan(body), eager_context())
    values = run(*[tensor._value for tensor in inputs])
    return [wrap(value, tensor.dtype) for value, tensor in zip(values, body.outputs, strict=True)]


def call(body: FuncGraph, inputs: Sequence[Tensor]) -> list[Tensor]:
    """Calls a function graph on its arguments: records the call in a graph, or runs it on eager tensors."""
    values = [*inputs, *body.captures]
    if state.graph is not None or not all(isinstance(tensor, EagerTensor) for tensor in values):
        return call_op(body, inputs)
    return list(run(body, values))  # type: ignore[arg-type]


def run(body: FuncGraph, inputs: Sequence[EagerTensor]) -> Sequence[EagerTensor]:
    """Runs a function graph on values for all its inputs, and tells the tapes that watch one of them."""
    for observe in observers:
        observe(body)
    levels = _levels(body, inputs)
    outputs = execute(levels[-1].forward if levels else body, inputs)
    if levels:
        record = RecordedCall(body, inputs, outputs, levels)
        for recorder in state.recorders:
            recorder(record)
    return outputs[: len(body.outputs)]


def _levels(body: FuncGraph, inputs: Sequence[EagerTensor]) -> list[Derivative]:
    """The derivative of the function, that of its forward body, and so on: one for each tape that watches."""
    from runtime.tape import watching

    watched = watching(inputs)
    if not watched:
        return []
    wanted = [i for i, x in enumerate(inputs) if is_differentiable(x) and any(x in tensors for tensors in watched)]
    levels: list[Derivative] = []
    for _ in watched:
        level = _next_level(levels[-1].forward if levels else body, wanted)
        if not level.inputs:
            break
        levels.append(level)
    return levels


def _next_level(body: FuncGraph, wanted: Sequence[int]) -> Derivative:
    return derivative(body, differentiable_positions(body.outputs), wanted)


class RecordedCall(EagerOperation):
    """A call that tapes have seen.

    Attributes:
        levels: derivatives, each of the forward body of the one before; that of the last one has run.
    """

    __slots__ = ("levels",)

    def __init__(
        self, body: FuncGraph, inputs: Sequence[EagerTensor], outputs: Sequence[EagerTensor], levels: list[Derivative]
    ) -> None:
        op_type = "StatefulPartitionedCall" if body.is_stateful else "PartitionedCall"
        types = tuple([tensor.dtype for tensor in outputs])
        attrs = {"f": levels[-1].forward, "Tin": tuple([tensor.dtype for tensor in inputs]), "Tout": types}
        bound = Bound(op_type, None, Attrs(attrs, op_def(op_type)), types)
        super().__init__(bound, tuple(inputs), tuple(outputs))
        self.levels = levels

    def gradients(self, grads: Sequence[Tensor | None], wanted: Sequence[bool]) -> list[Any]:
        """The gradients with respect to the inputs, by the backward body that takes these gradients of outputs."""
        from runtime.gradients.broadcast import zeros_like

        last = max(i for i, g in enumerate(grads) if g is not None)
        level = next((level for level in self.levels if last in level.outputs), None)
        outputs: Sequence[Tensor] = self.outputs
        if level is None:
            level, outputs = self._run_again()
        seeds = [grads[i] if i < len(grads) and grads[i] is not None else zeros_like(outputs[i]) for i in level.outputs]
        made = call(level.backward, [*seeds, *level.saved_values(self.inputs, outputs)])  # type: ignore[list-item]
        return level.gradients(self.inputs, made)

    def _run_again(self) -> tuple[Derivative, Sequence[Tensor]]:
        """A derivative of one order more than there were tapes, and what its forward body gives.

        Raises:
            FailedPreconditionError: the function has effects, which would happen twice.
        """
        body = self.levels[-1].forward
        if any(has_effect(op) for op in body.get_operations()):
            raise FailedPreconditionError(
                f"A derivative of order {len(self.levels) + 1} of function '{body.name}' needs as many tapes, inside "
                f"each other, around its call: the function has effects, so it cannot be run again for it."
            )
        level = _next_level(body, self.levels[-1].inputs)
        return level, [*self.outputs, *execute(level.forward, self.inputs)[len(self.outputs) :]]  # type: ignore[arg-type]
