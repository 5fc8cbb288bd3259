"""Small TensorFlow programs side by side with TensorFlow, where it is installed."""

import pytest

from tests.compat.programs import expected, plain, programs, same

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(programs()))
def test_what_is_written_down_is_what_tensorflow_gives(name):
    tf.random.set_seed(0)
    assert same(plain(programs()[name](tf)), expected()[name])
