"""Expressions to text, with parentheses only where they are needed."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable
from typing import Any

import astunparse
import gast

from autograph.errors import ConversionError

from .precedence import OPERATORS, Level, level_of
from .string_literals import NESTS_FREELY, QUOTES, escaped, is_plain, plain_string

LINE_LENGTH = 100  # of generated lines, where calls can be broken
_SHORT = 30  # arguments that are never broken
_INFINITY = "1e309"  # overflows to it; Python has no literal
_LONGEST_DECIMAL = 1024  # bits; Python refuses to print very long integers in decimal


class NoQuoteLeftError(Exception):
    """The quotes tried for the f-strings around a string leave none for it."""


class ExpressionUnparser(astunparse.Unparser):  # type: ignore[misc]
    """Writes expressions.

    `operand(node, level)` writes a node where at least that level is needed, `dispatch` where most places need it
    (`Level.TEST`), `bare` where some loose kinds may go without parentheses. All come through `expression`.
    """

    indentation = "    "

    def __init__(self) -> None:
        # The base class would write the tree to a file at once.
        self.f = io.StringIO()
        self.future_imports: list[str] = []
        self._indent = 0
        self._outer_quotes: tuple[str, ...] = ()
        self._nests_freely = False
        self._exploding = 0  # how many calls inside each other may go over several lines
        self._must_explode = False  # whether the next one does, though its arguments alone would fit

    def dispatch(self, tree: Any) -> None:
        """Writes a node or a list of nodes."""
        if isinstance(tree, gast.expr):
            self.operand(tree, Level.TEST)
        else:
            super().dispatch(tree)

    def operand(self, node: gast.expr, level: Level) -> None:
        """Writes an expression, in parentheses if it binds less tightly than its place needs."""
        if level_of(node) < level:
            self.write("(")
            self.expression(node)
            self.write(")")
        else:
            self.expression(node)

    def bare(self, node: gast.expr, *kinds: type[gast.expr]) -> None:
        """Writes an expression where these kinds need no parentheses, however loose they are."""
        if isinstance(node, kinds):
            self.expression(node)
        else:
            self.dispatch(node)

    def expression(self, node: gast.expr) -> None:
        """Writes an expression without parentheses around it."""
        super().dispatch(node)

    def is_copied(self, node: gast.expr) -> bool:
        """Whether the text of a node is somebody's own, with the line breaks in it."""
        return False

    def listed(self, nodes: Iterable[Any], write: Callable[[Any], None] | None = None) -> None:
        """Writes items with commas between them."""
        for position, node in enumerate(nodes):
            if position:
                self.write(", ")
            (write or self.dispatch)(node)

    # Operators

    def _BoolOp(self, node: Any) -> None:
        self._operands(node, lambda: self.write(" "))

    def _operands(self, node: Any, part: Callable[[], None]) -> None:
        """Writes the operands of `and` or `or`, with something between them."""
        level = OPERATORS[type(node.op)].tighter
        word = "and " if isinstance(node.op, gast.And) else "or "
        for position, value in enumerate(node.values):
            if position:
                part()
                self.write(word)
            self.operand(value, level)

    def _BinOp(self, node: Any) -> None:
        level = OPERATORS[type(node.op)]
        is_power = level is Level.POWER  # binds to the right, and takes a sign there
        self.operand(node.left, level.tighter if is_power else level)
        self.write(f" {self.binop[type(node.op).__name__]} ")
        self.operand(node.right, Level.FACTOR if is_power else level.tighter)

    def _UnaryOp(self, node: Any) -> None:
        sign = self.unop[type(node.op).__name__]
        self.write("not " if sign == "not" else sign)
        self.operand(node.operand, OPERATORS[type(node.op)])

    def _Compare(self, node: Any) -> None:
        self.operand(node.left, Level.BIT_OR)
        for operator, value in zip(node.ops, node.comparators, strict=True):
            self.write(f" {self.cmpops[type(operator).__name__]} ")
            self.operand(value, Level.BIT_OR)

    def _IfExp(self, node: Any) -> None:
        self.operand(node.body, Level.OR)
        self.write(" if ")
        self.operand(node.test, Level.OR)
        self.write(" else ")
        self.dispatch(node.orelse)

    def _Lambda(self, node: Any) -> None:
        arguments = self.text_of(lambda: self.dispatch(node.args))
        self.write(f"lambda {arguments}: " if arguments else "lambda: ")
        self.dispatch(node.body)

    def _NamedExpr(self, node: Any) -> None:
        self.dispatch(node.target)
        self.write(" := ")
        self.dispatch(node.value)

    def _Await(self, node: Any) -> None:
        self.write("await ")
        self.operand(node.value, Level.ATOM)

    def _Yield(self, node: Any) -> None:
        self.write("yield")
        if node.value:
            self.write(" ")
            self.bare(node.value, gast.Tuple)

    def _YieldFrom(self, node: Any) -> None:
        self.write("yield from ")
        self.dispatch(node.value)

    # Primaries

    def _Name(self, node: Any) -> None:
        self.write(node.id)
        if node.annotation:
            self.write(": ")
            self.dispatch(node.annotation)

    def _Attribute(self, node: Any) -> None:
        self._primary(node.value)
        self.write(f".{node.attr}")

    def _Subscript(self, node: Any) -> None:
        self._primary(node.value)
        self.write("[")
        if isinstance(node.slice, gast.Tuple) and not _needs_parentheses_in_subscript(node.slice):
            self.expression(node.slice)
        else:
            self.dispatch(node.slice)
        self.write("]")

    def _Call(self, node: Any) -> None:
        exploding, self._exploding = self._exploding, 0
        self._primary(node.func)
        items = [*node.args, *node.keywords]
        if len(items) == 1 and isinstance(items[0], gast.GeneratorExp):
            self.expression(items[0])
        else:
            flat = self.text_of(lambda: self._in_parentheses(items))
            self._exploding = exploding
            if exploding and not self._outer_quotes and self._is_long(flat):
                self._exploded(items)
            else:
                self.write(flat)
        self._exploding = exploding

    def _is_long(self, arguments: str) -> bool:
        """Whether arguments go over several lines: the first ones worth it must, others where they would not fit."""
        room = LINE_LENGTH - self._indent * len(self.indentation)
        return len(arguments) > (_SHORT if self._must_explode else room)

    def _in_parentheses(self, items: list[Any]) -> None:
        self.write("(")
        self.listed(items)
        self.write(")")

    def _exploded(self, items: list[Any]) -> None:
        """Writes arguments, each on lines of its own."""
        self._exploding -= 1
        self._must_explode = False
        self.write("(")
        self._indent += 1
        for item in items:
            self.fill()
            flat = self.text_of(lambda item=item: self.dispatch(item))  # type: ignore[misc]
            if isinstance(item, gast.BoolOp) and self._is_long(flat) and not self.is_copied(item):
                self._operands(item, self.fill)
            else:
                self.write(flat)
            self.write(",")
        self._indent -= 1
        self.fill()
        self.write(")")
        self._exploding += 1

    def _primary(self, node: gast.expr) -> None:
        """What stands before a dot, a bracket or a call; the dot of `1 .real` must not belong to the number."""
        is_integer = isinstance(node, gast.Constant) and type(node.value) is int
        self.operand(node, Level.ATOM)
        if is_integer and level_of(node) is Level.ATOM:
            self.write(" ")

    def _Starred(self, node: Any) -> None:
        self.write("*")
        self.operand(node.value, Level.BIT_OR)

    # Displays

    def _Tuple(self, node: Any) -> None:
        if not node.elts:
            self.write("()")
        else:
            self.listed(node.elts)
            self.write("," if len(node.elts) == 1 else "")

    def _List(self, node: Any) -> None:
        self.write("[")
        self.listed(node.elts)
        self.write("]")

    def _Set(self, node: Any) -> None:
        self.write("{")
        self.listed(node.elts) if node.elts else self.write("*()")  # no display of an empty set
        self.write("}")

    def _Dict(self, node: Any) -> None:
        self.write("{")
        self.listed(zip(node.keys, node.values, strict=True), self._dict_item)
        self.write("}")

    def _dict_item(self, item: tuple[Any, Any]) -> None:
        key, value = item
        if key is None:
            self.write("**")
            self.operand(value, Level.BIT_OR)
        else:
            self.dispatch(key)
            self.write(": ")
            self.dispatch(value)

    def _comprehension(self, node: Any) -> None:
        self.write(" async for " if node.is_async else " for ")
        self.bare(node.target, gast.Tuple)
        self.write(" in ")
        self.operand(node.iter, Level.OR)
        for condition in node.ifs:
            self.write(" if ")
            self.operand(condition, Level.OR)

    # Constants

    def _Constant(self, node: Any) -> None:
        value = node.value
        if isinstance(value, str | bytes):
            self.write(self._string(value, getattr(node, "kind", None) or ""))
        elif isinstance(value, tuple):
            self.expression(gast.Tuple([gast.Constant(item, None) for item in value], gast.Load()))
        else:
            self.write(_number(value))

    def _string(self, value: str | bytes, kind: str) -> str:
        if self._outer_quotes and not self._nests_freely:
            if isinstance(value, str):
                text = plain_string(value, self._outer_quotes)
            else:
                text = next((f"b{literal}" for literal in _plain_bytes(value, self._outer_quotes)), None)
            if text is None:
                raise NoQuoteLeftError
            return kind + text
        return kind + repr(value)

    def _JoinedStr(self, node: Any) -> None:
        self.write(self._f_string(node))

    def _f_string(self, node: Any) -> str:
        for quote in QUOTES:
            if (literal := self._f_string_in(quote, node)) is not None:
                return literal
        if self._outer_quotes:
            raise NoQuoteLeftError
        return self._f_string_nested_freely(node)

    def _f_string_nested_freely(self, node: Any) -> str:
        if not NESTS_FREELY:
            raise ConversionError(
                "an f-string cannot be written as text",
                why="it holds more strings inside each other than Python has quotes for.",
                fix="name the inner strings, or use Python 3.12.",
            )
        self._nests_freely = True
        try:
            return f"f'{self._f_string_body(node, QUOTES[0], is_format=False)}'"
        finally:
            self._nests_freely = False

    def _f_string_in(self, quote: str, node: Any) -> str | None:
        """The literal in these quotes, or None where they do not fit what is in it or around it."""
        try:
            literal = f"f{quote}{self._f_string_body(node, quote, is_format=False)}{quote}"
        except NoQuoteLeftError:
            return None
        is_free = self._nests_freely or not self._outer_quotes
        return literal if is_free or is_plain(literal, self._outer_quotes) else None

    def _f_string_body(self, node: Any, quote: str, *, is_format: bool) -> str:
        # Braces cannot be doubled in a format, on some Pythons.
        braces = {"{": "\\x7b", "}": "\\x7d"} if is_format else {"{": "{{", "}": "}}"}
        table = str.maketrans(braces)

        def text(value: Any) -> str:
            """A part of an f-string between these quotes: escaped text, or a field."""
            is_text = isinstance(value, gast.Constant)
            return escaped(value.value, quote).translate(table) if is_text else self._field(value, quote)

        return "".join(map(text, node.values))

    def _field(self, node: Any, quote: str) -> str:
        outer, self._outer_quotes = self._outer_quotes, (*self._outer_quotes, quote)
        try:
            text = self.text_of(lambda: self.operand(node.value, Level.OR))
        finally:
            self._outer_quotes = outer
        space = " " if text.startswith("{") else ""
        conversion = "" if node.conversion == -1 else f"!{chr(node.conversion)}"
        format_ = f":{self._f_string_body(node.format_spec, quote, is_format=True)}" if node.format_spec else ""
        return f"{{{space}{text}{conversion}{format_}}}"

    def text_of(self, write: Callable[[], None]) -> str:
        """What a piece of writing would write."""
        file, self.f = self.f, io.StringIO()
        try:
            write()
            return self.f.getvalue()
        finally:
            self.f = file

    # Arguments

    def _arguments(self, node: Any) -> None:
        positional = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(positional) - len(node.defaults)) + node.defaults
        items = [self._argument(name, default) for name, default in zip(positional, defaults, strict=True)]
        if node.posonlyargs:
            items.insert(len(node.posonlyargs), "/")
        if node.vararg:
            items.append("*" + self._argument(node.vararg, None))
        elif node.kwonlyargs:
            items.append("*")
        items += [self._argument(*item) for item in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
        if node.kwarg:
            items.append("**" + self._argument(node.kwarg, None))
        self.write(", ".join(items))

    def _argument(self, name: Any, default: Any) -> str:
        text = self.text_of(lambda: self.dispatch(name))
        if default is None:
            return text
        value = self.text_of(lambda: self.dispatch(default))
        return f"{text} = {value}" if name.annotation else f"{text}={value}"


def _needs_parentheses_in_subscript(node: Any) -> bool:
    """`x[*a]` is new in Python 3.11; there it may even hold slices, which no parentheses allow."""
    starred = any(isinstance(item, gast.Starred) for item in node.elts)
    return not node.elts or (starred and not any(isinstance(item, gast.Slice) for item in node.elts))


def _number(value: object) -> str:
    if value is ...:
        return "..."
    if isinstance(value, float) and math.isnan(value):
        return f"({_INFINITY} - {_INFINITY})"
    if isinstance(value, int) and value.bit_length() > _LONGEST_DECIMAL:
        return hex(value)
    text = repr(value)
    return text.replace("inf", _INFINITY) if isinstance(value, float | complex) else text


def _plain_bytes(value: bytes, outer: tuple[str, ...]) -> Iterable[str]:
    literal = plain_string(value.decode("latin-1"), outer)
    return [literal] if literal and value.isascii() else []
