"""Pictures of models: every layer is a box, every way an arrow."""

import struct
import xml.etree.ElementTree as ElementTree
import zlib

import numpy as np
import pytest

from autograph import keras
from autograph.keras import layers
from tests.keras.training_samples import Subclassed, X, untrained


def branched():
    x = layers.Input((4,), name="x")
    both = layers.Add()([layers.Dense(3, name="left")(x), layers.Dense(3, name="a<b")(x)])
    return keras.Model(x, both)


def elements(path, kind):
    return [item for item in ElementTree.parse(path).iter() if item.tag.endswith(kind)]


def test_a_box_for_each_layer_and_an_arrow_for_each_way(tmp_path):
    path = keras.utils.plot_model(branched(), tmp_path / "m.svg", show_layer_names=True, show_shapes=True)
    assert len(elements(path, "}rect")) == 4
    assert len(elements(path, "}line")) == 4
    texts = [item.text for item in elements(path, "}text")]
    assert {"a<b (Dense)", "output: (None, 3)"} <= set(texts)


@pytest.mark.parametrize("direction", ["TB", "LR"])
def test_boxes_lie_apart_and_arrows_lead_on(tmp_path, direction):
    path = keras.utils.plot_model(branched(), tmp_path / "m.svg", rankdir=direction)
    boxes = [[float(item.get(key)) for key in ("x", "y", "width", "height")] for item in elements(path, "}rect")]
    for number, (x, y, w, h) in enumerate(boxes):
        for u, v, a, b in boxes[:number]:
            assert x + w < u or u + a < x or y + h < v or v + b < y
    first, last = ("y1", "y2") if direction == "TB" else ("x1", "x2")
    assert all(float(line.get(first)) < float(line.get(last)) for line in elements(path, "}line"))


def pixels(path):
    """The pixels of a grey or coloured PNG without interlacing, all filters zero."""
    data, position, content = path.read_bytes(), 8, b""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    while position < len(data):
        (size,) = struct.unpack(">I", data[position : position + 4])
        kind, body = data[position + 4 : position + 8], data[position + 8 : position + 8 + size]
        (check,) = struct.unpack(">I", data[position + 8 + size : position + 12 + size])
        assert zlib.crc32(kind + body) == check
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        content += body if kind == b"IDAT" else b""
        position += 12 + size
    return np.frombuffer(zlib.decompress(content), np.uint8).reshape(height, -1)[:, 1:], width


def test_a_png_has_the_same_boxes(tmp_path):
    keras.utils.plot_model(branched(), tmp_path / "m.png", show_shapes=True)
    image, width = pixels(tmp_path / "m.png")
    assert image.shape[1] % width == 0
    assert 0.005 < (image < 128).mean() < 0.5


def test_sequences_and_subclasses_have_pictures_too(tmp_path):
    model = Subclassed()
    model(X)
    for number, each in enumerate([untrained(), model]):
        path = keras.utils.plot_model(each, tmp_path / f"{number}.svg", show_trainable=True, show_dtype=True)
        assert len(elements(path, "}rect")) >= 2


def test_the_path_says_the_form(tmp_path):
    with pytest.raises(ValueError, match=r"must end in '.svg' or '.png'"):
        keras.utils.plot_model(branched(), tmp_path / "m.gif")
    with pytest.raises(ValueError, match="`rankdir` is 'TB' or 'LR', not 'up'"):
        keras.utils.plot_model(branched(), tmp_path / "m.svg", rankdir="up")
