"""The text of converted code that runs: with the imports it needs, and the project's own decorators adjusted."""

from __future__ import annotations

import ast
import copy
import re
from typing import Any

import gast

from .decorators import decorators_of_converted
from .modules import ModuleConversion
from .names import names_in
from .pipeline import Converted, as_lambda
from .printer import print_tree
from .quoting import quote
from .source import Source

_ENCODING = re.compile(r"^([ \t\f]*#.*?coding[:=][ \t]*)([-\w.]+)")  # PEP 263


def render(converted: Converted) -> str:
    """The text of one converted function, as it could stand in a file.

    >>> from autograph.syntax.unit import Unit
    >>> source = next(Source.parse("def f(x):  # same\\n    return x", "f.py").functions())
    >>> print(render(Converted(source.tree, Unit.of(source, source.tree))))
    def f(x):  # same
        return x
    <BLANKLINE>
    """
    source = converted.unit.source
    tree: Any = copy.copy(converted.tree)  # the tree itself may still be loaded
    tree.decorator_list = decorators_of_converted(tree.decorator_list, source.imports)
    if isinstance(source.node, ast.Lambda):
        tree = as_lambda(tree)
    return render_part(tree, source, converted.unit.alias)


def render_part(tree: gast.AST, source: Source, alias: str) -> str:
    """The text of a converted function or class of a module.

    Args:
        tree: what became of it.
        source: what it was.
        alias: what the converted code calls the operator library.
    """
    lines = _future_imports(source)
    if alias in set(names_in(tree)):
        lines.append(f"import autograph as {alias}")
    head = "\n".join(lines) + "\n\n\n" if lines else ""
    return f"{head}{print_tree(tree, source)}\n"


def render_module(tree: Any, conversion: ModuleConversion) -> str:
    """The text of a converted module.

    Args:
        tree: what `conversion` made of it.
        conversion: how it was converted.
    """
    module = conversion.module
    if conversion.uses_alias and module.alias is None:
        place = _after_imports(tree.body)
        tree.body[place:place] = quote(f"import autograph as {conversion.alias}")
    return _in_utf8(f"{print_tree(tree, module)}\n")


def original_text(source: Source) -> str:
    """The text of a function or class as its author wrote it, at the left margin, with an end of line."""
    return f"{print_tree(source.tree, source)}\n"


def _future_imports(source: Source) -> list[str]:
    nodes = [node for node in source.document.module.body if _is_future_import(node)]
    return [ast.unparse(node) for node in nodes]


def _is_future_import(node: Any) -> bool:
    return isinstance(node, ast.ImportFrom | gast.ImportFrom) and node.module == "__future__"


def _after_imports(body: list[gast.stmt]) -> int:
    """Where an import may stand: after the docstring and the imports that the module begins with."""
    place = 0
    if body and isinstance(body[0], gast.Expr) and isinstance(body[0].value, gast.Constant):
        place = isinstance(body[0].value.value, str)
    while place < len(body) and isinstance(body[place], gast.Import | gast.ImportFrom):
        place += 1
    return int(place)


def _in_utf8(text: str) -> str:
    """The text with an encoding comment, if it has one, that says UTF-8, which is what it will be written in."""
    lines = text.split("\n", 2)
    lines[:2] = [_ENCODING.sub(r"\1utf-8", line) for line in lines[:2]]
    return "\n".join(lines)
