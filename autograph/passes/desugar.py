"""Writes what the later passes need not know in plainer Python: `match`, long chains of `elif`.

    match x:                                match x:
        case Point():                           case Point():
            y = x.size                              y = x.size
        case 0 | 1:                             case _:
            y = 10                                  if x == 0 or x == 1:
        case n if n > 5:                                y = 10
            y = n                                   else:
        case _:                                         n = x
            y = 99                                      if n > 5:
                                                            y = n
                                                        else:
                                                            y = 99

A `match` whose cases only look at types and structure stays. Where values are compared or guards asked, which may be
tensors, the cases become conditions; structure is still matched by `match` itself:

        case (a, 0) if a > x:                   match point:
            y = a                                   case (item, item_2):
                                                        did_match = item_2 == 0
                                                    case _:
                                                        did_match = False
                                                if did_match:
                                                    a = item
                                                    did_match = a > x
                                                if did_match:
                                                    y = a

CPython allows 20 blocks inside each other and each staged `if` is to be one, so that a chain of more than eight tests
goes on beside the first eight, under a flag `did_match`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from autograph.analysis.scopes import assigns_in_expression, effects, functions
from autograph.analysis.staging import Native, may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import name, quote
from autograph.syntax.unit import Unit

from .blocks import block_fields, header
from .patterns import Case, compared, lift, read_case, values_of
from .truth import asked

Block = list[Any]

_MOST_TESTS = 8  # of one chain, that nest


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Desugars a function and the functions in it."""
    native = unit.table(Native)
    for inner in functions(function):
        if inner not in native.functions:
            inner.body = _Desugaring(native, unit).block(inner.body)
    return function


