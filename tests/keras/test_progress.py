"""The progress bar: what it shows on a terminal, and that it is quiet elsewhere."""

import contextlib
import io
import re
import subprocess
import sys

import pytest

from autograph.keras.utils import Progbar
from tests.keras.training_samples import X, Y, compiled


class Terminal(io.StringIO):
    def isatty(self):
        return True


@contextlib.contextmanager
def terminal():
    """Context in which the output is a terminal; the lines that it shows at last are appended to the list."""
    text, lines = Terminal(), []
    with contextlib.redirect_stdout(text):
        yield lines
    lines += [line.split("\r")[-1].rstrip() for line in text.getvalue().split("\n")]


def test_elsewhere_than_on_a_terminal_nothing_is_shown(capsys):
    compiled().fit(X, Y, epochs=2)
    assert capsys.readouterr().out == ""


def test_a_bar_with_results_and_time():
    with terminal() as lines:
        compiled(metrics=["mae"]).fit(X, Y, epochs=2, batch_size=10)
    first, bar, *_ = lines
    assert first == "Epoch 1/2"
    assert re.fullmatch(r"5/5 ━{20} \d\d:\d\d, +[\d.]+(step/s|s/step) - loss: \d\.\d{4} - mae: \d\.\d{4}", bar)


def test_validations_are_at_the_end_of_the_line():
    with terminal() as lines:
        compiled().fit(X, Y, validation_split=0.2)
    assert re.search(r"loss: \S+ - val_loss: \S+$", lines[0])


def test_evaluations_and_predictions_have_bars():
    model = compiled()
    with terminal() as lines:
        model.evaluate(X, Y)
        model.predict(X)
    assert re.match(r"2/2 ━{20} .* - loss: ", lines[0])
    assert re.match(r"2/2 ━{20} ", lines[1])


def test_a_line_for_each_epoch(capsys):
    compiled().fit(X, Y, epochs=2, verbose=2)
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("Epoch")] == ["Epoch 1/2", "Epoch 2/2"]
    assert re.match(r"2/2 - \d+s - \S+/step - loss: \d", lines[1])


def test_a_bar_becomes_lines_where_there_is_no_terminal(capsys):
    compiled().fit(X, Y, verbose=1)
    assert "\r" not in capsys.readouterr().out


def test_the_number_of_steps_may_be_unknown():
    with terminal() as lines:
        compiled().fit((batch for batch in [(X, Y)] * 3), epochs=1)
    assert lines[0].startswith("3/3 ")


def test_the_time_left_is_foretold(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("time.time", lambda: clock[0])
    monkeypatch.setattr("tqdm.std.time", lambda: clock[0])
    with terminal() as lines:
        bar = Progbar(100, interval=0)
        for step in (10, 20, 30):
            clock[0] += 20.0
            bar.update(step)
        del bar
    assert lines[0] == "30/100 ━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 02:20 left,  2.00s/step"


def test_a_bar_moves_over_the_width_that_was_asked_for():
    with terminal() as lines:
        Progbar(4, width=8, interval=0).update(3)
    assert lines[0].startswith("3/4 ━━━━━━╌╌ ")


def test_values_are_shown_as_they_are_where_asked():
    for options in ({"stateful_metrics": ["rate"]}, {"stateless_metrics": ["loss"]}):
        with terminal() as lines:
            bar = Progbar(3, interval=0, **options)
            bar.add(1, [("loss", 1.0), ("rate", 1.0)])
            bar.add(1, [("loss", 3.0), ("rate", 3.0)])
        assert "loss: 2.0000 - rate: 3.0000" in lines[0]
    with pytest.raises(ValueError, match="Only one of `stateful_metrics` and `stateless_metrics`"):
        Progbar(3, stateful_metrics=[], stateless_metrics=[])


def test_tqdm_is_imported_for_the_first_bar():
    use = "import sys; from autograph import keras; keras.utils.Progbar(2, verbose=2).update(2)"
    code = f"{use}; assert 'tqdm' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_values_are_averaged_over_steps():
    with terminal() as lines:
        bar = Progbar(2, interval=0)
        bar.update(1, [("loss", 1.0)])
        bar.update(2, [("loss", 3.0)], finalize=False)
    assert "loss: 2.0000" in lines[0]


def test_the_last_line_is_shown_in_full(monkeypatch):
    monkeypatch.setattr("tqdm.std._screen_shape_wrapper", lambda: lambda file: (40, 10))
    with terminal() as lines:
        bar = Progbar(2, interval=0)
        bar.update(1, [("a_long_name", 1.0), ("another_long_name", 1.0)])
        bar.update(2, [("a_long_name", 1.0), ("another_long_name", 1.0)])
    assert lines[0].endswith(" - a_long_name: 1.0000 - another_long_name: 1.0000")
