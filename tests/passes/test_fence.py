"""The fence pass: what must stay plain Python runs as ever, and a note says so."""

import pytest

from tests.passes.running import converted, lower, native, text, unit_of


@pytest.mark.parametrize("use", ["locals()", "vars()", "dir()", "eval('x')", "exec('x')", "sys._getframe()"])
def test_a_function_that_looks_at_its_variables_is_left_as_it_is(use):
    before = f"""
        def f(x):
            if x > 0:
                return {use}
    """
    assert lower(before) == lower(before, "fence")


@pytest.mark.parametrize("use", ["vars(x)", "dir(x)", "eval('x', {})", "exec('x', {})", "globals()"])
def test_a_function_that_looks_elsewhere_is_converted(use):
    before = f"""
        def f(x):
            if x > 0:
                return {use}
    """
    assert "ag.when" in lower(before)


def test_a_function_inside_one_that_looks_at_its_variables_is_converted():
    before = """
        def f(x):
            def g(y):
                if y > 0:
                    return y
            return g, locals()
    """
    assert lower(before).count("ag.when") == 1


def test_the_note_shows_what_looks_and_how_to_go_on():
    (note,) = unit_of("""
        def f(x):
            return locals()
    """).unit.notes
    assert (note.span.line, note.span.column) == (2, 11)
    assert "`locals()`" in note.what
    assert "without `locals()`" in note.fix


def test_a_condition_that_a_jump_in_finally_depends_on_stays():
    before = """
        def f(xs, y):
            for x in xs:
                try:
                    if y > x:
                        y = x
                finally:
                    if y > 5:
                        break
            return y
    """
    after = lower(before, "control_flow")
    assert "if y > 5:" in after
    assert "if then := ag.when(y > x):" in after


def test_conditional_jumps_beside_one_in_finally_stay():
    before = """
        def f(xs, y):
            for x in xs:
                if x > y:
                    continue
                try:
                    g(x)
                finally:
                    break
    """
    after = lower(before, "control_flow")
    assert "if x > y:\n            continue" in after


def test_an_async_loop_keeps_its_jumps():
    before = """
        async def f(xs, y):
            async for x in xs:
                if x > y:
                    break
                if x < y:
                    y = x
            return y
    """
    after = lower(before, "control_flow")
    assert "if x > y:\n            break" in after
    assert "if then := ag.when(x < y):" in after


def test_a_native_condition_is_noted_once():
    notes = unit_of("""
        async def f(xs, y):
            async for x in xs:
                if x > y:
                    return x
    """).unit.notes
    assert [note.span.line for note in notes] == [3]
    assert "`async for`" in notes[0].what


def test_a_function_that_is_left_runs_as_ever():
    f = native(
        text("""
        def f(x):
            if x > 0:
                y = 1
            return sorted(locals())
    """)
    )["f"]
    assert converted(f)(1) == f(1) == ["x", "y"]
