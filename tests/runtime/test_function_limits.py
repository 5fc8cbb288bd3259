"""What cannot be compiled, and what a compiled function cannot return."""

import numpy as np
import pytest

import runtime as rt


def generator(x):
    yield x * 2


UNFINISHED = {
    "generator": generator,
    "generator expression": lambda x: (y for y in [x]),
    "map": lambda x: map(abs, [x]),
    "in a structure": lambda x: {"a": [zip([x], [x])]},
}


@pytest.mark.parametrize("function", UNFINISHED.values(), ids=UNFINISHED)
def test_what_would_run_after_the_trace_cannot_be_returned(function):
    with pytest.raises(TypeError, match="would run once and after the trace: return tensors"):
        rt.function(function)(rt.constant(1))


@pytest.mark.parametrize("kind", [set, frozenset])
def test_sets_of_tensors_cannot_be_returned(kind):
    with pytest.raises(TypeError, match="'pair' returned a set of tensors"):
        rt.function(lambda x: kind([x, x + 1]), name="pair")(rt.constant(1))


def test_python_values_can_be_returned():
    values = {"set": {1, 2}, "none": None, "object": object}
    assert rt.function(lambda: values)() == values


@pytest.mark.parametrize("thing", [3, "f", None])
def test_only_callables_are_compiled(thing):
    with pytest.raises(TypeError, match="A Python function is to be compiled, not"):
        rt.Function(thing)


def test_what_has_no_signature_says_so():
    with pytest.raises(TypeError, match=r"<built-in function max> does not tell its arguments.*`lambda x: max\(x\)`"):
        rt.function(max)(1, 2)


def test_an_error_inside_numpy_names_the_users_line():
    with pytest.raises(
        rt.errors.OperatorNotAllowedInGraphError, match=r"at \S*test_function_limits.py:\d+\): use this"
    ):
        rt.function(lambda x: np.sum(x))(rt.constant([1.0]))
