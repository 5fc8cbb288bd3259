"""Callbacks: what they are told, and what they do."""

import csv
import json

import numpy as np
import pytest

from autograph import keras
from autograph.keras import callbacks
from tests.keras.training_samples import X, Y, compiled

KINDS = ("train", "epoch", "train_batch", "test", "test_batch", "predict", "predict_batch")


def recording():
    """A callback that writes down what it is told."""

    def told_of(name):
        return lambda self, *args, **kwargs: self.told.append(name)

    names = [f"on_{kind}_{when}" for kind in KINDS for when in ("begin", "end")]
    made = type("Recording", (callbacks.Callback,), {name: told_of(name) for name in names})()
    made.told = []
    return made


def test_everything_is_told_in_order():
    told = recording()
    compiled().fit(X, Y, batch_size=25, validation_data=(X[:5], Y[:5]), verbose=0, callbacks=told)
    batch = ["on_train_batch_begin", "on_train_batch_end"]
    test = ["on_test_begin", "on_test_batch_begin", "on_test_batch_end", "on_test_end"]
    assert told.told == ["on_train_begin", "on_epoch_begin", *batch * 2, *test, "on_epoch_end", "on_train_end"]


def test_predictions_are_told():
    told = recording()
    compiled().predict(X, batch_size=25, verbose=0, callbacks=[told])
    batch = ["on_predict_batch_begin", "on_predict_batch_end"]
    assert told.told == ["on_predict_begin", *batch * 2, "on_predict_end"]


def test_logs_of_batches_are_means_so_far():
    losses = []
    look = callbacks.LambdaCallback(on_train_batch_end=lambda batch, logs: losses.append(logs["loss"]))
    history = compiled().fit(X, Y, batch_size=10, verbose=0, callbacks=[look])
    assert len(losses) == 5
    assert losses[-1] == history.history["loss"][0]


def test_a_callback_knows_the_model_and_the_parameters():
    told, model = recording(), compiled()
    model.fit(X, Y, epochs=3, batch_size=10, verbose=0, callbacks=[told])
    assert told.model is model
    assert (told.params["epochs"], told.params["steps"]) == (3, 5)


class Told:
    """A model with losses as they are told, without training."""

    def __init__(self, values, name="val_loss"):
        self.stop_training, self.values, self.name = False, values, name
        self.weights, self.optimizer = None, None

    def get_weights(self):
        return self.weights

    def set_weights(self, weights):
        self.weights = weights

    def tell(self, callback):
        callback.set_model(self)
        callback.on_train_begin()
        for epoch, value in enumerate(self.values):
            self.weights = epoch
            callback.on_epoch_begin(epoch)
            callback.on_epoch_end(epoch, {self.name: value})
            if self.stop_training:
                break
        callback.on_train_end()
        return callback


@pytest.mark.parametrize(
    ("values", "options", "stopped"),
    [
        ([3, 2, 1, 2, 1], {"patience": 2}, 4),
        ([3, 2, 2, 2], {}, 2),
        ([3, 2.9, 2.8, 2.7], {"min_delta": 0.5, "patience": 2}, 2),
        ([5, 5, 5, 1], {"patience": 1, "start_from_epoch": 2}, 0),
        ([4, 3, 3, 1], {"baseline": 0.5, "patience": 2}, 2),
        ([3, 2, 1], {}, 0),
    ],
)
def test_training_stops_when_it_gets_no_better(values, options, stopped):
    assert Told(values).tell(callbacks.EarlyStopping(**options)).stopped_epoch == stopped


def test_the_best_weights_come_back():
    model = Told([3, 1, 2, 2])
    model.tell(callbacks.EarlyStopping(patience=2, restore_best_weights=True))
    assert model.weights == 1


def test_larger_is_better_for_accuracies():
    model = Told([0.1, 0.5, 0.4], "val_accuracy")
    assert model.tell(callbacks.EarlyStopping(monitor="val_accuracy")).stopped_epoch == 2


def test_early_stopping_in_a_training():
    stop = callbacks.EarlyStopping(monitor="loss", min_delta=100.0, patience=1)
    history = compiled().fit(X, Y, epochs=10, verbose=0, callbacks=[stop])
    assert history.epoch == [0, 1]


def test_a_result_that_there_is_not_is_warned_of():
    with pytest.warns(UserWarning, match="val_loss.*not available"):
        compiled().fit(X, Y, verbose=0, callbacks=[callbacks.EarlyStopping()])


def test_a_schedule_sets_the_rate_and_logs_it():
    model = compiled(optimizer=keras.optimizers.SGD(1.0))
    rates = callbacks.LearningRateScheduler(lambda epoch, rate: 0.5 ** (epoch + 1))
    history = model.fit(X, Y, epochs=3, verbose=0, callbacks=[rates])
    assert history.history["learning_rate"] == [0.5, 0.25, 0.125]
    assert float(model.optimizer.learning_rate) == 0.125


def test_a_schedule_gives_a_number():
    with pytest.raises(TypeError, match="should be a float. Got: 'fast'"):
        compiled().fit(X, Y, verbose=0, callbacks=[callbacks.LearningRateScheduler(lambda epoch: "fast")])


