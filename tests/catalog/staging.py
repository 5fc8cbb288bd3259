"""Runs a case as a graph in a session."""

import numpy as np

import autograph as ag
import runtime as rt


def is_number(value):
    """Whether a sample argument becomes a placeholder."""
    return (
        isinstance(value, (bool, int, float))
        or (isinstance(value, list) and value and is_number(value[0]))
        or (isinstance(value, list) and value and isinstance(value[0], list))
    )


def placeholder_for(value):
    """A placeholder with the dtype and shape of a sample argument; anything but numbers passes as it is."""
    if not is_number(value):
        return value
    array = np.asarray(value)
    dtype = {"b": rt.bool, "i": rt.int32, "f": rt.float32}[array.dtype.kind]
    return rt.placeholder(dtype, array.shape)


def flatten(value, tensors):
    """The structure of a result with its tensors replaced by their numbers in `tensors`."""
    if isinstance(value, rt.Tensor):
        tensors.append(value)
        return ("tensor", len(tensors) - 1)
    if isinstance(value, dict):
        return {key: flatten(item, tensors) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [flatten(item, tensors) for item in value]
    return ("python", value)


def rebuild(structure, values):
    """The inverse of `flatten`, with run-time values."""
    if isinstance(structure, dict):
        return {key: rebuild(item, values) for key, item in structure.items()}
    if isinstance(structure, list):
        return [rebuild(item, values) for item in structure]
    kind, content = structure
    return values[content] if kind == "tensor" else content


class StagedCase:
    """A function traced once with placeholders; calling it runs the graph in a session."""

    def __init__(self, function, sample):
        self.graph = rt.Graph()
        with self.graph.as_default():
            self.arguments = [placeholder_for(value) for value in sample]
            tensors = []
            self.structure = flatten(ag.to_graph(function)(*self.arguments), tensors)
        self.tensors = tensors
        self.session = rt.Session(graph=self.graph)

    def __call__(self, *values):
        feeds = {a: v for a, v in zip(self.arguments, values) if isinstance(a, rt.Tensor)}
        return rebuild(self.structure, self.session.run(self.tensors, feeds))
