"""Pictures: what small programs beside TensorFlow (`tests/compat/programs/images.py`) do not show."""

import importlib.util

import numpy as np
import pytest

import runtime as rt
from runtime import image
from runtime.errors import InvalidArgumentError, OutOfRangeError, UnimplementedError
from tests.formats.pngs import png_of
from tests.runtime.helpers import new_graph

PICTURE = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
needs_pillow = pytest.mark.skipif(importlib.util.find_spec("PIL") is None, reason="Pillow is not installed")


@pytest.mark.parametrize("options", [{"method": "lanczos3"}, {"method": "gaussian"}, {"antialias": True}], ids=str)
def test_what_resize_does_not_have_is_said(options):
    with pytest.raises(UnimplementedError, match="use area, bicubic, bilinear, nearest, without antialias"):
        image.resize(PICTURE, [1, 1], **options)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: image.resize(PICTURE, [1, 1], "linear"), ValueError, "Resize method 'linear' is not implemented"),
        (lambda: image.resize(PICTURE, [1, 2, 3]), ValueError, "'size' must be a 1-D Tensor of 2 elements"),
        (lambda: image.resize(PICTURE[0], [1, 1]), ValueError, "must have either 3 or 4 dimensions"),
        (lambda: image.resize(PICTURE, [0, 1]), InvalidArgumentError, "output dimensions must be positive, got 0 x 1"),
        (lambda: image.resize(PICTURE[:0], [1, 1]), InvalidArgumentError, "input image must be of non-zero size"),
        (lambda: image.rgb_to_hsv([1.0, 2.0]), InvalidArgumentError, "must have 3 channels"),
        (lambda: image.hsv_to_rgb(1.0), InvalidArgumentError, "must have 3 channels"),
        (lambda: image.adjust_contrast([1.0], 2.0), InvalidArgumentError, "at least 3-D"),
        (lambda: image.adjust_hue(PICTURE, 2.0), ValueError, r"delta must be in the interval \[-1, 1\]"),
        (lambda: image.convert_image_dtype(PICTURE, rt.string), TypeError, "must be either floating point or integer"),
        (lambda: image.total_variation([1.0]), ValueError, "must be either 3 or 4-dimensional"),
        (lambda: image.crop_and_resize([PICTURE], [[0, 0, 1, 1]], [1], [1, 1]), OutOfRangeError, "values outside"),
        (lambda: image.crop_and_resize(PICTURE, [[0, 0, 1, 1]], [0], [1, 1]), ValueError, "rank|4-D"),
        (lambda: image.crop_and_resize([PICTURE], [[0, 0, 1, 1]], [0], [0, 1]), InvalidArgumentError, "positive"),
        (lambda: image.non_max_suppression([[0.0, 0.0, 1.0, 1.0]], [0.5, 0.5], 1), InvalidArgumentError, "scores"),
        (lambda: image.non_max_suppression([[0.0] * 4], [0.5], 1, 2.0), InvalidArgumentError, "iou_threshold must be"),
    ],
    ids=range(16),
)
def test_bad_arguments_are_refused(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_sizes_may_be_known_only_when_it_runs():
    with new_graph() as graph:
        x = rt.placeholder(rt.float32)
        size = rt.placeholder(rt.int32, [2])
        turned = image.rot90(x, rt.placeholder_with_default(1, []))
        resized = image.resize(x, size)
        cut = image.crop_to_bounding_box(x, size[0], 0, 1, size[1])
        session = rt.Session(graph=graph)
        feeds = {x: PICTURE, size: [1, 2]}
        values = session.run([turned, resized, cut], feeds)
        assert [value.shape for value in values] == [(4, 2, 3), (1, 2, 3), (1, 2, 3)]
        with pytest.raises(InvalidArgumentError, match="height must be >= target"):
            session.run(cut, {x: PICTURE, size: [2, 2]})


def test_gradients_that_no_op_computes_are_refused():
    x = rt.constant(PICTURE)
    with rt.GradientTape() as tape:
        tape.watch(x)
        y = image.rgb_to_hsv(x)
    with pytest.raises(LookupError, match="RGBToHSV"):
        tape.gradient(y, x)


def test_gradients_of_contrast():
    x, factor = rt.constant(PICTURE), rt.constant(2.0)
    with rt.GradientTape() as tape:
        tape.watch([x, factor])
        y = rt.reduce_sum(image.adjust_contrast(x, factor) * PICTURE)
    by_pixel, by_factor = tape.gradient(y, [x, factor])
    mean = PICTURE.mean(axis=(0, 1))
    np.testing.assert_allclose(by_pixel, (PICTURE - mean) * 2 + mean, rtol=1e-5)
    np.testing.assert_allclose(by_factor, ((PICTURE - mean) * PICTURE).sum(), rtol=1e-5)


def test_png_keeps_16_bits():
    picture = np.arange(24, dtype=np.uint16).reshape(2, 4, 3) * 2731
    data = image.encode_png(picture)
    assert image.decode_png(data, dtype="uint16").tolist() == picture.tolist()
    assert image.decode_png(data).tolist() == (picture >> 8).tolist()
    grey = (picture.astype(np.int64) @ [9797, 19234, 3737] + (1 << 14)) >> 15
    assert image.decode_png(data, channels=1, dtype="uint16")[..., 0].tolist() == grey.tolist()


def test_a_clear_colour_counts_if_alpha_is_asked_for():
    data, samples = png_of((2, 8, True, True))
    assert image.decode_png(data).tolist() == samples.tolist()
    assert image.decode_png(data, channels=4)[0, 0].tolist() == [*samples[0, 0], 0]


@needs_pillow
def test_jpeg_there_and_back():
    picture = np.full([16, 16, 3], 77, np.uint8)
    data = image.encode_jpeg(picture, quality=100)
    assert image.extract_jpeg_shape(data).tolist() == [16, 16, 3]
    assert np.abs(image.decode_jpeg(data).numpy().astype(int) - 77).max() <= 2
    assert image.decode_jpeg(data, channels=1).shape == [16, 16, 1]


@needs_pillow
def test_gif_and_bmp_are_read(tmp_path):
    from PIL import Image

    picture = Image.fromarray(np.full([4, 5, 3], 200, np.uint8))
    for kind, decode, shape in (("GIF", image.decode_gif, [1, 4, 5, 3]), ("BMP", image.decode_bmp, [4, 5, 3])):
        picture.save(tmp_path / "picture", kind)
        data = (tmp_path / "picture").read_bytes()
        assert decode(data).shape == shape
        assert image.decode_image(data).shape == shape
        assert image.decode_image(data, expand_animations=False).shape == [4, 5, 3]


@pytest.mark.skipif(importlib.util.find_spec("PIL") is not None, reason="Pillow is installed")
def test_without_pillow_it_says_what_to_install():
    with pytest.raises(UnimplementedError, match="pip install pillow"):
        image.decode_jpeg(b"\xff\xd8\xff")
