"""get_variable and variable_scope."""

import numpy as np
import pytest

import runtime as rt
from runtime.current import reset_default_graph
from tests.runtime.helpers import new_graph


@pytest.fixture(autouse=True)
def graph():
    with new_graph() as g:
        yield g


def test_names_nest_without_numbers():
    for _ in range(2):
        with rt.variable_scope("a", reuse=rt.AUTO_REUSE), rt.variable_scope("b") as scope:
            v = rt.get_variable("v", [2])
    assert (v.name, scope.name, scope.original_name_scope) == ("a/b/v:0", "a/b", "a_1/b/")
    assert rt.get_variable("v", [2]).name == "v:0"


def test_a_variable_is_shared_when_asked_to():
    with rt.variable_scope("s") as scope:
        v = rt.get_variable("v", [2, 3])
    with rt.variable_scope("s", reuse=True):
        assert rt.get_variable("v") is v
    with rt.variable_scope(scope, reuse=True), rt.variable_scope("inner"):
        assert rt.get_variable_scope().reuse
    with rt.variable_scope("s"):
        rt.get_variable_scope().reuse_variables()
        assert rt.get_variable("v", [2, 3]) is v
    assert not rt.get_variable_scope().reuse


def test_sharing_by_accident_is_refused():
    rt.get_variable("v", [2])
    with pytest.raises(ValueError, match="Variable v already exists, disallowed.*reuse=True.*test_variable_scopes.py"):
        rt.get_variable("v", [2])
    with rt.variable_scope("", reuse=True), pytest.raises(ValueError, match="Variable w does not exist"):
        rt.get_variable("w", [2])


def test_what_is_shared_must_be_alike():
    rt.get_variable("v", [2])
    with rt.variable_scope("", reuse=True):
        with pytest.raises(ValueError, match=r"specified shape \(3,\) and found shape \(2,\)"):
            rt.get_variable("v", [3])
        with pytest.raises(ValueError, match="specified dtype int32 and found dtype float32"):
            rt.get_variable("v", [2], "int32")


def test_initial_values():
    assert rt.get_variable("a", initializer=3.0).shape == []
    assert rt.get_variable("b", [2], initializer=lambda shape, dtype: rt.ones(shape, dtype)).dtype == "float32"
    assert rt.get_variable("c", [2], "int32").dtype == "int32"
    with pytest.raises(ValueError, match="fully defined shape"):
        rt.get_variable("d", [None])
    with pytest.raises(ValueError, match="no default initializer for dtype string"):
        rt.get_variable("e", [2], "string")


def test_a_scope_gives_initializer_dtype_and_regularizer(graph):
    with rt.variable_scope("s", initializer=rt.zeros, dtype="float64", regularizer=lambda v: v * 2.0):
        v = rt.get_variable("v", [2])
    assert v.dtype == "float64"
    (loss,) = graph.get_collection(rt.GraphKeys.REGULARIZATION_LOSSES)
    assert loss.name.startswith("s/v/Regularizer/")


def test_a_default_name_is_made_unique():
    names = []
    for _ in range(2):
        with rt.variable_scope(None, default_name="layer") as scope:
            names.append(scope.name)
    assert names == ["layer", "layer_1"]
    with pytest.raises(ValueError, match="needs a name"), rt.variable_scope(None):
        pass


def test_outside_of_graphs_variables_are_eager():
    with rt.current.OpenGraph(None):
        reset_default_graph()
        with rt.variable_scope("s", reuse=rt.AUTO_REUSE):
            v = rt.get_variable("v", [2])
            assert rt.get_variable("v", [2]) is v
        assert (v.name, v.numpy().shape) == ("s/v:0", (2,))


def test_the_default_initial_value_is_in_the_range_of_glorot():
    from runtime.variable_scopes import glorot_uniform

    with rt.current.OpenGraph(None):
        values = glorot_uniform([3, 3, 8, 24]).numpy()
    limit = np.sqrt(6 / (9 * 32))
    assert np.abs(values).max() <= limit
    assert np.abs(values).max() > limit / 2
