"""The user's line of an operation."""

import inspect

from runtime import origin
from runtime.dispatch import apply_one
from runtime.ops.state import placeholder
from tests.runtime.helpers import new_graph


def line():
    return inspect.currentframe().f_back.f_lineno


def test_an_operation_knows_the_line_that_asked_for_it():
    with new_graph():
        x, at = placeholder("float32"), line()
    assert x.op.source == (__file__, at, "test_an_operation_knows_the_line_that_asked_for_it")
    assert str(x.op.source) == f"{__file__}:{at}"


def test_the_innermost_line_outside_of_the_framework_counts():
    def helper(x):
        return apply_one("Neg", [x]), line()

    with new_graph():
        y, at = helper(placeholder("float32"))
    assert (y.op.source.line, y.op.source.function) == (at, "helper")


def test_a_statement_over_several_lines_gives_the_line_of_the_call():
    with new_graph():
        start = line()
        tensors = [
            placeholder("float32"),
            placeholder("float32"),
        ]
    assert [t.op.source.line - start for t in tensors] == [2, 3]


def test_directories_can_be_counted_as_the_framework(monkeypatch, tmp_path):
    monkeypatch.setattr(origin, "_internal_directories", list(origin._internal_directories))
    name = str(tmp_path / "generated.py")
    assert not origin.is_internal(name)
    origin.mark_internal(str(tmp_path))
    assert origin.is_internal(name)
    origin._internal_files.clear()


def test_code_without_user_frames_has_no_origin(monkeypatch):
    monkeypatch.setattr(origin, "is_internal", lambda filename: True)
    assert origin.user_origin() is None
