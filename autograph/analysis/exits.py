"""Exits: how control leaves a block, and which jumps a staged construct must turn into flags.

A jump is *flagged* when a condition that may be a tensor decides whether it runs: it stands inside a staged `if`, or a
staged loop lies between it and its target (for `break` the target itself counts: its first turn may not come), or it
stands after a statement that may have jumped under such a condition. All others stay native, and so do jumps out of a
`finally` and out of an `async for`.

Loops that only a flagged jump makes staged (`while True`, `for x in (1, 2)`) are found by repeating the walk until
nothing changes: once or twice in practice, never more often than loops are nested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import gast

from .scopes import FUNCTIONS, blocks
from .staging import Native, may_be_tensor, may_iterate_tensor

BREAK, CONTINUE, RETURN = "break", "continue", "return"
Kinds = frozenset[str]
NONE: Kinds = frozenset()
Known = dict[gast.AST, bool]
"""Whether control may reach the statement after each one."""

LOOPS = (gast.While, gast.For, gast.AsyncFor)
WITHS = (gast.With, gast.AsyncWith)
TRIES = (gast.Try, gast.TryStar)
JUMPS: dict[type, str] = {gast.Break: BREAK, gast.Continue: CONTINUE, gast.Return: RETURN}


@dataclass
class Exits:
    """The control flow of functions.

    Attributes:
        staged: the `if`s and loops that may be staged.
        flagged: the jumps that must become flags.
        leaving: for each compound statement, the kinds of flagged jump that leave it.
    """

    staged: set[gast.AST] = field(default_factory=set)
    flagged: set[gast.AST] = field(default_factory=set)
    leaving: dict[gast.AST, Kinds] = field(default_factory=dict)

    def find(self, body: list[gast.stmt], native: Native) -> None:
        """Adds what is known of one function's body."""
        walk = _Walk(self, native)
        while True:
            walk.changed = False
            walk.block(body, _NATIVE)
            if not walk.changed:
                return


def is_jump(statement: gast.AST) -> bool:
    """Whether the statement does nothing but jump."""
    return type(statement) in JUMPS


def falls_through(block: Iterable[gast.stmt], known: Known | None = None) -> bool:
    """Whether control may reach the end of a block; `known` keeps what was found out, as long as nothing changes."""
    known = {} if known is None else known
    return all(_completes(statement, known) for statement in block)


def leaving_jumps(block: Iterable[gast.stmt]) -> Iterator[Any]:
    """The jumps in a block, flagged or not, whose target lies outside it."""
    return _leaving(block, in_loop=False)


def _leaving(block: Iterable[gast.stmt], in_loop: bool) -> Iterator[Any]:
    for statement in block:
        if is_jump(statement):
            if not in_loop or isinstance(statement, gast.Return):
                yield statement
        elif isinstance(statement, LOOPS):
            yield from _leaving(statement.body, in_loop=True)
            yield from _leaving(statement.orelse, in_loop)
        else:
            for inner in blocks(statement):
                yield from _leaving(inner, in_loop)


def _completes(statement: Any, known: Known) -> bool:
    """Whether control may reach the statement after this one; a `with` may swallow an exception."""
    if statement not in known:
        known[statement] = _look(statement, known)
    return known[statement]


def _look(statement: Any, known: Known) -> bool:
    if is_jump(statement) or isinstance(statement, gast.Raise):
        return False
    if isinstance(statement, gast.If):
        return falls_through(statement.body, known) or falls_through(statement.orelse, known)
    if isinstance(statement, TRIES):
        if not falls_through(statement.finalbody, known):
            return False
        main = falls_through(statement.body, known) and falls_through(statement.orelse, known)
        return main or any(falls_through(handler.body, known) for handler in statement.handlers)
    if isinstance(statement, gast.Match):
        return not _is_exhaustive(statement) or any(falls_through(case.body, known) for case in statement.cases)
    if isinstance(statement, gast.While) and _is_true(statement.test):
        return any(isinstance(jump, gast.Break) for jump in leaving_jumps(statement.body))
    return True


def _is_true(test: Any) -> bool:
    return isinstance(test, gast.Constant) and bool(test.value)


def _is_exhaustive(statement: Any) -> bool:
    last = statement.cases[-1]
    return last.guard is None and isinstance(last.pattern, gast.MatchAs) and last.pattern.pattern is None


