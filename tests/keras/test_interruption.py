"""Who interrupts a training has a model that works, and the last checkpoint whole."""

import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import autograph as ag
from autograph import keras
from tests.keras.training_samples import Subclassed, X, Y, compiled


class Interrupt(keras.callbacks.Callback):
    """Interrupts in an epoch, at a batch."""

    def __init__(self, epoch, batch):
        super().__init__()
        self.at = epoch, batch
        self.epoch = 0

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        if (self.epoch, batch) == self.at:
            raise KeyboardInterrupt


def test_the_model_works_and_the_checkpoint_is_the_last_epoch_s(tmp_path):
    model, path = compiled(metrics=["mae"]), tmp_path / "model.keras"
    save = keras.callbacks.ModelCheckpoint(path)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, Y, batch_size=10, epochs=5, verbose=0, callbacks=[save, Interrupt(2, 3)])
    assert int(model.optimizer.iterations) == 14
    assert model.history.epoch == [0, 1]
    saved = keras.models.load_model(path)
    assert int(saved.optimizer.iterations) == 10
    assert np.isfinite(saved.evaluate(X, Y, verbose=0)).all()
    assert model.predict(X, verbose=0).shape == (50, 2)
    assert np.isfinite(model.fit(X, Y, epochs=2, verbose=0).history["loss"]).all()


def test_an_interruption_in_the_first_trace_leaves_no_trace():
    is_impatient = [True]

    @ag.do_not_convert
    def perhaps_interrupt():
        if is_impatient:
            raise KeyboardInterrupt

    class Impatient(Subclassed):
        def call(self, inputs, training=False):
            outputs = super().call(inputs)
            perhaps_interrupt()
            return outputs

    model = Impatient()
    model.compile("adam", "mse")
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, Y, verbose=0)
    is_impatient.clear()
    assert np.isfinite(model.fit(X, Y, epochs=2, verbose=0).history["loss"]).all()


PROGRAM = textwrap.dedent("""
    import os, signal, sys, threading
    import numpy as np
    from autograph import keras
    from autograph.keras import layers

    signal.signal(signal.SIGINT, signal.default_int_handler)  # Shells let what runs in their background ignore it.
    model = keras.Sequential([layers.Input((8,)), layers.Dense(16), layers.Dense(1)])
    model.compile("adam", "mse")
    random = np.random.RandomState(0)
    x, y = random.rand(4000, 8), random.rand(4000, 1)
    model.fit(x, y, verbose=0)
    saved = []

    class Note(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            saved.append(epoch)
            if epoch == 1:  # From now on, in the midst of a graph that runs whole epochs.
                threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()

    save = keras.callbacks.ModelCheckpoint(sys.argv[1])
    try:
        model.fit(x, y, batch_size=4, epochs=100000, verbose=0, callbacks=[save, Note()])
    except KeyboardInterrupt:
        before = model.evaluate(x, y, verbose=0)
        model.fit(x, y, epochs=1, verbose=0)
        again = keras.models.load_model(sys.argv[1])
        done = int(again.optimizer.iterations), 125 + 1000 * len(saved)
        print("interrupted", np.isfinite([before, again.evaluate(x, y, verbose=0)]).all(), done[1] - done[0])
""")


@pytest.mark.skipif(os.name == "nt", reason="Signals of processes differ there.")
def test_a_signal_in_the_midst_of_a_compiled_epoch(tmp_path):
    assert signal.SIGINT
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "model.keras")], capture_output=True, text=True, timeout=50
    )
    word, is_finite, behind = done.stdout.split() or ["", "", done.stderr]
    assert (word, is_finite) == ("interrupted", "True"), done.stderr
    assert int(behind) in (0, 1000)  # If the signal came after an epoch was saved and before it was noted.


@pytest.mark.parametrize("moment", range(1, 8))
@pytest.mark.parametrize("is_model", [False, True])
def test_a_checkpoint_that_is_replaced_is_whole_at_each_moment(tmp_path, monkeypatch, is_model, moment):
    """The interruption comes at one of the renamings by which files are put in place."""
    path = tmp_path / ("model.keras" if is_model else "weights")
    save = keras.callbacks.ModelCheckpoint(path, save_weights_only=not is_model)
    model = compiled()
    model.fit(X, Y, verbose=0, callbacks=[save])
    states = [model.get_weights()]
    calls, replace = [], os.replace

    def interrupted(*args, **kwargs):
        calls.append(args)
        if len(calls) == moment:
            raise KeyboardInterrupt
        replace(*args, **kwargs)

    monkeypatch.setattr(os, "replace", interrupted)
    try:
        model.fit(X, Y, verbose=0, callbacks=[save])
    except KeyboardInterrupt:
        assert len(calls) == moment
    monkeypatch.setattr(os, "replace", replace)
    states.append(model.get_weights())
    if is_model:
        found = keras.models.load_model(path)
    else:
        found = compiled()
        found.load_weights(path)
    values = found.get_weights()
    assert any(all(np.array_equal(*pair) for pair in zip(values, state, strict=True)) for state in states)
    assert np.isfinite(model.fit(X, Y, verbose=0).history["loss"]).all()
