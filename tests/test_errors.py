"""What errors say."""

import doctest
import inspect

import pytest

from autograph import errors
from autograph.syntax.source import Source

CLASSES = [item for item in vars(errors).values() if inspect.isclass(item) and issubclass(item, Exception)]


def test_an_error_shows_what_where_why_and_the_way_out():
    source = Source.parse("def f(x):\n    return 漢(x) + y\n", "f.py")
    node = source.tree.body[0].body[0].value
    error = source.error(errors.StagingError, node.right, "`y` is unbound", why="nothing binds it.", fix="bind it.")
    assert str(error) == (
        "f.py:2:19: `y` is unbound\n"
        "  2 |     return 漢(x) + y\n"
        "    |                    ^\n"
        "  why: nothing binds it.\n"
        "  fix: bind it."
    )
    assert (error.span.line, error.span.column) == (2, 18)


def test_an_error_without_a_place_is_one_line():
    assert str(errors.UsageError("no such thing")) == "no such thing"


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class_explains_itself_with_an_example_that_runs(kind):
    (test,) = doctest.DocTestFinder(recurse=False).find(kind, globs=dict(vars(errors)))
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@pytest.mark.parametrize("kind", CLASSES)
def test_every_error_is_one_of_this_package(kind):
    assert issubclass(kind, errors.AutographError)
