"""Makes `and`, `or`, `not`, the ternary, `in`, `is None` and `assert` calls that a tensor can decide.

    a > 0 and b > 0                         ag.end(ag.and_(a > 0) and b > 0)
    not a                                   ag.not_(a)
    x if x > 0 else -x                      ag.if_exp(ag.given(x > 0) and ag.then([x]) or [-x])
    a < f() < b                             ag.end(ag.and_(a < (middle := f())) and middle < b)
    x in xs, f() not in xs                  ag.contains(xs, x), ag.not_in(f(), xs)
    x is None                               ag.is_none(x)
    assert x > 0, f(x)                      ag.assert_(x > 0) or ag.fail(f(x))
    a and (b := f())                        ag.end(ag.and_(ag.naming(a, ('b',))) and (b := f()))
    a and (yield b)                         ag.end(ag.and_(ag.yields(a)) and (yield b))

Operands stay in the user's frame, where Python's own `and` and `or` decide about them. Those that the text proves to be
plain Python keep their operator: `isinstance(x, T) and x.ready` stays.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import gast

from autograph.analysis.scopes import suspends
from autograph.analysis.staging import is_none_test, may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import literal, name, quote
from autograph.syntax.unit import Unit

from .rewriting import Rewriter, Rule, rewrite
from .truth import decided


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Lowers the lazy and the boolean expressions of a function and of the functions in it."""
    return rewrite(function, unit, _RULES)


def lower_bool_op(rewriter: Rewriter, node: Any) -> Any:
    """`and` and `or`: operands from the first that may be a tensor on become calls; the last only gives a value."""
    maybe = [may_be_tensor(value) for value in node.values]
    if not any(maybe[:-1]):
        return rewriter.parts(node)
    values, first = rewriter.block(node.values), maybe.index(True)
    lowered = _lazy(rewriter, node.op, values[first:], node)
    return gast.copy_location(gast.BoolOp(node.op, [*values[:first], lowered]), node) if first else lowered


def lower_not(rewriter: Rewriter, node: Any) -> Any:
    """`not`."""
    if not isinstance(node.op, gast.Not) or not may_be_tensor(node.operand):
        return rewriter.parts(node)
    return rewriter.call("ag.not_(a)", node, a=rewriter.visit(decided(node.operand, rewriter.unit.alias)))


def lower_if_exp(rewriter: Rewriter, node: Any) -> Any:
    """`a if test else b`; where `b` is a ternary itself, it goes on in the same call."""
    links: list[Any] = []
    last = node
    while isinstance(last, gast.IfExp) and may_be_tensor(last.test):
        links.append(last)
        last = last.orelse
    if not links:
        return rewriter.parts(node)
    for link in links:
        link.test = rewriter.visit(decided(link.test, rewriter.unit.alias))
        link.body = rewriter.visit(link.body)
    sides = [at(gast.List([rewriter.visit(last)], gast.Load()), node)]
    later = Lazy.of(rewriter, sides)
    for link in reversed(links):
        later |= Lazy.of(rewriter, [link.body])
        begin = "given" if link is node else "else_given"
        test = later.told(rewriter, link.test)
        sides.append(rewriter.call(f"ag.{begin}(test) and ag.then([side])", link, test=test, side=link.body))
        later |= Lazy.of(rewriter, [link.test])
    chosen = at(gast.BoolOp(gast.Or(), sides[::-1]), node)
    return rewriter.call("ag.if_exp(chosen)", node, chosen=chosen)


def lower_test(rewriter: Rewriter, node: Any) -> Any:
    """A statement that stayed, with a test whose parts may be lowered."""
    node.test = decided(node.test, rewriter.unit.alias)
    return rewriter.parts(node)


def lower_filter(rewriter: Rewriter, node: Any) -> Any:
    """The loop of a comprehension, with its filters."""
    rewriter.iterables += 1
    node.iter = rewriter.visit(node.iter)
    rewriter.iterables -= 1
    node.ifs = rewriter.block([decided(test, rewriter.unit.alias) for test in node.ifs])
    return node


def lower_guard(rewriter: Rewriter, node: Any) -> Any:
    """The `case` of a `match` that stayed."""
    if node.guard is not None:
        node.guard = rewriter.visit(decided(node.guard, rewriter.unit.alias))
    node.body = rewriter.block(node.body)
    return node


