"""Bad inputs: an error that names the argument, what came and what was wanted, before anything is trained."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import CLASSES, Subclassed, X, Y, compiled, untrained

NAN = Y.copy()
NAN[3, 1] = np.nan

DATA = [
    ("too many axes", {"x": np.ones((50, 4, 2))}, r"`x` .*\(None, 4, 2\).*expected shape=\(None, 4\)"),
    ("too few axes", {"x": X[:, 0]}, r"`x` .*shape \(None,\).*expected shape=\(None, 4\)"),
    ("width", {"x": X[:, :3]}, r"`x` .*\(None, 3\).*expected shape=\(None, 4\)"),
    ("text", {"x": np.full((50, 4), "a")}, r"`x` \(string.*float32 is wanted. Text is no number"),
    ("complex", {"x": X.astype(complex)}, r"`x` \(complex128.*float32 is wanted. The imaginary parts would be lost"),
    ("objects", {"x": np.full((50, 4), None)}, "`x` holds Python objects .* arrays of numbers are wanted"),
    ("unequal rows", {"x": [[1.0, 2.0], [3.0]]}, "`x` is no array of numbers: are its rows of equal length"),
    ("a number", {"x": 3.0}, r"`x` is the single value 3.0, but an array with an axis of examples is wanted"),
    ("nothing", {"x": None}, "`x` is missing"),
    ("empty", {"x": X[:0], "y": Y[:0]}, r"`x` is empty: it has no examples \(float32 of shape \(0, 4\)\)"),
    ("no labels", {"y": None}, "A loss needs labels: pass `y`"),
    ("text labels", {"y": np.full(50, "a")}, r"`y` \(string.*Text is no number"),
    ("NaN labels", {"y": NAN}, "`y` holds NaN in 1 of 50 examples, the first at index 3: numbers are wanted"),
    ("fewer labels", {"y": Y[:40]}, "`y` has 40 examples .* but `x` has 50 .*They must have equally many"),
    ("wider labels", {"y": np.ones((50, 3))}, r"`y` \(float32 of shape \(None, 3\)\) does not fit the outputs"),
    ("fewer weights", {"sample_weight": np.ones(3)}, "`sample_weight` has 3 examples"),
    ("NaN weights", {"sample_weight": np.full(50, np.nan)}, "`sample_weight` holds NaN in 50 of 50"),
    ("wide weights", {"sample_weight": np.ones((50, 3))}, r"`sample_weight` .*more axes than the losses"),
]
OTHERS = [
    ("epochs of text", {"epochs": "3"}, TypeError, r"`epochs` must be an integer of at least 0, not '3' \(str\)"),
    ("half epochs", {"epochs": 2.5}, TypeError, "`epochs` must be an integer"),
    ("half batches", {"batch_size": 2.5}, TypeError, "`batch_size` must be an integer of at least 1"),
    ("empty batches", {"batch_size": 0}, ValueError, "`batch_size` must be an integer of at least 1, not 0"),
    ("no steps", {"steps_per_epoch": 0}, ValueError, "`steps_per_epoch` must be .* at least 1"),
    ("share", {"validation_split": 1.5}, ValueError, "`validation_split` must be between 0 and 1, not 1.5"),
    ("whole share", {"validation_split": 0.999}, ValueError, "not enough to split it"),
    ("one array", {"validation_data": X}, ValueError, r"`validation_data` cannot be used: it must be \(x, y\)"),
    (
        "NaN there",
        {"validation_data": (X, NAN)},
        ValueError,
        "`validation_data` cannot be used: Argument `y` holds NaN",
    ),
    ("width there", {"validation_data": (X[:, :3], Y)}, ValueError, "`validation_data` .*`x` .*expected shape"),
    ("frequency", {"validation_freq": "often"}, TypeError, "`validation_freq` must be an integer"),
    ("a number", {"callbacks": [3]}, TypeError, r"`callbacks` must hold objects of type Callback, not 3 \(int\)"),
    ("a class", {"callbacks": keras.callbacks.TerminateOnNaN}, TypeError, r"make an object, TerminateOnNaN\(\)"),
    ("a list", {"class_weight": [1, 2]}, TypeError, r"`class_weight` must be a dictionary .*not \[1, 2\] \(list\)"),
    ("a word", {"class_weight": {"a": 1.0}}, TypeError, "`class_weight` must be a dictionary .*has 'a': 1.0"),
    ("loud", {"verbose": "loud"}, ValueError, "`verbose` must be 'auto', 0, 1 or 2, not 'loud'"),
    ("a slip", {"epochz": 3}, TypeError, r"unexpected keyword argument 'epochz'. Did you mean 'epochs'"),
    ("both", {"class_weight": {0: 1.0}, "sample_weight": np.ones(50)}, ValueError, "at the same time"),
]


def named(cases):
    return [pytest.param(*case[1:], id=case[0]) for case in cases]


def check_untouched(model, act):
    """Weights, steps and history are as before."""
    before = model.get_weights()
    act()
    assert all(np.array_equal(one, other) for one, other in zip(before, model.get_weights(), strict=True))
    assert int(model.optimizer.iterations) == 0


@pytest.mark.parametrize(("given", "message"), named(DATA))
def test_data_that_does_not_fit_is_refused_before_training(given, message):
    model = compiled()

    def act():
        with pytest.raises(ValueError, match=message):
            model.fit(**{"x": X, "y": Y, "verbose": 0, **given})

    check_untouched(model, act)
    model.fit(X, Y, verbose=0)  # It can still be trained.


@pytest.mark.parametrize(("given", "error", "message"), named(OTHERS))
def test_other_arguments_are_refused_before_training(given, error, message):
    model = compiled()

    def act():
        with pytest.raises(error, match=message):
            model.fit(**{"x": X, "y": Y, "verbose": 0, **given})

    check_untouched(model, act)


@pytest.mark.parametrize("method", ["evaluate", "train_on_batch", "test_on_batch"])
def test_other_methods_refuse_the_same(method):
    with pytest.raises(ValueError, match="`y` holds NaN"):
        getattr(compiled(), method)(X, NAN)
    with pytest.raises(ValueError, match=r"`x` .*expected shape=\(None, 4\)"):
        getattr(compiled(), method)(X[:, :3], Y)


def test_predict_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match=r"`x` .*expected shape=\(None, 4\), found shape=\(None, 3\)"):
        compiled().predict(X[:, :3])
    with pytest.raises(ValueError, match="`x` is empty"):
        compiled().predict(X[:0])


def test_nan_in_a_later_batch_is_found_before_that_batch():
    model = compiled()
    with pytest.raises(ValueError, match="`y` of batch 1 of `x` holds NaN in 1 of 50"):
        model.fit(((X, y) for y in (Y, NAN)), verbose=0)
    assert np.isfinite(model.get_weights()[0]).all()


def test_another_width_in_a_later_batch_is_named():
    with pytest.raises(ValueError, match=r"`x` \(float32 of shape \(50, 3\)\) does not fit the inputs"):
        compiled().fit(((x, Y) for x in (X, X[:, :3])), verbose=0)


def test_a_source_without_batches_is_empty():
    with pytest.raises(ValueError, match="`x` is empty: .* gives no batch"):
        compiled().fit(iter([]))


def test_a_batch_has_three_parts_at_most():
    with pytest.raises(ValueError, match="not a tuple of 4"):
        compiled().fit(iter([(X, Y, Y, Y)]))


def test_a_subclass_names_the_layer():
    model = Subclassed()
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    with pytest.raises(ValueError, match=r"`x` .*Input 0 of layer \"dense.* expected axis -1 .* value 4"):
        model.fit(X[:, :3], Y)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"optimizer": "adm"}, ValueError, "Unknown optimizer: 'adm'. Did you mean 'adam'"),
        ({"loss": "msee"}, ValueError, "Unknown loss: 'msee'. Did you mean 'mse'"),
        ({"loss": ["mse", "msee"]}, ValueError, "Unknown loss: 'msee'"),
        ({"metrics": ["accurracy"]}, ValueError, "Unknown metric: 'accurracy'. Did you mean 'accuracy'"),
        ({"metrics": "accuracy"}, ValueError, "Expected `metrics` argument to be a list, tuple, or dict"),
        ({"mitrics": ["accuracy"]}, TypeError, "unexpected keyword argument 'mitrics'. Did you mean 'metrics'"),
    ],
)
def test_compile_refuses_at_once(settings, error, message):
    with pytest.raises(error, match=message):
        untrained().compile(**{"optimizer": "sgd", "loss": "mse", **settings})


@pytest.mark.parametrize("method", ["fit", "evaluate", "train_on_batch"])
def test_a_model_that_was_not_compiled_says_so(method):
    with pytest.raises(ValueError, match=rf"You must call `compile\(\)` before {method}\(\)"):
        getattr(untrained(), method)(X, Y)


def test_labels_for_outputs_that_there_are_not():
    x = layers.Input((4,))
    model = keras.Model(x, [layers.Dense(1, name="one")(x), layers.Dense(1, name="two")(x)])
    with pytest.raises(ValueError, match="`loss` has entries for \\['three'\\], but the outputs are"):
        model.compile("sgd", {"three": "mse"}) or model.fit(X, [X[:, :1], X[:, :1]])
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match="`y` has 1 parts, but the model has 2 outputs: one, two"):
        model.fit(X, X[:, :1])


def test_a_class_that_the_outputs_do_not_have_is_named():
    from runtime.errors import InvalidArgumentError

    model = compiled(2, keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    with pytest.raises(InvalidArgumentError, match=r"label value of 2 which is outside the valid range of \[0, 2\)"):
        model.fit(X, CLASSES, verbose=0)


def test_the_line_of_the_user_s_own_layer_is_named():
    class Own(keras.Model):
        def call(self, x):
            return rt.concat([x, x[:, :1]], 0)

    model = Own()
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match=r"`x` .*Shapes .* are not compatible(?s:.*)in call, .*test_refusals.py:\d+"):
        model.fit(X, Y)
    with pytest.raises(ValueError, match="expected shape") as caught:
        compiled().fit(X[:, :3], Y)
    assert "test_refusals" not in str(caught.value)
