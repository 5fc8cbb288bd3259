"""Well-known networks: their layers, and what is refused."""

import numpy as np
import pytest

import runtime as rt
from autograph import keras
from autograph.keras import applications

PIXELS = np.arange(24, dtype=np.float32).reshape(2, 4, 3)


def test_vgg():
    model = applications.VGG16(weights=None, include_top=False, input_shape=(32, 32, 3), pooling="avg")
    assert model.count_params() == 14_714_688
    assert model.output_shape == (None, 512)
    assert model.get_layer("block5_conv3").filters == 512


def test_inception():
    model = applications.InceptionV3(weights=None, input_shape=(75, 75, 3), classes=5)
    assert model.count_params() == 21_813_029
    assert model.output_shape == (None, 5)
    assert model.get_layer("mixed10").output.shape == [None, 1, 1, 2048]


@pytest.mark.parametrize("name", ["vgg16", "vgg19"])
def test_pixels_as_vgg_wants_them(name):
    found = getattr(applications, name).preprocess_input(PIXELS)
    assert np.allclose(found, PIXELS[..., ::-1] - np.array([103.939, 116.779, 123.68]))
    assert np.allclose(getattr(applications, name).preprocess_input(rt.constant(PIXELS)), found)
    first = getattr(applications, name).preprocess_input(PIXELS.transpose(2, 0, 1), data_format="channels_first")
    assert np.allclose(first, found.transpose(2, 0, 1))


def test_pixels_as_inception_wants_them():
    assert np.allclose(applications.inception_v3.preprocess_input(PIXELS.astype(np.uint8)), PIXELS / 127.5 - 1)


def test_weights_of_others_are_not_there():
    with pytest.raises(ValueError, match=r"weights 'imagenet' are kept in HDF5 files, .* Pass weights=None"):
        applications.VGG19()
    with pytest.raises(ValueError, match="there is none at 'nowhere'"):
        applications.VGG19(weights="nowhere")


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="Pictures of vgg19 must be 32 by 32 at least"):
        applications.VGG19(weights=None, input_shape=(16, 16, 3))
    with pytest.raises(ValueError, match="`pooling` is None, 'avg' or 'max', not 'sum'"):
        applications.VGG19(weights=None, pooling="sum")
    with pytest.raises(AttributeError, match="only InceptionV3, VGG16, VGG19 are there"):
        applications.ResNet50
    assert keras.applications is applications
