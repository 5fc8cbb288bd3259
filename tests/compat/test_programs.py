"""Small TensorFlow programs run unchanged and give what TensorFlow gives."""

import pytest

from autograph.compat import tensorflow as tf
from tests.compat.programs import expected, plain, programs, same

EXPECTED = expected()


@pytest.mark.parametrize("name", sorted(programs()))
def test_a_program_gives_what_tensorflow_gives(name):
    tf.random.set_seed(0)
    mine = plain(programs()[name](tf))
    assert same(mine, EXPECTED[name]), f"{mine} instead of {EXPECTED[name]}"


def test_every_expectation_is_of_a_program():
    assert sorted(EXPECTED) == sorted(programs())
