"""What the tests of the operators share: functions written as the compiler would write them, on two backends."""

import pytest

import autograph.operators as ag
from tests.operators.staging import BACKENDS, plain, same


@pytest.fixture(autouse=True)
def _written_by_hand():
    """What the functions of these tests call is converted already."""
    before = ag.register_converter(lambda function: function)
    yield
    ag.register_converter(before)


@pytest.fixture(params=sorted(BACKENDS))
def stage(request):
    """Traces a function on the types of some arguments."""
    return BACKENDS[request.param]


@pytest.fixture
def agrees(stage):
    """Checks that a function gives the same staged as in plain Python, traced once and run on every input."""

    def check(function, *inputs):
        staged = stage(function, *inputs[0])
        for values in inputs:
            expected, got = plain(function(*values)), staged(*values)
            assert same(expected, got), f"{values}: Python gives {expected}, staged {got}"
        return staged

    return check
