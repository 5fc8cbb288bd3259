"""Liveness: what is read after a statement before it is written again."""

import gast
import pytest

from autograph.analysis.flags import Flags
from autograph.analysis.liveness import Liveness
from tests.analysis.trees import find, function


def after_if(text):
    """What is live after the first `if` of a function."""
    tree = function(text)
    return Liveness(tree).after(find(tree, gast.If))


def body(text):
    return "def f(x, y, z):\n" + "\n".join("    " + line for line in text.splitlines())


@pytest.mark.parametrize(
    ("text", "live"),
    [
        ("if x: pass\nreturn y", {"y"}),
        ("if x: pass\ny = 1\nreturn y", set()),
        ("if x: pass\ny = y + 1\nreturn y", {"y"}),
        ("if x: pass\nif z: y = 1\nreturn y", {"y", "z"}),
        ("if x: pass\nif z: return y\nelse: y = 1", {"y", "z"}),
        ("if x: pass\nfor y in z: pass\nreturn y", {"y", "z"}),
        ("if x: pass\ndel y", {"y"}),
        ("if x: pass\ny[0] = 1", {"y"}),
        ("if x: pass\nraise y", {"y"}),
        ("if x: pass\nwith z as y: pass\nreturn y", {"z"}),
        ("if x: pass\nimport y\nreturn y", set()),
        ("if x: pass\n(y := 1) and y", {"y"}),
        ("if x: pass\nmatch z:\n    case [y]: return y", {"z", "y"}),
    ],
)
def test_what_is_live_follows_from_what_comes_later(text, live):
    assert after_if(body(text)) == live


def test_the_head_of_a_loop_comes_after_its_end():
    assert after_if(body("while x:\n    z = y\n    if x: y = 1\nreturn z")) == {"x", "y", "z"}


def test_what_a_turn_writes_first_is_not_live_at_its_end():
    assert after_if(body("for x in z:\n    y = 1\n    g(y)\n    if x: pass")) == {"g"}


def test_a_break_leads_behind_the_loop_and_past_its_else():
    text = body("while x:\n    if z:\n        y = 1\n        break\n    y = 2\nelse:\n    y = 3\nreturn y")
    tree = function(text)
    live, (assign, _) = Liveness(tree), find(tree, gast.If).body
    assert "y" in live.after(assign)
    assert "y" not in live.after(find(tree, gast.If))


def test_an_exception_may_come_at_any_time_in_a_try():
    assert after_if(body("try:\n    if x: pass\n    y = 1\nexcept E:\n    return y")) == {"y", "E"}


def test_finally_reads_whatever_way_is_taken():
    assert after_if(body("try:\n    if x: pass\n    return z\nfinally:\n    g(y)")) == {"g", "y", "z"}


def test_the_name_of_an_exception_is_written_by_its_handler():
    assert after_if(body("if x: pass\ntry:\n    g()\nexcept E as y:\n    return y")) == {"g", "E"}


def test_a_with_may_swallow_an_exception_before_a_name_is_written():
    assert "y" in after_if(body("if x: pass\nwith z:\n    y = 1\nreturn y"))


def test_captured_and_declared_names_are_always_live():
    assert after_if(body("k = lambda: y\nif x: pass")) == {"y"}
    assert after_if("def f(x):\n    nonlocal y\n    global z\n    if x: y = z = 1") == {"y", "z"}


def test_flags_that_end_a_loop_are_read_at_its_head():
    tree = function("def f(xs):\n    for x in xs:\n        if x: done = True")
    loop = find(tree, gast.For)
    assert Liveness(tree, Flags(until={loop: ("done",)})).after(loop.body[0]) == {"done"}


def test_what_is_live_before_a_block_and_a_turn():
    tree = function(body("while x:\n    if y: pass\n    else: z = x\n    x = z"))
    live, loop = Liveness(tree), find(tree, gast.While)
    assert live.at_head(loop) == {"x", "y", "z"}
    assert live.before(loop.body[0].orelse) == {"x", "y"}
    assert live.before([]) == set()


def test_a_store_to_an_item_writes_the_variable():
    tree = function(body("if x:\n    y[0] = 1\n    z.a = 2"))
    assert Liveness(tree).written(tree.body) == {"y"}


def test_deep_and_long_functions_take_a_moment_only():
    deep = "def f(x):\n" + "".join("    " * (i + 1) + f"while x > {i}:\n" for i in range(60)) + "    " * 61 + "x = 1"
    long = "def f(x):\n" + "    if x: y = x\n" * 3000
    for text in (deep, long):
        tree = function(text)
        assert Liveness(tree).written(tree.body)
