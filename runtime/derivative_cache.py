"""Derivatives of functions, made once for each choice of outputs and inputs; of recursive functions too.

A function that calls itself cannot hand out what its inner calls save as outputs of its own: there is no end of them.
So its recursive form packs all that a call saves into one record, which holds the records of the calls inside:

    forward(x) = y, record        backward(dy, record) = dx
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

from runtime import dtypes, rewrite
from runtime.autodiff import is_differentiable
from runtime.derivative import Derivative, Draft, gradient_type
from runtime.func_graph import FuncGraph
from runtime.ops.lists import empty_tensor_list, tensor_list_pop_back, tensor_list_push_back
from runtime.shapes import SCALAR, UNKNOWN
from runtime.tensor import HandleData, Tensor

_RECORD = HandleData(dtypes.variant, UNKNOWN)


class _Open(threading.local):
    """The functions whose derivatives are being made in this thread."""

    def __init__(self) -> None:
        self.recursions: dict[FuncGraph, _Recursion] = {}


def derivative(body: FuncGraph, outputs: Sequence[int], inputs: Sequence[int]) -> Derivative:
    """The derivative of a function for some of its outputs and inputs.

    Args:
        body: a finished body; it is copied, not changed.
        outputs: positions of outputs that get gradients.
        inputs: positions of inputs whose gradients are wanted; those that nothing depends on are left out.

    Returns:
        The derivative; inside of `body` itself its recursive form, which is for all outputs and inputs.
    """
    recursion = _open.recursions.get(body)
    if recursion is not None:
        return recursion.derivative
    key = derivative, body.version, tuple(outputs), tuple(inputs)
    known: Derivative | None = body.kept.get(key)
    if known is None:
        known = body.kept[key] = _make(body, outputs, inputs)
    return known


def _make(body: FuncGraph, outputs: Sequence[int], inputs: Sequence[int]) -> Derivative:
    recursion = _open.recursions[body] = _Recursion(body)
    try:
        draft = Draft(body, outputs, inputs, None)
        made = draft.finish([i for i in inputs if i in draft.found], draft.slices)
        recursion.settle()
        return made
    finally:
        del _open.recursions[body]


def differentiable_positions(tensors: Sequence[Tensor]) -> tuple[int, ...]:
    """Positions of the tensors that can have a gradient."""
    return tuple([i for i, tensor in enumerate(tensors) if is_differentiable(tensor)])


class _Recursion:
    """The recursive form of a function's derivative, which calls of the function inside of it use."""

    def __init__(self, body: FuncGraph) -> None:
        self._body = body
        self._made: Derivative | None = None

    @property
    def derivative(self) -> Derivative:
        """The bodies; empty until the derivative around is finished, but with their signatures."""
        if self._made is None:
            self._made = self._declared()
        return self._made

    def _declared(self) -> Derivative:
        outputs, inputs = differentiable_positions(self._body.outputs), differentiable_positions(self._body.inputs)
        forward, backward = FuncGraph(f"{self._body.name}_forward", None), FuncGraph(f"{self._body.name}_grad", None)
        for i in outputs:
            _add_like(backward, self._body.outputs[i])
        record = backward.add_input(dtypes.variant, SCALAR, "record", _RECORD)
        forward.outputs = [*self._body.outputs, record]
        models = FuncGraph("models", None)
        backward.outputs = [_add_like(models, self._body.inputs[i]) for i in inputs]
        return Derivative(forward, backward, outputs, inputs, (("output", len(self._body.outputs)),))

    def settle(self) -> None:
        """Writes the bodies, if the function has turned out to call itself."""
        if self._made is None:
            return
        made, body = self._made, self._body
        part = Draft(body, made.outputs, made.inputs, None).finish(made.inputs)
        copies: dict[Tensor, Tensor] = {}
        rewrite.copy_operations(part.forward, made.forward, copies)
        made.forward.arguments = [copies[tensor] for tensor in part.forward.inputs]
        saved = part.saved_values(part.forward.inputs, part.forward.outputs)
        with made.forward.as_default():
            record = _packed([copies[tensor] for tensor in saved])
        made.forward.outputs = [*[copies[tensor] for tensor in part.forward.outputs[: len(body.outputs)]], record]
        grads = made.backward.arguments[:-1]
        with made.backward.as_default():
            values = _unpacked(made.backward.arguments[-1], saved)
            inner = dict(zip(part.backward.inputs, [*grads, *values], strict=True))
        rewrite.copy_operations(part.backward, made.backward, inner)
        made.backward.outputs = [inner[tensor] for tensor in part.backward.outputs]


def _add_like(graph: FuncGraph, tensor: Tensor) -> Tensor:
    dtype, shape = gradient_type(tensor)
    return graph.add_input(dtype, shape, "grad", tensor.handle_data if dtype is dtypes.variant else None)


def _packed(tensors: Sequence[Tensor]) -> Tensor:
    """A list of lists with one of the tensors in each."""
    record = empty_tensor_list(None, dtypes.variant)
    for tensor in tensors:
        single = tensor_list_push_back(empty_tensor_list(tensor.shape, tensor.dtype), tensor)
        record = tensor_list_push_back(record, single)
    return record


def _unpacked(record: Tensor, models: Sequence[Tensor]) -> list[Tensor]:
    """The tensors of a record that was packed of tensors like `models`."""
    return list(reversed(list(_popped(record, reversed(models)))))


def _popped(record: Tensor, models: Iterator[Tensor]) -> Iterator[Tensor]:
    for model in models:
        record, single = tensor_list_pop_back(record, dtypes.variant)
        single.handle_data = HandleData(model.dtype, model.shape)
        _, value = tensor_list_pop_back(single, model.dtype, model.shape)
        value.set_shape(model.shape)
        value.handle_data, value.weak = model.handle_data, model.weak
        yield value


_open = _Open()
