"""The text of a live function or of a file, with its tree at the file's own positions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import gast

from autograph.errors import AutographError

from . import framework
from .document import Definition, Document
from .framework import Imports
from .recursion import deep_recursion
from .span import Span
from .trees import to_gast

Error = TypeVar("Error", bound=AutographError)


@dataclass(frozen=True)
class Source:
    """A function or a module as its author wrote it.

    Attributes:
        document: the whole file, parsed.
        node: the function's (or module's) node in it, as `ast` made it; never changed.
        qualname: as Python spells it; empty for a module.
        class_name: the class whose private names the function uses, or None.
        framework: names that stand for modules of this project; calls on them stay as they are.
        alias: the name that the function sees the package `autograph` itself by, or None.
    """

    document: Document
    node: ast.AST
    qualname: str = ""
    class_name: str | None = None
    framework: frozenset[str] = frozenset()
    alias: str | None = None

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Source:
        """The source of a live function, found in its file, notebook cell or other text that `linecache` knows.

        Args:
            function: a Python function, a lambda or a bound method. What a decorator returned is looked at itself:
                `__wrapped__` is not followed.

        Raises:
            SourceUnavailableError: there is no text for it.
            ConversionError: its file has changed since it was read, or does not parse.
        """
        from .lookup import find

        return find(function)

    @classmethod
    def parse(cls, text: str, file: str) -> Source:
        """A whole module, from its text."""
        document = Document(text, file)
        found = framework.imports(document.module)
        return cls(document, document.module, framework=frozenset(found), alias=framework.package_alias(found))

    @property
    def file(self) -> str:
        """The name that errors and tracebacks show."""
        return self.document.file

    @property
    def text(self) -> str:
        """The whole text of the file."""
        return self.document.text

    @property
    def tree(self) -> Any:
        """A new gast tree of the node at each call, at the file's positions; passes may change it."""
        with deep_recursion(self.document.depth):
            return to_gast(self.node)

    @property
    def imports(self) -> Imports:
        """What the imports around the function bind to this project, as far as the text tells."""
        definition = self.document.definition_of(self.node)
        return framework.visible_imports([self.document.module, *(definition.path if definition else ())])

    def part(self, definition: Definition) -> Source:
        """The source of one function or class of this module."""
        source = replace(
            self, node=definition.node, qualname=definition.qualname, class_name=definition.class_name, alias=None
        )
        found = source.imports
        names = framework.names_in_text(definition.node, found)
        alias = framework.package_alias(found)
        return replace(source, framework=names, alias=alias if alias in names else None)

    def functions(self) -> Iterator[Source]:
        """Every function of a module, nested ones and lambdas too, in reading order."""
        return map(self.part, self.document.functions)

    def span(self, node: gast.AST) -> Span:
        """Where a node of the tree stands in the file."""
        return self.document.span(node)

    def excerpt(self, span: Span) -> str:
        """The lines of a span with carets under it."""
        return self.document.excerpt(span)

    def error(self, kind: type[Error], node: gast.AST, what: str, *, why: str = "", fix: str = "") -> Error:
        """An error that shows a node of the tree: `raise source.error(UnsupportedSyntaxError, node, "…")`."""
        span = self.span(node)
        return kind(what, span=span, excerpt=self.excerpt(span), why=why, fix=fix)
