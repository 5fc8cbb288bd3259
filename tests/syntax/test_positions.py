"""Positions of generated nodes."""

import gast
import pytest

from autograph.syntax.positions import at
from autograph.syntax.quoting import quote


def parsed(text):
    return gast.parse(text).body[0]


def test_generated_nodes_stand_where_their_header_does():
    header = parsed("while x > 0: pass").test
    for node in gast.walk(at(quote("loop = f(1)"), header)[0]):
        if "lineno" in node._attributes:
            assert (node.lineno, node.col_offset, node.end_col_offset) == (1, 6, 11)


def test_the_users_nodes_keep_their_positions():
    statement = parsed("if x:\n    y = 1")
    (node,) = at(quote("for then in t:\n    body", t=statement.test, body=statement.body), statement.test)
    assert node.body[0].lineno == 2


def test_what_is_under_a_placed_node_is_left_alone():
    call = parsed("f(x)").value
    call.args.append(gast.Name("y", gast.Load(), None, None))
    at(call, parsed("\n\nz"))
    assert not hasattr(call.args[1], "lineno")


def test_a_header_without_a_position_is_refused():
    with pytest.raises(ValueError, match="no position to give"):
        at(quote("x"), quote("y")[0])
