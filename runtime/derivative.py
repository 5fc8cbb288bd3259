"""The derivative of a function body: a forward body that hands out what the backward body wants to know.

    square(x) = x * x        forward(x) = x * x, saved: x        backward(g, x) = 2 * g * x

The backward body is the reverse sweep over the forward one. Forward tensors that it reads become its inputs on first
use; who uses the derivative decides how they get there: as extra outputs of a branch or call, or through a list that a
loop pushes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from runtime import dtypes, rewrite
from runtime.autodiff import backpropagate, in_scope
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.func_graph import FuncGraph
from runtime.gradients.broadcast import beside, shape_of, zeros_like
from runtime.graph import Graph
from runtime.indexed_slices import IndexedSlices, of_type
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

    def fill(self, seeds: Sequence[tuple[Tensor, Tensor]], sources: Sequence[Tensor], dense: bool = False) -> list[Any]:
        """Writes the sweep from `seeds` (forward tensors and gradients) to `sources` into this body.

        Returns:
            The gradients of the sources; with `dense`, zeros instead of None, and tensors instead of slices.
        """
        operations = self.forward.get_operations()
        with self.as_default():
            found = backpropagate(operations, seeds, sources, scope_of=in_scope(""), keeps_slices=not dense)
            if dense:
                found = [zeros_like(x) if g is None else g for x, g in zip(sources, found, strict=True)]
            return [self._captured(g) for g in found]

    def _captured(self, g: Any) -> Any:
        if isinstance(g, IndexedSlices):
            return IndexedSlices(self.capture(g.values), self.capture(g.indices))
        return None if g is None else self.capture(g)


def stem(tensor: Tensor) -> str:
    """The last part of the name of what makes a tensor."""
    return tensor.op.name.rpartition("/")[2]


def gradient_type(tensor: Tensor) -> tuple[dtypes.DType, TensorShape]:
    """Dtype and static shape of a gradient with respect to `tensor`: for a variable's handle, those of its value."""
    if tensor.dtype is dtypes.resource and tensor.handle_data is not None:
        return tensor.handle_data.dtype, tensor.handle_data.shape
    return tensor.dtype, tensor.shape


def source_shape(tensor: Tensor) -> Tensor:
    """The shape of a gradient with respect to `tensor`, as an integer vector (see `gradient_type`)."""
    _, shape = gradient_type(tensor)
    if shape.is_fully_defined():
        return convert_to_tensor(np.array(shape.as_list(), np.int32))
    if tensor.dtype is not dtypes.resource:
        return shape_of(tensor)
    with beside(tensor):
        return apply_one("VariableShape", [tensor], {"out_type": dtypes.int32})


def _all_rows(g: Tensor) -> Tensor:
    """The indices of all rows of a tensor, as those of slices."""
    zero, one = (convert_to_tensor(np.int32(number)) for number in (0, 1))
    count = apply_one("GatherV2", [shape_of(g), zero, zero])
    return apply_one("Range", [zero, count, one])


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
        slices: positions of the inputs whose gradients come out as two outputs, the values and the indices of slices.
    """

    forward: FuncGraph
    backward: FuncGraph
    outputs: tuple[int, ...]
    inputs: tuple[int, ...]
    saved: tuple[tuple[str, int], ...]
    slices: frozenset[int] = frozenset()

    def saved_values(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> list[Any]:
        """What the backward body reads, given the values of the forward body's inputs and outputs."""
        return [(inputs if where == "input" else outputs)[position] for where, position in self.saved]

    def gradients(self, inputs: Sequence[Any], results: Iterable[Any]) -> list[Any]:
        """The gradient for each of the inputs, or None, given the values of the backward body's outputs."""
        left = iter(results)
        found: dict[int, Any] = {}
        for i in self.inputs:
            first = next(left)
            found[i] = IndexedSlices(first, next(left), source_shape(inputs[i])) if i in self.slices else first
        return [found.get(i) for i in range(len(inputs))]


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

    @property
    def slices(self) -> dict[int, dtypes.DType]:
        """Positions of the inputs whose gradients are slices, and the types of their indices."""
        return {i: g.indices.dtype for i, g in self.found.items() if isinstance(g, IndexedSlices)}

    def finish(self, inputs: Sequence[int], slices: Mapping[int, dtypes.DType] = MappingProxyType({})) -> Derivative:
        """The derivative with gradients for these inputs, zeros where nothing depends on them.

        Args:
            inputs: their positions.
            slices: positions of those whose gradients come out as slices, with the types of the indices.
        """
        outputs: list[Tensor] = []
        with self.backward.as_default():
            for i in inputs:
                outputs += self._rows(i, slices[i]) if i in slices else [self._whole(i)]
        self.backward.outputs = outputs
        return Derivative(self.forward, self.backward, self.outputs, tuple(inputs), self._hand_out(), frozenset(slices))

    def _rows(self, i: int, index_type: dtypes.DType) -> list[Tensor]:
        g = self.found.get(i)
        if not isinstance(g, IndexedSlices):
            whole = self._whole(i)
            g = IndexedSlices(whole, _all_rows(whole))
        return [g.values, of_type(g.indices, index_type)]

    def _whole(self, i: int) -> Tensor:
        source, g = self.forward.inputs[i], self.found.get(i)
        if isinstance(g, IndexedSlices):
            return IndexedSlices(g.values, g.indices, self.backward.capture(source_shape(source)))._as_tensor()
        return self.backward.capture(zeros_like(source)) if g is None else g

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
