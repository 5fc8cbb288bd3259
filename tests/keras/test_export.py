"""Models as SavedModels: what `serve` gives is what the model predicts."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import Subclassed, X, Y, compiled


def test_a_model_is_served(tmp_path):
    model = compiled()
    model.fit(X, Y, verbose=0)
    model.export(tmp_path / "served")
    loaded = rt.saved_model.load(str(tmp_path / "served"))
    assert np.allclose(loaded.serve(rt.constant(X)), model.predict(X, verbose=0), atol=1e-6)
    assert sorted(loaded.signatures) == ["serve", "serving_default"]
    assert loaded.serve(rt.constant(X[:3])).shape.as_list() == [3, 2]


def test_a_subclass_is_served_for_batches_of_any_size(tmp_path):
    model = Subclassed()
    with pytest.raises(ValueError, match="It is not known what inputs model 'subclassed.* takes"):
        model.export(tmp_path / "served")
    model(X)
    model.export(tmp_path / "served")
    loaded = rt.saved_model.load(str(tmp_path / "served"))
    assert np.allclose(loaded.serve(rt.constant(X[:7])), model(X[:7]), atol=1e-6)


def test_several_inputs_and_outputs_are_served(tmp_path):
    a, b = layers.Input((4,), name="a"), layers.Input((2,), name="b")
    model = keras.Model({"a": a, "b": b}, {"sum": layers.Dense(1)(layers.Concatenate()([a, b])), "b": b})
    model.export(tmp_path / "served")
    loaded = rt.saved_model.load(str(tmp_path / "served"))
    data = {"a": rt.constant(X), "b": rt.constant(Y)}
    assert np.allclose(loaded.serve(data)["sum"], model(data)["sum"], atol=1e-6)


def test_recurrent_loops_are_served(tmp_path):
    model = keras.Sequential([layers.Input((None,)), layers.Embedding(9, 3, mask_zero=True), layers.LSTM(4)])
    model.export(tmp_path / "served")
    loaded = rt.saved_model.load(str(tmp_path / "served"))
    ids = np.array([[1, 2, 0], [3, 0, 0]], np.float32)
    assert np.allclose(loaded.serve(rt.constant(ids)), model(ids), atol=1e-6)


def test_another_format_is_refused(tmp_path):
    with pytest.raises(ValueError, match="`format` must be 'tf_saved_model', not 'onnx'"):
        compiled().export(tmp_path / "served", format="onnx")
