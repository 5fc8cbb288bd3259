"""Lowers `if`, `while` and `for` in place: the user's statement stays, and an operator drives it.

    if x > 0:                               for then in ag.if_(x > 0, ('y',)):
        y = x                                   if then:
    else:                                           y = x
        y = -x                                  else:
                                                    y = -x

    if x > 0:                               if then := ag.when(x > 0):
        y = x                                   y = x
                                                ag.end_if(then, ('y',))

    if x > 9:                               for arm, test in ag.once or ag.arms(('y',)):
        y = 2                                   if arm <= 1 and test(x > 9):
    elif x > 0:                                     y = 2
        y = 1                                   elif arm <= 2 and test(x > 0):
                                                    y = 1

    while x > 1:                            loop = ag.while_(('x',))
        x = x / 2                           while loop.turn(x > 1):
                                                x = x / 2

    for x in xs:                            for x in ag.for_(xs, ('total',)):
        total += x                              total += x

    for x in xs:                            loop = ag.loop(('did_break',), until=('did_break',))
        …                                   for x in loop.over(xs):
                                                …

In Python mode an `if` runs its one turn, tests are bools and iterables are themselves. In a trace the same statements
are the tracing passes. The names are those that the construct writes and somebody reads later: the operators put them
back between the arms and merge them. A loop with flags asks `loop.leaves(flag)` where it would jump.

An `if` that yields cannot be staged, and stays: `if ag.yields(x > 0):` refuses tensors.

A `raise` under a staged condition stands in `with ag.raising`, since it belongs to the run of its arm; so does a `with`
around one, which may let it pass. Around a `try`
that holds a staged construct the depth of the traces is noted, for its handlers to see whether they may handle.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import gast

from autograph.analysis.exits import TRIES, WITHS, Exits
from autograph.analysis.flags import Flags
from autograph.analysis.liveness import Liveness
from autograph.analysis.nesting import MOST_BLOCKS, Nesting, blocks_of
from autograph.analysis.scopes import bindings, blocks, effects, functions_with_class, mangled, walk_own
from autograph.analysis.staging import Native, Staged, is_none_test, may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import literal, quote, quote_expression
from autograph.syntax.unit import Unit

from .blocks import block_fields, head_length, header
from .truth import condition, decided

Block = list[Any]


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Lowers the control flow of a function and of the functions in it."""
    native = unit.table(Native)
    for inner, class_name in functions_with_class(function, unit.source.class_name):
        if inner not in native.functions:
            _Lowering(inner, class_name, unit).run()
    return function


@dataclass(frozen=True)
class _Place:
    """Where a block stands.

    Attributes:
        depth: how many blocks of CPython's kind are around.
        staged: a staged construct is around.
        loop: the name of the loop around that has flags.
        loops: names of all `loop` variables around.
        thens: names of the variables around that hold an `if` until its block ends.
    """

    depth: int = 0
    staged: bool = False
    loop: str = ""
    loops: tuple[str, ...] = ()
    thens: tuple[str, ...] = ()

    def inside(self, *, blocks: int = 0, staged: bool = False) -> _Place:
        """The place of a block in here."""
        return replace(self, depth=self.depth + blocks, staged=self.staged or staged)


