"""`for` over datasets and iterators in converted functions."""

import pytest

import autograph as ag
import runtime as rt
from runtime.data import Dataset


def zero():
    return rt.constant(0, rt.int64)


def test_a_loop_over_an_iterator_takes_no_more_than_it_uses():
    @ag.function
    def until_two(iterator):
        total = rt.constant(0, rt.int64)
        for number in iterator:
            if number > 1:
                break
            total += number
        return total, next(iterator)

    total, rest = until_two(iter(Dataset.range(9)))
    assert (int(total), int(rest)) == (1, 3)


def test_datasets_are_zipped():
    @ag.function
    def dot(a, b):
        total = zero()
        for x, y in zip(a, b):
            total += x * y
        return total

    assert int(dot(Dataset.range(5), Dataset.range(10, 13))) == 35


def test_a_dataset_beside_a_tensor():
    @ag.function
    def dot(a, b):
        total = zero()
        for x, y in zip(a, b):
            total += x * y
        return total

    assert int(dot(Dataset.range(5), rt.constant([1, 10, 100], rt.int64))) == 210


def test_a_function_is_mapped_over_a_dataset():
    @ag.function
    def squares(dataset):
        return [x for x in map(lambda n: n * n, dataset)]

    assert squares(Dataset.range(4)).tolist() == [0, 1, 4, 9]


def test_an_else_runs_after_a_loop_without_break():
    @ag.function
    def find(dataset):
        for x in dataset:
            if x == 7:
                break
        else:
            x = rt.constant(-5, rt.int64)
        return x

    assert [int(find(Dataset.range(n))) for n in (3, 9)] == [-5, 7]


def test_windows_are_looped_over():
    @ag.function
    def total(dataset):
        result = zero()
        for window in dataset.window(2):
            for x in window:
                result += x * 10
        return result

    assert int(total(Dataset.range(4))) == 60


def test_next_takes_a_default():
    @ag.function
    def take(iterator):
        return next(iterator, rt.constant(-1, rt.int64))

    iterator = iter(Dataset.range(1))
    assert [int(take(iterator)), int(take(iterator))] == [0, -1]


def test_a_loop_in_a_graph_runs_in_a_session():
    def total(limit):
        result = rt.constant(0, rt.int64)
        for x in Dataset.range(limit):
            result += x
        return result

    with rt.Graph().as_default(), rt.Session() as session:
        limit = rt.placeholder(rt.int64, [])
        result = ag.to_graph(total)(limit)
        assert [int(session.run(result, {limit: n})) for n in (3, 4)] == [3, 6]


def test_the_number_of_elements_is_not_asked_for_in_vain():
    @ag.function
    def count(dataset):
        return len(enumerate(dataset))

    with pytest.raises(TypeError, match="only going through it tells"):
        count(Dataset.range(3))


def test_outside_of_graphs_a_converted_loop_is_pythons():
    def total(dataset):
        result = 0
        for x in dataset:
            result += int(x)
        return result

    assert ag.to_graph(total)(Dataset.range(4)) == 6


def test_a_gradient_flows_through_a_loop_over_a_dataset():
    @ag.function
    def slope(x, dataset):
        with rt.GradientTape() as tape:
            tape.watch(x)
            y = rt.constant(0.0)
            for n in dataset:
                y += rt.cast(n, rt.float32) * x * x
        return tape.gradient(y, x)

    assert float(slope(rt.constant(2.0), Dataset.range(4))) == 24.0
