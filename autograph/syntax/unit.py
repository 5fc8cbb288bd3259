"""What a pass gets beside the function it rewrites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import gast

from .names import Names
from .source import Source
from .span import Span

Table = TypeVar("Table")


@dataclass(frozen=True)
class Note:
    """Something that was left as plain Python: it runs as ever, but a tensor cannot decide there.

    Attributes:
        span: the place.
        what: what was left, a sentence.
        fix: how to write it so that it can be staged.
    """

    span: Span
    what: str
    fix: str


@dataclass(frozen=True)
class Unit:
    """One conversion.

    Attributes:
        source: the text the function comes from; `source.error(...)` shows a place in it.
        names: gives fresh names, against every name of the user.
        alias: what generated code calls the operator library.
        notes: what the passes left as plain Python, in the order they found it.
        tables: what one pass or analysis tells the later ones, one table of each kind; see `table`.
    """

    source: Source
    names: Names
    alias: str = "ag"
    notes: list[Note] = field(default_factory=list)
    tables: dict[Callable[[], Any], Any] = field(default_factory=dict)

    @classmethod
    def of(cls, source: Source, tree: gast.AST, alias: str | None = None) -> Unit:
        """The unit for the conversion of a tree of this source.

        The alias is a fresh name, unless one is given or the text has one already: what `import autograph as ag` binds.
        """
        names = Names.of(tree)
        return cls(source, names, alias or source.alias or names.fresh("ag"))

    def table(self, kind: Callable[[], Table]) -> Table:
        """The table of that kind, empty at its first use: `unit.table(Staged).ifs.add(node)`."""
        if kind not in self.tables:
            self.tables[kind] = kind()
        table: Table = self.tables[kind]
        return table

    def note(self, node: gast.AST, what: str, fix: str) -> None:
        """Records that the code at a node of the tree was left as plain Python."""
        self.notes.append(Note(self.source.span(node), what, fix))
