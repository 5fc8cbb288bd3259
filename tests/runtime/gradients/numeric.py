"""Checks gradients against differences of values, in random directions.

For inputs x, outputs y = f(x) and weights w, L(x) = Re(sum(conj(w) * y)). Along a direction v its slope is
Re(sum(conj(g) * v)), where g is the gradient that a tape gives for the output gradients w.
"""

import numpy as np

from runtime.autodiff import gradients
from runtime.dispatch import convert_to_tensor
from runtime.indexed_slices import dense
from runtime.ops.state import placeholder
from runtime.session import Session
from runtime.tape import GradientTape
from tests.runtime.helpers import new_graph


class Check:
    """Checks a function of tensors.

    Args:
        function: takes tensors, gives a list of tensors.
        inputs: arrays; those of float and complex dtypes are varied unless `fixed` names their positions.
        fixed: positions of inputs that are not varied.
        seed: of the directions and weights.
    """

    def __init__(self, function, inputs, fixed=(), seed=0):
        self.function = function
        self.inputs = [np.asarray(x) for x in inputs]
        self.moving = [i for i, x in enumerate(self.inputs) if x.dtype.kind in "fc" and i not in fixed]
        self.random = np.random.default_rng(seed)
        outputs = [np.asarray(y) for y in self.call(self.inputs)]
        self.scored = [i for i, y in enumerate(outputs) if y.dtype.kind in "fc"]
        self.weights = [self.like(outputs[i]) for i in self.scored]
        wide = all(self.inputs[i].dtype in (np.float64, np.complex128) for i in self.moving)
        self.step, self.bound = (2e-4, 2e-6) if wide else (2e-2, 2e-2)

    def call(self, arrays):
        """The outputs for arrays."""
        return self.function(*map(convert_to_tensor, arrays))

    def like(self, array):
        """Random numbers in the shape and dtype of an array."""
        real = self.random.uniform(-1, 1, array.shape)
        if array.dtype.kind == "c":
            real = real + 1j * self.random.uniform(-1, 1, array.shape)
        return real.astype(array.dtype)

    def moved(self, directions, distance):
        """The inputs, moved along directions."""
        arrays = list(self.inputs)
        for i, v in zip(self.moving, directions, strict=True):
            arrays[i] = (arrays[i] + distance * v).astype(arrays[i].dtype)
        return arrays

    def score(self, arrays):
        """L."""
        outputs = self.call(arrays)
        return sum(_dot(w, np.asarray(outputs[i])) for i, w in zip(self.scored, self.weights, strict=True))

    def gradient(self, tensors):
        """The gradients that a tape gives for moving inputs."""
        sources = [tensors[i] for i in self.moving]
        with GradientTape() as tape:
            tape.watch(sources)
            outputs = self.function(*tensors)
            targets = [outputs[i] for i in self.scored]
        return tape.gradient(targets, sources, output_gradients=list(self.weights), unconnected_gradients="zero")

    def slope(self, arrays, directions):
        """The derivative of L along directions, by gradients."""
        found = self.gradient([convert_to_tensor(x) for x in arrays])
        return sum(_dot(np.asarray(g), v) for g, v in zip(found, directions, strict=True))

    def first_order(self):
        """The slope by gradients is that by differences."""
        v = [self.like(self.inputs[i]) for i in self.moving]
        self._agree(self.slope(self.inputs, v), _difference(lambda t: self.score(self.moved(v, t)), self.step), "first")

    def second_order(self):
        """The slope of a slope, by a tape around a tape, is that by differences."""
        v, u = ([self.like(self.inputs[i]) for i in self.moving] for _ in range(2))
        tensors = [convert_to_tensor(x) for x in self.inputs]
        sources = [tensors[i] for i in self.moving]
        with GradientTape() as outer:
            outer.watch(sources)
            found = self.gradient(tensors)
        twice = outer.gradient(found, sources, output_gradients=v, unconnected_gradients="zero")
        slope = sum(_dot(np.asarray(g), d) for g, d in zip(twice, u, strict=True))
        self._agree(slope, _difference(lambda t: self.slope(self.moved(u, t), v), self.step), "second")

    def _agree(self, found, expected, order):
        message = f"derivative of order {order}"
        np.testing.assert_allclose(found, expected, rtol=self.bound, atol=self.bound, err_msg=message)

    def in_a_graph(self, shape_of=lambda array: array.shape):
        """A graph, with shapes known as far as `shape_of` tells, gives the same gradients as a tape."""
        expected = [np.asarray(g) for g in self.gradient([convert_to_tensor(x) for x in self.inputs])]
        with new_graph() as graph:
            feeds = {placeholder(x.dtype, shape_of(x)) if i in self.moving else convert_to_tensor(x): x
                     for i, x in enumerate(self.inputs)}  # fmt: skip
            tensors = list(feeds)
            outputs = self.function(*tensors)
            sources, targets = [tensors[i] for i in self.moving], [outputs[i] for i in self.scored]
            found = gradients(targets, sources, list(self.weights), unconnected_gradients="zero")
            results = Session(graph=graph).run(
                [dense(g) for g in found], {tensors[i]: self.inputs[i] for i in self.moving}
            )
        for result, wanted in zip(results, expected, strict=True):
            np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-7)
            assert result.shape == wanted.shape


def _dot(g, v):
    return float(np.real(np.sum(np.conj(g.astype(complex)) * v)))


def _difference(function, h):
    """The derivative at 0 by five points."""
    return (8 * (function(h) - function(-h)) - (function(2 * h) - function(-2 * h))) / (12 * h)
