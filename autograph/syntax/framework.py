"""Which names of a text stand for this project itself: calls on them are never rewritten."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable, Iterator

PACKAGES = frozenset({"autograph", "runtime"})


def imported_names(tree: ast.AST) -> frozenset[str]:
    """The names that imports bind to this project, or to something in it, at the top level of a module or function.

    >>> sorted(imported_names(ast.parse("import autograph as ag, os\\nfrom runtime import nn")))
    ['ag', 'nn']
    """
    return frozenset(name for node in _own_nodes(tree) for name in _imported(node))


def names_in_text(node: ast.AST, path: Iterable[ast.AST]) -> frozenset[str]:
    """The names of this project that a function can see, as far as its text tells.

    Args:
        node: the function.
        path: the module, and the functions and classes around it.
    """
    outer = (imported_names(scope) for scope in path if not isinstance(scope, ast.ClassDef))
    return frozenset().union(*outer) - _bound(node) | _imported_inside(node)


def names_of(node: ast.AST, function: types.FunctionType) -> frozenset[str]:
    """The names of this project that a live function sees: its modules among its globals and closure variables."""
    code = function.__code__
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    read = {item.id for item in ast.walk(node) if isinstance(item, ast.Name)}
    seen = {name for name in read - set(cells) if _is_project_module(function.__globals__.get(name))}
    seen |= {name for name, cell in cells.items() if _is_project_module(_content(cell))}
    return frozenset(seen - _bound(node) | _imported_inside(node))


def _own_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, without the functions and classes in it."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield node
            yield from _own_nodes(node)


def _imported_inside(node: ast.AST) -> frozenset[str]:
    return frozenset(name for item in ast.walk(node) for name in _imported(item))


def _bound(node: ast.AST) -> frozenset[str]:
    names = {item.id for item in ast.walk(node) if isinstance(item, ast.Name) and not isinstance(item.ctx, ast.Load)}
    return frozenset(names | {item.arg for item in ast.walk(node) if isinstance(item, ast.arg)})


def _imported(node: ast.AST) -> Iterator[str]:
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


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return None
