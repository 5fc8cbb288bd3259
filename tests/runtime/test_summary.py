"""Summaries in event files, written eagerly and from functions."""

import numpy as np
import pytest

import runtime as rt
from runtime.formats import tensor_proto
from runtime.formats.events import read_directory
from runtime.summary import experimental


@pytest.fixture
def logs(tmp_path):
    """A writer, and what gives (step, tag, value) of all that was written."""

    class Logs:
        directory = str(tmp_path / "logs")
        writer = rt.summary.create_file_writer(directory)

        def written(self):
            self.writer.flush()
            values = [(event.step, value) for event in read_directory(self.directory) for value in event.summary.value]
            return [(step, value.tag, tensor_proto.decode(value.tensor, "it").tolist()) for step, value in values]

    yield Logs()
    experimental.set_step(None)


def test_a_number_is_written_with_its_step(logs):
    with logs.writer.as_default():
        assert rt.summary.scalar("loss", 3, step=7)
    assert logs.written() == [(7, "loss", 3.0)]


def test_open_name_scopes_stand_before_the_tag(logs):
    with logs.writer.as_default(), rt.name_scope("model"):
        rt.summary.scalar("loss", 1.0, step=0)
    assert logs.written()[0][1] == "model/loss"


def test_nothing_is_written_without_a_writer():
    assert not rt.summary.scalar("loss", 1.0)
    assert not rt.summary.should_record_summaries()


def test_a_step_is_needed(logs):
    with logs.writer.as_default(), pytest.raises(ValueError, match="No step set"):
        rt.summary.scalar("loss", 1.0)


def test_the_default_step_may_be_a_variable(logs):
    step = rt.Variable(4, dtype=rt.int64)
    experimental.set_step(step)
    with logs.writer.as_default():
        rt.summary.scalar("x", 1.0)
        step.assign_add(1)
        rt.summary.scalar("x", 2.0)
    assert logs.written() == [(4, "x", 1.0), (5, "x", 2.0)]
    assert experimental.get_step() is step


def test_a_function_writes_to_the_writer_of_each_call(logs, tmp_path):
    @rt.function
    def f(x):
        rt.summary.scalar("x", x, step=0)

    other = rt.summary.create_file_writer(str(tmp_path / "other"))
    f(rt.constant(1.0))
    for writer, x in ((logs.writer, 2.0), (other, 3.0)):
        with writer.as_default():
            f(rt.constant(x))
    assert logs.written() == [(0, "x", 2.0)]
    assert len(list(read_directory(str(tmp_path / "other")))) == 2


def test_a_function_takes_the_step_of_each_call(logs):
    @rt.function
    def f(x):
        rt.summary.scalar("x", x)

    with logs.writer.as_default():
        for step in (3, 5):
            experimental.set_step(step)
            f(rt.constant(1.0))
    assert [step for step, _, _ in logs.written()] == [3, 5]


def test_a_function_sees_conditions_from_outside(logs):
    @rt.function
    def f(x):
        rt.summary.scalar("x", x, step=0)

    step = rt.Variable(0)
    with logs.writer.as_default(), rt.summary.record_if(lambda: rt.equal(step % 2, 0)):
        for i in range(4):
            step.assign(i)
            f(rt.constant(float(i)))
    assert [value for _, _, value in logs.written()] == [0.0, 2.0]


def test_conditions_inside_of_a_function_may_be_tensors(logs):
    @rt.function
    def f(x):
        with rt.summary.record_if(x > 1.0):
            return rt.summary.scalar("x", x, step=0)

    with logs.writer.as_default():
        assert [bool(f(rt.constant(x))) for x in (1.0, 2.0)] == [False, True]
    assert logs.written() == [(0, "x", 2.0)]


def test_a_writer_opened_inside_of_a_function_is_the_one(logs):
    @rt.function
    def f(x):
        with logs.writer.as_default(step=9):
            rt.summary.scalar("x", x)

    f(rt.constant(1.0))
    assert logs.written() == [(9, "x", 1.0)]


def test_histograms_have_buckets_of_equal_width(logs):
    with logs.writer.as_default(step=0):
        rt.summary.histogram("h", [0.0, 1.0, 1.0, 4.0], buckets=4)
        rt.summary.histogram("one", [2, 2], buckets=2)
        rt.summary.histogram("none", np.zeros([0]), buckets=1)
    many, one, none = [value for _, _, value in logs.written()]
    assert many == [[0, 1, 1], [1, 2, 2], [2, 3, 0], [3, 4, 1]]
    assert one == [[2, 2, 0], [2, 2, 2]]
    assert none == [[0, 0, 0]]


def test_images_are_png_files_after_their_size(logs):
    with logs.writer.as_default(step=0):
        rt.summary.image("i", np.full([5, 2, 3, 1], 0.5), max_outputs=2)
    width, height, *files = logs.written()[0][2]
    assert (width, height, len(files)) == (b"3", b"2", 2)
    from runtime.formats import png

    assert png.decode(files[0]).tolist() == [[[127]] * 3] * 2


def test_texts_and_any_tensor_can_be_written(logs):
    with logs.writer.as_default(step=1):
        rt.summary.text("t", ["a", "b"])
        rt.summary.write("w", [1, 2])
    assert logs.written() == [(1, "t", [b"a", b"b"]), (1, "w", [1, 2])]


def test_a_scalar_is_one_number(logs):
    with logs.writer.as_default(step=1), pytest.raises(rt.errors.InvalidArgumentError, match=r"'x' is of a scalar"):
        rt.summary.scalar("x", [1.0])


def test_a_closed_writer_says_so(logs):
    logs.writer.close()
    with pytest.raises(rt.errors.FailedPreconditionError, match="not open"), logs.writer.as_default(step=0):
        rt.summary.scalar("x", 1.0)


def test_a_trace_holds_the_graphs_of_the_functions_that_ran(logs):
    @rt.function
    def f(x):
        return x + 1

    f(rt.constant(1.0))
    rt.summary.trace_on()
    f(rt.constant(1.0))
    with logs.writer.as_default():
        rt.summary.trace_export("graphs", step=0)
    from runtime.formats import messages

    data = logs.written()[0][2]
    metadata = messages.parse("RunMetadata", data, "it")
    assert "AddV2" in {node.op for node in metadata.function_graphs[0].pre_optimization_graph.node}
    with pytest.raises(ValueError, match="Must enable trace"):
        rt.summary.trace_export("graphs", step=0)


def test_a_graph_is_written_whole(logs):
    graph = rt.function(lambda x: x * 2.0).get_concrete_function(rt.constant(1.0)).graph
    with logs.writer.as_default():
        assert rt.summary.graph(graph)
    logs.writer.flush()
    assert any(event.graph_def for event in read_directory(logs.directory))


def test_a_writer_in_a_graph_is_opened_by_its_operation(tmp_path):
    directory = str(tmp_path / "logs")
    with rt.Graph().as_default(), rt.Session() as session:
        writer = rt.summary.create_file_writer(directory)
        with writer.as_default():
            written = rt.summary.scalar("x", 2.0, step=1)
            operations = rt.get_default_graph().get_operations()
        summary = next(op for op in operations if op.type == "WriteScalarSummary")
        with pytest.raises(rt.errors.FailedPreconditionError, match=r"writer.init\(\)"):
            session.run(summary)
        session.run(writer.init())
        session.run([summary, written])
        session.run(writer.close())
    assert [value.tag for event in read_directory(directory) for value in event.summary.value] == ["x"]
