"""Names of operations."""

import re

import pytest

import autograph as ag
import runtime as rt
from runtime.names import UniqueNames, check_op_name, check_scope_name, nearest, valid_op_name


@pytest.mark.parametrize("name", ["x", "a/b", "A.b-c>d", "0", ".hidden", "a\\b", "x_1"])
def test_tensorflow_takes_these_names(name):
    check_op_name(name)


@pytest.mark.parametrize("name", ["_x", "x y", "x:0", "x$", "é", "", "/x", "-x"])
def test_tensorflow_refuses_these_names(name):
    with pytest.raises(ValueError, match="not a valid operation name"):
        check_op_name(name)


def test_an_inner_scope_may_start_with_an_underscore():
    check_scope_name("_inner", root=False)
    with pytest.raises(ValueError, match="not a valid scope name"):
        check_scope_name("_inner", root=True)


@pytest.mark.parametrize("text", ["<lambda>", "_x", "f.<locals>.g", "", "é", "a b", "__init__"])
def test_any_text_becomes_a_valid_name(text):
    check_op_name(valid_op_name(text))


def test_names_are_given_once_whatever_their_case():
    names = UniqueNames()
    assert [names.take(n) for n in ("x", "x", "X", "x_1", "x")] == ["x", "x_1", "X_2", "x_1_1", "x_3"]


def test_a_number_that_is_taken_is_skipped():
    names = UniqueNames()
    assert [names.take(n) for n in ("x_1", "x", "x")] == ["x_1", "x", "x_2"]


def test_looking_does_not_take():
    names = UniqueNames()
    assert names.take("x", mark=False) == "x"
    assert names.take("x") == "x"
    assert names.take("x", mark=False) == names.take("x") == "x_1"


def test_similar_names_are_offered():
    assert nearest("AddV3", ["AddV2", "Mul"]) == " Did you mean 'AddV2'?"
    assert nearest("zzz", ["AddV2"]) == ""


# ---------------------------------------------------------------------------------------------- what is no name


def in_graph(function):
    def run(name):
        with rt.Graph().as_default():
            return function(name)

    return run


def scoped(scope):
    def run(name):
        with scope(name):
            return rt.constant(1)

    return run


NAMED = {
    "placeholder": lambda name: rt.placeholder(rt.int32, [], name=name),
    "operation": in_graph(lambda name: rt.add(1, 2, name=name)),
    "constant": in_graph(lambda name: rt.constant(1, name=name)),
    "composed": in_graph(lambda name: rt.nn.softmax([1.0], name=name)),
    "scope": scoped(rt.name_scope),
    "scope in a graph": in_graph(scoped(rt.name_scope)),
    "variable": lambda name: rt.Variable(1.0, name=name),
    "variable in a graph": in_graph(lambda name: rt.Variable(1.0, name=name)),
    "variable scope": in_graph(scoped(rt.variable_scope)),
    "shared variable": in_graph(lambda name: rt.get_variable(name, [1])),
}


@pytest.mark.parametrize("make", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("name", [3, b"x", 2.5, ["x"]], ids=["int", "bytes", "float", "list"])
def test_what_is_no_text_is_no_name(make, name):
    with pytest.raises(TypeError, match=rf"argument `name` is a str, such as 'x', not {re.escape(repr(name))} of type"):
        make(name)


# ---------------------------------------------------------------------------------------------- names of eager things

ANY_NAMES = ["größe", "a b", "a:b", "/x", "x/", "_x", "日本", "a>b", "{}", "\n"]


@pytest.mark.parametrize("name", ANY_NAMES, ids=ascii)
def test_variables_of_any_name_work_in_graphs_and_functions(name, tmp_path):
    class Scale(rt.Module):
        def __init__(self):
            super().__init__()
            self.v = rt.Variable([2.0], name=name)

        @ag.function(input_signature=[rt.TensorSpec([1], rt.float32)])
        def __call__(self, x):
            return x * self.v

    scale = Scale()
    assert scale(rt.ones([1])).tolist() == [2.0]
    with rt.Graph().as_default(), rt.Session() as session:
        assert session.run(scale.v + 1.0).tolist() == [3.0]
    rt.saved_model.save(scale, str(tmp_path / "model"))
    assert rt.saved_model.load(str(tmp_path / "model"))(rt.ones([1])).tolist() == [2.0]

    optimizer = rt.train.GradientDescentOptimizer(0.5)
    ag.function(lambda: optimizer.minimize(lambda: rt.reduce_sum(scale.v), var_list=[scale.v]))()
    assert scale.v.numpy().tolist() == [1.5]


def test_two_variables_whose_names_become_one_stay_two():
    v, w = rt.Variable(1.0, name="a b"), rt.Variable(10.0, name="a:b")
    with rt.Graph().as_default(), rt.Session() as session:
        assert session.run([v + 0.0, w + 0.0, v + w]) == [1.0, 10.0, 11.0]


def test_modules_of_any_class_name_have_scopes_everywhere():
    class Größe(rt.Module):
        @rt.Module.with_name_scope
        def __call__(self, x):
            return rt.add(x, 1.0, name="y")

    assert Größe()(1.0).numpy() == 2.0
    with rt.Graph().as_default():
        assert Größe()(1.0).name == "gr__e/y:0"
    assert ag.function(lambda x: Größe()(x))(rt.constant(1.0)).numpy() == 2.0
