"""Which names of a text stand for this project itself: calls on them are never rewritten."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Iterable, Iterator

from .document import own_nodes
from .walking import walk

PACKAGES = frozenset({"autograph", "runtime"})
PACKAGE = "autograph"

Imports = dict[str, str]  # what a name stands for: {"ag": "autograph", "nn": "runtime.nn"}


def imports(scope: ast.AST) -> Imports:
    """What the imports at the top level of a module or function bind to this project, or to something in it.

    >>> imports(ast.parse("import autograph as ag, os\\nfrom runtime import nn"))
    {'ag': 'autograph', 'nn': 'runtime.nn'}
    """
    return dict(binding for node in own_nodes(scope) for binding in _imported(node))


def visible_imports(path: Iterable[ast.AST]) -> Imports:
    """What the imports of a module, and of the functions inside each other in it, bind to this project."""
    found: Imports = {}
    for scope in path:
        if not isinstance(scope, ast.ClassDef):
            found |= imports(scope)
    return found


def package_alias(found: Imports) -> str | None:
    """What a text calls the package `autograph` itself, or None."""
    return next((name for name, origin in found.items() if origin == PACKAGE), None)


def names_in_text(node: ast.AST, found: Imports) -> frozenset[str]:
    """The names of this project that a function can see, as far as its text tells.

    Args:
        node: the function.
        found: what the imports around it bind.
    """
    _, bound, imported = _inside(node)
    return frozenset(found) - bound | imported


def names_of(node: ast.AST, function: types.FunctionType) -> frozenset[str]:
    """The names of this project that a live function sees: its modules among its globals and closure variables."""
    code = function.__code__
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    read, bound, imported = _inside(node)
    seen = {name for name in read - set(cells) if _is_project_module(function.__globals__.get(name))}
    seen |= {name for name, cell in cells.items() if _is_project_module(_content(cell))}
    return frozenset(seen - bound | imported)


def live_package_alias(names: Iterable[str], function: types.FunctionType) -> str | None:
    """That one of the names which is the package `autograph` among the globals of a live function, or None."""
    package = sys.modules.get(PACKAGE)
    return next((name for name in sorted(names) if function.__globals__.get(name) is package), None)


def _inside(node: ast.AST) -> tuple[set[str], set[str], set[str]]:
    """The names that are read, bound, and imported from this project in a function and all that is in it."""
    read: set[str] = set()
    bound: set[str] = set()
    imported: set[str] = set()
    for item in walk(node):
        if isinstance(item, ast.Name):
            (read if isinstance(item.ctx, ast.Load) else bound).add(item.id)
        elif isinstance(item, ast.arg):
            bound.add(item.arg)
        elif isinstance(item, ast.Import | ast.ImportFrom):
            imported.update(name for name, _ in _imported(item))
    return read, bound, imported


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            root = alias.name.split(".")[0]
            if root in PACKAGES:
                yield (alias.asname, alias.name) if alias.asname else (root, root)
    elif isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] in PACKAGES:
        for alias in node.names:
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _is_project_module(value: object) -> bool:
    return isinstance(value, types.ModuleType) and value.__name__.split(".")[0] in PACKAGES


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return None
