"""What is known before anything runs."""

import numpy as np
import pytest

from runtime.constant_value import constant_value, constant_value_as_shape
from runtime.dispatch import apply_one, apply_op
from runtime.func_graph import FuncGraph
from runtime.ops.state import constant, placeholder
from runtime.variables import Variable
from tests.runtime.helpers import new_graph


@pytest.fixture
def x():
    with new_graph():
        yield placeholder("float32", [2, 3], "x")


@pytest.fixture
def partly(x):
    return placeholder("float32", [None, 3, 5], "x")


def test_constants_and_eager_tensors(x):
    assert constant_value(constant([1, 2])).tolist() == [1, 2]
    assert constant_value(x) is None
    assert constant_value(Variable(1.0).handle) is None
    assert constant_value(Variable(1.0).read_value()) is None


def test_an_eager_tensor_outside_of_graphs():
    assert constant_value(constant(3)) == 3


def test_static_shapes_are_values(x, partly):
    assert constant_value(apply_one("Shape", [x], {"out_type": "int64"})).tolist() == [2, 3]
    assert constant_value(apply_one("Shape", [x], {"out_type": "int64"})).dtype == np.int64
    assert constant_value(apply_one("Size", [x])) == 6
    assert constant_value(apply_one("Rank", [partly])) == 3
    assert constant_value(apply_one("Shape", [partly])) is None
    assert constant_value(apply_op("ShapeN", [[x, x]])[1]).tolist() == [2, 3]


def test_arithmetic_on_them_folds(x):
    rows = apply_one("Shape", [x])[0]
    packed = apply_one("Pack", [[rows * 2 + 1, constant(-1)]])
    assert constant_value(packed).tolist() == [5, -1]
    assert constant_value(apply_one("Cast", [packed], {"DstT": "float32"})).dtype == np.float32


def test_one_known_dimension_of_a_partial_shape(partly):
    shape = apply_one("Shape", [partly])
    assert constant_value(shape[1]) == 3
    assert constant_value(shape[-1]) == 5
    assert constant_value(shape[0]) is None


def test_large_results_are_left_for_the_run(x):
    assert constant_value(apply_one("Fill", [constant([10**6]), constant(0.0)])) is None
    assert constant_value(apply_one("Range", [constant(0), constant(10**9), constant(1)])) is None
    assert constant_value(apply_one("Fill", [constant([3]), constant(0.0)])).tolist() == [0, 0, 0]
    assert constant_value(apply_one("Range", [constant(0), constant(3), constant(1)])).tolist() == [0, 1, 2]


def test_what_would_fail_is_left_for_the_run(x):
    assert constant_value(apply_one("FloorDiv", [constant(1), constant(0)])) is None


def test_a_chain_with_many_paths_is_looked_at_once(x):
    y = apply_one("Rank", [x])
    for _ in range(60):
        y = y + y
    assert constant_value(y) is not None


def test_captured_tensors_are_followed_outside(x):
    c = constant([1, 2])
    shape = apply_one("Shape", [x])
    with FuncGraph("f").as_default() as f, FuncGraph("inner").as_default() as inner:
        assert constant_value(inner.capture(c)).tolist() == [1, 2]
        assert constant_value(inner.capture(shape)).tolist() == [2, 3]
    with f.as_default():
        assert constant_value(f.add_input("int32", [2])) is None


def test_partial_shapes(partly):
    shape = apply_one("Shape", [partly])
    as_shape = constant_value_as_shape
    assert as_shape(shape) == [None, 3, 5]
    assert as_shape(shape[1:]) == [3, 5]
    assert as_shape(shape[::-1]) == [5, 3, None]
    assert as_shape(apply_one("Pack", [[shape[0], constant(7)]])) == [None, 7]
    assert as_shape(apply_one("ConcatV2", [[shape[:2], constant([-1, 4])], constant(0)])) == [None, 3, None, 4]
    assert as_shape(apply_one("Cast", [shape], {"DstT": "int64"})) == [None, 3, 5]
    with FuncGraph("f").as_default() as f:
        assert as_shape(f.capture(shape)) == [None, 3, 5]


def test_shapes_of_unknown_values(partly):
    assert constant_value_as_shape(placeholder("int32", [2])) == [None, None]
    assert constant_value_as_shape(placeholder("int32", [None])).rank is None
    assert constant_value_as_shape(constant([2, -1])) == [2, None]
    with pytest.raises(ValueError, match="must be >= 0"):
        constant_value_as_shape(constant([-2]))


def chained(first, step, count):
    value = first
    for _ in range(count):
        value = step(value)
    return value


STEPS = {
    "sum": lambda value: value + 0,
    "slice": lambda value: apply_one("ConcatV2", [[value[:0], value], constant(0)]),
    "identity": lambda value: apply_one("Identity", [value]),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_long_chains_are_left_for_the_run(step, partly):
    for start in (constant([2, 3]), apply_one("Shape", [partly])):
        assert constant_value(chained(start, step, 2000)) is None
        assert constant_value_as_shape(chained(start, step, 2000)).rank in (None, start.shape[0])


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_short_chains_are_followed(step, partly):
    assert constant_value(chained(constant([2, 3]), step, 12)).tolist() == [2, 3]


def test_vectors_that_are_too_long_for_shapes_cost_nothing(x):
    sizes = apply_one("Fill", [constant([1 << 30]), constant(2)])
    assert apply_one("Reshape", [x, sizes]).shape.rank is None
    doubled = chained(constant([2, 3]), lambda value: apply_one("ConcatV2", [[value, value], constant(0)]), 50)
    assert constant_value_as_shape(doubled).rank is None
