"""Operands that cannot be traced as an expression: what gets a value by `and`, `or` or a ternary becomes an `if` there.

    return 1 if n < 2 else n * f(n - 1)     if n < 2:
                                                return 1
                                            else:
                                                return n * f(n - 1)

    x = y or (z := g())                     x = y
                                            if not x:
                                                x = (z := g())

That is so for operands that assign, yield or await, and in a function `f` for the sides of a ternary that call `f`:
recursion is to be as deep as in Python, with no frame of a lambda or an operator between two calls.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import gast

from autograph.analysis.scopes import Scope, assigns_in_expression, effects, suspends, walk_own
from autograph.analysis.staging import may_be_tensor
from autograph.syntax.names import Names
from autograph.syntax.positions import at
from autograph.syntax.quoting import name, quote

Block = list[Any]


class Operands:
    """The statements of one function whose value is chosen between operands.

    Args:
        function: the function.
        names: gives fresh names.
    """

    def __init__(self, function: Any, names: Names) -> None:
        self._function = function
        self._names = names

    @functools.cached_property
    def _scope(self) -> Scope:
        return Scope.of(self._function)

    def spread(self, statement: Any) -> Block | None:
        """The `if` that stands for a statement; None if it may stay an expression."""
        value = getattr(statement, "value", None)
        if isinstance(value, gast.IfExp) and may_be_tensor(value.test) and self._needs_frame(value.body, value.orelse):
            give = self._giver(statement)
            return give and self._ternary(value, give)
        if isinstance(value, gast.BoolOp) and _needs_statement(*value.values[1:]):
            return self._lazy(statement, value) if self._giver(statement) else None
        return None

    def _giver(self, statement: Any) -> Callable[[Any], Any] | None:
        """What makes the statement again for another value, if only its value is evaluated in it."""
        match statement:
            case gast.Return():
                return lambda value: gast.copy_location(gast.Return(value), statement)
            case gast.Expr():
                return lambda value: gast.copy_location(gast.Expr(value), statement)
            case gast.Assign(targets=[gast.Name(id=target)]):
                return lambda value: at(quote("x = value", x=target, value=value), statement)[0]
        return None

    def _ternary(self, value: Any, give: Callable[[Any], Any]) -> Block:
        arms = [self.spread(made) or [made] for made in (give(value.body), give(value.orelse))]
        return [at(gast.If(value.test, *arms), value.test)]

    def _lazy(self, statement: Any, value: Any) -> Block:
        """`x = a and b` as `x = a`, then `if x: x = b`."""
        target = statement.targets[0].id if isinstance(statement, gast.Assign) else ""
        holder = target if target and self._may_hold(target, value) else self._names.fresh("value")
        first, *rest = value.values
        lowered = at(quote("x = value", x=holder, value=first), statement)
        block = lowered
        for operand in rest:
            test: Any = at(name(holder), value)
            if isinstance(value.op, gast.Or):
                test = at(gast.UnaryOp(gast.Not(), test), value)
            again = at(quote("x = value", x=holder, value=operand), statement)
            block.append(at(gast.If(test, again, []), value))
            block = again
        if isinstance(statement, gast.Return):
            lowered.append(gast.copy_location(gast.Return(at(name(holder), value)), statement))
        elif target and holder != target:
            lowered += at(quote("x = value", x=target, value=name(holder)), statement)
        return lowered

    def _may_hold(self, target: str, value: Any) -> bool:
        """Whether nobody can see that a variable gets its value in steps."""
        later = effects(*value.values[1:])
        own = self._scope.locals - self._scope.captured
        return target in own and target not in later.reads | later.writes | later.captures

    def _needs_frame(self, *operands: Any) -> bool:
        return _needs_statement(*operands) or any(map(self._is_recursive, walk_own(operands)))

    def _is_recursive(self, node: Any) -> bool:
        """Whether the node calls the function it stands in, or a method of that name."""
        if not isinstance(node, gast.Call):
            return False
        called = node.func.attr if isinstance(node.func, gast.Attribute) else getattr(node.func, "id", None)
        return bool(called == self._function.name)


def _needs_statement(*operands: Any) -> bool:
    return assigns_in_expression(*operands) or suspends(*operands)
