"""Checks gradients in graphs against differences of what a session gives."""

import numpy as np

from runtime.autodiff import gradients
from runtime.ops.state import placeholder
from runtime.session import Session
from tests.runtime.helpers import new_graph

H = 1e-4


class Program:
    """A scalar as a function of scalars and arrays, as a graph with its first and second derivatives.

    Args:
        build: takes a placeholder for each of `values`, by name; gives a float64 scalar.
        values: arrays by name; float64 ones are differentiated for.
    """

    def __init__(self, build, **values):
        self.values = {name: np.asarray(value) for name, value in values.items()}
        with new_graph() as self.graph:
            self.feeds = {name: placeholder(v.dtype, v.shape, name) for name, v in self.values.items()}
            self.moving = [name for name, v in self.values.items() if v.dtype == np.float64]
            sources = [self.feeds[name] for name in self.moving]
            self.y = build(**self.feeds)
            self.first = gradients(self.y, sources, unconnected_gradients="zero")
            self.slopes = [np.cos(1.0 + i) for i in range(len(sources))]
            self.second = gradients(self.first, sources, self._weights(), unconnected_gradients="zero")
        self.session = Session(graph=self.graph)

    def _weights(self):
        return [np.full(self.values[name].shape, slope) for name, slope in zip(self.moving, self.slopes, strict=True)]

    def run(self, fetches, **changed):
        """Fetched values, for other inputs if some are given."""
        values = {**self.values, **changed}
        return self.session.run(fetches, {self.feeds[name]: value for name, value in values.items()})

    def check(self, rtol=1e-6):
        """Both derivatives are those of differences; gives the first."""
        first, second = self.run([self.first, self.second])
        weights = self._weights()
        for i, name in enumerate(self.moving):
            v = np.random.default_rng(i).uniform(-1, 1, self.values[name].shape)
            self._agree(np.sum(first[i] * v), self._slope(name, v, lambda **moved: self.run(self.y, **moved)), rtol)
            self._agree(np.sum(second[i] * v), self._slope(name, v, lambda **moved: self._dot(weights, **moved)), rtol)
        return first

    def _dot(self, weights, **moved):
        return sum(np.sum(w * g) for w, g in zip(weights, self.run(self.first, **moved), strict=True))

    def _slope(self, name, v, function):
        def at(t):
            return function(**{name: self.values[name] + t * v})

        return (8 * (at(H) - at(-H)) - (at(2 * H) - at(-2 * H))) / (12 * H)

    def _agree(self, found, expected, rtol):
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol)
