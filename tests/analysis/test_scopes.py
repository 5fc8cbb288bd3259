"""Scopes: what a function's variables are, and what its parts do to them."""

import pytest

from autograph.analysis.scopes import Scope, effects, functions, functions_with_class, suspends, walk_own
from tests.analysis.trees import function, statements


@pytest.mark.parametrize(
    "text",
    [
        "x = 1", "x, y = 1, 2", "x += 1", "x: int = 1", "x: int", "for x in y: pass", "with y as x: pass",
        "import x", "import x.y", "from y import z as x", "def x(): pass", "class x: pass", "(x := 1)", "del x",
        "[x := 1 for y in z]", "try: pass\nexcept E as x: pass", "match y:\n case [x]: pass",
        "match y:\n case [*x]: pass", "match y:\n case {**x}: pass", "match y:\n case int() as x: pass",
    ],
)  # fmt: skip
def test_every_way_to_bind_a_name_makes_it_local(text):
    body = "\n".join("    " + line for line in text.splitlines())
    assert "x" in Scope.of(function(f"def f():\n{body}\n")).locals


def test_targets_of_comprehensions_are_not_local():
    assert Scope.of(function("def f(y): return [x for x in y if x]")).locals == {"y"}


def test_declared_names_are_not_local():
    scope = Scope.of(function("def f():\n    global x\n    nonlocal y\n    x = y = 1"))
    assert (scope.locals, scope.globals, scope.nonlocals) == (set(), {"x"}, {"y"})


def test_all_kinds_of_parameters_are_local():
    assert Scope.of(function("def f(a, /, b, *c, d, **e): pass")).parameters == set("abcde")


def test_what_inner_functions_use_is_captured():
    scope = Scope.of(
        function("""
            def f(a, b, c, d):
                g = lambda b: a + b
                (c for _ in a)
                [d for _ in a]
        """)
    )
    assert scope.captured == {"a", "c"}


def test_methods_of_inner_classes_capture_past_the_class():
    scope = Scope.of(
        function("""
            def f(a, b):
                class A:
                    b = b
                    def m(self):
                        return a
        """)
    )
    assert scope.captured == {"a"}


def test_what_inner_functions_declare_nonlocal_is_rebound():
    scope = Scope.of(
        function("""
            def f(a, b):
                def g():
                    b = 1
                    def h():
                        nonlocal a, b
                        a = b = 2
        """)
    )
    assert scope.rebound == {"a"}


def test_free_names_are_those_of_no_scope_inside():
    assert Scope.of(function("def f(a): return a + b + (lambda c: c + d)(1)")).free == {"b", "d"}


def test_effects_see_the_value_before_the_target():
    done = effects(*statements("x, y[i] = f(z)"))
    assert (done.reads, done.writes) == ({"f", "z", "y", "i"}, {"x"})


def test_an_augmented_assignment_reads_and_writes():
    done = effects(*statements("x += y"))
    assert (done.reads, done.writes) == ({"x", "y"}, {"x"})


def test_a_local_annotation_is_never_evaluated():
    assert effects(*statements("x: y = z")).reads == {"z"}


def test_the_own_nodes_of_a_function_end_at_inner_scopes():
    names = {getattr(node, "id", None) for node in walk_own(statements("g(a, lambda b=c: d)"))}
    assert names >= {"g", "a", "c"}
    assert "d" not in names


def test_only_own_suspensions_count():
    assert suspends(*statements("x = yield"))
    assert not suspends(*statements("def g(): yield"))


def test_functions_come_outer_first_and_in_reading_order():
    tree = function("def f():\n    def g():\n        def h(): pass\n    def k(): pass")
    assert [inner.name for inner in functions(tree)] == ["f", "g", "h", "k"]


def test_functions_know_the_class_of_their_private_names():
    tree = function("def f():\n    class B:\n        def g(self):\n            def h(): pass")
    assert [(inner.name, owner) for inner, owner in functions_with_class(tree, "A")] == [
        ("f", "A"), ("g", "B"), ("h", "B"),
    ]  # fmt: skip
