"""Nesting: how many blocks stand inside each other. CPython compiles no more than twenty loops, `with` and `try`.

>>> import gast
>>> Nesting().height(gast.parse('''
... for x in xs:
...     with a, b:
...         pass
... ''').body[0])
3
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from .exits import LOOPS, TRIES, WITHS
from .scopes import DEFINITIONS

MOST_BLOCKS = 19
"""CPython's limit, less the one that it needs for itself in a generator."""


@dataclass
class Nesting:
    """How deep the user's own blocks are inside statements; each statement is looked at once."""

    heights: dict[gast.AST, int] = field(default_factory=dict)

    def height(self, *statements: Any) -> int:
        """The most blocks that stand inside each other in some statements, a staged `raise` counted as one."""
        return max((self._height(statement) for statement in statements), default=0)

    def _height(self, statement: Any) -> int:
        if statement not in self.heights:
            self.heights[statement] = self._look(statement)
        return self.heights[statement]

    def _look(self, statement: Any) -> int:
        if isinstance(statement, gast.Raise):
            return 1
        if isinstance(statement, (*DEFINITIONS, gast.ClassDef)):
            return 0
        if isinstance(statement, TRIES):
            return self._look_at_try(statement)
        inside = [*getattr(statement, "body", ()), *getattr(statement, "orelse", ())]
        inside += [child for case in getattr(statement, "cases", ()) for child in case.body]
        return blocks_of(statement) + self.height(*inside)

    def _look_at_try(self, statement: Any) -> int:
        handlers = [child for handler in statement.handlers for child in handler.body]
        main = max(1 + self.height(*statement.body), 2 + self.height(*handlers), self.height(*statement.orelse))
        if not statement.finalbody:
            return main
        return 1 + max(main, self.height(*statement.finalbody))


def blocks_of(statement: Any) -> int:
    """How many blocks a loop or `with` is itself."""
    if isinstance(statement, WITHS):
        return len(statement.items)
    return int(isinstance(statement, LOOPS))