def test_the_rate_is_lowered_on_a_plateau():
    plateau = callbacks.ReduceLROnPlateau("loss", factor=0.5, patience=1, min_delta=100.0, min_lr=0.2)
    model = compiled(optimizer=keras.optimizers.SGD(1e-9))
    model.optimizer.learning_rate = 1.0
    model.fit(X, Y * 0, epochs=4, verbose=0, callbacks=[plateau])
    assert np.isclose(float(model.optimizer.learning_rate), 0.2)


def test_training_ends_at_a_loss_that_is_no_number(capsys):
    history = compiled().fit(X * np.inf, Y, batch_size=10, epochs=3, verbose=0, callbacks=[callbacks.TerminateOnNaN()])
    assert history.epoch == [0]
    assert "Batch 0: Invalid loss, terminating training" in capsys.readouterr().out


def test_epochs_are_lines_of_a_file(tmp_path):
    path = tmp_path / "log.csv"
    model = compiled(metrics=["mae"])
    history = model.fit(X, Y, epochs=2, verbose=0, callbacks=[callbacks.CSVLogger(path)])
    model.fit(X, Y, epochs=3, initial_epoch=2, verbose=0, callbacks=[callbacks.CSVLogger(path, append=True)])
    with open(path) as file:
        rows = list(csv.DictReader(file))
    assert [row["epoch"] for row in rows] == ["0", "1", "2"]
    assert float(rows[1]["loss"]) == history.history["loss"][1]


def test_models_are_saved_after_epochs(tmp_path):
    model = compiled()
    model.fit(X, Y, epochs=2, verbose=0, callbacks=[callbacks.ModelCheckpoint(tmp_path / "m-{epoch:02d}.keras")])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m-01.keras", "m-02.keras"]
    again = keras.models.load_model(tmp_path / "m-02.keras")
    assert np.array_equal(again.predict(X, verbose=0), model.predict(X, verbose=0))


def test_only_the_best_weights_are_saved(tmp_path):
    model = Told([3, 1, 2])
    saved = []
    model.save_weights = lambda path, overwrite: saved.append(path)
    model.tell(callbacks.ModelCheckpoint(tmp_path / "w-{val_loss:.1f}", save_best_only=True, save_weights_only=True))
    assert saved == [str(tmp_path / "w-3.0"), str(tmp_path / "w-1.0")]


def test_weights_are_saved_after_batches(tmp_path):
    save = callbacks.ModelCheckpoint(tmp_path / "w-{batch}", save_weights_only=True, save_freq=2)
    compiled().fit(X, Y, batch_size=10, verbose=0, callbacks=[save])
    assert sorted(path.name for path in tmp_path.glob("*.index")) == ["w-2.index", "w-4.index"]


def test_an_unknown_name_in_the_path_is_explained(tmp_path):
    save = callbacks.ModelCheckpoint(tmp_path / "{lost}.keras")
    with pytest.raises(KeyError, match="names 'lost', but there are only epoch, loss"):
        compiled().fit(X, Y, verbose=0, callbacks=[save])


def test_tensorboard_gets_scalars_histograms_and_the_graph(tmp_path):
    from runtime.summary.version1 import summary_iterator

    board = callbacks.TensorBoard(tmp_path, histogram_freq=1, update_freq=2)
    history = compiled().fit(X, Y, batch_size=10, epochs=2, validation_split=0.2, verbose=0, callbacks=[board])
    found, graphs = {}, []
    for path in tmp_path.rglob("events*"):
        for event in summary_iterator(str(path)):
            if event.graph_def:
                graphs.append(event.graph_def)
            for value in event.summary.value:
                found.setdefault(f"{path.parent.name}/{value.tag}", []).append((event.step, value))
    assert [step for step, _ in found["train/epoch_loss"]] == [0, 1]
    assert {"validation/epoch_loss", "train/epoch_learning_rate", "train/batch_loss"} <= set(found)
    assert any("kernel" in tag and "histogram" in tag for tag in found)
    assert [b"ResourceApplyAdam" in graph for graph in graphs] == [True]
    assert history.epoch == [0, 1]


def test_lambdas_are_callbacks():
    lines = []
    look = callbacks.LambdaCallback(
        on_epoch_end=lambda epoch, logs: lines.append(json.dumps({"epoch": epoch, **logs})),
        on_train_end=lambda logs: lines.append("end"),
    )
    compiled().fit(X, Y, epochs=2, verbose=0, callbacks=[look])
    assert [line[:11] for line in lines] == ['{"epoch": 0', '{"epoch": 1', "end"]


def test_an_error_in_a_callback_comes_out():
    def fail(epoch, logs):
        raise RuntimeError("no more space")

    model = compiled()
    with pytest.raises(RuntimeError, match="no more space"):
        model.fit(X, Y, verbose=0, callbacks=[callbacks.LambdaCallback(on_epoch_end=fail)])
    model.fit(X, Y, verbose=0)
