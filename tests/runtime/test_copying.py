"""Pickling and copying: values travel, what belongs to a graph says that it cannot."""

import copy
import operator
import pickle

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph

VALUES = [3, [1.5, 2.0], "text", ["a", "b"], True, 1j, np.zeros((0, 3)), [[True]]]


@pytest.mark.parametrize("travel", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_eager_tensors_are_copied_and_pickled(value, travel):
    tensor = rt.constant(value)
    other = travel(tensor)
    assert other.dtype is tensor.dtype
    np.testing.assert_array_equal(other.numpy(), tensor.numpy())


def test_a_variable_is_pickled_with_its_value_and_settings():
    variable = rt.Variable([1.0, 2.0], trainable=False, name="v", shape=[None], constraint=operator.neg)
    other = pickle.loads(pickle.dumps(variable))
    other.assign([3.0])
    assert variable.numpy().tolist() == [1.0, 2.0]
    assert (other.name, other.trainable, other.shape.as_list(), other.constraint) == (
        "v:0",
        False,
        [None],
        operator.neg,
    )


def test_a_copied_variable_keeps_its_constraint():
    variable = rt.Variable(1.0, constraint=operator.neg)
    assert copy.deepcopy(variable).constraint is operator.neg


class Doubler:
    """Has a compiled method of its own."""

    def __init__(self, factor):
        self.factor = factor
        self.run = rt.function(self.multiplied, name="run", reduce_retracing=True)

    def multiplied(self, x):
        return x * self.factor


def test_a_copied_object_has_functions_of_its_own():
    first = Doubler(2)
    assert int(first.run(rt.constant(3))) == 6
    second = copy.deepcopy(first)
    second.factor = 5
    assert (int(second.run(rt.constant(3))), int(first.run(rt.constant(3)))) == (15, 6)
    assert second.run.name == "run"


def test_an_error_is_pickled_without_its_operation():
    with new_graph(), pytest.raises(rt.errors.InvalidArgumentError) as caught:
        rt.Session().run(rt.placeholder("float32", [], name="x"))
    other = pickle.loads(pickle.dumps(caught.value))
    assert (type(other), str(other), other.op) == (type(caught.value), str(caught.value), None)


@pytest.mark.parametrize("travel", [copy.deepcopy, pickle.dumps])
def test_a_graph_says_that_it_stays_where_it_is(travel):
    with pytest.raises(TypeError, match="<Graph with 0 operations.* cannot be pickled or copied"):
        travel(rt.Graph())


@pytest.mark.parametrize("part", [lambda x: x, lambda x: x.op, lambda x: rt.Variable(x, name="v")])
def test_a_part_of_a_graph_is_not_pickled(part):
    with new_graph(), pytest.raises(TypeError, match="is a part of its graph and cannot be pickled alone"):
        pickle.dumps(part(rt.placeholder("float32", [], name="x")))


@pytest.mark.parametrize("part", [lambda x: x, lambda x: x.op])
def test_a_part_of_a_graph_is_its_own_copy(part):
    with new_graph():
        thing = part(rt.placeholder("float32", []))
    assert copy.copy(thing) is thing
    assert copy.deepcopy([thing])[0] is thing
