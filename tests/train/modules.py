"""Objects to save, in the shape of those in the fixture `objects`."""

import numpy as np

import runtime as rt
from runtime.train import AdamOptimizer, Checkpoint
from tests.formats.fixtures import TENSORFLOW

OBJECTS = str(TENSORFLOW / "objects" / "ckpt-1")
KERNEL, FIRST, INNER = [[4.9, 4.9], [4.9, 4.9]], [0.9, 1.9], 3.0
"""What TensorFlow saved there, after one step of Adam."""

NEXT_KERNEL, NEXT_FIRST = [[4.8, 4.8], [4.8, 4.8]], [0.8, 1.8]
"""What its next step gives."""


class Named(rt.Module):
    """A module with containers."""

    def __init__(self, value=0.0):
        super().__init__()
        inner = rt.Variable(np.float32(value), name="ab")
        self.layers = [rt.Variable(np.full(2, value, np.float32), name="l0"), {"a/b": inner}]
        self.kernel = rt.Variable(np.full((2, 2), value, np.float32), name="kernel")


class Lazy(rt.Module):
    """A module that makes its variables when it is called."""

    def __call__(self, x):
        if not hasattr(self, "w"):
            self.w = rt.Variable(rt.zeros([x.shape[-1], 2]), name="w")
            self.b = rt.Variable(rt.zeros([2]), name="b")
        return x @ self.w + self.b


def step(net, optimizer):
    """One step of the training that the fixture is of."""
    optimizer.minimize(
        lambda: rt.reduce_sum(net.kernel * net.kernel) + rt.reduce_sum(net.layers[0]),
        var_list=[net.kernel, net.layers[0]],
    )


def trained():
    """A module with an optimizer that has made a step, and a checkpoint of both."""
    net, optimizer = Named(5.0), AdamOptimizer(0.1)
    step(net, optimizer)
    return net, optimizer, Checkpoint(net=net, optimizer=optimizer, step=rt.Variable(np.int64(3)))
