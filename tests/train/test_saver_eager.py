"""Savers of eager variables: alone, and in the graph of placeholders that use them."""

import pytest

import runtime as rt
from runtime import errors


@pytest.fixture(autouse=True)
def fresh():
    rt.reset_default_graph()
    yield
    rt.reset_default_graph()


def test_eager_variables_are_saved_and_restored_without_a_session(tmp_path):
    v = rt.Variable([1.0, 2.0], name="v")
    saver = rt.train.Saver([v])
    path = saver.save(None, str(tmp_path / "eager"))
    v.assign([0.0, 0.0])
    saver.restore(None, path)
    assert v.numpy().tolist() == [1.0, 2.0]


def test_a_graph_that_uses_eager_variables_is_saved_and_runs_without_them(tmp_path):
    x = rt.placeholder("float32", [2], name="x")
    rt.multiply(x, rt.Variable([1.0, 2.0], name="v"), name="y")
    path = rt.train.Saver().save(rt.Session(), str(tmp_path / "model"))
    with rt.Graph().as_default(), rt.Session() as session:
        rt.train.import_meta_graph(f"{path}.meta").restore(session, path)
        assert session.run("y:0", {"x:0": [3.0, 4.0]}).tolist() == [3.0, 8.0]


def test_the_initializer_of_an_eager_variable_asks_for_its_value(tmp_path):
    rt.placeholder("float32", [], name="x") * rt.Variable(2.0, name="v")
    path = rt.train.Saver().save(rt.Session(), str(tmp_path / "model"))
    with rt.Graph().as_default(), rt.Session() as session:
        rt.train.import_meta_graph(f"{path}.meta")
        with pytest.raises(errors.InvalidArgumentError, match="v/Initializer/value_of_a_checkpoint"):
            session.run(rt.global_variables_initializer())
