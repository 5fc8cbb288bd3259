"""The derivative of a function body: a forward body that hands out what the backward body wants to know.

    square(x) = x * x        forward(x) = x * x, saved: x        backward(g, x) = 2 * g * x

The backward body is the reverse sweep over the forward one. Forward tensors that it reads become its inputs on first
use; who uses the derivative decides how they get there: as extra outputs of a branch or call, or through a list that a
loop pushes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from runtime import dtypes, rewrite
from runtime.autodiff import backpropagate, in_scope
from runtime.constant_value import constant_value
from runtime.func_graph import FuncGraph
from runtime.gradients.broadcast import zeros_like
from runtime.graph import Graph
from runtime.shapes import TensorShape
from runtime.tensor import Tensor

_SMALL = 64  # Elements: known integers up to this many are written into the backward body instead of being saved.


class BackwardGraph(FuncGraph):
    """The body that runs a forward body backwards.

    Attributes:
        forward: the forward body.
        saved: forward tensor → the parameter here that has its value.
        repeats: whether it is the body of a loop.
    """

    def __init__(self, forward: FuncGraph, outer_graph: Graph | None, repeats: bool = False) -> None:
        super().__init__(f"{forward.name}_grad", outer_graph)
        self.forward = forward
        self.repeats = repeats
        self.saved: dict[Tensor, Tensor] = {}
        self._known: dict[Tensor, Tensor] = {}

    def capture(self, tensor: Tensor) -> Tensor:
        """`tensor` as one of this graph: a forward tensor becomes an input, or a constant if its value is known."""
        if hasattr(tensor, "_value") or tensor.graph is not self.forward:
            return super().capture(tensor)
        known = self._known.get(tensor)
        if known is None:
            constant = self._constant_for(tensor)
            known = self._known[tensor] = self.save(tensor) if constant is None else constant
            known.weak = tensor.weak
        return known

    def _constant_for(self, tensor: Tensor) -> Tensor | None:
        size = tensor.shape.num_elements()
        is_small_index = tensor.dtype.is_integer and size is not None and size <= _SMALL
        value = constant_value(tensor) if tensor.op.type == "Const" or is_small_index else None
        if value is None:
            return None
        with self.name_scope(None), self.control_dependencies(None):
            return self.create_op("Const", (), {"value": value, "dtype": tensor.dtype}, stem(tensor)).outputs[0]

    def save(self, tensor: Tensor) -> Tensor:
        """Makes a parameter for the value of a forward tensor."""
        self.saved[tensor] = made = self.add_input(tensor.dtype, tensor.shape, stem(tensor), tensor.handle_data)
        return made

    def add_gradient_input(self, tensor: Tensor) -> Tensor:
        """Makes a parameter for the gradient with respect to a forward tensor."""
        dtype, shape = gradient_type(tensor)
        return self.add_input(dtype, shape, "grad", tensor.handle_data if dtype is dtypes.variant else None)

    def fill(
        self, seeds: Sequence[tuple[Tensor, Tensor]], sources: Sequence[Tensor], dense: bool = False
    ) -> list[Tensor | None]:
        """Writes the sweep from `seeds` (forward tensors and gradients) to `sources` into this body.

        Returns:
            The gradients of the sources; with `dense`, zeros instead of None.
        """
        operations = self.forward.get_operations()
        with self.as_default():
            found = backpropagate(operations, seeds, sources, scope_of=in_scope(""))
            if dense:
                found = [zeros_like(x) if g is None else g for x, g in zip(sources, found, strict=True)]
            return [None if g is None else self.capture(g) for g in found]


def stem(tensor: Tensor) -> str:
    """The last part of the name of what makes a tensor."""
    return tensor.op.name.rpartition("/")[2]


def gradient_type(tensor: Tensor) -> tuple[dtypes.DType, TensorShape]:
    """Dtype and static shape of a gradient with respect to `tensor`: for a variable's handle, those of its value."""
    if tensor.dtype is dtypes.resource and tensor.handle_data is not None:
        return tensor.handle_data.dtype, tensor.handle_data.shape
    return tensor.dtype, tensor.shape


@dataclass(frozen=True)
class Derivative:
    """A forward body and the backward body that goes with it.

    Attributes:
        forward: a copy of the original body; its outputs are the original's, then what the backward body reads.
        backward: its parameters are a gradient for each of `outputs`, then what is `saved`; it gives a gradient for
            each of `inputs`.
        outputs: positions of the outputs whose gradients go in.
        inputs: positions of the inputs whose gradients come out.
        saved: where to find what the backward body reads: ("input", position) or ("output", position).
    """

    forward: FuncGraph
    backward: FuncGraph
    outputs: tuple[int, ...]
    inputs: tuple[int, ...]
    saved: tuple[tuple[str, int], ...]

    def saved_values(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> list[Any]:
        """What the backward body reads, given the values of the forward body's inputs and outputs."""
        return [(inputs if where == "input" else outputs)[position] for where, position in self.saved]


class Draft:
    """A derivative in the making.

    Attributes:
        found: position of an input → the gradient with respect to it; inputs that nothing depends on are missing.
    """

    def __init__(
        self, body: FuncGraph, outputs: Sequence[int], inputs: Sequence[int], outer_graph: Graph | None
    ) -> None:
        self.forward = rewrite.copied(body)
        self.backward = BackwardGraph(self.forward, outer_graph)
        self.outputs = tuple(outputs)
        seeds = [(y, self.backward.add_gradient_input(y)) for y in map(self.forward.outputs.__getitem__, outputs)]
        grads = self.backward.fill(seeds, [self.forward.inputs[i] for i in inputs])
        self.found = {i: g for i, g in zip(inputs, grads, strict=True) if g is not None}

    def finish(self, inputs: Sequence[int]) -> Derivative:
        """The derivative with gradients for these inputs, zeros where nothing depends on them."""
        for i in inputs:
            if i not in self.found:
                with self.backward.as_default():
                    self.found[i] = self.backward.capture(zeros_like(self.forward.inputs[i]))
        self.backward.outputs = [self.found[i] for i in inputs]
        return Derivative(self.forward, self.backward, self.outputs, tuple(inputs), self._hand_out())

    def _hand_out(self) -> tuple[tuple[str, int], ...]:
        """Adds what the backward body reads to the outputs of the forward one; says where each is found."""
        outputs = self.forward.outputs
        places = {tensor: ("output", i) for i, tensor in reversed(list(enumerate(outputs)))}
        places.update((tensor, ("input", i)) for i, tensor in enumerate(self.forward.inputs))
        saved = []
        for tensor in self.backward.saved:
            if tensor not in places:
                places[tensor] = "output", len(outputs)
                outputs.append(tensor)
            saved.append(places[tensor])
        return tuple(saved)
