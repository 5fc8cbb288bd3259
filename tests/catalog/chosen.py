"""Python sequences at an index that is a tensor."""

import numpy as np

from tests.catalog import case

TABLE = np.array([10, 20, 30], np.int32)
STEPS = (lambda v: v + 1, lambda v: v * v, abs)


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def apply(self, v):
        if v > 2:
            return v * self.factor
        return v


LAYERS = [Scaled(2), Scaled(3), Scaled(5)]


@case((0,), (2,))
def list_and_tuple(i):
    xs = [5, 6, 7]
    return xs[i], (1, 2, 3)[i], xs[-1 - i]


@case((0, 3), (1, 3), (2, -3))
def functions(i, x):
    heads = [lambda v: v + 1, lambda v: v * v, abs]
    return heads[i](x), STEPS[i](x)


@case((0, 1), (2, 4))
def objects(i, x):
    return LAYERS[i].apply(x), LAYERS[i].factor


@case((0, 1), (1, 0))
def nested_lists(i, j):
    rows = [[1, 2], [3, 4]]
    return rows[i][j], rows[j][0]


@case((0,), (1,))
def tuples_of_two_types(i):
    return ((1, 2.5), (3, 4.5))[i]


@case((0,), (2,))
def range_and_array(i):
    return range(10, 40, 10)[i], TABLE[i]


@case((1,), (-1,))
def comparison_as_index(x):
    return [10, 20][x > 0]


@case((0,), (1,))
def in_a_loop(n):
    total = 0
    weights = (1, 10, 100)
    for i in range(n + 2):
        total += weights[i] * i
    return total


@case((0,), error="chose is changed")
def what_is_chosen_does_not_change(i):
    rows = [[1], [2]]
    rows[i].append(3)
    return len(rows[0])
