"""Turns jumps that a staged condition decides into flags, so that no such jump crosses a block any more.

Where one arm of an `if` always jumps, the rest of the block sinks into the other arm, and needs no flag:

    for x in xs:                            did_return, return_value = False, None
        if x < 0:                           did_break = False
            continue                        for x in xs:
        total += x                              if not x < 0:
        if total > limit:                           total += x
            break                                   if total > limit:
        if g(x):                                        did_break = True
            return x                                elif g(x):
    else:                                               did_return, return_value = True, x
        print(total)                            if did_break:
                                                    break
                                                if did_return:
                                                    return return_value
                                            if not did_return:
                                                if not did_break:
                                                    print(total)
                                            return return_value

Otherwise the flag guards the rest of the block (`if not did_return: …`). A loop's own exit stands once, at the end of
its body: in Python mode it is the native jump; a staged loop reads the flags instead. In tail position a return only
sets `return_value`. Nothing is copied, and jumps that no tensor can decide stay what they are (see `analysis.exits`).

A flag that is set on the way out of a `with` or `finally` may be abandoned: leaving may raise, and something further
out may swallow that. So handlers and jumps in `finally` reset such flags, and a `with` around gets flags of its own
that become final at the end of its body.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import gast

from autograph.analysis.exits import (
    BREAK,
    CONTINUE,
    JUMPS,
    LOOPS,
    NONE,
    RETURN,
    TRIES,
    WITHS,
    Exits,
    Kinds,
    falls_through,
    is_jump,
    leaving_jumps,
)
from autograph.analysis.flags import Flags
from autograph.analysis.scopes import bindings, blocks, declares, functions, suspends
from autograph.analysis.staging import Native
from autograph.syntax.positions import at
from autograph.syntax.quoting import name, quote
from autograph.syntax.unit import Unit

from .blocks import block_fields, head_length, header, negated, or_pass

_ORDER = (BREAK, CONTINUE, RETURN)
_MOST_NESTED = 8  # early exits in a row that nest; more of them go side by side

Block = list[Any]


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Lowers the jumps of a function and of the functions in it."""
    native = unit.table(Native)
    for inner in functions(function):
        if inner not in native.functions:
            unit.table(Exits).find(inner.body, native)
            _Lowering(inner, unit).run()
    return function


@dataclass
class _Loop:
    """A loop that is being lowered: the loop around it, its flags by kind of jump, and all flags of loops in it."""

    around: _Loop | None
    flags: dict[str, str] = field(default_factory=dict)
    inside: set[str] = field(default_factory=set)

    def taken(self) -> set[str]:
        """The flags of the loops around and inside."""
        around = self.around.taken() | set(self.around.flags.values()) if self.around else set()
        return around | self.inside

    def set_flag(self, kind: str, flag: str) -> None:
        """Notes the flag of a kind of jump, for this loop and as one inside those around."""
        self.flags[kind] = flag
        loop = self.around
        while loop is not None:
            loop.inside.add(flag)
            loop = loop.around


@dataclass(frozen=True)
class _Place:
    """Where a block stands.

    Attributes:
        loop: the innermost loop.
        tail: nothing of the function runs after the block.
        last: nothing of the loop's turn runs after the block.
        free: no staged construct of the function is around.
        inner: flags that a `with` around has for itself, by kind of jump.
    """

    loop: _Loop | None = None
    tail: bool = False
    last: bool = False
    free: bool = True
    inner: tuple[tuple[str, str], ...] = ()

    def followed(self) -> _Place:
        """The same, with something after it."""
        return replace(self, tail=False, last=False)

    def staged(self) -> _Place:
        """The same, inside a staged construct."""
        return replace(self, free=False)

    def body_of(self, loop: _Loop, staged: bool) -> _Place:
        """The body of a loop here."""
        inner = tuple(item for item in self.inner if item[0] == RETURN)
        return _Place(loop, tail=False, last=True, free=self.free and not staged, inner=inner)


