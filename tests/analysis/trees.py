"""Small trees for the tests of the analyses."""

import textwrap

import gast


def function(text):
    """The first function of a text."""
    return next(node for node in gast.walk(gast.parse(textwrap.dedent(text))) if isinstance(node, gast.FunctionDef))


def statements(text):
    """The body of a function made of these statements."""
    return gast.parse(textwrap.dedent(text)).body


def expression(text):
    return gast.parse(text, mode="eval").body


def find(tree, kind):
    """The first node of a kind."""
    return next(node for node in gast.walk(tree) if isinstance(node, kind))
