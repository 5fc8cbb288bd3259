"""The passes in order."""

import copy

import gast
import pytest

from autograph.syntax import pipeline
from autograph.syntax.pipeline import convert
from autograph.syntax.positions import at
from autograph.syntax.quoting import quote
from autograph.syntax.source import Source
from autograph.syntax.verify import MalformedTreeError, verify


def source(text="def f(x):\n    return x\n"):
    return next(Source.parse(text, "f.py").functions())


@pytest.fixture
def recorded(monkeypatch):
    """The names of the passes that run, which do nothing else."""
    names = []

    def load_pass(name):
        return lambda function, unit: names.append(name) or function

    monkeypatch.setattr(pipeline, "load_pass", load_pass)
    return names


def test_all_passes_run_in_order(recorded):
    convert(source())
    assert tuple(recorded) == pipeline.PASSES


def test_the_passes_may_stop_early(recorded):
    convert(source(), until="jumps")
    assert recorded == ["fence", "desugar", "jumps"]


def test_each_conversion_has_a_tree_of_its_own(recorded):
    text = source()
    assert convert(text).tree is not convert(text).tree


def test_a_lambda_becomes_a_function_that_returns(recorded):
    tree = convert(source("f = lambda x: x\n")).tree
    assert (type(tree), tree.name, type(tree.body[0])) == (gast.FunctionDef, "<lambda>", gast.Return)
    assert (tree.body[0].lineno, tree.body[0].col_offset) == (1, 14)


def test_the_alias_is_fresh_unless_the_text_has_one(recorded):
    assert convert(source()).unit.alias == "ag"
    assert convert(source("def f(ag): pass")).unit.alias == "ag_2"
    assert convert(source("import autograph as tool\ndef f(x): pass")).unit.alias == "tool"


def test_verification_names_the_pass_that_broke_the_tree(monkeypatch):
    def broken(function, unit):
        function.body.append(gast.Break())
        return function

    monkeypatch.setattr(pipeline, "load_pass", lambda name: broken)
    with pytest.raises(MalformedTreeError, match="after fence: Break has no position"):
        convert(source(), verify=True)


def test_every_real_pass_can_be_loaded():
    for name in pipeline.PASSES:
        assert callable(pipeline.load_pass(name))


def tree_of(text):
    return source(text).tree


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    try: pass\n    except E as e: return x",
        "async def f(x):\n    return [y async for y in await x]",
        "class A:\n    def f(self):\n        return super().f() + self.__x",
        "def outer():\n    x = 1\n    def f():\n        nonlocal x\n        x = 2",
        "f = lambda x: (yield)",
    ],
)
def test_trees_of_the_parser_are_well_formed(text):
    for part in Source.parse(text, "f.py").functions():
        verify(pipeline.as_function(part.tree), after="parsing")


def test_a_node_that_stands_twice_is_found():
    tree = tree_of("def f(x):\n    g(x)\n    h(x)")
    tree.body[1].value.args = tree.body[0].value.args
    with pytest.raises(MalformedTreeError, match="after jumps: Name stands twice"):
        verify(tree, after="jumps")


def test_a_tree_that_does_not_compile_is_found():
    tree = tree_of("def f(x):\n    return x")
    tree.body += at(quote("break"), tree.body[0])
    with pytest.raises(MalformedTreeError, match="after jumps: does not compile: 'break' outside loop"):
        verify(tree, after="jumps")


def test_a_copied_tree_is_well_formed():
    tree = tree_of("def f(x):\n    return x")
    tree.body.append(copy.deepcopy(tree.body[0]))
    verify(tree, after="jumps")
