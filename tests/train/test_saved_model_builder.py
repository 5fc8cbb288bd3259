"""SavedModelBuilder: graphs with tags, signatures, assets and an operation to start with."""

import os

import numpy as np
import pytest

import runtime as rt
from runtime import errors, saved_model
from runtime.formats import messages


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "model")


def build(path, tmp_path, as_text=False):
    """A model of two graphs, of a table that is filled when it is loaded."""
    (tmp_path / "words.txt").write_text("a\nb\n")
    builder = saved_model.Builder(path)
    with rt.Graph().as_default(), rt.Session() as session:
        x = rt.placeholder("string", [None], name="x")
        file = rt.constant(str(tmp_path / "words.txt"), name="file")
        initializer = rt.lookup.TextFileInitializer(
            file, "string", rt.lookup.TextFileIndex.WHOLE_LINE, "int64", rt.lookup.TextFileIndex.LINE_NUMBER
        )
        table = rt.lookup.StaticHashTable(initializer, -1)
        w = rt.Variable(10, dtype="int64", name="w")
        y = table.lookup(x) * w
        (fill,) = rt.get_collection("table_initializer")
        session.run(w.initializer)
        signature = saved_model.predict_signature_def({"words": x}, {"numbers": y})
        builder.add_meta_graph_and_variables(
            session, ["serve"], {"serving_default": signature}, assets_collection=[file], main_op=rt.group(fill)
        )
    with rt.Graph().as_default():
        w = rt.Variable(0, dtype="int64", name="w")
        info = saved_model.build_tensor_info(rt.add(w, 1, name="z"))
        builder.add_meta_graph(["train"], {"next": saved_model.build_signature_def({}, {"z": info}, "count")})
    return builder.save(as_text)


@pytest.mark.parametrize("as_text", [False, True])
def test_what_is_built_is_loaded(as_text, path, tmp_path):
    written = build(path, tmp_path, as_text)
    assert written == os.path.join(path, "saved_model.pbtxt" if as_text else "saved_model.pb")
    assert os.listdir(os.path.join(path, "assets")) == ["words.txt"]
    (tmp_path / "words.txt").unlink()
    model = saved_model.load(path, tags=["serve"])
    assert model.signatures["serving_default"](words=["b", "?"])["numbers"].numpy().tolist() == [10, -10]
    assert saved_model.load(path, tags=["train"]).signatures["next"]()["z"].numpy() == 11
    with pytest.raises(errors.InvalidArgumentError, match=r"tags \[\['serve'\], \['train'\]\]"):
        saved_model.load(path)


def test_a_directory_that_is_not_empty_is_left_alone(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(errors.FailedPreconditionError, match="already exists, and isn't empty"):
        saved_model.Builder(str(tmp_path))


def test_variables_come_first_and_once(path):
    builder = saved_model.Builder(path)
    with pytest.raises(errors.FailedPreconditionError, match="has not been saved yet"):
        builder.add_meta_graph(["serve"])
    with rt.Graph().as_default(), rt.Session() as session:
        builder.add_meta_graph_and_variables(session, ["serve"])
        with pytest.raises(errors.FailedPreconditionError, match="has already been saved"):
            builder.add_meta_graph_and_variables(session, ["serve"])


def test_predictions_need_inputs_and_outputs():
    with rt.Graph().as_default():
        x = rt.placeholder("float32", [2], name="x")
        with pytest.raises(ValueError, match="Prediction inputs cannot be None or empty"):
            saved_model.predict_signature_def({}, {"y": x})
        definition = saved_model.predict_signature_def({"x": x}, {"y": x})
    assert definition.method_name == "tensorflow/serving/predict"
    assert definition.inputs["x"] == messages.new(
        "TensorInfo", name="x:0", dtype=1, tensor_shape={"dim": [{"size": 2}]}
    )


def test_assets_are_constants_with_paths(path):
    with rt.Graph().as_default(), rt.Session() as session:
        asset = rt.constant(3.0)
        with pytest.raises(errors.InvalidArgumentError, match="is no constant with the path of a file"):
            saved_model.Builder(path).add_meta_graph_and_variables(session, ["serve"], assets_collection=[asset])


def test_assets_that_are_missing_are_named(path):
    with rt.Graph().as_default(), rt.Session() as session:
        builder = saved_model.Builder(path)
        builder.add_meta_graph_and_variables(session, ["serve"], assets_collection=[rt.constant("a/words.txt")])
        with pytest.raises(errors.NotFoundError, match="a/words.txt.*asset"):
            builder.save()


def test_two_assets_of_a_name_are_refused(path):
    builder = saved_model.Builder(path)
    with rt.Graph().as_default(), rt.Session() as session:
        assets = [rt.constant("a/words.txt"), rt.constant("b/words.txt")]
        with pytest.raises(errors.InvalidArgumentError, match="Two assets are called words.txt"):
            builder.add_meta_graph_and_variables(session, ["serve"], assets_collection=assets)


def test_savers_and_devices_may_be_chosen(path):
    with rt.Graph().as_default(), rt.Session() as session:
        with rt.device("/gpu:0"):
            w = rt.Variable(np.float32(2.0), name="w")
        session.run(w.initializer)
        builder = saved_model.Builder(path)
        builder.add_meta_graph_and_variables(session, ["serve"], clear_devices=True, saver=rt.train.Saver({"other": w}))
        builder.save()
    model = saved_model.load(path)
    assert model.session.run(model.variables[0]) == 2.0
    assert {op.device for op in model.graph.get_operations()} == {""}
    assert rt.train.list_variables(os.path.join(path, "variables", "variables")) == [("other", [])]
