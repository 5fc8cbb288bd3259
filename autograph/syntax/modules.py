"""Converts every function of a module, from its text alone: nothing is imported or run."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable
from typing import Any

import gast

from autograph.errors import ConversionError, UsageError

from .decorators import decorators_of_converted, is_left_alone
from .names import Names, names_in
from .pipeline import as_lambda, convert
from .recursion import deep_recursion
from .source import Source

Report = Callable[[ConversionError], None]


class ModuleConversion(ast.NodeTransformer):
    """Replaces the outermost functions of a tree by their conversions; the passes see to the inner ones.

    Args:
        module: the source of the whole module.
        report: told about each function that cannot be converted, which stays as it is; the first is raised when None.
        options: keyword arguments for `pipeline.convert`.
    """

    def __init__(self, module: Source, report: Report | None = None, **options: Any) -> None:
        self.module = module
        self.alias = module.alias or Names.of(module.tree).fresh("ag")
        self.uses_alias = False
        self._report = report
        self._options = options

    def convert(self, source: Source) -> Any:
        """The tree of the module, or of a part of it, with its functions converted."""
        tree = source.tree
        with deep_recursion(source.document.depth):
            return self.visit(tree)

    def visit_FunctionDef(self, node: Any) -> Any:
        """Converts a function; what is in it is not visited."""
        source = self.module.part(self.module.document.definition_at(node.lineno, node.col_offset))
        if is_left_alone(node, source.imports):
            return node
        try:
            tree = convert(source, alias=source.alias or self.alias, **self._options).tree
        except ConversionError as error:
            if self._report is None:
                raise
            self._report(error)
            return node
        self.uses_alias = self.uses_alias or self.alias in set(names_in(tree))
        if isinstance(node, gast.Lambda):
            return as_lambda(tree)
        tree.decorator_list = decorators_of_converted(tree.decorator_list, source.imports)
        return tree

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_Lambda = visit_FunctionDef


def find_part(module: Source, qualname: str) -> Source:
    """The source of one function or class of a module; the last of that name, as at run time.

    Args:
        module: the module.
        qualname: the name as Python qualifies it: `f`, `Class`, `Class.method`, `outer.<locals>.inner` or, shorter,
            `outer.inner`.

    Raises:
        UsageError: there is no such name in the module.
    """
    wanted = _short(qualname)
    found = {_short(definition.qualname): definition for definition in module.document.definitions}
    if wanted not in found:
        raise UsageError(f"{module.file}: no function or class `{qualname}`", fix=_suggestion(wanted, list(found)))
    return module.part(found[wanted])


def _short(qualname: str) -> str:
    return qualname.replace(".<locals>", "")


def _suggestion(wanted: str, names: list[str]) -> str:
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
    named = [name for name in names if "<" not in name]
    if near:
        return f"did you mean `{near[0]}`?"
    return f"it has: {', '.join(named[:10])}{', …' if len(named) > 10 else ''}." if named else "it has none."
