"""The examples run, on small sizes, and show what they claim."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(f"examples_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_demo_shows_that_graph_and_python_agree(capsys):
    example("demo").main()
    text = capsys.readouterr().out
    assert "ag.while_" in text
    assert "The graph's results equal plain Python's." in text


def test_collatz_finds_the_longest_start(capsys):
    assert example("collatz").main(limit=12) == (9, 19)
    assert "Traced 1 time" in capsys.readouterr().out


def test_newton_finds_roots_and_their_derivatives():
    assert example("newton").main(values=(2.0, 27.0)) < 1e-6


def test_dynamic_rnn_equals_numpy():
    assert example("dynamic_rnn").main(batch=3, time=5) < 1e-5


def test_lbfgs_reaches_the_minimum():
    assert example("lbfgs").main(start=(-1.2, 1.0)) < 1e-9


def test_beam_search_finds_the_best_sequence():
    assert abs(example("beam_search").main()) < 1e-4


def test_softmax_regression_separates_the_clouds():
    assert example("softmax_regression").main(count=90, limit=100) > 0.9


def test_saving_goes_on_where_it_was(capsys):
    assert abs(example("saving").main(steps=150) - 7.0) < 0.05
    assert "step 300" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["train_model", "train_model_compat"])
def test_models_are_trained_saved_and_loaded_in_both_forms(name, capsys):
    total, accuracy, right = example(name).main(count=400, epochs=4)
    assert total == 7.0
    assert accuracy > 0.9
    assert right > 0.9
    text = capsys.readouterr().out
    assert text.splitlines()[:3] == ["3", "7", "account/Variable:0 is 7.0"]
    assert "│ dense (Dense)" in text or "│ dense_" in text


def test_a_session_goes_on_in_another_process(capsys):
    loss, printed = example("session_in_two_processes").main(steps=40)
    first, second = capsys.readouterr().out.splitlines()
    assert second == printed.strip()
    assert first.split()[1] != second.split()[1]  # The processes.
    words = printed.replace(",", "").split()
    assert abs(float(words[words.index("loss") + 1]) - loss) < 1e-5
    assert "80 steps" in printed
    assert float(words[-1]) < loss / 10
