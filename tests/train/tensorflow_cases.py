"""The fixtures: files that TensorFlow wrote, with what a session of its own computes of them."""

import json

import numpy as np

import runtime as rt
from tests.formats.fixtures import TENSORFLOW

NAMES = sorted(path.name for path in TENSORFLOW.glob("[0-9]*"))
CHECKPOINTS = [name for name in NAMES if name != "14_frozen"]


class Case:
    """One fixture."""

    def __init__(self, name):
        self.directory = TENSORFLOW / name
        self.content = json.loads((self.directory / "case.json").read_text())
        self.prefix = str(self.directory / "model")

    def load(self, scope=None):
        """Loads the graph into the current one, and restores its variables in a new session."""
        session = rt.Session()
        if self.content["pb"]:
            rt.import_graph_def((self.directory / self.content["pb"]).read_bytes(), name=scope or "")
        else:
            rt.train.import_meta_graph(f"{self.prefix}.meta", import_scope=scope).restore(session, self.prefix)
        return session

    def check(self, session, scope=""):
        """Runs all calls, and compares with what TensorFlow had."""
        for call in self.content["calls"]:
            feeds = {scope + name: decoded(value) for name, value in call["feeds"].items()}
            results = session.run([scope + name for name in call["fetches"]], feeds)
            for name, result, expected in zip(call["fetches"], results, call["outputs"], strict=True):
                self._compare(name, result, expected)

    def _compare(self, name, result, expected):
        if expected is None:
            assert result is None
            return
        wanted, found = decoded(expected), np.asarray(result)
        assert found.shape == wanted.shape, name
        if wanted.dtype == object:
            assert found.tolist() == wanted.tolist(), name
            return
        assert found.dtype == wanted.dtype, name
        kind = np.complex128 if wanted.dtype.kind == "c" else np.float64
        tolerance = {"rtol": self.content["rtol"], "atol": self.content["atol"]}
        np.testing.assert_allclose(found.astype(kind), wanted.astype(kind), **tolerance, err_msg=name)


def decoded(value):
    """An array from its form in a case: strings are latin-1, complex numbers are pairs."""
    dtype = rt.as_dtype(value["dtype"])
    if dtype is rt.string:
        flat = np.array(value["data"], object).reshape(-1)
        array = np.empty(flat.size, object)
        array[:] = [text.encode("latin-1") for text in flat]
        return array.reshape(value["shape"])
    if dtype.is_complex:
        pairs = np.array(value["data"], np.float64).reshape(-1, 2)
        return (pairs[:, 0] + 1j * pairs[:, 1]).astype(dtype.as_numpy_dtype).reshape(value["shape"])
    return np.array(value["data"]).astype(dtype.as_numpy_dtype).reshape(value["shape"])
