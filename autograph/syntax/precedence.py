"""How tightly each kind of expression binds: which operands need parentheses."""

from __future__ import annotations

from enum import IntEnum

import gast


class Level(IntEnum):
    """Binding strength, loosest first. An operand below the level of its place stands in parentheses."""

    NAMED = 0
    TUPLE = 1
    YIELD = 2
    TEST = 3  # lambda, conditional expression; what most places take
    OR = 4
    AND = 5
    NOT = 6
    COMPARE = 7
    BIT_OR = 8
    BIT_XOR = 9
    BIT_AND = 10
    SHIFT = 11
    ARITHMETIC = 12
    TERM = 13
    FACTOR = 14
    POWER = 15
    AWAIT = 16
    ATOM = 17

    @property
    def tighter(self) -> Level:
        """The next level: what the right operand of a left-associative operator needs."""
        return Level(self + 1)


OPERATORS: dict[type[gast.AST], Level] = {
    gast.Or: Level.OR,
    gast.And: Level.AND,
    gast.BitOr: Level.BIT_OR,
    gast.BitXor: Level.BIT_XOR,
    gast.BitAnd: Level.BIT_AND,
    gast.LShift: Level.SHIFT,
    gast.RShift: Level.SHIFT,
    gast.Add: Level.ARITHMETIC,
    gast.Sub: Level.ARITHMETIC,
    gast.Mult: Level.TERM,
    gast.MatMult: Level.TERM,
    gast.Div: Level.TERM,
    gast.FloorDiv: Level.TERM,
    gast.Mod: Level.TERM,
    gast.Pow: Level.POWER,
    gast.Not: Level.NOT,
    gast.Invert: Level.FACTOR,
    gast.UAdd: Level.FACTOR,
    gast.USub: Level.FACTOR,
}

_KINDS: dict[type[gast.AST], Level] = {
    gast.NamedExpr: Level.NAMED,
    gast.Yield: Level.YIELD,
    gast.YieldFrom: Level.YIELD,
    gast.Lambda: Level.TEST,
    gast.IfExp: Level.TEST,
    gast.Compare: Level.COMPARE,
    gast.Await: Level.AWAIT,
}


def level_of(node: gast.AST) -> Level:
    """The binding strength of an expression."""
    if isinstance(node, gast.BoolOp | gast.BinOp | gast.UnaryOp):
        return OPERATORS[type(node.op)]
    if isinstance(node, gast.Tuple) and node.elts:
        return Level.TUPLE
    if isinstance(node, gast.Constant) and isinstance(node.value, tuple) and node.value:
        return Level.TUPLE
    if isinstance(node, gast.Constant) and _has_sign(node.value):
        return Level.FACTOR
    return _KINDS.get(type(node), Level.ATOM)


def _has_sign(value: object) -> bool:
    """Whether a number prints with a minus; no parser makes such a constant, but passes may."""
    return isinstance(value, int | float) and (value < 0 or (value == 0 and str(value) == "-0.0"))
