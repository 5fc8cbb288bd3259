"""PNG files of every kind, read as TensorFlow reads them."""

import numpy as np
import pytest

import runtime as rt
from tests.formats.pngs import KINDS, named, png_of

pytestmark = pytest.mark.interop
tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_every_kind_is_read_alike(kind, dtype):
    colour_type, depth, _, is_clear = kind
    data, _ = png_of(kind)
    for channels in (0, 1, 3, 4):
        ours = rt.image.decode_png(data, channels=channels, dtype=dtype).numpy()
        theirs = tf.io.decode_png(data, channels=channels, dtype=dtype).numpy()
        if channels == 4 and depth < 8 and not is_clear:
            # TensorFlow fills the alpha in with the highest sample of the file, 3 of 255; ours is opaque.
            assert set(ours[..., 3].flat) == {np.iinfo(dtype).max}
            ours, theirs = ours[..., :3], theirs[..., :3]
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_what_is_written_is_read_there(channels, kind):
    image = np.random.default_rng(0).integers(0, np.iinfo(kind).max, [5, 7, channels]).astype(kind)
    data = rt.image.encode_png(image).numpy()
    np.testing.assert_array_equal(tf.io.decode_png(data, dtype=kind).numpy(), image)
