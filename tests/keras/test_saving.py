"""Models and weights in files: what comes back is what was saved."""

import os
import zipfile

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import Subclassed, X, Y, compiled, untrained


def same(one, other):
    return np.array_equal(one.predict(X, verbose=0), other.predict(X, verbose=0))


def trained(**settings):
    model = compiled(metrics=["mae"], **settings)
    model.fit(X, Y, epochs=2, verbose=0)
    return model


def recurrent():
    return keras.Sequential([
        layers.Embedding(9, 4, mask_zero=True),
        layers.Bidirectional(layers.LSTM(3, return_sequences=True)),
        layers.GRU(3, dropout=0.1),
        layers.BatchNormalization(),
        layers.Dense(2, kernel_regularizer="l2", kernel_constraint=keras.constraints.MaxNorm(2.0)),
    ])  # fmt: skip


def test_a_model_comes_back_whole(tmp_path):
    model = trained()
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    assert same(model, again)
    assert int(again.optimizer.iterations) == 4
    assert again.evaluate(X, Y, verbose=0) == model.evaluate(X, Y, verbose=0)


def test_training_goes_on_where_it_was(tmp_path):
    model = trained()
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    expected = model.fit(X, Y, epochs=2, shuffle=False, verbose=0).history
    assert again.fit(X, Y, epochs=2, shuffle=False, verbose=0).history == expected


def test_recurrent_models_come_back(tmp_path):
    ids = np.arange(50 * 4).reshape(50, 4) % 9
    model = recurrent()
    model.compile("rmsprop", "mse")
    model.fit(ids, Y, verbose=0)
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    assert np.array_equal(again.predict(ids, verbose=0), model.predict(ids, verbose=0))


def test_networks_with_models_inside_come_back(tmp_path):
    x = layers.Input((4,), name="x")
    inner = untrained(3)
    model = keras.Model(x, {"one": layers.Dense(2)(inner(x)), "two": layers.Dense(1)(x)})
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    found, expected = again.predict(X, verbose=0), model.predict(X, verbose=0)
    assert all(np.array_equal(found[name], expected[name]) for name in ("one", "two"))


def test_subclasses_come_back_by_their_class(tmp_path):
    model = Subclassed(2)
    model.compile("adam", "mse")
    model.fit(X, Y, verbose=0)
    model.save(tmp_path / "model.keras")
    assert same(model, keras.models.load_model(tmp_path / "model.keras"))


def test_the_files_are_gone_when_nobody_waits_for_them(tmp_path, monkeypatch):
    import tempfile

    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    trained().save(tmp_path / "model.keras")
    keras.models.load_model(tmp_path / "model.keras")
    assert not list((tmp_path / "temporary").iterdir())


def test_a_model_may_come_back_without_its_optimizer(tmp_path):
    model = trained()
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras", compile=False)
    assert not again.compiled
    assert same(model, again)


def test_losses_and_metrics_of_the_user_s_come_back(tmp_path):
    def twice(y_true, y_pred):
        return rt.reduce_mean(abs(y_true - y_pred), -1) * 2.0

    model = compiled(2, twice, metrics=[twice])
    model.fit(X, Y, verbose=0)
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras", custom_objects={"twice": twice})
    assert again.evaluate(X, Y, verbose=0) == model.evaluate(X, Y, verbose=0)


def test_the_name_says_the_form(tmp_path):
    with pytest.raises(ValueError, match=r"ends in '.keras', not 'model.pickle'. For the weights alone"):
        trained().save(tmp_path / "model.pickle")


def test_a_file_may_be_kept(tmp_path):
    model = trained()
    model.save(tmp_path / "model.keras")
    with pytest.raises(FileExistsError, match="already"):
        model.save(tmp_path / "model.keras", overwrite=False)


def test_something_else_than_a_model_is_refused(tmp_path):
    (tmp_path / "text.keras").write_text("text")
    with pytest.raises(ValueError, match="is no file of a model"):
        keras.models.load_model(tmp_path / "text.keras")
    with zipfile.ZipFile(tmp_path / "zip.keras", "w") as file:
        file.writestr("a", "b")
    with pytest.raises(ValueError, match="holds no model"):
        keras.models.load_model(tmp_path / "zip.keras")
    with pytest.raises(FileNotFoundError):
        keras.models.load_model(tmp_path / "lost.keras")


