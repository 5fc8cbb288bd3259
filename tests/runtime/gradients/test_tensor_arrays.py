"""Gradients of the TensorArrays of old graphs, whose handles stand for state and whose flow orders it."""

import numpy as np
import pytest

import runtime as rt
from runtime.dispatch import apply_op
from tests.runtime.helpers import new_graph

f = np.float64


def array(size):
    handle, flow = apply_op("TensorArrayV3", [rt.constant(size)], {"dtype": "float64"})
    return handle, flow


def write(handle, index, value, flow):
    return apply_op("TensorArrayWriteV3", [handle, rt.constant(index), value, flow])[0]


def read(handle, index, flow):
    return apply_op("TensorArrayReadV3", [handle, rt.constant(index), flow], {"dtype": "float64"})[0]


def gather(handle, indices, flow):
    attrs = {"dtype": "float64", "element_shape": []}
    return apply_op("TensorArrayGatherV3", [handle, rt.constant(indices), flow], attrs)[0]


def gradient(build, x):
    with new_graph() as graph:
        p = rt.placeholder("float64", np.shape(x))
        (g,) = rt.gradients(build(p), p)
    return rt.Session(graph=graph).run(g, {p: x})


def test_elements_that_are_written_and_read():
    def build(x):
        handle, flow = array(2)
        flow = write(handle, 0, x * x, flow)
        flow = write(handle, 1, 5.0 * x, flow)
        return read(handle, 0, flow) * read(handle, 1, flow)

    assert gradient(build, f(2.0)) == 15 * 2.0**2


def test_elements_that_are_gathered():
    def build(x):
        handle, flow = array(2)
        flow = write(handle, 0, x * x, flow)
        flow = write(handle, 1, 5.0 * x, flow)
        return rt.reduce_sum(gather(handle, [0, 1], flow) * rt.constant(np.array([1.0, 10.0])))

    assert gradient(build, f(2.0)) == 4.0 + 50.0


def test_elements_that_are_scattered():
    def build(x):
        handle, flow = array(3)
        flow = apply_op("TensorArrayScatterV3", [handle, rt.constant([2, 0, 1]), x * x, flow])[0]
        return read(handle, 0, flow) + 10.0 * read(handle, 2, flow)

    np.testing.assert_array_equal(gradient(build, np.array([1.0, 2.0, 3.0])), [20.0, 4.0, 0.0])


def test_elements_that_are_split_and_joined():
    def build(x):
        handle, flow = array(2)
        lengths = rt.constant(np.array([1, 2], np.int64))
        flow = apply_op("TensorArraySplitV3", [handle, x * x, lengths, flow])[0]
        joined, _ = apply_op("TensorArrayConcatV3", [handle, flow], {"dtype": "float64"})
        return rt.reduce_sum(joined * rt.constant(np.array([1.0, 10.0, 100.0])))

    assert gradient(build, np.array([1.0, 2.0, 3.0])) == pytest.approx([2.0, 40.0, 600.0])
