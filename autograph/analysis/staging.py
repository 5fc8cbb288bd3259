"""Staging: which tests and iterables may turn out to be tensors when the code runs.

What the text alone proves to be plain Python stays an ordinary `if`, `while` or `for`. The proof must hold for string
tensors too: `x == "a"` and `name in names` may be tensors, `isinstance(x, str)` may not.

>>> import gast
>>> def test(text): return may_be_tensor(gast.parse(text, mode="eval").body)
>>> test("x > 0"), test("isinstance(x, int)"), test("x is y"), test("x is None"), test("not (a and callable(b))")
(True, False, False, True, True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gast

from .scopes import COMPREHENSIONS

PYTHON_RESULTS = frozenset(
    {"callable", "dir", "globals", "hasattr", "id", "isinstance", "issubclass", "locals", "object", "super", "type"}
    | {"vars"}
)
"""Builtins whose result is never a tensor."""

PYTHON_NAMES = frozenset({"__name__", "__debug__", "__file__", "__doc__", "__class__", "TYPE_CHECKING"})
PYTHON_ATTRIBUTES = frozenset({"__name__", "__qualname__", "__module__", "__class__", "__doc__", "__dict__"})
DISPLAYS = (gast.List, gast.Tuple, gast.Set, gast.Dict, *COMPREHENSIONS)


@dataclass
class Native:
    """What stays plain Python although its text could be staged.

    Attributes:
        functions: functions that are left as they are (inner functions are converted all the same).
        statements: `if`, `while`, `for` and `match` statements that are.
    """

    functions: set[gast.AST] = field(default_factory=set)
    statements: set[gast.AST] = field(default_factory=set)


@dataclass
class Staged:
    """The constructs that `control_flow` made or drives: what is inside them may run in a trace, and not at all.

    Attributes:
        constructs: the `for`, `if` or `while` statements.
        calls: what they ask their operators, and the turns: bools that no later pass looks at, only at their parts.
        names: the variables that are handed to operators.
    """

    constructs: set[gast.AST] = field(default_factory=set)
    calls: set[gast.AST] = field(default_factory=set)
    names: set[str] = field(default_factory=set)


def may_be_tensor(node: Any) -> bool:
    """Whether the value of an expression, and so its truth, may be a tensor."""
    rule = _RULES.get(type(node))
    return rule is None or rule(node)


def may_hold_tensor(node: Any) -> bool:
    """Whether the value of an expression may be a tensor, or a display with one in it."""
    if isinstance(node, COMPREHENSIONS):
        return True
    if isinstance(node, gast.Tuple | gast.List | gast.Set):
        return any(map(may_hold_tensor, node.elts))
    if isinstance(node, gast.Dict):
        return any(map(may_hold_tensor, node.values))
    return may_be_tensor(node)


def may_iterate_tensor(node: Any) -> bool:
    """Whether the iterable of a `for` may be a tensor, or stand for one."""
    return not isinstance(node, (*DISPLAYS, gast.Constant, gast.JoinedStr))


def is_none_test(node: Any) -> bool:
    """Whether the expression is `x is None` or `x is not None`: a question of the run for an optional value."""
    return (
        isinstance(node, gast.Compare)
        and len(node.ops) == 1
        and isinstance(node.ops[0], gast.Is | gast.IsNot)
        and _is_none(node.comparators[0])
    )


def _is_none(node: Any) -> bool:
    return isinstance(node, gast.Constant) and node.value is None


def _compare(node: Any) -> bool:
    if is_none_test(node):
        return may_be_tensor(node.left)
    operands = [node.left, *node.comparators]
    pairs = zip(node.ops, operands, operands[1:], strict=False)
    return any(
        not isinstance(op, gast.Is | gast.IsNot) and (may_be_tensor(a) or may_hold_tensor(b)) and not _of_types(a, b)
        for op, a, b in pairs
    )


def _of_types(a: Any, b: Any) -> bool:
    """Whether one side of a comparison is a type, so that the result is a bool."""
    return any(isinstance(side, gast.Call) and _calls(side, "type") for side in (a, b))


def _calls(node: Any, name: str) -> bool:
    return isinstance(node.func, gast.Name) and node.func.id == name


def _call(node: Any) -> bool:
    return not (isinstance(node.func, gast.Name) and node.func.id in PYTHON_RESULTS)


def _never(node: Any) -> bool:
    return False


_RULES: dict[type, Callable[[Any], bool]] = {
    gast.Constant: _never,
    gast.Lambda: _never,
    **dict.fromkeys(DISPLAYS, _never),
    gast.JoinedStr: lambda node: any(map(may_be_tensor, node.values)),
    gast.FormattedValue: lambda node: may_hold_tensor(node.value),
    gast.Compare: _compare,
    gast.Call: _call,
    gast.BoolOp: lambda node: any(map(may_be_tensor, node.values)),
    gast.UnaryOp: lambda node: may_be_tensor(node.operand),
    gast.BinOp: lambda node: may_be_tensor(node.left) or may_be_tensor(node.right),
    gast.IfExp: lambda node: any(map(may_be_tensor, (node.test, node.body, node.orelse))),
    gast.NamedExpr: lambda node: may_be_tensor(node.value),
    gast.Name: lambda node: node.id not in PYTHON_NAMES,
    gast.Attribute: lambda node: node.attr not in PYTHON_ATTRIBUTES,
}
