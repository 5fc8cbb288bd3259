"""What is open in a thread."""

import threading

from runtime.current import OpenGraph, add_recorder, current_graph, eager_name_scope, remove_recorder, state
from runtime.func_graph import FuncGraph
from runtime.graph import Graph
from runtime.ops.state import constant
from runtime.variables import Variable


class Tape:
    def __init__(self):
        self.types = []

    def record(self, op):
        self.types.append(op.type)


def test_a_recorder_that_is_a_method_can_be_removed():
    tape = Tape()
    add_recorder(tape.record)
    _ = -constant(1)
    remove_recorder(tape.record)
    _ = -constant(1)
    assert tape.types == ["Neg"]
    assert state.plain


def test_recorders_of_a_thread_do_not_see_others():
    tape = Tape()
    add_recorder(tape.record)
    thread = threading.Thread(target=lambda: -constant(1))
    thread.start()
    thread.join()
    remove_recorder(tape.record)
    assert tape.types == []


def test_no_graph_can_be_opened_inside_a_graph():
    with Graph().as_default(), OpenGraph(None):
        assert current_graph() is None
        assert (constant(1) + 1).numpy() == 2


def test_eager_scopes_nest_and_restart():
    with eager_name_scope("a"), eager_name_scope("b") as inner:
        with eager_name_scope(None) as root, eager_name_scope("c/") as again:
            assert (root, again) == ("", "c/")
        assert inner == state.name_scope == "a/b/"
    assert state.name_scope == ""


def test_threads_trace_side_by_side():
    v = Variable(2.0)
    graphs = []

    def trace():
        with FuncGraph("f").as_default() as f:
            for _ in range(50):
                v.assign_add(v * 2.0)
        graphs.append(f)

    threads = [threading.Thread(target=trace) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(graphs) == 4
    assert all(list(f.captures) == [v.handle] for f in graphs)
    assert {len(f.get_operations()) for f in graphs} == {1 + 50 * 5}  # Const, Mul, two reads and an assignment.
