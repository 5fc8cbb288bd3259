"""Which functions are worth an analysis: those whose text, or that of a function they may call, has a word for it.

An analysis takes milliseconds and this a fraction of one, so that a function that only computes costs next to nothing.
"""

from __future__ import annotations

import ast
import types
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograph.checker.knowledge.containers import MUTATORS
from autograph.checker.knowledge.words import words
from autograph.syntax.document import Document
from autograph.syntax.walking import walk

_HOSTS = words("numpy scipy math cmath random secrets uuid time timeit datetime")
"""Libraries whose functions run while a function is traced."""

_MAKERS = "keras"
"""Part of the name of libraries whose objects own variables."""

_NAMES = MUTATORS | words(
    """
    setattr delattr complex hex bin Variable ResourceVariable get_variable variable add_weight add_variable
    numpy tolist item eval predict fit evaluate train_on_batch test_on_batch predict_on_batch
    """
)
"""Names that a finding needs, where it needs no library and no assignment."""


@dataclass(frozen=True)
class _Words:
    """What a function says: whether that alone is suspicious, and the names that it uses."""

    is_suspicious: bool
    names: frozenset[str]


_known: weakref.WeakKeyDictionary[Document, dict[int, _Words]] = weakref.WeakKeyDictionary()
_homes: weakref.WeakKeyDictionary[Document, dict[str, list[ast.AST]]] = weakref.WeakKeyDictionary()


def is_suspicious(document: Document, node: ast.AST, live: Callable[[str], object]) -> bool:
    """Whether a function, or one of its file that it may call, has anything that a rule could be about.

    Args:
        document: the file.
        node: the function.
        live: what a name is that the function does not bind.
    """
    seen: set[int] = set()
    left = [node]
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        said = _words(document, one)
        if said.is_suspicious or any(_is_host(live(name)) for name in said.names):
            return True
        left.extend(home for name in said.names for home in _definitions(document).get(name, ()))
    return False


def _words(document: Document, node: ast.AST) -> _Words:
    known = _known.setdefault(document, {})
    if id(node) not in known:
        names = frozenset(_names(node))
        known[id(node)] = _Words(bool(names & _NAMES) or any(map(_changes, walk(node))), names)
    return known[id(node)]


def _definitions(document: Document) -> dict[str, list[ast.AST]]:
    """The functions and classes of the file by name."""
    if document not in _homes:
        homes: dict[str, list[ast.AST]] = {}
        for definition in document.definitions:
            homes.setdefault(definition.name, []).append(definition.node)
        _homes[document] = homes
    return _homes[document]


def _names(node: ast.AST) -> Iterator[str]:
    for child in walk(node):
        if isinstance(child, ast.Name):
            yield child.id
        elif isinstance(child, ast.Attribute):
            yield child.attr


def _changes(node: ast.AST) -> bool:
    """Whether a node changes what may belong to somebody else, or brings in what is not known yet."""
    if isinstance(node, ast.Attribute | ast.Subscript):
        return not isinstance(node.ctx, ast.Load)
    return isinstance(node, ast.Global | ast.Nonlocal | ast.Import | ast.ImportFrom)


def _is_host(thing: object) -> bool:
    """Whether something is, or comes from, a library that runs while a function is traced, or that makes variables."""
    if isinstance(thing, types.ModuleType):
        home = thing.__name__
    elif isinstance(thing, types.FunctionType | types.BuiltinFunctionType | types.MethodType | type):
        home = getattr(thing, "__module__", None) or ""
    else:
        home = type(thing).__module__
    parts = home.split(".")
    return parts[0].lstrip("_") in _HOSTS or (isinstance(thing, types.ModuleType | type) and _MAKERS in parts)
