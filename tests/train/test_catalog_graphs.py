"""Every program of the catalog, staged, saved as a graph and loaded again, gives what Python gives."""

import pytest

import runtime as rt
from runtime.formats import messages
from tests.catalog import load
from tests.catalog.compare import outcome, same
from tests.catalog.staging import StagedCase, rebuild

CASES = [case for case in load() if not case.error]


class Reloaded:
    """A staged case whose graph has been through a file."""

    def __init__(self, staged):
        self.staged = staged
        self.data = messages.serialize(rt.train.export_meta_graph(graph=staged.graph))
        with rt.Graph().as_default() as self.graph:
            rt.train.import_meta_graph(self.data)

    def __call__(self, *values):
        arguments = zip(self.staged.arguments, values)
        feeds = {argument.name: value for argument, value in arguments if isinstance(argument, rt.Tensor)}
        fetches = [tensor.name for tensor in self.staged.tensors]
        return rebuild(self.staged.structure, rt.Session(graph=self.graph).run(fetches, feeds))


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_a_graph_that_was_saved_computes_the_same(case):
    reloaded = Reloaded(StagedCase(case.function, case.inputs[0]))
    for arguments in case.inputs:
        expected, got = outcome(case.function, arguments), outcome(reloaded, arguments)
        if isinstance(expected, type):  # a file does not keep the classes of exceptions
            expected, got = "raises", "raises" if isinstance(got, type) and issubclass(got, Exception) else got
        assert same(expected, got), f"{arguments}: Python gives {expected}, the loaded graph {got}"


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES[::10]])
def test_a_graph_is_saved_the_same_each_time(case):
    first = Reloaded(StagedCase(case.function, case.inputs[0]))
    second = messages.serialize(rt.train.export_meta_graph(graph=first.graph))
    assert second == messages.serialize(rt.train.export_meta_graph(graph=first.graph))
    with rt.Graph().as_default() as graph:
        rt.train.import_meta_graph(second)
    assert messages.serialize(rt.train.export_meta_graph(graph=graph)) == second