def lower_compare(rewriter: Rewriter, node: Any) -> Any:
    """`in`, `not in`, `is None`, `is not None` and chains; all other comparisons are the tensor's own."""
    if len(node.ops) > 1:
        return lower_chain(rewriter, node)
    lowered = may_be_tensor(node)
    waits = isinstance(node.ops[0], gast.In) and _may_wait(rewriter, node.left, node.comparators[0])
    rewriter.parts(node)
    if lowered and waits:
        return rewriter.call("ag.contains(b, a)", node, a=node.left, b=node.comparators[0])
    if lowered and is_none_test(node):
        operator = "is_none" if isinstance(node.ops[0], gast.Is) else "is_not_none"
        return rewriter.call(f"ag.{operator}(a)", node, a=node.left)
    if lowered and isinstance(node.ops[0], gast.In | gast.NotIn):
        operator = "in_" if isinstance(node.ops[0], gast.In) else "not_in"
        return rewriter.call(f"ag.{operator}(a, b)", node, a=node.left, b=node.comparators[0])
    return node


def _may_wait(rewriter: Rewriter, item: Any, container: Any) -> bool:
    """Whether nobody can tell that the left operand of `in` is evaluated after the right one."""
    if isinstance(item, gast.Constant):
        return True
    scope = rewriter.assignments.scope
    if not isinstance(item, gast.Name) or item.id not in scope.locals - scope.captured:
        return False
    return all(isinstance(part, _QUIET) for part in gast.walk(container))


def lower_chain(rewriter: Rewriter, node: Any) -> Any:
    """`a < b < c`: its links are lazy, and an operand between two of them is evaluated once."""
    between = [operand for operand in node.comparators[:-1] if not isinstance(operand, gast.Name | gast.Constant)]
    if not may_be_tensor(node) or (between and rewriter.iterables):
        return rewriter.parts(node)
    links, left = [], node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        again: Any = copy.copy(right)
        if right in between:
            again = name(rewriter.unit.names.fresh("middle"))
            right = gast.NamedExpr(name(again.id, gast.Store), right)
        links.append(rewriter.visit(at(gast.Compare(left, [operator], [right]), node)))
        left = again
    return _lazy(rewriter, gast.And(), links, node)


def lower_assert(rewriter: Rewriter, node: Any) -> Any:
    """`assert`; under `python -O` it stays, to vanish."""
    lowered = __debug__ and may_be_tensor(node.test)
    node.test = decided(node.test, rewriter.unit.alias)
    rewriter.parts(node)
    if not lowered:
        return node
    message = [node.msg] if node.msg is not None else []
    test = Lazy.of(rewriter, message).told(rewriter, node.test)
    template = "ag.assert_(test) or ag.fail(message)"
    return at(quote(template, ag=rewriter.unit.alias, test=test, message=message), node)


@dataclass(frozen=True)
class Lazy:
    """Operands that may not run.

    Attributes:
        names: the variables that they assign, as the run knows them.
        pauses: whether they yield or await.
    """

    names: frozenset[str]
    pauses: bool

    @classmethod
    def of(cls, rewriter: Rewriter, operands: list[Any]) -> Lazy:
        """What operands do."""
        return cls(frozenset(rewriter.named(*operands)), suspends(*operands))

    def __or__(self, other: Lazy) -> Lazy:
        return Lazy(self.names | other.names, self.pauses or other.pauses)

    def told(self, rewriter: Rewriter, first: Any) -> Any:
        """The operand that decides about them, with what its operator is to know."""
        if self.pauses:
            first = rewriter.call("ag.yields(a)", first, a=first)
        if self.names:
            first = rewriter.call("ag.naming(a, names)", first, a=first, names=literal(tuple(sorted(self.names))))
        return first


def _lazy(rewriter: Rewriter, operator: Any, operands: list[Any], where: Any) -> Any:
    """`a and b` or `a or b`, in Python's own terms, with an operator around the first operand and one at the end."""
    begin = "and_" if isinstance(operator, gast.And) else "or_"
    *others, lowered = operands
    later = Lazy.of(rewriter, [lowered])
    for a in reversed(others):
        first = rewriter.call(f"ag.{begin}(a)", a, a=later.told(rewriter, a))
        both = gast.copy_location(gast.BoolOp(operator, [first, lowered]), where)
        lowered = rewriter.call("ag.end(both)", where, both=both)
        later |= Lazy.of(rewriter, [a])
    return lowered


_QUIET = (gast.Attribute, gast.Constant, gast.List, gast.Name, gast.Set, gast.Tuple, gast.expr_context)
"""What an expression consists of that assigns no local variable."""

_RULES: dict[type, Rule] = {
    gast.BoolOp: lower_bool_op,
    gast.UnaryOp: lower_not,
    gast.IfExp: lower_if_exp,
    gast.Compare: lower_compare,
    gast.Assert: lower_assert,
    **dict.fromkeys((gast.If, gast.While), lower_test),
    gast.comprehension: lower_filter,
    gast.match_case: lower_guard,
}
