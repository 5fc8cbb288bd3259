"""What a run tells about its operations."""

import json
import sys
import threading

import numpy as np
import pytest

import runtime as rt
from runtime import RunMetadata, RunOptions

FULL = RunOptions(trace_level=RunOptions.FULL_TRACE)


def nodes(metadata):
    return metadata.step_stats.dev_stats[0].node_stats


@pytest.fixture
def loop():
    with rt.Graph().as_default(), rt.Session() as session:
        x = rt.placeholder(rt.float32, [2, 2], name="x")
        _, result = rt.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, rt.matmul(a, x)), (0, x))
        yield session, x, result


def test_each_operation_is_recorded_as_often_as_it_runs(loop):
    session, x, result = loop
    metadata = RunMetadata()
    value = session.run(result, {x: np.eye(2)}, FULL, metadata)
    assert value.tolist() == np.eye(2).tolist()
    assert [node.op_type for node in nodes(metadata)].count("MatMul") == 3
    assert all(node.all_end_rel_micros > 0 and node.source.startswith(__file__) for node in nodes(metadata))


def test_a_run_with_a_deadline_is_recorded(loop):
    session, x, result = loop
    metadata = RunMetadata()
    session.run(result, {x: np.eye(2)}, RunOptions(trace_level=1, timeout_in_ms=10_000), metadata)
    assert "MatMul" in {node.op_type for node in nodes(metadata)}


def test_the_trace_is_one_that_chrome_shows(loop):
    session, x, result = loop
    metadata = RunMetadata()
    session.run(result, {x: np.eye(2)}, FULL, metadata)
    events = json.loads(metadata.chrome_trace())["traceEvents"]
    assert events[0]["args"]["name"] == "/device:CPU:0"
    complete = [event for event in events if event["ph"] == "X"]
    assert all({"ts", "dur", "pid", "tid", "name"} <= set(event) for event in complete)
    assert complete == sorted(complete, key=lambda event: event["ts"])
    assert {event["tid"] for event in complete} == {threading.get_ident()}


def test_nothing_is_recorded_unless_asked_for(loop):
    session, x, result = loop
    metadata = RunMetadata()
    session.run(result, {x: np.eye(2)}, run_metadata=metadata)
    assert metadata.step_stats.dev_stats == []
    assert metadata.seconds > 0


def test_a_debugger_gets_its_hook_back(loop):
    session, x, result = loop

    def hook(frame, event, arg):
        return None

    before = sys.gettrace()
    sys.settrace(hook)
    try:
        session.run(result, {x: np.eye(2)}, FULL, RunMetadata())
        assert sys.gettrace() is hook
    finally:
        sys.settrace(before)


def test_errors_pass_through_a_recorded_run():
    with rt.Graph().as_default(), rt.Session() as session:
        x = rt.placeholder(rt.float32, [])
        checked = rt.debugging.check_numerics(1.0 / x, "not finite")
        with pytest.raises(rt.errors.InvalidArgumentError, match="not finite"):
            session.run(checked, {x: 0.0}, FULL, RunMetadata())