def test_an_interrupted_save_leaves_the_file_before(tmp_path, monkeypatch):
    model = trained()
    path = tmp_path / "model.keras"
    model.save(path)
    before = path.read_bytes()

    def fail(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(zipfile.ZipFile, "write", fail)
    with pytest.raises(KeyboardInterrupt):
        model.save(path)
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["model.keras"]


# -------------------------------------------------------------------------------------------------- weights


def test_weights_are_a_checkpoint(tmp_path):
    trained().save_weights(tmp_path / "w")
    names = [name for name, _ in rt.train.list_variables(str(tmp_path / "w"))]
    assert "layer_with_weights-0/kernel/.ATTRIBUTES/VARIABLE_VALUE" in names
    assert "optimizer/momentum-0/.ATTRIBUTES/VARIABLE_VALUE" in names
    assert not [name for name in names if "loss" in name or "metric" in name]


def test_weights_go_into_another_model(tmp_path):
    model, other = trained(), untrained()
    model.save_weights(tmp_path / "w")
    other.load_weights(tmp_path / "w")
    assert same(model, other)


def test_what_the_optimizer_keeps_comes_too_even_before_the_first_step(tmp_path):
    model, other = trained(), compiled(metrics=["mae"])
    model.save_weights(tmp_path / "w")
    other.load_weights(tmp_path / "w")
    expected = model.fit(X, Y, epochs=2, shuffle=False, verbose=0).history
    assert other.fit(X, Y, epochs=2, shuffle=False, verbose=0).history == expected


def test_weights_wait_for_a_model_that_has_none_yet(tmp_path):
    model = Subclassed()
    model(X)
    model.save_weights(tmp_path / "w")
    other = Subclassed()
    other.load_weights(tmp_path / "w")
    assert np.array_equal(other(X).numpy(), model(X).numpy())


def test_a_checkpoint_may_be_of_a_training(tmp_path):
    """As loops of the user's own save: model and optimizer under names."""
    model = trained()
    path = rt.train.Checkpoint(model=model, optimizer=model.optimizer).save(str(tmp_path / "ckpt"))
    other = compiled(metrics=["mae"])
    other.optimizer.build(other.trainable_variables)
    rt.train.Checkpoint(model=other, optimizer=other.optimizer).restore(path).assert_consumed()
    assert same(model, other)
    assert int(other.optimizer.iterations) == 4


def test_weights_of_another_shape_are_refused_and_nothing_changes(tmp_path):
    trained().save_weights(tmp_path / "w")
    other = untrained(3)
    before = other.get_weights()
    with pytest.raises((ValueError, rt.errors.InvalidArgumentError), match="shape"):
        other.load_weights(tmp_path / "w")
    assert all(np.array_equal(one, two) for one, two in zip(before, other.get_weights(), strict=True))


def test_weights_that_are_missing_are_named(tmp_path):
    model = keras.Sequential([layers.Input((4,)), layers.Dense(5)])
    model.save_weights(tmp_path / "w")
    with pytest.raises(ValueError, match="has no values for .*dense"):
        untrained().load_weights(tmp_path / "w")
    with pytest.raises(FileNotFoundError, match="There is no checkpoint at"):
        untrained().load_weights(tmp_path / "lost")


def test_a_model_without_weights_has_none_to_save(tmp_path):
    with pytest.raises(ValueError, match="which has none yet"):
        keras.Sequential([layers.Dense(2)]).save_weights(tmp_path / "w")


def test_files_are_whole_or_not_there(tmp_path):
    model = trained()
    model.save_weights(tmp_path / "w")
    assert sorted(os.listdir(tmp_path)) == ["checkpoint", "w.data-00000-of-00001", "w.index"]


def test_the_newest_weights_are_found(tmp_path):
    model = trained()
    save = keras.callbacks.ModelCheckpoint(tmp_path / "cp-{epoch:02d}.ckpt", save_weights_only=True)
    model.fit(X, Y, epochs=3, verbose=0, callbacks=[save])
    latest = rt.train.latest_checkpoint(str(tmp_path))
    assert os.path.basename(latest) == "cp-03.ckpt"
    other = untrained()
    other.load_weights(latest)
    assert same(model, other)


class Plain(keras.Model):
    """A subclass without `get_config`, as most people write it."""

    def __init__(self, units=2, scale=1.0):
        super().__init__(name="plain")
        self.out = layers.Dense(units)
        self.scale = scale

    def call(self, inputs):
        return self.out(inputs) * self.scale


def test_plain_arguments_of_a_subclass_need_no_configuration(tmp_path):
    model = Plain(2, scale=3.0)
    model.compile("adam", "mse")
    model.fit(X, Y, verbose=0)
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    assert (again.name, again.scale) == ("plain", 3.0)
    assert same(model, again)


def test_other_arguments_need_one(tmp_path):
    model = Plain(2, scale=rt.constant(3.0))
    model(X)
    with pytest.raises(NotImplementedError, match=r"Plain .*\['scale', 'units'\]. Define get_config\(\)"):
        model.save(tmp_path / "model.keras")


def test_registered_classes_and_functions_are_found(tmp_path):
    @keras.saving.register_keras_serializable(package="tests")
    class Doubled(layers.Layer):
        def call(self, inputs):
            return inputs * 2.0

    @keras.saving.register_keras_serializable(package="tests")
    def error(y_true, y_pred):
        return rt.reduce_mean(abs(y_true - y_pred), -1)

    model = keras.Sequential([layers.Input((4,)), Doubled(), layers.Dense(2)])
    model.compile("sgd", error, metrics=[error])
    model.fit(X, Y, verbose=0)
    keras.saving.save_model(model, tmp_path / "model.keras")
    again = keras.saving.load_model(tmp_path / "model.keras")
    assert again.evaluate(X, Y, verbose=0) == model.evaluate(X, Y, verbose=0)


@pytest.mark.parametrize("path", ["", "run/"])
def test_weights_need_a_path_with_a_name(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    with pytest.raises(ValueError, match="it ends without a name"):
        model.save_weights(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("obstacle", ["rename", "data"])
def test_errors_of_the_system_name_the_path_that_was_asked_for(obstacle, tmp_path, monkeypatch):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    path = tmp_path / "model.keras"
    if obstacle == "rename":
        path.mkdir()
    else:
        refused = os.open(tmp_path, os.O_RDONLY)
        monkeypatch.setattr(os, "fsync", lambda file: os.write(refused, b"x"))
    with pytest.raises(OSError, match=r"\] .*: '.*model.keras'$") as caught:
        model.save(path)
    assert caught.value.filename == str(path)
    assert ".saving" not in str(caught.value)
    if obstacle == "data":
        os.close(refused)


def test_errors_of_weights_name_no_temporary_file(tmp_path):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    (tmp_path / "w.data-00000-of-00001").mkdir()
    with pytest.raises(rt.errors.OpError, match="w.data-00000-of-00001; ") as caught:
        model.save_weights(tmp_path / "w")
    assert "tempstate" not in str(caught.value)
