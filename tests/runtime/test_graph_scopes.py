"""Name scopes, control dependencies and devices."""

import pytest

from runtime import errors
from runtime.current import reset_default_graph
from runtime.dispatch import apply_one, apply_op
from runtime.func_graph import FuncGraph
from runtime.graph import Graph
from runtime.ops.state import constant, placeholder
from runtime.scopes import control_dependencies, device, name_scope
from tests.runtime.helpers import new_graph


def test_scopes_nest_and_give_their_string():
    with new_graph() as g, name_scope("a") as a, name_scope("b") as b:
        assert (a, b, g.get_name_scope()) == ("a/", "a/b/", "a/b")
        with name_scope(a) as again, name_scope(None) as root:
            assert (again, root) == ("a/", "")
            assert apply_op("NoOp").name == "NoOp"
        assert apply_op("NoOp").name == "a/b/NoOp"


def test_a_scope_entered_twice_is_made_unique():
    with new_graph() as g:
        scopes = []
        for name in ("s", "s", "S", "s/"):
            with g.name_scope(name) as scope:
                scopes.append(scope)
    assert scopes == ["s/", "s_1/", "S_2/", "s/"]


def test_a_scope_may_start_with_an_underscore_only_inside_another():
    g = Graph()
    with g.name_scope("a"), g.name_scope("_b") as scope:
        assert scope == "a/_b/"
    with pytest.raises(ValueError, match="'_b' is not a valid scope name"), g.name_scope("_b"):
        pass


def test_scopes_outside_of_graphs_name_variables_and_the_implicit_graph():
    reset_default_graph()
    x = placeholder("float32")
    with name_scope("eager") as scope:
        assert scope == "eager/"
        assert apply_one("Neg", [x]).name == "eager/Neg:0"
    assert apply_one("Neg", [x]).name == "Neg:0"


def test_control_inputs_are_those_of_all_blocks_around():
    with new_graph():
        a, b = apply_op("NoOp", name="a"), constant(1.0)
        with control_dependencies([a]), control_dependencies([b, None]):
            c = apply_op("NoOp", name="c")
            with control_dependencies(None):
                d = apply_op("NoOp", name="d")
    assert c.control_inputs == (a, b.op)
    assert d.control_inputs == ()


def test_what_follows_from_inside_needs_no_control_input():
    with new_graph():
        a = apply_op("NoOp", name="a")
        x = placeholder("float32")
        with control_dependencies([a]):
            y = apply_one("Neg", [x])
            z = apply_one("Neg", [y])
    assert y.op.control_inputs == (a,)
    assert z.op.control_inputs == ()


def test_eager_values_have_happened_already():
    eager = constant(1)
    with new_graph(), control_dependencies([eager]):
        assert apply_op("NoOp").control_inputs == ()
    with control_dependencies([eager]):
        assert apply_one("Neg", [eager]).numpy() == -1


def test_the_graph_of_a_control_input_is_meant_when_none_is_open():
    reset_default_graph()
    x = placeholder("float32")
    y = apply_one("Neg", [x])
    with control_dependencies([y.op]):
        z = apply_one("Abs", [x])
    assert z.op.control_inputs == (y.op,)


def test_control_inputs_of_foreign_graphs_are_refused_and_outer_ones_implied():
    with new_graph():
        a = apply_op("NoOp", name="a")
        with FuncGraph("f").as_default(), control_dependencies([a]):
            assert apply_op("NoOp").control_inputs == ()
    with new_graph():
        with pytest.raises(errors.InaccessibleTensorError, match="of another graph"), control_dependencies([a]):
            pass
        with pytest.raises(TypeError, match="not 'a'"), control_dependencies(["a"]):
            pass


def test_control_inputs_can_be_added_later():
    with new_graph():
        a, b = apply_op("NoOp"), apply_op("NoOp")
        b.add_control_inputs([a])
        b.add_control_inputs([a])
    assert b.control_inputs == (a,)


def test_devices_are_noted():
    with new_graph():
        with device("/gpu:0"):
            x = placeholder("float32")
        y = placeholder("float32")
    assert (x.device, y.device) == ("/gpu:0", "")
    with device("/gpu:0"):
        assert constant(1).device == "/device:CPU:0"
