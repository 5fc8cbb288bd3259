"""Graphs that were made and saved here load and run in TensorFlow, with the values that Python gives."""

import pytest

import runtime as rt
from runtime.formats import messages
from tests.catalog import load
from tests.catalog.compare import outcome, same
from tests.catalog.staging import StagedCase, rebuild

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop

# TensorFlow crashes on functions that call themselves.
CASES = [case for case in load() if not case.error and "recursion" not in case.name]


class InTensorflow:
    """A staged case whose graph TensorFlow has loaded."""

    def __init__(self, staged):
        self.staged = staged
        meta_graph = tf.compat.v1.MetaGraphDef.FromString(
            messages.serialize(rt.train.export_meta_graph(graph=staged.graph))
        )
        with tf.Graph().as_default() as graph:
            tf.compat.v1.train.import_meta_graph(meta_graph)
        self.session = tf.compat.v1.Session(graph=graph)

    def __call__(self, *values):
        arguments = zip(self.staged.arguments, values)
        feeds = {argument.name: value for argument, value in arguments if isinstance(argument, rt.Tensor)}
        fetches = [tensor.name for tensor in self.staged.tensors]
        return rebuild(self.staged.structure, self.session.run(fetches, feeds))


def agree(expected, got):
    """Whether both give the same; what raises in Python fails in TensorFlow's run, with a class of its own."""
    fails = isinstance(got, type) and issubclass(got, tf.errors.OpError)
    return same(expected, got) or (fails and isinstance(expected, type) and issubclass(expected, Exception))


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_a_graph_computes_the_same_there(case):
    there = InTensorflow(StagedCase(case.function, case.inputs[0]))
    for arguments in case.inputs:
        expected, got = outcome(case.function, arguments), outcome(there, arguments)
        assert agree(expected, got), f"{arguments}: Python gives {expected}, TensorFlow {got}"
