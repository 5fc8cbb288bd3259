"""Names for generated code: a person's words, numbered in reading order and only on a clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import gast

from .walking import walk


class Names:
    """Gives names that no user name and no earlier generated name has.

    >>> names = Names({"loop", "x"})
    >>> names.fresh("did_break"), names.fresh("loop"), names.fresh("did_break")
    ('did_break', 'loop_2', 'did_break_2')
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = frozenset(taken)
        self._given: set[str] = set()
        self._next: dict[str, int] = {}

    @classmethod
    def of(cls, *trees: gast.AST) -> Names:
        """Names that avoid every name the user wrote in these trees (attributes excepted)."""
        return cls(name for tree in trees for name in names_in(tree))

    def fresh(self, stem: str) -> str:
        """The stem itself when it is free, else `stem_2`, `stem_3`, …"""
        number = self._next.get(stem, 1)
        while (name := stem if number == 1 else f"{stem}_{number}") in self:
            number += 1
        self._next[stem] = number + 1
        self._given.add(name)
        return name

    def scope(self) -> Names:
        """Names for a nested function: it avoids the user's names, and may give again what the outer one was given."""
        return Names(self._taken)

    def __contains__(self, name: object) -> bool:
        return name in self._taken or name in self._given


def names_in(tree: gast.AST) -> Iterator[str]:
    """Every name the tree binds or reads, nested functions and classes included; attributes are not names."""
    for node in walk(tree):
        match node:
            case gast.Name():
                yield node.id
            case gast.FunctionDef() | gast.AsyncFunctionDef() | gast.ClassDef():
                yield node.name
            case gast.Global() | gast.Nonlocal():
                yield from node.names
            case gast.alias():
                yield (node.asname or node.name).split(".")[0]
            case gast.MatchAs() | gast.MatchStar() if node.name:
                yield node.name
            case gast.MatchMapping() if node.rest:
                yield node.rest
            case gast.TypeVar() | gast.ParamSpec() | gast.TypeVarTuple():
                yield node.name
