"""What errors of traces and runs show: every disagreement, the user's lines with carets, no frames of this project."""

import subprocess
import sys
import traceback
from pathlib import Path

import pytest

import autograph as ag
import runtime as rt
from autograph.errors import StagingError

ROOT = Path(__file__).parent.parent.parent
HAS_CARETS = sys.version_info >= (3, 11)


def line_of(text):
    """The number of the line of this file that reads so first."""
    lines = Path(__file__).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.strip() == text)


@ag.function
def branches(x):
    if x > 0:
        a, c, d = x, (x, x), [1]
        b = 1
    else:
        a, c, d = "no", (x,), None
        b = "s"
    return a, b, c, d


@ag.function
def turns(n):
    a, b, c = 0, (1, 2), True
    for _ in range(n):
        a = "s"
        b = (1,)
        c = 3
    return a, b, c


@ag.function
def structures(x):
    if x > 0:
        return x
    return x, (x, 1)


def test_branches_list_every_disagreement_with_lines_and_ways_out():
    with pytest.raises(StagingError) as caught:
        branches(rt.constant(3.0))
    text = str(caught.value)
    assert text.startswith(f"{__file__}:{line_of('if x > 0:')}:")
    assert "the branches of this `if` disagree about 'a' and 'b' and 'c' and 'd'" in text
    first, second = line_of("a, c, d = x, (x, x), [1]"), line_of('a, c, d = "no", (x,), None')
    assert f"'a' has dtype float32 in the main branch (line {first}), but dtype string in the else branch" in text
    assert f"in the else branch (line {second})" in text
    assert f"'b' has dtype int32 in the main branch (line {line_of('b = 1')})" in text
    assert "'c' is tuple of 2" in text
    assert "does not have the same nested structure" in text
    assert "'d' is None at the end of the else branch" in text
    assert "give 'a' and 'b' the same kind of value on every path" in text
    assert "give 'c' the same number and kinds of parts on every path" in text
    assert "give 'd' a value of the same kind where it is None" in text


def test_loops_list_every_disagreement():
    with pytest.raises(StagingError) as caught:
        turns(rt.constant(3))
    text = str(caught.value)
    assert "this loop changes the type of 'a' and 'b' and 'c'" in text
    assert "'a' has dtype int32 before the loop, but dtype string after one iteration" in text
    assert "'b' is tuple of 2 before the loop, but tuple of 1 after one iteration" in text
    assert "'c' has dtype bool before the loop, but dtype int32 after one iteration" in text
    assert "^^^^^^^^" in text or not HAS_CARETS


def test_returns_of_different_structure_name_both_lines():
    with pytest.raises(StagingError) as caught:
        structures(rt.constant(3.0))
    text = str(caught.value)
    assert "the branches of this `if` disagree about the returned value" in text
    assert f"in the main branch (line {line_of('return x')})" in text
    assert f"in the else branch (line {line_of('return x, (x, 1)')})" in text
    assert "return_value" not in text


def test_returns_of_one_structure_may_have_different_shapes():
    @ag.function
    def f(x):
        if x[0] > 0:
            return x, 1.0
        return x[1:], 2.0

    assert [part.tolist() for part in f(rt.constant([3.0, 2.0]))] == [[3.0, 2.0], 1.0]
    assert [part.tolist() for part in f(rt.constant([-3.0, 2.0]))] == [[2.0], 2.0]


@ag.function
def divided(n):
    total = 0
    for i in range(n):
        total += 10 // (2 - i)
    return total


def nested_helper(x):
    return rt.matmul(x, x)


@ag.function
def calling(x):
    if rt.reduce_sum(x) > 0:
        return nested_helper(x)
    return x


@pytest.mark.skipif(not HAS_CARETS, reason="Python knows columns from 3.11 on")
def test_a_failure_of_the_run_shows_the_line_with_a_caret_and_the_turn():
    with pytest.raises(rt.errors.InvalidArgumentError) as caught:
        divided(rt.constant(5))
    lines = str(caught.value).splitlines()
    number = line_of("total += 10 // (2 - i)")
    assert f"  made at {__file__}:{number}, in divided" in lines
    assert f"{number:>6} |         total += 10 // (2 - i)" in lines
    assert "       |                  ^^^^^^^^^^^^^" in lines
    assert lines[-1].startswith("  in turn 3 of the loop ")
    assert lines[-1].endswith(f"made at {__file__}:{line_of('for i in range(n):')}")


def test_a_failure_in_a_branch_shows_the_line_of_the_helper():
    with pytest.raises(rt.errors.InvalidArgumentError, match="in nested_helper"):
        calling(rt.constant([1.0, 2.0]))


def test_a_generator_that_yields_in_a_staged_block_is_named():
    @ag.function
    def f(n):
        def some():
            for i in range(3):
                if i < n:
                    yield i

        return sum([*some()])

    with pytest.raises(StagingError, match="a generator yields inside of a block that a tensor decides"):
        f(rt.constant(2))


def test_a_list_of_run_time_length_says_what_it_cannot_hold():
    @ag.function
    def f(n):
        pairs = []
        for i in range(n):
            pairs.append((i, [i * 2.0]))
        return len(pairs)

    with pytest.raises(StagingError) as caught:
        f(rt.constant(2))
    assert "is tuple of 2, which a list of run-time length cannot hold: not all in it is a tensor" in str(caught.value)
    assert "a tuple, dict or record of nothing else" in str(caught.value)


def frames(error):
    return [frame.name for frame in traceback.extract_tb(error.__traceback__)]


def outer():
    return inner()


def inner():
    raise KeyError("here")


def test_frames_of_this_project_are_hidden():
    @ag.function
    def failing(x):
        try:
            return outer()
        except KeyError as error:
            raise RuntimeError("wrapped") from error

    with pytest.raises(RuntimeError) as caught:
        failing(rt.constant(1.0))
    assert frames(caught.value) == ["test_frames_of_this_project_are_hidden", "__call__", "failing"]
    assert isinstance(caught.value.__cause__, KeyError)
    assert frames(caught.value.__cause__) == ["failing", "outer", "inner"]


def test_a_session_and_a_converted_function_hide_them_too():
    def failing(x):
        if x > 0:
            x = x + [][0]
        return x

    with rt.Graph().as_default(), pytest.raises(IndexError) as caught:
        ag.to_graph(failing)(rt.placeholder(rt.int32, []))
    assert frames(caught.value)[1:] == ["call", "failing"]
    with rt.Graph().as_default():
        quotient = 1 // rt.placeholder_with_default(0, [])
        with pytest.raises(rt.errors.InvalidArgumentError) as caught:
            rt.Session().run(quotient)
    assert frames(caught.value)[1:] == ["run"]


PROGRAM = """
import autograph as ag, runtime as rt

@ag.function
def f(x):
    return 1 // x

f(rt.constant(0))
"""


@pytest.mark.parametrize("full", [False, True])
def test_a_variable_of_the_environment_shows_all_frames(tmp_path, full):
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {"PYTHONPATH": str(ROOT), "AUTOGRAPH_FULL_TRACEBACK": str(int(full))}
    command = [sys.executable, str(tmp_path / "program.py")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert "program.py" in done.stderr
    assert ("call_flat" in done.stderr) == full
