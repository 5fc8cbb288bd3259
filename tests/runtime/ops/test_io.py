"""Printing, assertions, Python functions as operations."""

import gc
import logging
import sys
import weakref

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.kernels import summary
from tests.runtime.helpers import new_graph

# ---------------------------------------------------------------------------------------------- print


def printed(capsys, *inputs, **options):
    rt.print(*inputs, **options)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "1"),
        ([True, False], "[1 0]"),
        (np.float32(1 / 3), "0.333333343"),
        (1 / np.float64(3), "0.33333333333333331"),
        (np.float32([1, 1e10, 1e-7, 0.1, 123456789]), "[1 1e+10 1e-07 0.1 123456792]"),
        (np.float32([np.nan, np.inf, -np.inf]), "[nan inf -inf]"),
        (np.float16(2.5), "2.5"),
        (["a", 'b"\n'], '["a" "b\\"\\n"]'),
        (np.arange(10), "[0 1 2 ... 7 8 9]"),
        (np.arange(4).reshape(2, 2), "[[0 1]\n [2 3]]"),
        (np.arange(8).reshape(2, 2, 2), "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]"),
        (np.zeros([0]), "[]"),
    ],
)
def test_tensors_have_tensorflows_text(capsys, value, text):
    assert printed(capsys, rt.constant(value)) == text + "\n"


def test_all_kinds_of_inputs_are_printed(capsys):
    x = rt.constant([1, 2])
    assert printed(capsys, "x:", x, {"e": {}, "k": x}, [rt.constant(1.5), 2], None, 1.5, (x,), sep="|", end="!") == (
        "x:|[1 2]|{'e': {}, 'k': [1 2]}|[1.5, 2]|None|1.5|([1 2],)!"
    )


def test_braces_of_the_user_stay(capsys):
    assert printed(capsys, "{}", rt.constant(1), "{0}") == "{} 1 {0}\n"


def test_how_much_is_shown_can_be_chosen(capsys):
    x = rt.range(10)
    assert printed(capsys, x, summarize=1) == "[0 ... 9]\n"
    assert printed(capsys, x, summarize=-1) == "[0 1 2 3 4 5 6 7 8 9]\n"


def test_a_function_prints_each_time_that_it_runs(capsys):
    @rt.function
    def f(x):
        rt.print("x is", x)
        return x + 1

    for value in (1, 2):
        f(rt.constant(value))
    assert capsys.readouterr().out == "x is 1\nx is 2\n"


def test_in_a_graph_the_operation_prints(capsys):
    with new_graph() as g:
        x = rt.placeholder("int32", [])
        op = rt.print("x =", x)
    assert capsys.readouterr().out == ""
    rt.Session(graph=g).run(op, {x: 5})
    assert capsys.readouterr().out == "x = 5\n"


def test_other_streams(capsys, tmp_path, caplog):
    rt.print(1, output_stream=sys.stderr)
    assert capsys.readouterr().err == "1\n"
    path = tmp_path / "log.txt"
    for _ in range(2):
        rt.print(rt.constant(2), output_stream=f"file://{path}")
    assert path.read_text() == "2\n2\n"
    with caplog.at_level(logging.WARNING, "runtime"):
        rt.print("careful", output_stream=logging.WARNING)
    assert caplog.messages == ["careful"]
    with pytest.raises(ValueError, match="Unsupported output stream"):
        rt.print(1, output_stream="nowhere")


def test_the_print_op_of_tensorflow_1_passes_its_input_on(capsys):
    from runtime.dispatch import apply_op

    x = apply_op("Print", [rt.constant(1), [rt.constant([1, 2, 3, 4])]], {"message": "here: "})[0]
    assert x.tolist() == 1
    assert capsys.readouterr().err == "here: [1 2 3...]\n"


# ---------------------------------------------------------------------------------------------- assertions


def test_a_condition_that_holds_is_nothing():
    assert rt.Assert(rt.constant(True), ["never"]) is None


def test_a_failed_assertion_shows_its_data():
    with pytest.raises(errors.InvalidArgumentError) as caught:
        rt.Assert(rt.constant(False), ["bad", rt.constant([1, 2, 3, 4]), rt.constant([[1.5, 2.0], [3.0, 4.0]]), True])
    assert str(caught.value) == "assertion failed: [bad] [1 2 3...] [[1.5 2][3...]...] [1]"


def test_an_assertion_in_a_function_is_checked_each_time():
    @rt.function
    def f(x):
        rt.Assert(x > 0, ["x is", x])
        return x * 2

    assert int(f(rt.constant(3))) == 6
    with pytest.raises(errors.InvalidArgumentError, match=r"assertion failed: \[x is\] \[-3\]"):
        f(rt.constant(-3))