class _Lowering:
    """One function while its control flow is lowered."""

    def __init__(self, function: Any, class_name: str | None, unit: Unit) -> None:
        self.function = function
        self.class_name = class_name
        self.unit = unit
        self.exits = unit.table(Exits)
        self.flags = unit.table(Flags)
        self.staged = unit.table(Staged)
        self.live = Liveness(function, self.flags)
        self.names = unit.names.scope()
        self.nesting = Nesting()
        self.is_generator = _holds_yield(function.body)
        self.loops: list[str] = []
        self.thens: list[str] = []
        self.chain_names: tuple[str, ...] = ()

    def run(self) -> None:
        """Lowers the function's body, behind its docstring."""
        body = self.function.body
        start = head_length(body)
        lowered = self.block(body[start:], _Place())
        self.function.body = body[:start] + at(self.shared_variables(), header(body[0])) + lowered

    # ---- names

    def loop_name(self, place: _Place) -> str:
        """A name for a loop: the first that no loop around has."""
        return self.pooled("loop", self.loops, place.loops)

    def then_name(self, place: _Place) -> str:
        """A name for what an `if` holds: the first that no `if` around holds something in."""
        return self.pooled("then", self.thens, place.thens)

    def pooled(self, stem: str, pool: list[str], taken: tuple[str, ...]) -> str:
        """A name of a pool that is not taken here, or a new one: helpers' names are used again one after the other."""
        for known in pool:
            if known not in taken:
                return known
        pool.append(self.names.fresh(stem))
        return pool[-1]

    def quote(self, template: str, **parts: Any) -> Block:
        """Statements of a template with parts put in; `ag` is the operators' name in this unit."""
        return quote(template, ag=self.unit.alias, **parts)

    def kept(self, written: Iterable[str], live: Iterable[str]) -> Any:
        """The tuple of names that a construct hands to its operator."""
        own = self.live.scope.locals | self.live.scope.nonlocals
        names = {mangled(name, self.class_name) for name in set(written) & set(live) & own}
        self.staged.names |= names
        return literal(tuple(sorted(names)))

    # ---- blocks

    def block(self, block: Block, place: _Place) -> Block:
        """All statements lowered, one after the other."""
        lowered: Block = []
        for statement in block:
            lowered += self.statement(statement, place)
        return lowered

    def statement(self, statement: Any, place: _Place) -> Block:
        """What takes a statement's place: itself, with lowered blocks, if nothing in it is staged."""
        if statement in self.flags.exits:
            return [self.exit(statement, place)]
        if isinstance(statement, gast.If):
            return self.if_(statement, place)
        if isinstance(statement, gast.While | gast.For) and statement in self.exits.staged:
            return self.while_(statement, place) if isinstance(statement, gast.While) else self.for_(statement, place)
        if isinstance(statement, TRIES):
            return self.try_(statement, place)
        if isinstance(statement, gast.Raise) and place.staged:
            return self.raising(statement)
        raises = place.staged and isinstance(statement, WITHS) and self.raises(statement)
        self.into(statement, place.inside(blocks=blocks_of(statement) + raises))
        return self.raising(statement) if raises else [statement]

    def raising(self, statement: Any) -> Block:
        """`with ag.raising: statement`."""
        return at(self.quote("with ag.raising:\n    statement", statement=statement), header(statement))

    def raises(self, statement: Any) -> bool:
        """Whether a `with` holds a `raise` of the same staged block: its exception may pass the context manager."""
        return any(
            isinstance(inner, gast.Raise) or (inner not in self.exits.staged and self.raises(inner))
            for block in blocks(statement)
            for inner in block
        )

    def into(self, statement: Any, place: _Place) -> None:
        """Lowers the blocks of a statement that stays."""
        for owner, field in block_fields(statement):
            setattr(owner, field, self.block(getattr(owner, field), place))

    def exit(self, statement: Any, place: _Place) -> Any:
        """`if loop.leaves(flag): break`."""
        statement.test = self.ask(place.loop, "leaves", statement.test)
        return statement

    def ask(self, loop: str, method: str, operand: Any) -> Any:
        """`loop.turn(test)`, `loop.over(items)` or `loop.leaves(flag)`."""
        call = at(quote_expression(f"loop.{method}(operand)", loop=loop, operand=operand), operand)
        self.staged.calls.add(call)
        return call

    # ---- if

    def if_(self, statement: Any, place: _Place) -> Block:
        """What takes the place of an `if`: a chain, an opened arm at a time where blocks would be nested too deeply."""
        if statement not in self.exits.staged:
            self.into(statement, place)
            return [statement]
        if self.yields(statement):
            return self.pausing(statement, place)
        links = self.links(statement)
        height = self.nesting.height(*statement.body, *statement.orelse)
        fits = place.depth + 1 + height <= MOST_BLOCKS
        names = self.names_of(links, else_first=fits and len(links) == 1 and self.turns(statement))
        if not statement.orelse:
            return self.flat_if(statement, place, names)
        if not fits:
            return self.deep_if(statement, place, names)
        return self.chain(links, place, names) if len(links) > 1 else self.single(statement, place, names)

    def links(self, statement: Any) -> Block:
        """The `if` and its `elif`s, to the last that may be staged."""
        links = [statement]
        while len(links[-1].orelse) == 1 and isinstance(links[-1].orelse[0], gast.If):
            links.append(links[-1].orelse[0])
        while links[-1] not in self.exits.staged:
            links.pop()
        return links

    def names_of(self, links: Block, *, else_first: bool) -> Any:
        """What an `if` writes that somebody reads after it, or on the way through its other arms."""
        first = links[0]
        needed = self.live.after(first)
        for link in links:
            arms = (link.orelse, link.body) if else_first else (link.body, link.orelse)
            needed |= self.live.written(arms[0]) & self.live.before(arms[1])
        return self.kept(self.live.written(first.body) | self.live.written(first.orelse), needed)

    def single(self, statement: Any, place: _Place, names: Any) -> Block:
        """An `if` with an `else`."""
        where, then = statement.test, self.then_name(place)
        self.into(statement, place.inside(blocks=1, staged=True))
        asks = "not then" if self.turns(statement) else "then"
        lowered = self.quote(
            "for then in ag.if_(test, names):\n    statement",
            then=then, test=self.positive(statement), names=names, statement=statement,
        )  # fmt: skip
        statement.test = self.own(quote_expression(asks, then=then), where)
        self.staged.constructs.add(lowered[0])
        return at(lowered, where)

    def flat_if(self, statement: Any, place: _Place, names: Any) -> Block:
        """An `if` without an `else`."""
        where, then = statement.test, self.then_name(place)
        inside = replace(place.inside(staged=True), thens=(*place.thens, then))
        opener = "unless" if self.turns(statement) else "when"
        statement.test = self.opened(opener, then, self.positive(statement), where)
        statement.body = self.block(statement.body, inside)
        statement.body += at(self.quote("ag.end_if(then, names)", then=then, names=names), where)
        self.staged.constructs.add(statement)
        return [statement]

    def deep_if(self, statement: Any, place: _Place, names: Any) -> Block:
        """An `if` with an `else`, where no more blocks fit inside each other."""
        where, then = statement.test, self.then_name(place)
        inside = replace(place.inside(staged=True), thens=(*place.thens, then))
        statement.test = self.opened("when", then, self.asked(where), where)
        self.into(statement, inside)
        names = {"names": names, "again": copy.deepcopy(names)}
        lowered = self.quote(
            "then = ag.otherwise(then, names)\nif not then:\n    body\n    ag.end_if(then, again)",
            then=then, body=statement.orelse, **names,
        )  # fmt: skip
        otherwise = lowered[1]
        self.staged.calls.add(otherwise.test)
        self.staged.constructs |= {statement, otherwise}
        statement.body.append(lowered[0])
        statement.orelse = []
        at(lowered, where)
        return [statement, otherwise]

    def chain(self, links: Block, place: _Place, names: Any) -> Block:
        """`if … elif`: a test that stays plain Python has the number of the next one that may be staged."""
        self.chain_names = self.chain_names or (self.names.fresh("arm"), self.names.fresh("test"))
        arm, test = self.chain_names
        where, inside = links[0].test, place.inside(blocks=1, staged=True)
        number = 1
        for link in links:
            asked, parts = "asked", {"arm": arm, "number": literal(number), "asked": link.test}
            if link in self.exits.staged:
                asked, number = "test(asked)", number + 1
                parts |= {"test": test, "asked": self.asked(link.test)}
            both = quote_expression(f"arm <= number and {asked}", **parts)
            at(both.values, link.test)
            link.test = self.own(both, link)
            if asked != "asked":
                self.staged.calls.add(both.values[1])
            link.body = self.block(link.body, inside)
        links[-1].orelse = self.block(links[-1].orelse, inside)
        lowered = self.quote(
            "for arm, test in ag.once or ag.arms(names):\n    statement",
            arm=arm, test=test, names=names, statement=links[0],
        )  # fmt: skip
        self.staged.calls.add(lowered[0].iter)
        self.staged.constructs.add(lowered[0])
        return at(lowered, where)

    def pausing(self, statement: Any, place: _Place) -> Block:
        """An `if` that yields: nobody can pause in a staged block."""
        where, asks = statement.test, "not value" if self.turns(statement) else "value"
        value = self.unpaused(self.positive(statement), statement)
        statement.test = self.own(quote_expression(asks, value=value), where)
        self.into(statement, place)
        return [statement]

    def opened(self, opener: str, then: str, test: Any, where: Any) -> Any:
        """The test of an `if`, which opens an arm and names it."""
        template = f"(then := ag.{opener}(test))"
        return at(quote_expression(template, ag=self.unit.alias, then=then, test=test), where)

    def own(self, test: Any, where: Any) -> Any:
        """A test that no later pass looks at; it does at its parts."""
        self.staged.calls.add(test)
        return at(test, where)

    def unpaused(self, value: Any, construct: Any) -> Any:
        """The condition or iterable of a block; one that yields is not staged."""
        if not self.yields(construct):
            return value
        return at(quote_expression("ag.yields(value)", ag=self.unit.alias, value=value), value)

    def yields(self, construct: Any) -> bool:
        """Whether a generator gives values inside of a construct."""
        return self.is_generator and _holds_yield([*construct.body, *construct.orelse])

    def turns(self, statement: Any) -> bool:
        """Whether the `else` block of an `if` is the first arm, since the test is a negation."""
        test = statement.test
        if isinstance(test, gast.UnaryOp):
            return isinstance(test.op, gast.Not)
        return is_none_test(test) and isinstance(test.ops[0], gast.IsNot)

    def positive(self, statement: Any) -> Any:
        """The test to ask, without the negation, which is left to the `if`."""
        test = statement.test
        if self.turns(statement) and isinstance(test, gast.UnaryOp):
            test = test.operand
        elif self.turns(statement):
            test.ops = [gast.Is()]
        return decided(test, self.unit.alias) if self.yields(statement) else self.asked(test)

    def asked(self, test: Any) -> Any:
        """A test that a statement asks for its truth."""
        return condition(test, self.unit.alias, self.staged.calls)

    # ---- loops

    def while_(self, loop: Any, place: _Place) -> Block:
        """The loop behind a line that makes its operator, which it asks at each turn."""
        live = self.live.at_head(loop) | self.live.after(loop)
        names = self.kept(self.live.written([loop]), live)
        where = loop.test
        name = self.loop_name(place)
        inside = replace(place.inside(blocks=1, staged=True), loop=name, loops=(*place.loops, name))
        loop.body = self.block(loop.body, inside)
        loop.orelse = self.block(loop.orelse, place)
        pauses = self.yields(loop)
        test = self.unpaused(decided(loop.test, self.unit.alias), loop) if pauses else self.asked(loop.test)
        loop.test = self.ask(name, "turn", test)
        self.staged.constructs.add(loop)
        head = self.operator(loop, "while_", names)
        return [*at(self.quote("loop = call", loop=name, call=head), where), loop]

    def for_(self, loop: Any, place: _Place) -> Block:
        """The loop over an operator; with jumps, behind a line that makes it."""
        live = self.live.at_head(loop) | self.live.after(loop)
        names = self.kept(self.live.written([loop]) - self.only_else(loop), live)
        where = loop.iter
        flagged = loop in self.flags.until
        name = self.loop_name(place) if flagged else ""
        loops = (*place.loops, name) if flagged else place.loops
        inside = replace(place.inside(blocks=1, staged=True), loop=name, loops=loops)
        loop.body = self.block(loop.body, inside)
        loop.orelse = self.block(loop.orelse, place)
        self.staged.constructs.add(loop)
        loop.iter = self.unpaused(loop.iter, loop)
        if not flagged:
            loop.iter = at(self.operator(loop, "for_", names, loop.iter), where)
            return [loop]
        loop.iter = self.ask(name, "over", loop.iter)
        return [*at(self.quote("loop = call", loop=name, call=self.operator(loop, "loop", names)), where), loop]

    def only_else(self, loop: Any) -> frozenset[str]:
        """What only the `else` of a loop writes."""
        return self.live.written(loop.orelse) - self.live.written(loop.body) - frozenset(bindings(loop.target))

    def operator(self, loop: Any, operator: str, names: Any, *operands: Any) -> Any:
        """The call that makes a loop's operator: what it goes over, its variables, and the flags that end it."""
        template = f"ag.{operator}(operands, names)"
        call = quote_expression(template, ag=self.unit.alias, operands=list(operands), names=names)
        until = self.flags.until.get(loop)
        if until:
            call.keywords.append(gast.keyword("until", literal(until)))
        return call

    # ---- try

    def try_(self, statement: Any, place: _Place) -> Block:
        """A `try` with staged constructs in it, whose handlers tell how deep arms were open."""
        before = len(self.staged.constructs)
        outer = place.inside(blocks=2 if statement.finalbody else 1)
        statement.body = self.block(statement.body, outer)
        holds_staged = len(self.staged.constructs) > before or any(map(_is_lazy, walk_own(statement.body)))
        statement.orelse = self.block(statement.orelse, outer)
        for handler in statement.handlers:
            handler.body = self.block(handler.body, outer.inside(blocks=1))
        statement.finalbody = self.block(statement.finalbody, outer)
        if not (holds_staged and statement.handlers):
            return [statement]
        depth = self.names.fresh("depth")
        for handler in statement.handlers:
            handler.body[:0] = at(self.quote("ag.caught(number)", number=depth), handler.type or header(statement))
        return [*at(self.quote("number = ag.depth()", number=depth), header(statement)), statement]

    # ---- variables of several functions

    def shared_variables(self) -> Block:
        """Tells the trace about variables that this function rebinds for others, or others for it."""
        scope, body = self.live.scope, self.function.body
        written = effects(*body).writes if scope.nonlocals or scope.globals else frozenset()
        lines: Block = []
        for name in sorted(scope.rebound):
            lines += self.quote("ag.born_cell(lambda: name)", name=name)
        for name in sorted(scope.nonlocals & written):
            lines += self.quote("ag.touch_cell(lambda: name)", name=name)
        for name in sorted(scope.globals & written):
            text = literal(mangled(name, self.class_name))
            lines += self.quote("ag.touch_global(globals(), text)", text=text)
        return lines


def _holds_yield(block: Iterable[Any]) -> bool:
    return any(isinstance(node, gast.Yield | gast.YieldFrom) for node in walk_own(block))


def _is_lazy(node: Any) -> bool:
    """Whether parts of it may never run: those of `and`, `or`, a chain, a ternary, and the message of an assertion."""
    if isinstance(node, gast.BoolOp):
        return any(map(may_be_tensor, node.values[:-1]))
    if isinstance(node, gast.IfExp):
        return may_be_tensor(node.test)
    if isinstance(node, gast.Assert):
        return node.msg is not None and may_be_tensor(node.test)
    return isinstance(node, gast.Compare) and len(node.ops) > 1 and may_be_tensor(node)
