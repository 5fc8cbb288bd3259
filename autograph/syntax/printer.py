"""Tree to text."""

from __future__ import annotations

import ast
from typing import Any

import gast


def print_tree(tree: gast.AST | list[gast.AST], source: Any = None) -> str:
    """The Python text of a tree (first version: through `ast.unparse`)."""
    nodes = tree if isinstance(tree, list) else [tree]
    return "\n".join(ast.unparse(ast.fix_missing_locations(gast.gast_to_ast(node))) for node in nodes)