def test_an_assertion_in_a_session_runs_as_a_control_input():
    with new_graph() as g:
        x = rt.placeholder("int32", [])
        with rt.control_dependencies([rt.Assert(x > 0, [x])]):
            y = rt.identity(x)
    session = rt.Session(graph=g)
    assert session.run(y, {x: 1}) == 1
    with pytest.raises(errors.InvalidArgumentError, match=r"\[0\]"):
        session.run(y, {x: 0})


def test_the_condition_is_a_scalar():
    with pytest.raises(errors.InvalidArgumentError, match=r"scalar, not of shape \(2,\)"):
        rt.Assert(rt.constant([True, True]), [])
    with new_graph(), pytest.raises(errors.InvalidArgumentError, match="use reduce_all"):
        rt.Assert(rt.placeholder("bool", [2]), [])


def test_an_assertion_needs_no_data():
    with new_graph() as g:
        op = rt.Assert(rt.constant(False), [])
    with pytest.raises(errors.InvalidArgumentError, match="the condition is false"):
        rt.Session(graph=g).run(op)


def test_the_summary_of_an_assertion_stops_at_its_limit():
    assert summary.flat_text(np.arange(24).reshape(2, 3, 4), 3) == "[[0 1 2...]]..."
    assert summary.flat_text(np.arange(24).reshape(2, 3, 4), 7) == "[[0 1 2 3][4 5 6...]]..."
    assert summary.flat_text(np.arange(4).reshape(2, 2), -1) == "[0 1][2 3]"


# ---------------------------------------------------------------------------------------------- Python functions


def test_a_python_function_gets_eager_tensors():
    with new_graph() as g:
        x = rt.placeholder("float32", [None])
        y = rt.py_function(lambda t: t + float(t[0].numpy()), [x], "float32")
    assert rt.Session(graph=g).run(y, {x: [1.0, 2.0]}).tolist() == [2.0, 3.0]


def test_a_numpy_function_gets_arrays():
    with new_graph() as g:
        x = rt.placeholder("float32", [None])
        total, largest = rt.numpy_function(lambda a: (a.sum(), a.max()), [x], ["float32", "float32"])
    assert rt.Session(graph=g).run([total, largest], {x: [1.0, 2.0]}) == [3.0, 2.0]


def test_python_functions_run_at_once_on_concrete_values():
    assert rt.numpy_function(np.sum, [[1.0, 2.0]], "float32").tolist() == 3.0
    assert rt.py_function(lambda: None, [], []) == []
    assert rt.py_func(lambda a, b: a + b, [1, 2], "int32").tolist() == 3


def test_python_functions_run_outside_of_every_graph():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        y = rt.py_function(lambda t: t * 2.0, [x], "float32")
        count = len(g.get_operations())
        assert rt.Session(graph=g).run(y, {x: 2.0}) == 4.0
        assert len(g.get_operations()) == count


@pytest.mark.parametrize(("result", "match"), [
    (lambda: 1 + 2j, "returns complex128, but expects float32"),
    (lambda: (1.0, 2.0), "returns 2 values, but expects to see 1"),
    (lambda: None, "returns 0 values"),
    (lambda: "a", "returns string, but expects float32"),
])  # fmt: skip
def test_results_are_what_was_declared(result, match):
    with new_graph() as g:
        y = rt.numpy_function(result, [], "float32")
    with pytest.raises(errors.InvalidArgumentError, match=match):
        rt.Session(graph=g).run(y)


def test_a_python_number_takes_the_declared_dtype():
    assert rt.numpy_function(lambda: 1, [], "float64").dtype == "float64"


def test_a_function_lives_as_long_as_its_graph():
    def function():
        return 1.0

    with new_graph() as g:
        y = rt.numpy_function(function, [], "float32")
    alive = weakref.ref(function)
    del function
    gc.collect()
    assert rt.Session(graph=g).run(y) == 1.0
    del y, g
    gc.collect()
    assert alive() is None


def test_a_function_that_is_gone_is_told():
    from runtime.dispatch import apply_op

    with pytest.raises(errors.NotFoundError, match="cannot be saved and loaded"):
        apply_op("PyFunc", [[]], {"token": "pyfunc_gone", "Tin": (), "Tout": ("float32",)})


def test_the_clock_is_read_each_time():
    with new_graph() as g:
        now = rt.timestamp()
    session = rt.Session(graph=g)
    assert session.run(now) <= session.run(now)
