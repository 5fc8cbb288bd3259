"""Makes `and`, `or`, `not`, the ternary, `in`, `is None` and `assert` calls that a tensor can decide.

    a > 0 and b > 0                         ag.end(ag.and_(a > 0) and b > 0)
    not a                                   ag.not_(a)
    x if x > 0 else -x                      ag.if_exp(x > 0, lambda: x, lambda: -x)
    a < f() < b                             ag.end(ag.and_(a < (middle := f())) and middle < b)
    x in xs, x not in xs                    ag.in_(x, xs), ag.not_in(x, xs)
    x is None                               ag.is_none(x)
    assert x > 0, f(x)                      ag.assert_(x > 0, lambda: f(x))
    a and (b := f())                        ag.end(ag.and_(ag.naming(a, ('b',))) and (b := f()))

Operands that the text proves to be plain Python keep their operator: `isinstance(x, T) and x.ready` stays. So do
those that yield or await, and the sides of a ternary that assign (`:=`).
"""

from __future__ import annotations

import copy
from typing import Any

import gast

from autograph.analysis.scopes import assigns_in_expression, suspends, walk_own
from autograph.analysis.staging import Staged, is_none_test, may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import literal, name, quote_expression
from autograph.syntax.unit import Unit

from .rewriting import Rewriter, Rule, rewrite
from .truth import decided


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Lowers the lazy and the boolean expressions of a function and of the functions in it."""
    return rewrite(function, unit, _RULES)


def lower_bool_op(rewriter: Rewriter, node: Any) -> Any:
    """`and` and `or`: operands from the first that may be a tensor on become calls; the last only gives a value."""
    maybe = [may_be_tensor(value) for value in node.values]
    if not any(maybe[:-1]) or not _goes_on(rewriter, node.values[maybe.index(True) + 1 :], node):
        return rewriter.parts(node)
    *values, lowered = rewriter.block(node.values)
    while any(maybe[: len(values)]):
        lowered = _lazy(rewriter, node.op, values.pop(), lowered, node)
    return gast.copy_location(gast.BoolOp(node.op, [*values, lowered]), node) if values else lowered


def lower_not(rewriter: Rewriter, node: Any) -> Any:
    """`not`."""
    if node in rewriter.unit.table(Staged).calls:
        return node
    if not isinstance(node.op, gast.Not) or not may_be_tensor(node.operand):
        return rewriter.parts(node)
    return rewriter.call("ag.not_(a)", node, a=rewriter.visit(decided(node.operand, rewriter.unit.alias)))


def lower_if_exp(rewriter: Rewriter, node: Any) -> Any:
    """`a if test else b`."""
    sides = [node.body, node.orelse]
    if not (may_be_tensor(node.test) and _fits(rewriter, sides, node) and _finds_super(rewriter, sides, node)):
        return rewriter.parts(node)
    node.test = decided(node.test, rewriter.unit.alias)
    rewriter.parts(node)
    arms = {"a": _thunk(rewriter, node.body), "b": _thunk(rewriter, node.orelse)}
    return rewriter.call("ag.if_exp(test, a, b)", node, test=node.test, **arms)


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
    rewriter.parts(node)
    if lowered and is_none_test(node):
        operator = "is_none" if isinstance(node.ops[0], gast.Is) else "is_not_none"
        return rewriter.call(f"ag.{operator}(a)", node, a=node.left)
    if lowered and isinstance(node.ops[0], gast.In | gast.NotIn):
        operator = "in_" if isinstance(node.ops[0], gast.In) else "not_in"
        return rewriter.call(f"ag.{operator}(a, b)", node, a=node.left, b=node.comparators[0])
    return node


def lower_chain(rewriter: Rewriter, node: Any) -> Any:
    """`a < b < c`: its links are lazy, and an operand between two of them is evaluated once."""
    between = [operand for operand in node.comparators[:-1] if not isinstance(operand, gast.Name | gast.Constant)]
    fits = may_be_tensor(node) and _goes_on(rewriter, node.comparators[1:], node)
    if not fits or (between and rewriter.iterables):
        return rewriter.parts(node)
    links, left = [], node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        again: Any = copy.copy(right)
        if right in between:
            again = name(rewriter.unit.names.fresh("middle"))
            right = gast.NamedExpr(name(again.id, gast.Store), right)
        links.append(rewriter.visit(at(gast.Compare(left, [operator], [right]), node)))
        left = again
    lowered = links.pop()
    while links:
        lowered = _lazy(rewriter, gast.And(), links.pop(), lowered, node)
    return lowered


def lower_assert(rewriter: Rewriter, node: Any) -> Any:
    """`assert`; under `python -O` it stays, to vanish."""
    message = [node.msg] if node.msg is not None else []
    lowered = __debug__ and may_be_tensor(node.test)
    lowered = lowered and _fits(rewriter, message, node) and _finds_super(rewriter, message, node)
    node.test = decided(node.test, rewriter.unit.alias)
    rewriter.parts(node)
    if not lowered:
        return node
    operands = [node.test, *(_thunk(rewriter, part) for part in message and [node.msg])]
    return at(gast.Expr(rewriter.call("ag.assert_(operands)", node, operands=operands)), node)


def _fits(rewriter: Rewriter, operands: list[Any], where: Any) -> bool:
    """Whether lambdas can hold the operands; notes it if not."""
    if assigns_in_expression(*operands):
        return _stays(rewriter, where, "an operand with an assignment (`:=`) is", "assign before.")
    return _goes_on(rewriter, operands, where)


def _goes_on(rewriter: Rewriter, operands: list[Any], where: Any) -> bool:
    """Whether the operands run without a pause; notes it if not."""
    if not suspends(*operands):
        return True
    return _stays(rewriter, where, "an operand that yields or awaits is", "yield or await before.")


def _finds_super(rewriter: Rewriter, operands: list[Any], where: Any) -> bool:
    """Whether `super()` finds its class and object in lambdas that hold the operands; notes it if not."""
    if rewriter.first is not None or not any(map(_is_bare_super, walk_own(operands))):
        return True
    reason = "an operand with `super()` in a function without parameters is"
    return _stays(rewriter, where, reason, "write `super(Class, self)`.")


def _stays(rewriter: Rewriter, where: Any, reason: str, fix: str) -> bool:
    rewriter.unit.note(where, f"this condition must be plain Python: {reason} not evaluated lazily in a graph", fix=fix)
    return False


def _lazy(rewriter: Rewriter, operator: Any, a: Any, b: Any, where: Any) -> Any:
    """`a and b` or `a or b`, in Python's own terms, with an operator around the first operand and one at the end."""
    begin = "and_" if isinstance(operator, gast.And) else "or_"
    names = rewriter.named(b)
    if names:
        a = rewriter.call("ag.naming(a, names)", a, a=a, names=literal(names))
    a = rewriter.call(f"ag.{begin}(a)", a, a=a)
    both = gast.copy_location(gast.BoolOp(operator, [a, b]), where)
    return rewriter.call("ag.end(both)", where, both=both)


def _thunk(rewriter: Rewriter, expression: Any) -> Any:
    """`lambda: expression`; in there `super()` would not find its class and object by itself."""
    for node in walk_own([expression]):
        if _is_bare_super(node):
            node.args = at([name("__class__"), name(rewriter.first or "")], node)
    return quote_expression("lambda: body", body=expression)


def _is_bare_super(node: Any) -> bool:
    return (
        isinstance(node, gast.Call)
        and isinstance(node.func, gast.Name)
        and node.func.id == "super"
        and not node.args
        and not node.keywords
    )


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
