"""Which names of a text stand for this project itself: calls on them are never rewritten."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable, Mapping

PACKAGES = frozenset({"autograph", "runtime"})


def imported_names(tree: ast.AST) -> frozenset[str]:
    """The names that import statements anywhere in the tree bind to this project or to something in it.

    >>> sorted(imported_names(ast.parse("import autograph as ag, os\\nfrom runtime import nn")))
    ['ag', 'nn']
    """
    return frozenset(name for node in ast.walk(tree) for name in _imported(node))


def live_names(values: Mapping[str, object], names: Iterable[str]) -> frozenset[str]:
    """Those of the names whose value, of a function's globals or closure, is a module of this project."""
    return frozenset(name for name in names if _is_project_module(values.get(name)))


def _imported(node: ast.AST) -> Iterable[str]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            if _is_project(alias.name):
                yield alias.asname or alias.name.split(".")[0]
    elif isinstance(node, ast.ImportFrom) and node.level == 0 and _is_project(node.module or ""):
        for alias in node.names:
            yield alias.asname or alias.name


def _is_project(module: str) -> bool:
    return module.split(".")[0] in PACKAGES


def _is_project_module(value: object) -> bool:
    return isinstance(value, types.ModuleType) and _is_project(value.__name__)
