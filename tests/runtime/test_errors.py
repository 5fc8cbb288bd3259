"""Error classes: TensorFlow's names and numbers, Python's families."""

import pytest

from runtime import errors


def test_codes_are_those_of_tensorflow():
    codes = {cls.__name__: cls.error_code for cls in errors.OpError.__subclasses__()}
    assert codes["InvalidArgumentError"] == 3
    assert codes["NotFoundError"] == 5
    assert codes["FailedPreconditionError"] == 9
    assert codes["OutOfRangeError"] == 11
    assert codes["DataLossError"] == 15
    assert sorted(codes.values()) == list(range(1, 17))


def test_an_error_carries_message_and_operation():
    error = errors.NotFoundError("no such key", op="the op")
    assert (str(error), error.message, error.op, error.node_def) == ("no such key", "no such key", "the op", None)


@pytest.mark.parametrize(
    ("error", "family"),
    [
        (errors.InvalidArgumentError, ValueError),
        (errors.DTypeError, TypeError),
        (errors.DTypeError, errors.InvalidArgumentError),
        (errors.OperatorNotAllowedInGraphError, TypeError),
        (errors.InaccessibleTensorError, ValueError),
    ],
)
def test_errors_belong_to_families_of_python(error, family):
    assert issubclass(error, family)
