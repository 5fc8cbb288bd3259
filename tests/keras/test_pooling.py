"""Pooling of volumes, which is made of pooling of images."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import layers

VOLUMES = np.random.RandomState(0).randn(2, 5, 4, 6, 3).astype(np.float32)


def by_hand(reduce, size, strides):
    """Each window by itself, without padding."""
    counts = [(n - k) // s + 1 for n, k, s in zip(VOLUMES.shape[1:4], size, strides, strict=True)]
    found = np.zeros((2, *counts, 3), np.float32)
    for place in np.ndindex(*counts):
        window = tuple(slice(i * s, i * s + k) for i, s, k in zip(place, strides, size, strict=True))
        found[(slice(None), *place)] = reduce(VOLUMES[(slice(None), *window)], axis=(1, 2, 3))
    return found


@pytest.mark.parametrize(("kind", "reduce"), [("MaxPooling3D", np.max), ("AveragePooling3D", np.mean)])
def test_windows_of_volumes(kind, reduce):
    layer = getattr(layers, kind)((2, 3, 2), strides=(1, 1, 2))
    assert np.allclose(layer(VOLUMES), by_hand(reduce, (2, 3, 2), (1, 1, 2)), atol=1e-6)


@pytest.mark.parametrize("kind", ["MaxPooling3D", "AveragePooling3D"])
def test_channels_may_come_first(kind):
    last, first = (getattr(layers, kind)(2, data_format=order) for order in ("channels_last", "channels_first"))
    moved = np.moveaxis(VOLUMES, -1, 1)
    assert np.allclose(np.moveaxis(first(moved).numpy(), 1, -1), last(VOLUMES), atol=1e-6)


def test_sizes_of_volumes_may_be_known_to_the_run_only():
    layer = layers.MaxPooling3D(2)
    compiled = ag.function(layer.call, input_signature=[rt.TensorSpec([None, None, None, None, 3], "float32")])
    assert np.array_equal(compiled(VOLUMES).numpy(), layer(VOLUMES).numpy())
