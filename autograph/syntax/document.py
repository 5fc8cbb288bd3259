"""A file's text, parsed once: its tree, its functions, its lines."""

from __future__ import annotations

import ast
import functools
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from autograph.errors import ConversionError

from .collecting import collection_paused
from .compiling import FunctionNode
from .recursion import deep_recursion
from .span import Span, excerpt
from .walking import children, depth_of, walk


@dataclass(frozen=True)
class Definition:
    """One `def`, `lambda` or `class` of a document.

    Attributes:
        node: its node in the document's tree.
        qualname: as Python spells `__qualname__` (`A.method`, `outer.<locals>.inner`, `<lambda>`).
        class_name: the class whose private names the text is in, or None.
        path: the functions and classes around it, outermost first.
    """

    node: FunctionNode | ast.ClassDef
    qualname: str
    class_name: str | None
    path: tuple[ast.AST, ...]

    @property
    def name(self) -> str:
        """The name its code object has."""
        return "<lambda>" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def first_line(self) -> int:
        """What CPython says in `co_firstlineno`: the line of the first decorator, if there is one."""
        decorators = [] if isinstance(self.node, ast.Lambda) else self.node.decorator_list
        return min([self.node.lineno, *(decorator.lineno for decorator in decorators)])


class Document:
    """The text of one file (or cell) and what is found in it. Never changed after it is made.

    Args:
        text: the whole text; line ends of every system are read as the parser reads them.
        file: the name that errors and tracebacks show.

    Raises:
        ConversionError: the text is not valid Python.
    """

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.module = _parse(self)

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines with their ends, split where the parser splits them (not at form feeds)."""
        return [line + "\n" for line in self.text.split("\n")]

    @functools.cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """Every function, lambda and class, outer ones before inner ones, in reading order."""
        with deep_recursion(self.depth):
            return tuple(_definitions(self.module, (), "", None))

    @functools.cached_property
    def depth(self) -> int:
        """How many nodes of the tree stand inside each other at most."""
        return depth_of(self.module)

    @property
    def functions(self) -> tuple[Definition, ...]:
        """Those of the definitions that are functions or lambdas."""
        return tuple(item for item in self.definitions if isinstance(item.node, FunctionNode))

    @functools.cached_property
    def imported_names(self) -> tuple[str, ...]:
        """The names that imports bind in the module's own scope."""
        nodes = (node for node in own_nodes(self.module) if isinstance(node, ast.Import | ast.ImportFrom))
        names = {alias.asname or alias.name.split(".")[0] for node in nodes for alias in node.names}
        return tuple(sorted(names - {"*"}))

    def definition_of(self, node: ast.AST) -> Definition | None:
        """The definition of a node of the tree; None for the module."""
        return self._definitions_by_node.get(id(node))

    def definition_at(self, line: int, column: int) -> Definition:
        """The function or class whose node begins at a position, column in bytes."""
        return self._definitions_by_position[line, column]

    def functions_at(self, line: int, name: str) -> list[Definition]:
        """The functions of that name whose code begins on a line."""
        return [item for item in self._functions_by_line.get(line, []) if item.name == name]

    @functools.cached_property
    def _definitions_by_node(self) -> dict[int, Definition]:
        return {id(item.node): item for item in self.definitions}

    @functools.cached_property
    def _definitions_by_position(self) -> dict[tuple[int, int], Definition]:
        return {(item.node.lineno, item.node.col_offset): item for item in self.definitions}

    @functools.cached_property
    def _functions_by_line(self) -> dict[int, list[Definition]]:
        by_line: dict[int, list[Definition]] = {}
        for definition in self.functions:
            by_line.setdefault(definition.first_line, []).append(definition)
        return by_line

    def characters(self, line: int, column: int) -> int:
        """The column in characters of a column in UTF-8 bytes, which is what tree positions count."""
        text = self.lines[line - 1]
        return column if text.isascii() else len(text.encode()[:column].decode(errors="ignore"))

    def span(self, node: Any) -> Span:
        """Where a node stands that has a position in this document."""
        column = self.characters(node.lineno, node.col_offset)
        end_column = self.characters(node.end_lineno, node.end_col_offset)
        return Span(self.file, node.lineno, column, node.end_lineno, end_column)

    def excerpt(self, span: Span) -> str:
        """The lines of a span with carets under it."""
        return excerpt(self.lines, span)


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module or function, without those of the functions and classes in it."""
    return walk(scope, stop=(*get_args(FunctionNode), ast.ClassDef))


def _parse(document: Document) -> ast.Module:
    with collection_paused(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the user saw them when Python compiled the file
        try:
            return ast.parse(document.text, document.file)
        except (SyntaxError, ValueError) as error:
            raise not_python(document, error) from error


def not_python(document: Document, error: SyntaxError | ValueError) -> ConversionError:
    """The error for a text that Python does not parse."""
    reason = error.msg if isinstance(error, SyntaxError) else str(error)
    line = getattr(error, "lineno", None) or 1
    column = max((getattr(error, "offset", None) or 1) - 1, 0)
    span = Span(document.file, line, column, line, column + 1)
    return ConversionError(f"not valid Python: {reason}", span=span, excerpt=document.excerpt(span))


def _definitions(node: ast.AST, path: tuple[ast.AST, ...], prefix: str, class_name: str | None) -> Iterator[Definition]:
    for child in children(node):
        if not isinstance(child, FunctionNode | ast.ClassDef):
            yield from _definitions(child, path, prefix, class_name)
            continue
        definition = Definition(child, prefix + getattr(child, "name", "<lambda>"), class_name, path)
        yield definition
        is_class = isinstance(child, ast.ClassDef)
        inner_prefix = f"{definition.qualname}." if is_class else f"{definition.qualname}.<locals>."
        around, inside = _around_and_inside(child)
        yield from _definitions(around, path, prefix, class_name)
        yield from _definitions(inside, (*path, child), inner_prefix, definition.name if is_class else class_name)


def _around_and_inside(node: FunctionNode | ast.ClassDef) -> tuple[ast.AST, ast.AST]:
    """What of a definition runs in the scope around it (decorators, defaults, bases, …), and its body."""
    body = [ast.Expr(node.body)] if isinstance(node, ast.Lambda) else node.body
    if isinstance(node, ast.ClassDef):
        outer = [*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)]
    else:
        decorators = [] if isinstance(node, ast.Lambda) else [*node.decorator_list, *filter(None, [node.returns])]
        outer = [*decorators, *_expressions(node.args)]
    return ast.Module([ast.Expr(item) for item in outer], []), ast.Module(list(body), [])


def _expressions(arguments: ast.arguments) -> Iterator[ast.expr]:
    for child in children(arguments):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, ast.arg) and child.annotation:
            yield child.annotation
