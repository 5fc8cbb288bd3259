"""Well-known networks against Keras's: the same weights give the same outputs."""

import numpy as np
import pytest

from autograph.keras import applications

keras = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop


def weights_like(model):
    random = np.random.RandomState(0)
    for weight in model.get_weights():
        if weight.ndim > 1:
            yield (random.randn(*weight.shape) * np.sqrt(2 / np.prod(weight.shape[:-1]))).astype(np.float32)
        else:
            yield (abs(random.randn(*weight.shape)) * 0.1 + 0.5).astype(np.float32)


@pytest.mark.parametrize(("name", "size"), [("VGG16", 32), ("VGG19", 32), ("InceptionV3", 75)])
def test_networks(name, size):
    options = {"weights": None, "input_shape": (size, size, 3), "include_top": False, "pooling": "max"}
    mine, theirs = (getattr(module, name)(**options) for module in (applications, keras.applications))
    weights = list(weights_like(theirs))
    theirs.set_weights(weights)
    mine.set_weights(weights)
    x = np.random.RandomState(1).rand(2, size, size, 3).astype(np.float32)
    np.testing.assert_allclose(np.asarray(mine(x)), np.asarray(theirs(x)), rtol=1e-4, atol=1e-4)
    assert [layer.name for layer in mine.layers if "mixed" in layer.name or "block" in layer.name] == [
        layer.name for layer in theirs.layers if "mixed" in layer.name or "block" in layer.name
    ]


@pytest.mark.parametrize("area", ["vgg16", "vgg19", "inception_v3"])
@pytest.mark.parametrize("data_format", ["channels_last", "channels_first"])
def test_pixels(area, data_format):
    pixels = np.random.RandomState(2).randint(0, 256, (2, 3, 5, 3)).astype(np.float32)
    found, expected = (
        getattr(module, area).preprocess_input(pixels.copy(), data_format=data_format)
        for module in (applications, keras.applications)
    )
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-5)
