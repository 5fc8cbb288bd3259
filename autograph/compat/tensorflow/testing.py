"""`tf.test`: a test case that compares arrays."""

from __future__ import annotations

import contextlib
import tempfile
import unittest
from collections.abc import Iterator
from typing import Any

import numpy as np

import runtime as rt
from runtime import nest

main = unittest.main


class TestCase(unittest.TestCase):
    """A `unittest.TestCase` whose assertions take tensors, arrays and structures of them."""

    def evaluate(self, tensors: Any) -> Any:
        """The values of tensors, in the structure of `tensors`."""
        return nest.map_structure(_value, tensors)

    def get_temp_dir(self) -> str:
        """A folder for the files of one test."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    @contextlib.contextmanager
    def session(self, graph: Any = None, **options: Any) -> Iterator[Any]:
        """A session of a graph (by default a new one), with the graph open."""
        with (graph or rt.Graph()).as_default() as opened, rt.Session(graph=opened) as session:
            yield session

    cached_session = session

    def assertAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Checks that shapes and elements are equal."""
        np.testing.assert_array_equal(_array(a), _array(b), msg or "")

    def assertAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None) -> None:
        """Checks that structures are equal but for rounding."""
        for x, y in zip(*map(_arrays, (a, b)), strict=True):
            np.testing.assert_allclose(x, y, rtol, atol, err_msg=msg or "")

    def assertShapeEqual(self, input_a: Any, input_b: Any, msg: str | None = None) -> None:
        """Checks that shapes are equal."""
        np.testing.assert_equal(tuple(input_a.shape), tuple(input_b.shape), msg or "")


def _value(leaf: Any) -> Any:
    if hasattr(leaf, "numpy") and not rt.is_symbolic(leaf):
        return leaf.numpy()
    session = rt.get_default_session()
    return session.run(leaf) if rt.is_symbolic(leaf) and session is not None else leaf


def _array(value: Any) -> Any:
    return np.asarray(_value(value))


def _arrays(value: Any) -> list[Any]:
    return [_array(leaf) for leaf in nest.flatten(value)] if isinstance(value, dict) else [_array(value)]
