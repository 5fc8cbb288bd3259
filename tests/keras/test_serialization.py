"""Objects as dictionaries, and names for the user's own classes."""

import numpy as np
import pytest

import runtime as rt
from autograph.keras import losses, regularizers, serialization
from autograph.keras.registration import custom_object_scope, register_keras_serializable
from autograph.keras.serialization import deserialize_keras_object, serialize_keras_object


def test_the_form_is_keras_s():
    assert serialize_keras_object(regularizers.L2(0.5)) == {
        "module": "keras.regularizers",
        "class_name": "L2",
        "config": {"l2": 0.5},
        "registered_name": None,
    }


@pytest.mark.parametrize(
    "value", [None, 3, "text", [1, [2.0]], {"a": 1}, b"bytes", slice(1, None, 2), ..., rt.float32, (1, 2)]
)
def test_plain_values_come_back(value):
    again = deserialize_keras_object(serialize_keras_object(value))
    assert again == (list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize("value", [np.arange(3.0), rt.constant([1, 2])])
def test_arrays_and_tensors_come_back(value):
    again = deserialize_keras_object(serialize_keras_object(value))
    assert (type(again), np.asarray(again).tolist()) == (type(value), np.asarray(value).tolist())


def test_a_registered_class_comes_back():
    @register_keras_serializable("test")
    class Mine(losses.Loss):
        def call(self, y_true, y_pred):
            return y_pred

    form = serialize_keras_object(Mine(name="m"))
    assert form["registered_name"] == "test>Mine"
    assert type(deserialize_keras_object(form)) is Mine


def test_a_class_of_the_user_s_is_found_in_a_scope():
    class Other(losses.Loss):
        pass

    form = {"class_name": "Other", "config": {"name": "o"}}
    with custom_object_scope({"Other": Other}):
        assert type(deserialize_keras_object(form)) is Other
    assert type(deserialize_keras_object(form, {"Other": Other})) is Other


def test_an_unknown_class_is_refused():
    with pytest.raises(ValueError, match="Unknown class or function 'Nobody'"):
        deserialize_keras_object({"class_name": "Nobody", "config": {}})


def test_wrong_arguments_name_the_class():
    with pytest.raises(TypeError, match="L2 cannot be made from its configuration"):
        deserialize_keras_object({"class_name": "L2", "module": "keras.regularizers", "config": {"x": 1}})


def test_a_lambda_has_no_form():
    with pytest.raises(TypeError, match="Cannot serialize a lambda"):
        serialize_keras_object(lambda x: x)


def test_python_code_in_a_file_is_not_run():
    with pytest.raises(ValueError, match="is not run"):
        serialization.deserialize_keras_object({"class_name": "__lambda__", "config": {"value": "..."}})


@pytest.mark.parametrize(
    "form",
    [
        {"class_name": "function", "module": "os.path", "config": "basename"},
        {"class_name": "Popen", "module": "subprocess", "config": {"args": ["true"]}},
        {"class_name": "Canvas", "module": "turtle", "config": {}},
    ],
    ids=lambda form: form["module"],
)
def test_files_are_not_trusted(form):
    """A form can neither import a module nor name what merely happens to be there."""
    with pytest.raises(ValueError, match="they import nothing, and name none but registered functions"):
        deserialize_keras_object(form)
