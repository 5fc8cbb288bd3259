"""Stages functions of the tests, on either backend, and runs the graph on plain values."""

import collections
import math

import numpy as np

import autograph.operators as ag
from autograph.operators import backend, trace
from tests.operators import select_backend
from tests.operators.select_backend import SELECT, DType


def plain(value):
    """A result as plain Python values."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def same(a, b):
    """Whether two plain results are equal; floats to five digits."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) or isinstance(b, float):
        return isinstance(a, int | float) and math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6)
    return type(a) is type(b) and a == b


def is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool) or isinstance(value, list)


def replace(value, is_tensor, change):
    """The structure with its tensors changed."""
    if is_tensor(value):
        return change(value)
    if isinstance(value, dict):
        return {key: replace(item, is_tensor, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [replace(item, is_tensor, change) for item in value]
    return value


class Staged:
    """A function traced once on the types of its first arguments."""

    def __init__(self, function, *sample):
        self.printed = ""
        original = eval("lambda *args: None")  # a code object of its own for each function
        self._trace(ag.entry(function, original), sample)
        assert not trace.traces(), "the trace is closed"

    def __call__(self, *values):
        return plain(self._run([v for v in values if is_number(v)]))


class OnRuntime(Staged):
    """The graph of this project's runtime, in a session."""

    def _trace(self, function, sample):
        import runtime as rt

        self.graph, self.inputs, self.fetches = rt.Graph(), [], []
        with self.graph.as_default():
            arguments = [self._placeholder(rt, value) if is_number(value) else value for value in sample]
            result = function(*arguments)
        is_tensor = lambda value: isinstance(value, rt.Tensor)
        self.structure = replace(result, is_tensor, lambda t: (self.fetches.append(t), Slot(len(self.fetches) - 1))[1])
        self.session = rt.Session(graph=self.graph)

    def _placeholder(self, rt, value):
        array = np.asarray(value)
        tensor = rt.placeholder({"i": rt.int32, "f": rt.float32}[array.dtype.kind], array.shape)
        self.inputs.append(tensor)
        return tensor

    def _run(self, values):
        got = self.session.run(self.fetches, dict(zip(self.inputs, values, strict=True)))
        return replace(self.structure, lambda v: isinstance(v, Slot), lambda slot: got[slot.number])


class OnSelect(Staged):
    """Both arms of every condition run."""

    def _trace(self, function, sample):
        with select_backend.installed():
            self.graph = SELECT.open_graph("function")
            try:
                arguments = [self._placeholder(value) if is_number(value) else value for value in sample]
                result = function(*arguments)
            finally:
                SELECT.close_graph(self.graph)
                trace.unwind(0)
        fetches = self.graph.outputs
        is_tensor = lambda value: isinstance(value, select_backend.Tensor)
        self.structure = replace(result, is_tensor, lambda t: (fetches.append(t), Slot(len(fetches) - 1))[1])

    def _placeholder(self, value):
        array = np.asarray(value)
        dtype = DType({"i": "int32", "f": "float32"}[array.dtype.kind])
        return SELECT.placeholder(self.graph, backend.TensorType(dtype, array.shape), "x")

    def _run(self, values):
        printed = []
        pairs = zip(values, self.graph.inputs, strict=True)
        arrays = [np.asarray(value, select_backend.NUMPY[tensor.dtype.name]) for value, tensor in pairs]
        got = self.graph.execute(arrays, collections.ChainMap(), printed)
        self.printed = "".join(printed)
        return replace(self.structure, lambda v: isinstance(v, Slot), lambda slot: good(got[slot.number]))


class Slot:
    """Stands for a tensor in the structure of a result."""

    def __init__(self, number):
        self.number = number


def good(value):
    return select_backend.good([value])[0]


BACKENDS = {"select": OnSelect, "runtime": OnRuntime}
