"""What the tests of this package share."""

import ast
import itertools
import linecache
import textwrap

import gast

from autograph.syntax.pipeline import Converted, as_function
from autograph.syntax.positions import at
from autograph.syntax.quoting import literal, quote, quote_expression
from autograph.syntax.source import Source
from autograph.syntax.unit import Unit

_numbers = itertools.count()


def define(text, name=None, **space):
    """Runs text as a notebook cell does, and returns the function of that name, or the whole namespace."""
    text = textwrap.dedent(text).lstrip("\n")
    file = f"<cell {next(_numbers)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    space["__name__"] = "cell"
    exec(compile(text, file, "exec", dont_inherit=True), space)
    return space[name] if name else space


def source_text(source):
    """The lines that a source's node covers."""
    node = source.node
    return "\n".join(source.text.split("\n")[node.lineno - 1 : node.end_lineno])


def segment(source):
    """The very text of a source's node."""
    return ast.get_source_segment(source.text, source.node)


def unchanged(function):
    """The conversion of a live function by no pass at all."""
    source = Source.of(function)
    tree = as_function(source.tree)
    return Converted(tree, Unit.of(source, tree))


class Rewriting(gast.NodeTransformer):
    """A small stand-in for the passes: every call, `if`, `while` and conditional expression is rewritten."""

    def __init__(self, alias):
        self.alias = alias

    def visit_Call(self, node):
        self.generic_visit(node)
        node.func = at(quote_expression("ag.call(f)", ag=self.alias, f=node.func), node.func)
        return node

    def visit_IfExp(self, node):
        self.generic_visit(node)
        parts = {"ag": self.alias, "t": node.test, "a": node.body, "b": node.orelse}
        return at(quote_expression("ag.if_exp(t, lambda: a, lambda: b)", **parts), node.test)

    def visit_If(self, node):
        self.generic_visit(node)
        template = "for then in ag.if_(t, names):\n    if then:\n        body\n"
        template += "    else:\n        orelse\n" if node.orelse else ""
        names = literal(("x",))
        parts = {"ag": self.alias, "t": node.test, "names": names, "body": node.body, "orelse": node.orelse}
        return at(quote(template, **parts), node.test)

    def visit_While(self, node):
        self.generic_visit(node)
        template = "loop = ag.while_(names)\nwhile loop.turn(t):\n    body\n"
        return at(quote(template, ag=self.alias, t=node.test, names=literal(("x",)), body=node.body), node.test)


def rewrite(function, unit):
    """The stand-in as a pass."""
    rewriting = Rewriting(unit.alias)
    rewritten = [rewriting.visit(statement) for statement in function.body]
    function.body = [node for item in rewritten for node in (item if isinstance(item, list) else [item])]
    return function


def difference(tree, other):
    """Two nodes at which two `ast` trees differ, or None; much faster than comparing dumps."""
    waiting = [(tree, other)]
    while waiting:
        node, twin = waiting.pop()
        if type(node) is not type(twin):
            return node, twin
        if isinstance(node, ast.AST):
            fields = [(getattr(node, name, None), getattr(twin, name, None)) for name in node._fields]
            waiting += [(texts(one), texts(two)) for one, two in fields] if isinstance(node, ast.JoinedStr) else fields
        elif isinstance(node, list):
            if len(node) != len(twin):
                return node, twin
            waiting += zip(node, twin, strict=True)
        elif node != twin:
            return node, twin
    return None


def texts(values):
    """The parts of an f-string with its constants in one piece each, which Pythons cut up in different ways."""
    joined = []
    for value in values:
        if not isinstance(value, ast.Constant):
            joined.append(value)
        elif joined and isinstance(joined[-1], str):
            joined[-1] += value.value
        elif value.value:
            joined.append(value.value)
    return joined
