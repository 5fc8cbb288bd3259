"""Graphs in the language of Graphviz."""

import shutil
import subprocess

import pytest

import runtime as rt
from runtime.drawing import to_dot
from tests.runtime.drawing.example import example_graph
from tests.runtime.helpers import new_graph


def test_nodes_and_arrows():
    with new_graph() as graph:
        x = rt.placeholder(rt.float32, [], name="x")
        with rt.control_dependencies([rt.no_op(name="first")]):
            rt.negative(x, name="y")
    lines = to_dot(graph).splitlines()
    assert lines[0] == "digraph graph_ {"
    assert lines[-1] == "}"
    assert '  "x" -> "y";' in lines
    assert '  "first" -> "y" [style=dashed];' in lines
    assert any(
        line.startswith('  "x" [label="x\\nPlaceholder", tooltip="') and "test_dot.py:" in line for line in lines
    )


def test_functions_are_drawn_on_demand():
    graph = example_graph()
    assert "subgraph" not in to_dot(graph)
    assert graph.to_dot(functions=True).count("subgraph") == 4


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_it():
    done = subprocess.run(["dot", "-Tplain"], input=to_dot(example_graph(), True), capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.startswith("graph ")
