"""Assignment and ownership: what variables hold, and which containers somebody may change."""

import ast

import gast
import pytest

from autograph.analysis.assignment import Assignments
from autograph.analysis.facts import KnownFacts
from tests.analysis.trees import function


@pytest.mark.parametrize("value", ["[]", "[x]", "[i for i in x]", "list(x)"])
def test_a_variable_that_is_only_given_lists_holds_one(value):
    assert Assignments.of(function(f"def f(x):\n    y = {value}\n    y += x")).lists == {"y"}


@pytest.mark.parametrize("text", ["y = x", "for y in x: pass", "y, z = x", "with x as y: pass", "y = {}", "y = 1"])
def test_any_other_assignment_leaves_it_open(text):
    assert not Assignments.of(function(f"def f(x):\n    y = []\n    {text}")).lists - {"z"}


def test_parameters_and_variables_of_others_are_open():
    tree = function("def f(x):\n    x = []\n    y = []\n    def g():\n        nonlocal y\n        y = x")
    assert not Assignments.of(tree).lists


def test_pairs_are_assigned_one_by_one():
    known = Assignments.of(function("def f():\n    (a, b), c = ([], {}), set()\n    import m.n as d"))
    assert (known.lists, known.containers, known.imported) == ({"a"}, {"a", "b", "c"}, {"d"})


def owned(text):
    """The texts of the displays that a function owns."""
    tree = function(f"def f(self, x):\n    {text}")
    facts = KnownFacts().of(tree, frozenset({"rt"}))
    return sorted(ast_text(node) for node in facts.ownership.owned)


def ast_text(node):
    return ast.unparse(ast.fix_missing_locations(gast.gast_to_ast(node)))


@pytest.mark.parametrize(
    "text",
    [
        "y = [1]; y.append(2)", "y = [1]; y[0] = 2", "y = [1]; y += x", "y = [1]; g(y)", "y = [1]; z = y",
        "y = [1]; g(y=y)", "y = [1]; k = lambda: y", "self.y = [1]", "x[0] = [1]", "y = [1]; yield y",
        "y = z = [1]; z.pop()", "y, n = [1], 0; y.sort()", "y = [1]; x.y = (y, 2)",
    ],
)  # fmt: skip
def test_a_list_that_is_changed_or_handed_on_is_owned(text):
    assert owned(text) == ["[1]"]


@pytest.mark.parametrize(
    "text",
    [
        "y = [1]; len(y)", "y = [1]; return y[0]", "for y in [1]: pass", "return max([1])", "return rt.stack([1])",
        "y = [1]; return rt.stack(y)", "return x in [1]", "return [1]", "y = [1]; return y, 2", "y = [1]; y.index(1)",
        "rt.zeros([])", "max([])", "for y in []: pass", "return x == []",
    ],
)  # fmt: skip
def test_a_list_that_is_only_read_is_not(text):
    assert owned(text) == []


@pytest.mark.parametrize("text", ["return []", "g([])", "y = x or []", "self.y = {'k': []}", "y = [[] for i in x]"])
def test_an_empty_list_that_is_kept_is_owned(text):
    assert "[]" in owned(text)


def test_what_is_inside_an_owned_list_is_owned():
    assert owned("y = [[1], 2]; y.pop()") == ["[1]", "[[1], 2]"]