class _Lowering:
    """One function while its jumps are lowered."""

    def __init__(self, function: Any, unit: Unit) -> None:
        self.function = function
        self.exits = unit.table(Exits)
        self.flags = unit.table(Flags)
        self.names = unit.names.scope()
        self.pool: dict[str, list[str]] = {}
        self.returns = [
            jump
            for jump in leaving_jumps(function.body)
            if isinstance(jump, gast.Return) and jump in self.exits.flagged
        ]
        self.has_value = any(not _is_none(jump.value) for jump in self.returns)
        self.may_end = falls_through(function.body)
        self.uses_did_return = False
        self.bindings = bindings(*function.body)

    def run(self) -> None:
        """Lowers the function's body: flags first, the one `return` last."""
        body = self.function.body
        start = head_length(body)
        head, rest = body[:start], body[start:]
        first = (rest or body)[0]
        lowered = self.block(rest, _Place(tail=True))
        lowered[:0] = at(self.initial(), header(first))
        if self.has_value:
            lowered += at(quote("return value", value=self.return_value()), header(lowered[-1]))
        self.function.body = or_pass(head + lowered, first)

    def initial(self) -> Block:
        """The assignments at the function's head."""
        if self.uses_did_return:
            return quote(self.reset(RETURN), flag=self.did_return(), value=self.return_value())
        return quote("value = None", value=self.return_value()) if self.has_value and self.may_end else []

    def reset(self, kind: str) -> str:
        """The template that takes a flag back; with it goes the value that the end of the function would return."""
        return "flag, value = False, None" if kind == RETURN and self.has_value and self.may_end else "flag = False"

    # ---- names

    def did_return(self) -> str:
        """The flag of returns, made when it is first needed."""
        return self.pooled("did_return")

    def return_value(self) -> str:
        """The name of the value to return, made when it is first needed."""
        return self.pooled("return_value")

    def pooled(self, stem: str, taken: Iterable[str] = ()) -> str:
        """The first name of this stem that is not taken here; used again where it is free again."""
        pool = self.pool.setdefault(stem, [])
        for known in pool:
            if known not in taken:
                return known
        pool.append(self.names.fresh(stem))
        return pool[-1]

    def flag(self, kind: str, place: _Place) -> str:
        """The name of the flag that a jump of this kind sets."""
        inner = dict(place.inner).get(kind)
        if inner is not None:
            return inner
        if kind == RETURN:
            self.uses_did_return = True
            return self.did_return()
        loop = place.loop
        assert loop is not None
        if kind not in loop.flags:
            loop.set_flag(kind, self.pooled(f"did_{kind}", loop.taken()))
        return loop.flags[kind]

    def flags_of(self, kinds: Kinds, place: _Place) -> list[str]:
        """The flags of some kinds of jumps at a place, in fixed order."""
        return [self.flag(kind, place) for kind in _ORDER if kind in kinds]

    # ---- blocks

    def block(self, block: Block, place: _Place) -> Block:
        """Lowers a block; `place` says what comes after it."""
        groups = self.groups(block)
        lowered = self.group(groups[0], place.followed() if len(groups) > 1 else place)
        kinds = self.leaving_block(groups[0])
        for index, group in enumerate(groups[1:], 2):
            end = place if index == len(groups) else place.followed()
            lowered += self.guarded(kinds, group, groups[index - 2][-1], end)
            kinds |= self.leaving_block(group)
        return lowered

    def groups(self, block: Block) -> list[Block]:
        """Splits a block so that no part has more early exits than may nest."""
        groups: list[Block] = [[]]
        count = 0
        for statement in block:
            if count == _MOST_NESTED:
                groups.append([])
                count = 0
            groups[-1].append(statement)
            count += bool(self.leaving(statement))
        return groups

    def group(self, block: Block, place: _Place) -> Block:
        """The statements of a block, whose rest is guarded behind one that may leave; behind one that always leaves it
        goes.
        """
        lowered: Block = []
        for index, statement in enumerate(block):
            here = place if index == len(block) - 1 else place.followed()
            if not falls_through([statement]):
                here = place
                return lowered + self.statement(statement, here) + self.unreachable(block[index + 1 :])
            if self.leaving(statement):
                return lowered + self.exiting(statement, block[index + 1 :], place)
            lowered += self.statement(statement, here)
        return lowered

    def exiting(self, statement: Any, rest: Block, place: _Place) -> Block:
        """A statement that may jump by a flag, with the rest of its block."""
        if isinstance(statement, LOOPS):
            return self.loop(statement, rest, place)
        kinds = self.leaving(statement)
        if isinstance(statement, gast.If) and rest:
            if not falls_through(statement.body):
                statement.orelse, rest = statement.orelse + rest, []
            elif not falls_through(statement.orelse):
                statement.body, rest = statement.body + rest, []
        lowered = self.statement(statement, place.followed() if rest else place)
        return lowered + self.guarded(kinds, rest, statement, place)

    def guarded(self, kinds: Kinds, rest: Block, after: Any, place: _Place) -> Block:
        """The rest of a block, run only if no flag of these kinds is set."""
        if not kinds or not rest:
            return self.block(rest, place)
        body = self.block(rest, place.staged())
        return [self.guard(self.flags_of(kinds, place), body, after)] if body else []

    def guard(self, flags: list[str], body: Block, after: Any) -> Any:
        """`if not flag: body`, staged."""
        test: Any = name(flags[0])
        for flag in flags[1:]:
            test = gast.BinOp(test, gast.BitOr(), name(flag))
        guard = gast.If(gast.UnaryOp(gast.Not(), test), body, [])
        self.exits.staged.add(guard)
        return at(guard, header(after))

    def unreachable(self, block: Block) -> Block:
        """Code that never runs: dropped, unless the function's variables or its being a generator depend on it."""
        if not block:
            return []
        bound = bindings(*block)
        if suspends(*block) or declares(*block) or any(self.bindings[key] <= count for key, count in bound.items()):
            return at([gast.If(gast.Constant(False, None), block, [])], header(block[0]))
        self.bindings -= bound
        return []

    def leaving(self, statement: Any) -> Kinds:
        """The kinds of jumps that leave a statement by flags."""
        if is_jump(statement):
            return frozenset({JUMPS[type(statement)]}) if statement in self.exits.flagged else NONE
        return self.exits.leaving.get(statement, NONE)

    def leaving_block(self, block: Block) -> Kinds:
        """The kinds of jumps that leave a block by flags."""
        return NONE.union(*map(self.leaving, block))

    # ---- statements

    def statement(self, statement: Any, place: _Place) -> Block:
        """What takes a statement's place: jumps become assignments to flags."""
        if is_jump(statement):
            return self.jump(statement, place)
        if isinstance(statement, gast.If):
            return self.if_(statement, place)
        if isinstance(statement, LOOPS):
            return self.loop(statement, [], place)
        if isinstance(statement, WITHS):
            return self.with_(statement, place)
        if isinstance(statement, TRIES):
            return self.try_(statement, place)
        if isinstance(statement, gast.Match):
            for case in statement.cases:
                case.body = or_pass(self.block(case.body, place), case.body[0])
        return [statement]

    def jump(self, jump: Any, place: _Place) -> Block:
        """The assignments that stand for a flagged jump."""
        if jump not in self.exits.flagged:
            return [jump]
        kind = JUMPS[type(jump)]
        if kind == RETURN:
            return at(self.return_(jump, place), jump)
        if kind == CONTINUE and place.last:
            return []
        return at(quote("flag = True", flag=self.flag(kind, place)), jump)

    def return_(self, jump: Any, place: _Place) -> Block:
        """What takes the place of a `return`: at the end of the function only its value, elsewhere a flag, too."""
        value = jump.value or gast.Constant(None, None)
        if place.tail:
            return quote("target = value", target=self.return_value(), value=value) if self.has_value else []
        flag = self.flag(RETURN, place)
        if not self.has_value:
            return quote("flag = True", flag=flag)
        return quote("flag, target = True, value", flag=flag, target=self.return_value(), value=value)

    def if_(self, statement: Any, place: _Place) -> Block:
        """An `if` with lowered arms; if only the `else` is left, the test is turned round."""
        first = statement.body[0]
        inside = place.staged() if statement in self.exits.staged else place
        statement.body = self.block(statement.body, inside)
        statement.orelse = self.block(statement.orelse, inside)
        if not statement.body and statement.orelse:
            statement.test = negated(statement.test)
            statement.body, statement.orelse = statement.orelse, []
        statement.body = or_pass(statement.body, first)
        return [statement]

    # ---- loops

    def loop(self, loop: Any, rest: Block, place: _Place) -> Block:
        """A loop with the rest of its block."""
        kinds = self.leaving_block(loop.body)
        inside = _Loop(place.loop)
        body = place.body_of(inside, loop in self.exits.staged)
        stops = [] if isinstance(loop, gast.AsyncFor) else [kind for kind in (BREAK, RETURN) if kind in kinds]
        flags = self.flags_of(frozenset(stops), body)
        first = loop.body[0]
        loop.body = self.block(loop.body, body)
        if CONTINUE in inside.flags:
            loop.body[:0] = at(quote("flag = False", flag=inside.flags[CONTINUE]), header(loop))
        loop.body += [self.loop_exit(loop, kind, flag, place) for kind, flag in zip(stops, flags, strict=True)]
        loop.body = or_pass(loop.body, first)
        if flags:
            self.flags.until[loop] = tuple(flags)
            return self.stoppable(loop, inside, kinds, rest, place)
        kinds = self.leaving_block(loop.orelse)
        loop.orelse = self.block(loop.orelse, place.followed() if rest else place)
        return [loop, *self.guarded(kinds, rest, loop, place)]

    def stoppable(self, loop: Any, inside: _Loop, kinds: Kinds, rest: Block, place: _Place) -> Block:
        """A loop that flags may end, between the reset of its flag and the rest of its block."""
        before: Block = []
        generated = {exit.body[0] for exit in loop.body if exit in self.flags.exits}
        if any(isinstance(jump, gast.Break) for jump in leaving_jumps(loop.body) if jump not in generated):
            kinds |= self.leaving_block(loop.orelse)
            loop.orelse = self.block(self.loop_else(loop, inside), place.followed())
        else:
            rest = self.loop_else(loop, inside) + rest
        if BREAK in inside.flags:
            before = at(quote("flag = False", flag=inside.flags[BREAK]), header(loop))
        after = self.guarded(kinds & {RETURN}, rest, loop, place)
        return [*before, loop, *after]

    def loop_exit(self, loop: Any, kind: str, flag: str, place: _Place) -> Any:
        """`if did_break: break` at the end of a body; outside of all staged constructs a return is made at once."""
        jump: Any = gast.Break()
        if kind == RETURN and place.free:
            jump = gast.Return(name(self.return_value()) if self.has_value else None)
        leave = at(gast.If(name(flag), [jump], []), header(loop))
        self.flags.exits[leave] = loop
        return leave

    def loop_else(self, loop: Any, inside: _Loop) -> Block:
        """The `else` of a loop that flags may end, as a statement after it; not lowered yet."""
        block, loop.orelse = loop.orelse, []
        if not block or BREAK not in inside.flags:
            return list(block)
        guard = self.guard([inside.flags[BREAK]], block, loop)
        self.exits.leaving[guard] = self.leaving_block(block)
        return [guard]

    # ---- blocks that do something on the way out

    def with_(self, statement: Any, place: _Place) -> Block:
        """A `with`; if a manager may swallow errors, flags are set behind it, when its body has come to the end."""
        if len(statement.items) > 1 and self.leaving(statement):
            self.nest(statement)
        if not self.abandonable(statement.body):
            statement.body = or_pass(self.block(statement.body, place), statement.body[0])
            return [statement]
        outer = {kind: self.flag(kind, place) for kind in _ORDER if kind in self.leaving(statement)}
        inner = {kind: self.names.fresh(f"did_{kind}") for kind in outer}
        first = statement.body[0]
        statement.body = self.block(statement.body, replace(place.followed(), inner=tuple(inner.items())))
        before: Block = []
        for kind, flag in inner.items():
            before += quote("flag = False", flag=flag)
            statement.body += at(quote("outer = inner", outer=outer[kind], inner=flag), header(statement))
        statement.body = or_pass(statement.body, first)
        return [*at(before, header(statement)), statement]

    def nest(self, statement: Any) -> None:
        """Makes `with a, b: …` one `with` inside the other: `a` may swallow what is raised on the way out of `b`."""
        items = statement.items
        for item in reversed(items[1:]):
            inner = at(type(statement)([item], statement.body, None), item.context_expr)
            self.exits.leaving[inner] = self.leaving(statement)
            statement.body = [inner]
        statement.items = items[:1]

    def try_(self, statement: Any, place: _Place) -> Block:
        """A `try`, whose handlers take back flags that its body has set before it failed."""
        kinds, risk = self.leaving_block(statement.body), self.abandonable(statement.body)
        inside = place.followed() if statement.orelse or RETURN in risk else place
        first = statement.body[0]
        statement.body = or_pass(self.block(statement.body, inside), first)
        statement.orelse = self.guarded(kinds, statement.orelse, statement, place)
        for handler in statement.handlers:
            body = self.block(handler.body, place)
            handler.body = or_pass(self.resets(risk, place, handler.body[0]) + body, handler.body[0])
        final = self.block(statement.finalbody, place.followed())
        leaving = self.leaving(statement)
        statement.finalbody = self.resetting(final, leaving, place) if leaving else final
        return [statement]

    def abandonable(self, block: Block) -> Kinds:
        """The kinds of flagged jump that leave a block through a `with` or a `finally` in it."""
        found = NONE
        for statement in block:
            if isinstance(statement, WITHS) or (isinstance(statement, TRIES) and statement.finalbody):
                found |= self.leaving(statement)
            inner = NONE.union(*map(self.abandonable, blocks(statement)))
            found |= inner & {RETURN} if isinstance(statement, LOOPS) else inner
        return found

    def resets(self, kinds: Kinds, place: _Place, where: Any) -> Block:
        """The assignments that take flags back."""
        made: Block = []
        for kind in _ORDER:
            if kind in kinds:
                made += quote(self.reset(kind), flag=self.flag(kind, place), value=self.return_value())
        return at(made, where)

    def resetting(self, block: Block, kinds: Kinds, place: _Place) -> Block:
        """A `finally` whose own jumps, which override those of the `try`, take the flags back."""
        leaving = set(leaving_jumps(block))

        def rewrite(part: Block) -> Block:
            """A block in which flags are taken back before each jump that leaves it."""
            made: Block = []
            for statement in part:
                if statement in leaving:
                    made += self.resets(kinds, place, statement)
                for owner, attribute in block_fields(statement):
                    setattr(owner, attribute, rewrite(getattr(owner, attribute)))
                made.append(statement)
            return made

        return rewrite(block)


def _is_none(value: Any) -> bool:
    return value is None or (isinstance(value, gast.Constant) and value.value is None)
