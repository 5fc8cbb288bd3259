"""What a pass gets beside the function it rewrites."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from .names import Names
from .source import Source


@dataclass(frozen=True)
class Unit:
    """One conversion.

    Attributes:
        source: the text the function comes from; `source.error(...)` shows a place in it.
        names: gives fresh names, against every name of the user.
        alias: what generated code calls the operator library.
    """

    source: Source
    names: Names
    alias: str = "ag"

    @classmethod
    def of(cls, source: Source, tree: gast.AST) -> Unit:
        """The unit for the conversion of a tree of this source."""
        names = Names.of(tree)
        return cls(source, names, names.fresh("ag"))
