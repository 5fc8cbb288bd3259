"""Random programs of loops, branches, lists and calls: both derivatives are those of differences."""

import random

import numpy as np
import pytest

import runtime as rt
from runtime.func_graph import FuncGraph
from runtime.functional import call_op
from runtime.ops.lists import tensor_list_from_tensor, tensor_list_get_item, tensor_list_set_item, tensor_list_stack
from tests.runtime.gradients.graphs import Program

f, i = np.float64, np.int32


class Fuzz:
    """A random program over a list of values: scalars, with vectors among them; smooth, and of moderate size."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.budget = 12

    def block(self, values, count, depth):
        """The values after a few random statements."""
        for _ in range(self.random.randint(1, 3)):
            self.budget -= 1
            kinds = [self.assign, self.assign]
            if depth < 3 and self.budget > 0:
                kinds += [self.loop, self.branch, self.call, self.rows]
            values = self.random.choice(kinds)(list(values), count, depth)
        return values

    def expression(self, values):
        x, y = self.random.choice(values), self.random.choice(values)
        return self.random.choice(
            [
                lambda: rt.sin(x) * y,
                lambda: rt.tanh(x + y),
                lambda: 0.5 * x - 0.3 * y,
                lambda: rt.sigmoid(x) * rt.cos(y),
                lambda: x / (1.5 + rt.square(y)),
                lambda: rt.exp(-rt.square(x)) + 0.2 * y,
            ]
        )()

    def fitted(self, new, old):
        """`new` in the shape of `old`."""
        if old.shape.rank == 0:
            return rt.reduce_mean(new) if new.shape.rank else new
        return new + rt.zeros_like(old) if new.shape.rank == 0 else new

    def assign(self, values, count, depth):
        k = self.random.randrange(len(values))
        values[k] = self.fitted(self.expression(values), values[k])
        return values

    def loop(self, values, count, depth):
        turns = self.random.choice([count, count, rt.constant(2), count % 2])
        state = self.random.getstate(), self.budget

        def turn(k, *inside):
            self.random.setstate(state[0])
            self.budget = state[1]
            return k + 1, *self.block(list(inside), count + k, depth + 1)

        return list(rt.while_loop(lambda k, *_: k < turns, turn, [0, *values])[1:])

    def branch(self, values, count, depth):
        test = self.random.choice([count % 2 < 1, count > 2])
        return list(
            rt.cond(
                test,
                lambda: tuple(self.block(values, count, depth + 1)),
                lambda: tuple(self.block(values, count, depth + 1)),
            )
        )

    def call(self, values, count, depth):
        graph = FuncGraph("called")
        parameters = [graph.add_input(v.dtype, v.shape, "v") for v in values]
        number = graph.add_input("int32", [], "count")
        with graph.as_default():
            graph.outputs = [rt.identity(v) for v in self.block(parameters, number, depth + 1)]
        return call_op(graph, [*values, count])

    def rows(self, values, count, depth):
        """A list that a loop reads and writes."""
        start = tensor_list_from_tensor(rt.stack([values[0], self.fitted(values[1], values[0])]))

        def turn(k, handle, x):
            item = tensor_list_get_item(handle, k, "float64", values[0].shape)
            item.set_shape(values[0].shape)
            new = self.fitted(rt.sin(item) + 0.5 * x, values[0])
            return k + 1, tensor_list_set_item(handle, k, new), rt.tanh(new)

        _, handle, x = rt.while_loop(lambda k, *_: k < 2, turn, [0, start, values[0]])
        values[0] = x + rt.reduce_mean(tensor_list_stack(handle, "float64", element_shape=values[0].shape), 0)
        return values


@pytest.mark.parametrize("seed", range(40))
def test_a_random_program(seed):
    def build(x, y, v, n):
        values = Fuzz(seed).block([x, y, v], n, 0)
        return rt.add_n([rt.reduce_sum(value * value) for value in values])

    numbers = random.Random(seed)
    Program(build, x=f(0.7), y=f(-0.4), v=np.array([0.3, -0.8]), n=i(numbers.randint(0, 4))).check(1e-5)
