"""Small parts: handlers, places, ownership, identity maps, assignments."""

import gc
import sys

import autograph.operators as ag
from autograph.operators import handlers, ownership
from autograph.operators.identity import ByIdentity
from autograph.operators.place import Place, here, refusal


def test_a_handler_is_found_by_instruction():
    def f():
        outside = sys._getframe().f_lasti
        try:
            inside = sys._getframe().f_lasti
        except ValueError:
            pass
        return outside, inside

    outside, inside = f()
    assert handlers._handler(f.__code__, outside) is None
    assert handlers._handler(f.__code__, inside) is not None


def test_the_handler_around_a_with_is_found():
    def f():
        try:
            before = sys._getframe().f_lasti
            with ag.raising:
                inside = sys._getframe().f_lasti
        except ValueError:
            pass
        return before, inside

    before, inside = f()
    around = handlers._handler(f.__code__, before)
    assert handlers._handler(f.__code__, inside) != around
    assert handlers._handler(f.__code__, handlers.before_block(f.__code__, inside)) == around


def test_a_place_shows_line_and_caret():
    def f():
        return Place.of(sys._getframe())

    place = f()
    assert place.line == f.__code__.co_firstlineno + 1
    assert "return Place.of" in place.excerpt()
    assert "^" in place.excerpt()


def test_here_is_the_innermost_user_frame():
    assert here().line == sys._getframe().f_lineno


def test_a_refusal_has_place_reason_and_way_out():
    error = refusal("it cannot be", why="so it is.", fix="change it.")
    text = str(error)
    assert text.startswith(f"{__file__}:")
    assert "why: so it is." in text
    assert "fix: change it." in text


def test_names_of_the_user_are_never_the_compilers():
    def users():
        return_value = 1
        return return_value

    def converted():
        return_value = 1
        return_value_2 = 2
        return return_value, return_value_2

    assert ownership.is_the_compilers("return_value", None)
    ownership.register(converted.__code__, users.__code__)
    assert not ownership.is_the_compilers("return_value", converted.__code__)
    assert ownership.is_the_compilers("return_value_2", converted.__code__)
    assert ownership.is_converted(converted.__code__)
    assert not ownership.is_converted(users.__code__)


def test_an_identity_map_tells_equal_keys_apart_and_forgets_dead_ones():
    class Key:
        def __eq__(self, other):
            return True

        __hash__ = None

    a, b, known = Key(), Key(), ByIdentity()
    known[a] = "a"
    assert (a in known, b in known, known.get(a), known.get(b)) == (True, False, "a", None)
    number = id(a)
    del a
    gc.collect()
    assert number not in known._known
