"""Graphs in event files: those of functions that run while a trace is on, or one that is given."""

from __future__ import annotations

import logging
from typing import Any

from runtime import dtypes
from runtime.current import add_recorder, current_graph, remove_recorder
from runtime.dispatch import convert_to_tensor
from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.graph import Graph
from runtime.recorded_call import observers
from runtime.summary import contents
from runtime.summary.values import write
from runtime.summary.writers import record
from runtime.tensor import Tensor

_log = logging.getLogger("runtime")


class _Trace:
    """Collects the bodies of the functions that are called."""

    def __init__(self) -> None:
        self.graphs: dict[FuncGraph, None] = {}

    def note(self, body: FuncGraph) -> None:
        """Notes a function that was called while tracing."""
        self.graphs[body] = None


def _pass(op: Any) -> None:
    """Makes calls take the way on which they are observed."""


_trace: _Trace | None = None


def trace_on(graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None) -> None:
    """Collects the graphs of the compiled functions that run in this thread from now on.

    Args:
        graph: whether to do that.
        profiler: accepted for compatibility: times are in `RunMetadata` here (see `RunOptions`).
        profiler_outdir: accepted for compatibility.
    """
    global _trace
    trace_off()
    if profiler:
        _log.warning("trace_on(profiler=True): nothing is profiled; RunMetadata.step_stats has the times of operations")
    if graph:
        _trace = _Trace()
        observers.append(_trace.note)
        add_recorder(_pass)


def trace_off() -> None:
    """Forgets what `trace_on` collected, and ends it."""
    global _trace
    if _trace is not None:
        observers.remove(_trace.note)
        remove_recorder(_pass)
        _trace = None


def trace_export(name: str, step: Any = None, profiler_outdir: str | None = None) -> None:
    """Writes the graphs that were collected since `trace_on`, and ends that.

    Args:
        name: under which TensorBoard shows them.
        step: when; the default one otherwise.
        profiler_outdir: accepted for compatibility.

    Raises:
        RuntimeError: a function is being traced.
        ValueError: `trace_on` was not called.
    """
    if current_graph() is not None:
        raise RuntimeError("trace_export() cannot run inside of a function: call it after the function.")
    if _trace is None:
        raise ValueError("Must enable trace before export through summary.trace_on.")
    graphs = list(_trace.graphs)
    trace_off()
    if graphs:
        write(name, _run_metadata(graphs), step, _graph_metadata())


def _graph_metadata() -> Any:
    return contents.metadata("graph_run_metadata_graph", contents.BLOB_CLASS, content=b"1")


def _run_metadata(graphs: list[FuncGraph]) -> Tensor:
    from runtime.train.graph_def import graph_def_of

    metadata = messages.new("RunMetadata")
    for body in graphs:
        graph_def = graph_def_of(body, add_shapes=True)
        metadata.function_graphs.add(pre_optimization_graph=graph_def, partition_graphs=[graph_def])
    return convert_to_tensor(messages.serialize(metadata), dtypes.string)


def graph(graph_data: Graph | Any) -> Tensor:
    """Writes a graph.

    Args:
        graph_data: a Graph, such as that of a concrete function, or a GraphDef.

    Returns:
        bool[]: whether it was written.
    """
    from runtime.train.graph_def import graph_def_of

    message = graph_def_of(graph_data, add_shapes=True) if isinstance(graph_data, Graph) else graph_data
    return record("WriteGraphSummary", 0, [convert_to_tensor(messages.serialize(message), dtypes.string)])
