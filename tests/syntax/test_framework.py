"""Which names stand for this project."""

import ast

import autograph
from autograph.syntax import framework
from autograph.syntax.source import Source

from .helpers import define

TEXT = """
import autograph as ag
import numpy as np
from runtime import nn
from . import runtime
def f(x):
    import runtime.ops as ops
    def g(y): return ag.a(y)
def h(ag, nn): pass
class A:
    from runtime import math
    def m(self): pass
"""


def names(text, qualname):
    return next(part for part in Source.parse(text, "f").functions() if part.qualname == qualname)


def test_imports_that_a_function_sees():
    assert names(TEXT, "f").framework == {"ag", "nn", "ops"}
    assert names(TEXT, "f.<locals>.g").framework == {"ag", "nn", "ops"}


def test_names_bound_in_the_function_are_the_users():
    assert names(TEXT, "h").framework == set()


def test_imports_in_a_class_are_not_seen_by_its_methods():
    assert names(TEXT, "A.m").framework == {"ag", "nn"}


def test_the_package_is_known_by_the_name_the_text_gives_it():
    assert names(TEXT, "f").alias == "ag"
    assert names(TEXT, "h").alias is None
    assert Source.parse("from autograph import function", "f").alias is None


def test_a_live_function_is_asked_for_its_values():
    f = define("import autograph as tool\nimport os as ag\ndef f(x): return tool.a(ag.b(x))", "f")
    source = Source.of(f)
    assert (source.framework, source.alias) == ({"tool"}, "tool")


def test_a_name_that_was_bound_to_something_else_is_the_users():
    space = define("import autograph as ag\ndef f(x): return ag.a(x)")
    space["ag"] = object()
    assert Source.of(space["f"]).alias is None


def test_the_alias_is_a_global_only():
    outer = define("def outer():\n    import autograph as ag\n    def f(): return ag\n    return f", "outer")
    source = Source.of(outer())
    assert (source.framework, source.alias) == ({"ag"}, None)


def test_variables_not_bound_yet_do_not_matter():
    outer = define("def outer():\n    def f(): return late\n    yield f\n    late = 1", "outer")
    assert Source.of(next(outer())).framework == set()


def test_imports_of_a_scope_do_not_include_inner_scopes():
    found = framework.imports(ast.parse(TEXT))
    assert found == {"ag": "autograph", "nn": "runtime.nn"}


def test_this_package_is_found_under_its_own_name():
    assert framework.PACKAGE == autograph.__name__
