"""Names of generated code."""

import gast

from autograph.syntax.names import Names, names_in


def test_a_free_stem_is_used_as_it_is():
    assert Names({"x"}).fresh("loop") == "loop"


def test_names_are_numbered_in_the_order_they_are_asked_for():
    names = Names()
    assert [names.fresh("loop") for _ in range(3)] == ["loop", "loop_2", "loop_3"]


def test_numbered_names_avoid_the_users_names_too():
    names = Names({"loop", "loop_2"})
    assert names.fresh("loop") == "loop_3"


def test_a_nested_scope_gives_the_same_names_again_but_not_the_users():
    names = Names({"then"})
    names.fresh("loop")
    assert (names.scope().fresh("loop"), names.scope().fresh("then")) == ("loop", "then_2")


def test_given_names_are_taken():
    names = Names()
    names.fresh("loop")
    assert "loop" in names


def test_every_kind_of_binding_and_reading_counts_and_attributes_do_not():
    text = """
def f(a, /, b, *c, d, **e):
    global g
    import h.i, j as k
    from l import m as n
    try:
        o.attribute = p
    except q as r:
        pass
    match s:
        case {1: t, **u}: pass
        case [v, *w]: pass
        case y() as z: pass
    class A: pass
    (lambda aa: bb)
"""
    expected = set("f a b c d e g h k n o p q r s t u v w y z A aa bb".split())
    assert set(names_in(gast.parse(text))) == expected