class _Desugaring:
    """One function while it is desugared."""

    def __init__(self, native: Native, unit: Unit) -> None:
        self.native = native
        self.alias = unit.alias
        self.names = unit.names.scope()
        self.did_match = ""

    def block(self, block: Block) -> Block:
        """All statements desugared, one after the other."""
        return [new for statement in block for new in self.statement(statement)]

    def statement(self, statement: Any) -> Block:
        """What takes a statement's place: long `elif` chains are cut, matches on tensors become `if`s."""
        if isinstance(statement, gast.If):
            return self.chain(statement)
        for owner, field in block_fields(statement):
            setattr(owner, field, self.block(getattr(owner, field)))
        if isinstance(statement, gast.Match) and statement not in self.native.statements:
            return self.match(statement)
        return [statement]

    def flag(self) -> str:
        """The name that holds whether a case matches, until it is asked right after."""
        self.did_match = self.did_match or self.names.fresh("did_match")
        return self.did_match

    # ---- if

    def chain(self, first: Any) -> Block:
        """`if … elif … else`, all its arms."""
        arms = [first]
        while len(arms[-1].orelse) == 1 and isinstance(arms[-1].orelse[0], gast.If):
            arms.append(arms[-1].orelse[0])
        for arm in arms:
            arm.body = self.block(arm.body)
        arms[-1].orelse = self.block(arms[-1].orelse)
        groups = self.groups(arms)
        return [first] if len(groups) == 1 else self.beside(groups)

    def groups(self, arms: Block) -> list[Block]:
        """The arms in groups of as many staged tests as fit into CPython's limit of nested blocks."""
        groups: list[Block] = [[]]
        count = 0
        for arm in arms:
            staged = may_be_tensor(arm.test) and arm not in self.native.statements
            if count == _MOST_TESTS and staged:
                groups.append([])
                count = 0
            groups[-1].append(arm)
            count += staged
        return groups

    def beside(self, groups: list[Block]) -> Block:
        """Groups of arms one after the other: each runs if nothing matched in those before."""
        flag = self.names.fresh("did_match")
        lowered = at(quote("flag = True", flag=flag), groups[0][0].test)
        for index, group in enumerate(groups):
            where = group[0].test
            is_last = index == len(groups) - 1
            if not is_last:
                group[-1].orelse = at(quote("flag = False", flag=flag), group[-1].test)
            if index == 0:
                lowered.append(group[0])
                continue
            body = [*(at(quote("flag = True", flag=flag), where) if not is_last else []), group[0]]
            lowered += at(quote("if not flag:\n    body", flag=flag, body=body), where)
        return lowered

    # ---- match

    def match(self, statement: Any) -> Block:
        """A `match`, if one of its cases may need a tensor."""
        cases = [read_case(case) for case in statement.cases]
        if all(case.is_native for case in cases):
            return [statement]
        before, subject = self.subject(statement)
        return before + self.cases(statement, cases, subject)

    def subject(self, statement: Any) -> tuple[Block, Callable[[], Any]]:
        """What gives the subject again and again, and what must come before."""
        subject = statement.subject
        guards = [case.guard for case in statement.cases if case.guard is not None]
        bound = effects(*(case.pattern for case in statement.cases), *guards).writes
        if isinstance(subject, gast.Name) and subject.id not in bound and not assigns_in_expression(*guards):
            return [], lambda: at(name(subject.id), subject)
        holder = self.names.fresh("subject")
        before = at(quote("holder = subject", holder=holder, subject=subject), subject)
        return before, lambda: at(name(holder), subject)

    def cases(self, statement: Any, cases: list[Case], subject: Callable[[], Any]) -> Block:
        """Cases from one on: the native ones first, then conditions."""
        if not cases:
            return []
        case = cases[0]
        if case.always:
            return self.values(case, [], subject)
        count = next((index for index, case in enumerate(cases) if not case.is_native), len(cases))
        if count:
            return [self.native_cases(statement, cases[:count], self.cases(statement, cases[count:], subject), subject)]
        otherwise: Block = []
        lowered = (self.values if case.structure is None else self.shape)(case, otherwise, subject)
        otherwise += self.cases(statement, cases[1:], subject)  # later in the text, so named later
        return lowered

    def native_cases(self, statement: Any, cases: list[Case], otherwise: Block, subject: Callable[[], Any]) -> Any:
        """A `match` of cases that Python decides, with the rest of the cases as its last one."""
        kept = [case.node for case in cases]
        if otherwise:
            where = otherwise[0]
            kept.append(gast.match_case(at(gast.MatchAs(None, None), header(where)), None, otherwise))
        return gast.copy_location(gast.Match(subject(), kept), statement)

    def values(self, case: Case, otherwise: Block, subject: Callable[[], Any]) -> Block:
        """A case that only compares and binds the subject itself."""
        test, body, where = case.test(subject), case.node.body, case.node.pattern
        binds = [new for bound in case.names for new in at(quote("x = value", x=bound, value=subject()), where)]
        guard = case.node.guard
        if test is None:
            return binds + (self.if_(guard, body, otherwise, where) if guard is not None else body)
        if guard is None or not binds:
            both = test if guard is None else at(gast.BoolOp(gast.And(), [test, guard]), where)
            return self.if_(both, binds + body, otherwise, where)
        decide = at(quote("flag = test", flag=self.flag(), test=test), where)
        return decide + self.guarded(binds, guard, body, otherwise, where)

    def shape(self, case: Case, otherwise: Block, subject: Callable[[], Any]) -> Block:
        """A case that looks at structure: `match` says whether it has it, and hands out its values."""
        where, guard, flag = case.node.pattern, case.node.guard, self.flag()
        if not case.compares:
            decide = self.matching(where, guard, subject)
            return decide + self.if_(at(name(flag), where), case.node.body, otherwise, where)
        decide, bindings = self.decide(where, subject)
        binds = self.binding(bindings, where)
        if guard is None:
            return decide + self.if_(at(name(flag), where), binds + case.node.body, otherwise, where)
        return decide + self.guarded(binds, guard, case.node.body, otherwise, where)

    def matching(self, pattern: Any, test: Any, subject: Callable[[], Any]) -> Block:
        """Sets the flag to whether a subject has a structure and passes a test."""
        test = at(gast.Constant(True, None), pattern) if test is None else asked(test, self.alias)
        decide = at(quote(_MATCH, subject=subject(), flag=self.flag(), test=test), pattern)
        decide[0].cases[0].pattern = pattern
        return decide

    def decide(self, pattern: Any, subject: Callable[[], Any]) -> tuple[Block, list[tuple[str, str]]]:
        """Sets the flag to whether a subject matches a pattern; and the names that it binds, with their items."""
        flag, values = self.flag(), values_of(pattern)
        if values:
            test = asked(compared(values, subject), self.alias)
            return at(quote("flag = test", flag=flag, test=test), pattern), []
        if isinstance(pattern, gast.MatchOr):
            return self.choice(pattern, subject)
        if isinstance(pattern, gast.MatchAs):
            return self.named(pattern, subject)
        lifted = lift(pattern, lambda: self.names.fresh("item"))
        block, bindings = self.matching(lifted.pattern, lifted.test, subject), lifted.bindings
        for step in lifted.later:
            if isinstance(step, tuple):
                item, part = step
                inner, more = self.decide(part, lambda item=item, part=part: at(name(item), part))  # type: ignore[misc]
                bindings += more
            else:
                part, inner = step, at(quote("flag = test", flag=flag, test=asked(step, self.alias)), step)
            block += at(quote("if flag:\n    block", flag=flag, block=inner), part)
        return block, bindings

    def named(self, pattern: Any, subject: Callable[[], Any]) -> tuple[Block, list[tuple[str, str]]]:
        """As `decide`, for a name or wildcard, with a pattern in it or without."""
        block: Block = []
        bindings = []
        if pattern.name is not None:
            item = self.names.fresh("item")
            bindings.append((pattern.name, item))
            block += at(quote("x = y", x=item, y=subject()), pattern)
        if pattern.pattern is None:
            return [*block, *at(quote("flag = True", flag=self.flag()), pattern)], bindings
        inner, more = self.decide(pattern.pattern, subject)
        return block + inner, bindings + more

    def choice(self, pattern: Any, subject: Callable[[], Any]) -> tuple[Block, list[tuple[str, str]]]:
        """As `decide`, for alternatives: the first that matches binds."""
        flag = self.flag()
        block: Block = []
        items: dict[str, str] = {}
        for part in pattern.patterns:
            inner, bindings = self.decide(part, subject)
            for bound, _ in bindings:
                items.setdefault(bound, items.get(bound) or self.names.fresh("item"))
            found = self.binding([(items[bound], item) for bound, item in bindings], part)
            inner += at(quote("if flag:\n    block", flag=flag, block=found), part) if found else []
            block += at(quote("if not flag:\n    block", flag=flag, block=inner), part) if block else inner
        return block, list(items.items())

    def binding(self, bindings: list[tuple[str, str]], where: Any) -> Block:
        """Assignments of the items to the names that a pattern binds."""
        return [new for bound, item in bindings for new in at(quote("x = y", x=bound, y=item), where)]

    def guarded(self, binds: Block, guard: Any, body: Block, otherwise: Block, where: Any) -> Block:
        """A guard that sees what the pattern has bound, where the flag says that it has."""
        flag = self.flag()
        block = binds + at(quote("flag = guard", flag=flag, guard=asked(guard, self.alias)), guard)
        first = at(quote("if flag:\n    block", flag=flag, block=block), where)
        return first + self.if_(at(name(flag), where), body, otherwise, where)

    def if_(self, test: Any, body: Block, otherwise: Block, where: Any) -> Block:
        """An `if` at a place, as a block."""
        return [at(gast.If(test, body, otherwise), where)]


_MATCH = """
match subject:
    case _:
        flag = test
    case _:
        flag = False
"""
