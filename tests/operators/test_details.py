"""Small parts: handlers, places, ownership, identity maps, assignments."""

import gc
import sys

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
    assert handlers.handlers(f.__code__, outside) == []
    assert len(handlers.handlers(f.__code__, inside)) == 1


def test_handlers_around_handlers_are_found_and_what_cleans_up_is_none():
    def f():
        try:
            try:
                inside = sys._getframe().f_lasti
                raise KeyError
            except KeyError as error:
                return inside, sys._getframe().f_lasti, error
        finally:
            pass

    inside, in_handler, _ = f()
    assert [len(handlers.handlers(f.__code__, offset)) for offset in (inside, in_handler)] == [2, 1]


class Watching:
    """Notes the handlers around the `with`, as seen when an exception passes."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        frame = sys._getframe(1)
        self.around = handlers.handlers(frame.f_code, handlers.before_with(frame.f_code, frame.f_lasti))


def test_the_handlers_around_a_with_are_found():
    def f(watching):
        try:
            before = sys._getframe().f_lasti
            with watching:
                raise ValueError
        except ValueError:
            pass
        return before

    watching = Watching()
    before = f(watching)
    assert watching.around == handlers.handlers(f.__code__, before) != []


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
