"""Tree to text."""

from __future__ import annotations

from typing import Any

import gast

from .unparse_statements import Unparser


def print_tree(tree: gast.AST | list[gast.AST], source: Any = None) -> str:
    """The Python text of a tree."""
    unparser = Unparser()
    unparser.dispatch(tree)
    return unparser.f.getvalue().lstrip("\n")
