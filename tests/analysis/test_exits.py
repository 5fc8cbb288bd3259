"""Exits: which constructs may be staged, and which jumps that makes flags."""

import gast
import pytest

from autograph.analysis.exits import BREAK, CONTINUE, RETURN, Exits, falls_through, leaving_jumps
from autograph.analysis.staging import Native
from tests.analysis.trees import find, function, statements


def exits_of(text, native=()):
    """The function, and its exits with some statements kept native."""
    tree, exits = function(text), Exits()
    exits.find(tree.body, Native(statements={find(tree, kind) for kind in native}))
    return tree, exits


@pytest.mark.parametrize(
    "text",
    [
        "return", "raise E", "if x: return\nelse: raise E", "while True: pass", "while 1:\n if x: return",
        "try: return\nexcept E: raise", "try: x\nfinally: return", "match x:\n case 1: return\n case _: return",
    ],
)  # fmt: skip
def test_these_blocks_never_reach_their_end(text):
    assert not falls_through(statements(text))


@pytest.mark.parametrize(
    "text",
    [
        "x", "if x: return", "while x: return", "for y in x: return", "while True:\n if x: break", "with x: return",
        "try: return\nexcept E: pass", "match x:\n case 1: return",
    ],
)  # fmt: skip
def test_these_blocks_may_reach_their_end(text):
    assert falls_through(statements(text))


def test_a_jump_under_a_staged_condition_is_flagged():
    tree, exits = exits_of("def f(x):\n    if x > 0:\n        return 1\n    return 2")
    assert exits.flagged == {node for node in gast.walk(tree) if isinstance(node, gast.Return)}


def test_a_jump_under_a_plain_condition_is_not():
    _, exits = exits_of("def f(x):\n    if callable(x):\n        return 1\n    return 2")
    assert not exits.flagged


def test_the_target_of_a_break_counts_and_that_of_a_continue_does_not():
    tree, exits = exits_of("def f(xs):\n    for x in xs:\n        if callable(x): continue\n        break")
    assert exits.flagged == {find(tree, gast.Break)}


def test_a_flagged_break_makes_any_loop_staged():
    tree, exits = exits_of("def f(x):\n    while True:\n        if x > 0:\n            break")
    assert find(tree, gast.While) in exits.staged


def test_an_outer_loop_that_an_inner_one_returns_through_is_staged():
    tree, exits = exits_of("""
        def f(x):
            while True:
                for y in (1, 2):
                    if x > y:
                        return y
    """)
    assert {find(tree, gast.While), find(tree, gast.For)} <= exits.staged


def test_a_native_condition_flags_nothing():
    tree, exits = exits_of("def f(x):\n    if x > 0:\n        return 1", native=[gast.If])
    assert not exits.flagged
    assert not exits.staged


@pytest.mark.parametrize("text", ["async for y in x: return y", "try: pass\n finally: return x"])
def test_jumps_out_of_finally_and_async_loops_stay(text):
    tree = find(gast.parse(f"async def f(x):\n if x > 0:\n  x = 1\n {text}"), gast.AsyncFunctionDef)
    exits = Exits()
    exits.find(tree.body, Native())
    assert not exits.flagged


def test_a_statement_knows_the_kinds_that_leave_it():
    tree, exits = exits_of("""
        def f(xs):
            for x in xs:
                if x > 0:
                    continue
                if x < 0:
                    break
                return x
    """)
    loop = find(tree, gast.For)
    assert [exits.leaving.get(statement) for statement in (*loop.body[:2], loop)] == [{CONTINUE}, {BREAK}, {RETURN}]


def test_jumps_that_leave_a_block_are_those_with_a_target_outside():
    (loop,) = statements("for x in xs:\n    if x: break\n    return\nelse:\n    continue")
    assert [type(jump) for jump in leaving_jumps([loop])] == [gast.Return, gast.Continue]
