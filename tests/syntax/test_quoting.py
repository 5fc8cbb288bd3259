"""Templates."""

import gast
import pytest

from autograph.syntax.printer import print_tree
from autograph.syntax.quoting import copy_tree, literal, name, quote, quote_expression


def text(nodes):
    return print_tree(nodes)


def test_a_string_renames_identifiers_of_every_kind():
    nodes = quote("def f(p):\n    p.p = f(p=p)\n    global p", f="g", p="q")
    assert text(nodes) == "def g(q):\n    q.q = g(q=q)\n    global q"


def test_strings_in_the_template_are_not_renamed():
    assert text(quote("x = 'x'", x="y")) == "y = 'x'"


def test_an_expression_takes_the_place_of_a_name():
    assert text(quote("y = -x", x=gast.parse("a + b").body[0].value)) == "y = -(a + b)"


def test_a_list_of_statements_takes_the_place_of_a_statement():
    assert text(quote("if t:\n    body", body=quote("a\nb"))) == "if t:\n    a\n    b"


def test_a_list_of_expressions_is_spliced_into_arguments():
    assert text(quote("f(first, rest)", rest=[name("a"), name("b")])) == "f(first, a, b)"


def test_an_expression_read_elsewhere_can_be_assigned_to():
    target = gast.parse("a.b[i], *c").body[0].value
    (node,) = quote("t = 1", t=target)
    assert [type(item.ctx) for item in node.targets[0].elts] == [gast.Store, gast.Store]
    assert type(node.targets[0].elts[0].slice.ctx) is gast.Load
    assert type(target.ctx) is gast.Load


def test_a_part_used_twice_is_copied_the_second_time():
    part = name("x")
    (node,) = quote("f(p, p)", p=part)
    first, second = node.value.args
    assert first is part
    assert second is not part


def test_generated_nodes_have_no_positions_and_parts_keep_theirs():
    part = gast.parse("\n\nx").body[0].value
    node = quote_expression("f(x)", x=part)
    assert not hasattr(node, "lineno")
    assert node.args[0].lineno == 3


def test_a_template_may_be_indented_as_the_code_around_it():
    assert text(quote("\n        if t:\n            a\n        ")) == "if t:\n    a"


def test_a_template_can_be_used_many_times():
    first, second = quote("x = 1"), quote("x = 1")
    assert first[0] is not second[0]


def test_a_statement_cannot_stand_where_an_expression_must():
    with pytest.raises(TypeError, match="an expression is needed"):
        quote("f(x)", x=quote("pass")[0])


@pytest.mark.parametrize("value", [(), ("a",), ("a", 1, None), (("a",), True)])
def test_literals_print_as_python_does(value):
    assert text(literal(value)) == repr(value)


def test_a_copy_keeps_positions():
    node = gast.parse("\n f(x)".replace(" ", "")).body[0]
    assert gast.dump(copy_tree(node), include_attributes=True) == gast.dump(node, include_attributes=True)