class _Place(NamedTuple):
    """Which kinds of jump must be flagged here."""

    returns: bool
    breaks: bool
    continues: bool

    def flags(self, kind: str) -> bool:
        """Whether a jump of a kind is lowered to a flag at this place."""
        return {RETURN: self.returns, BREAK: self.breaks, CONTINUE: self.continues}[kind]


_ALL = _Place(True, True, True)
_NATIVE = _Place(False, False, False)


class _Walk:
    def __init__(self, exits: Exits, native: Native) -> None:
        self.exits = exits
        self.native = native
        self.changed = False
        self.known: Known = {}

    def block(self, block: Iterable[gast.stmt], place: _Place) -> Kinds:
        """The kinds of flagged jump that leave a block."""
        found = NONE
        for statement in block:
            kinds = self.statement(statement, place)
            if kinds:
                found, place = found | kinds, _ALL
            if not falls_through([statement], self.known):
                break
        return found

    def statement(self, statement: Any, place: _Place) -> Kinds:
        """The kinds of jumps that leave a statement by flags, noted for statements that are no jumps themselves."""
        kinds = self.kinds(statement, place)
        if kinds and not is_jump(statement):
            self.exits.leaving[statement] = kinds
        return kinds

    def kinds(self, statement: Any, place: _Place) -> Kinds:
        """The kinds of jumps that leave a statement by flags; those of a loop's own stay in it."""
        if is_jump(statement):
            return self.jump(statement, place)
        if isinstance(statement, LOOPS):
            return self.loop(statement, place)
        if isinstance(statement, TRIES):
            return self.try_(statement, place)
        if isinstance(statement, gast.If):
            if self.stages(statement, lambda: may_be_tensor(statement.test)):
                place = _ALL
            return self.block(statement.body, place) | self.block(statement.orelse, place)
        return NONE.union(*(self.block(inner, place) for inner in blocks(statement)))

    def jump(self, statement: Any, place: _Place) -> Kinds:
        """The jump's kind if it sets a flag here, and notes that."""
        kind = JUMPS[type(statement)]
        if not place.flags(kind):
            return NONE
        self.exits.flagged.add(statement)
        return frozenset({kind})

    def stages(self, statement: Any, asks_tensor: Any) -> bool:
        """Whether a statement becomes an operator: a tensor may decide it, and it is not left native."""
        if statement not in self.native.statements and asks_tensor():
            self.exits.staged.add(statement)
        return statement in self.exits.staged

    def loop(self, loop: Any, place: _Place) -> Kinds:
        """What leaves a loop: its returns, and what its `else` does.

        A loop that a flag may stop must look at it, so it is staged, and the walk goes round once more.
        """
        if isinstance(loop, gast.AsyncFor):
            return self.block(loop.body, _NATIVE) | self.block(loop.orelse, place)
        staged = self.stages(loop, lambda: _asks_tensor(loop))
        body = self.block(loop.body, _Place(place.returns or staged, staged, False))
        if body & {BREAK, RETURN} and not staged:
            self.exits.staged.add(loop)
            self.changed = True
        stops = body & {BREAK, RETURN}
        return body & {RETURN} | self.block(loop.orelse, _ALL if stops else place)

    def try_(self, statement: Any, place: _Place) -> Kinds:
        """What leaves a `try`; its `finally` keeps native jumps, which override others."""
        body = self.block(statement.body, place)
        orelse = self.block(statement.orelse, _ALL if body else place)
        handlers = NONE.union(*(self.block(handler.body, place) for handler in statement.handlers))
        self.block(statement.finalbody, _NATIVE)
        return body | orelse | handlers


def _asks_tensor(loop: Any) -> bool:
    return may_be_tensor(loop.test) if isinstance(loop, gast.While) else may_iterate_tensor(loop.iter)


def own_statements(block: Iterable[gast.stmt]) -> Iterator[Any]:
    """Every statement of a function's block, those in its compound statements included, in reading order."""
    stack = list(reversed(list(block)))
    while stack:
        statement = stack.pop()
        yield statement
        if not isinstance(statement, FUNCTIONS):
            inner = [child for part in blocks(statement) for child in part]
            stack.extend(reversed(inner))
