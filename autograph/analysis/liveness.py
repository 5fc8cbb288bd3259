"""Liveness: which variables are read later than a statement, before something else is written to them.

Each block is summed up once, from the inside out: which variables it reads first, and for each way out of it (falling
through, `break`, `continue`, `return`, an exception) which variables pass it unchanged. A loop needs no repetition
then: what lives at its head is what its body reads first. A second walk, from the outside in, hands each statement
what lives after it. So the cost is linear in the text, however deep blocks nest. Sets are bits of integers.

What inner functions use is always live, and so is what is declared `nonlocal` or `global`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import gast

from .exits import LOOPS, TRIES, WITHS
from .flags import Flags
from .scopes import Function, Scope, effects, outer_parts

FALL, BREAK, CONTINUE, RETURN, RAISE = range(5)
_ALL = -1
Live = tuple[int, ...]
"""What is live behind each way out, in the order of the ways."""


@dataclass(frozen=True)
class _Summary:
    """What a statement or block does to variables.

    Attributes:
        reads: those it may read before it writes them.
        writes: those it may write.
        passes: for each way out that there is, those that it may leave unwritten.
    """

    reads: int
    writes: int
    passes: dict[int, int]

    def before(self, live: Live) -> int:
        """What lives before it when this lives behind it."""
        return self.reads | self.behind(live)

    def behind(self, live: Live) -> int:
        """What of that only passes it."""
        found = 0
        for way, unwritten in self.passes.items():
            found |= live[way] & unwritten
        return found

    def then(self, other: _Summary) -> _Summary:
        """This, followed by another one where it falls through."""
        through = self.passes.get(FALL)
        if through is None:
            return _Summary(self.reads, self.writes | other.writes, self.passes)
        passes = {way: unwritten for way, unwritten in self.passes.items() if way != FALL}
        for way, unwritten in other.passes.items():
            passes[way] = passes.get(way, 0) | through & unwritten
        return _Summary(self.reads | through & other.reads, self.writes | other.writes, passes)

    def beside(self, *others: _Summary) -> _Summary:
        """This or one of the others."""
        reads, writes, passes = self.reads, self.writes, dict(self.passes)
        for other in others:
            reads, writes = reads | other.reads, writes | other.writes
            for way, unwritten in other.passes.items():
                passes[way] = passes.get(way, 0) | unwritten
        return _Summary(reads, writes, passes)


_NOTHING = _Summary(0, 0, {FALL: _ALL, RAISE: _ALL})


class Liveness:
    """The live variables of one function.

    Args:
        function: the function; what it says holds as long as its statements stay.
        flags: the flags that its loops read.

    >>> function = gast.parse('''
    ... def f(x):
    ...     if x:
    ...         y = z = 1
    ...     return y
    ... ''').body[0]
    >>> live = Liveness(function)
    >>> live.after(function.body[0]), live.written(function.body[0].body)
    (frozenset({'y'}), frozenset({'y', 'z'}))
    """

    def __init__(self, function: Function, flags: Flags | None = None) -> None:
        self.scope = Scope.of(function)
        self._flags = flags or Flags()
        self._bits: dict[str, int] = {}
        self._names: list[str] = []
        self._summaries: dict[gast.AST, _Summary] = {}
        self._after: dict[gast.AST, int] = {}
        self._before: dict[gast.AST, int] = {}
        self._head: dict[gast.AST, int] = {}
        self._always = self._mask(self.scope.captured | self.scope.nonlocals | self.scope.globals)
        body = function.body if isinstance(function.body, list) else []
        self._block(body)
        self._spread(body, (0, 0, 0, 0, 0))

    def after(self, statement: gast.AST) -> frozenset[str]:
        """What is live after a statement."""
        return self._decode(self._after[statement] | self._always)

    def before(self, block: list[Any]) -> frozenset[str]:
        """What is live before a block; nothing before an empty one."""
        return self._decode(self._before[block[0]] | self._always) if block else frozenset()

    def at_head(self, loop: gast.AST) -> frozenset[str]:
        """What is live before each turn of a loop."""
        return self._decode(self._head[loop] | self._always)

    def written(self, block: Iterable[gast.AST]) -> frozenset[str]:
        """The variables that statements, those in their blocks included, may write."""
        mask = 0
        for statement in block:
            mask |= self._summaries[statement].writes
        return self._decode(mask)

    # ---- sets as bits

    def _mask(self, names: Iterable[str]) -> int:
        mask = 0
        for name in names:
            if name not in self._bits:
                self._bits[name] = 1 << len(self._names)
                self._names.append(name)
            mask |= self._bits[name]
        return mask

    def _decode(self, mask: int) -> frozenset[str]:
        return frozenset(name for name in self._names if mask & self._bits[name])

    # ---- from the inside out

    def _block(self, block: Iterable[gast.AST]) -> _Summary:
        found = _NOTHING
        for summary in reversed([self._statement(statement) for statement in block]):
            found = summary.then(found)
        return found

    def _statement(self, statement: Any) -> _Summary:
        summary = self._summarize(statement)
        self._summaries[statement] = summary
        return summary

    def _summarize(self, statement: Any) -> _Summary:
        match statement:
            case gast.Return() | gast.Raise() | gast.Break() | gast.Continue():
                return self._jump(statement)
            case gast.If():
                return self._run(statement.test).then(self._block(statement.body).beside(self._block(statement.orelse)))
            case gast.Match():
                cases = [self._case(case) for case in statement.cases]
                return self._run(statement.subject).then(_NOTHING.beside(*cases))
        if isinstance(statement, LOOPS):
            return self._loop(statement)
        if isinstance(statement, WITHS):
            return self._with(statement)
        if isinstance(statement, TRIES):
            return self._try(statement)
        return self._run(statement, surely=True)

    def _run(self, *nodes: Any, surely: bool = False) -> _Summary:
        """Expressions or a simple statement; `surely` if what they write is written whenever they complete."""
        done = effects(*nodes)
        writes = self._mask(done.writes | done.changes)
        reads = self._mask(done.reads | done.captures)
        killed = self._mask(_surely_written(nodes[0])) if surely else 0
        return _Summary(reads, writes, {FALL: ~killed, RAISE: _ALL})

    def _jump(self, statement: Any) -> _Summary:
        ways = {gast.Return: RETURN, gast.Raise: RAISE, gast.Break: BREAK, gast.Continue: CONTINUE}
        done = self._run(statement)
        return _Summary(done.reads, done.writes, {ways[type(statement)]: _ALL, RAISE: _ALL})

    def _case(self, case: Any) -> _Summary:
        parts = [case.pattern, *([case.guard] if case.guard is not None else [])]
        return self._run(*parts).then(self._block(case.body)).beside(_NOTHING)

    def _target(self, *targets: Any) -> _Summary:
        done = effects(*targets)
        killed = self._mask(name for target in targets for name in _names_of_target(target))
        writes = self._mask(done.writes | done.changes)
        return _Summary(self._mask(done.reads), writes, {FALL: ~killed, RAISE: _ALL})

    def _loop(self, loop: Any) -> _Summary:
        body, orelse = self._block(loop.body), self._block(loop.orelse)
        if isinstance(loop, gast.While):
            turn = self._run(loop.test).then(body)
            start = _NOTHING
        else:
            turn = self._target(loop.target).then(body)
            start = self._run(loop.iter)
        flags = self._mask(self._flags.until.get(loop, ()))
        self._head[loop] = turn.reads | flags | orelse.reads  # `_into_loop` adds what lives after the loop
        passes = {way: unwritten for way, unwritten in turn.passes.items() if way in (RETURN, RAISE)}
        passes[FALL] = turn.passes.get(BREAK, 0)
        turns = _Summary(turn.reads | flags, turn.writes, passes)
        return start.then(turns.beside(orelse))

    def _with(self, statement: Any) -> _Summary:
        found = self._block(statement.body)
        if RAISE in found.passes:  # the manager may swallow it
            found = found.beside(_Summary(0, 0, {FALL: found.passes[RAISE]}))
        for item in reversed(statement.items):
            if item.optional_vars is not None:
                found = self._target(item.optional_vars).then(found)
            found = self._run(item.context_expr).then(found)
        return found

    def _try(self, statement: Any) -> _Summary:
        body, orelse = self._block(statement.body), self._block(statement.orelse)
        handlers = [self._handler(handler) for handler in statement.handlers]
        found = body.then(orelse)
        for handler in handlers:
            found = found.beside(handler)  # an exception may come before the body has written anything
        if not statement.finalbody:
            return found
        final = self._block(statement.finalbody)
        through = final.passes.get(FALL, 0)
        passes = {way: unwritten & through for way, unwritten in found.passes.items()}
        for way, unwritten in final.passes.items():
            if way != FALL:
                passes[way] = passes.get(way, 0) | unwritten
        return _Summary(found.reads | final.reads, found.writes | final.writes, passes)

    def _handler(self, handler: Any) -> _Summary:
        found = self._block(handler.body)
        name = self._mask([handler.name.id]) if handler.name is not None else 0
        kind = self._run(handler.type) if handler.type is not None else _NOTHING
        passes = {way: unwritten & ~name for way, unwritten in found.passes.items()}
        return kind.then(_Summary(found.reads & ~name, found.writes | name, passes))

    # ---- from the outside in

    def _spread(self, block: list[Any], live: Live) -> None:
        """Tells each statement of a block what lives after it."""
        after = live[FALL]
        for statement in reversed(block):
            behind = (after, *live[1:])
            self._after[statement] = after
            self._into(statement, behind)
            after = self._summaries[statement].before(behind)
            self._before[statement] = after

    def _into(self, statement: Any, live: Live) -> None:
        if isinstance(statement, LOOPS):
            self._into_loop(statement, live)
        elif isinstance(statement, TRIES):
            self._into_try(statement, live)
        elif isinstance(statement, gast.If):
            self._spread(statement.body, live)
            self._spread(statement.orelse, live)
        elif isinstance(statement, gast.Match):
            for case in statement.cases:
                self._spread(case.body, live)
        elif isinstance(statement, WITHS):
            self._spread(statement.body, (*live[:RAISE], live[RAISE] | live[FALL]))

    def _into_loop(self, loop: Any, live: Live) -> None:
        head = self._head[loop] | self._summaries[loop].behind(live)
        self._head[loop] = head
        self._spread(loop.body, (head, live[FALL], head, live[RETURN], live[RAISE]))
        self._spread(loop.orelse, live)

    def _into_try(self, statement: Any, live: Live) -> None:
        inside = live
        if statement.finalbody:
            final = self._block_summary(statement.finalbody)
            inside = tuple(final.before((way, *live[1:])) for way in live)
            everything = live[FALL] | live[BREAK] | live[CONTINUE] | live[RETURN] | live[RAISE]
            self._spread(statement.finalbody, (everything, *live[1:]))
        caught = inside[RAISE]
        for handler in statement.handlers:
            self._spread(handler.body, inside)
            caught |= self._handler_before(handler, inside)
        orelse = self._block_summary(statement.orelse).before(inside)
        self._spread(statement.orelse, inside)
        self._spread(statement.body, (orelse, *inside[1:RAISE], caught))

    def _handler_before(self, handler: Any, live: Live) -> int:
        name = self._mask([handler.name.id]) if handler.name is not None else 0
        kind = self._mask(effects(handler.type).reads) if handler.type is not None else 0
        return self._block_summary(handler.body).before(live) & ~name | kind

    def _block_summary(self, block: list[Any]) -> _Summary:
        found = _NOTHING
        for statement in reversed(block):
            found = self._summaries[statement].then(found)
        return found


def _surely_written(statement: Any) -> set[str]:
    """The names that a simple statement binds or deletes whenever it completes."""
    match statement:
        case gast.Assign() | gast.Delete():
            return {name for target in statement.targets for name in _names_of_target(target)}
        case gast.AugAssign() | gast.AnnAssign():
            return set(_names_of_target(statement.target)) if statement.value is not None else set()
        case gast.FunctionDef() | gast.AsyncFunctionDef() | gast.ClassDef():
            return {statement.name}
        case gast.Import() | gast.ImportFrom():
            return set(effects(statement).writes)
    return set()


def _names_of_target(target: Any) -> Iterable[str]:
    if isinstance(target, gast.Name):
        yield target.id
    elif isinstance(target, gast.Tuple | gast.List | gast.Starred):
        for part in outer_parts(target):
            yield from _names_of_target(part)
