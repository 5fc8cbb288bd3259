"""Statements to text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from .precedence import Level
from .string_literals import docstring
from .unparse_expressions import ExpressionUnparser


class Unparser(ExpressionUnparser):
    """Writes whole trees, of every Python that gast knows."""

    def fill(self, text: str = "") -> None:
        """Begins a line."""
        self.write("\n" + self.indentation * self._indent + text)

    def block(self, body: list[Any]) -> None:
        """Writes an indented block after a colon."""
        self.enter()
        self.statements(body)
        self.leave()

    def statements(self, body: list[Any]) -> None:
        """Writes the statements of a block."""
        for statement in body:
            self.dispatch(statement)

    def header(self, node: Any, word: str, write: Callable[[], None]) -> None:
        """Writes the header of a compound statement up to its colon: a word, and what `write` writes after it."""
        self.fill(word)
        write()

    def clause(self, word: str, body: list[Any]) -> None:
        """Writes `else:` or its like with its block, if there is one."""
        if body:
            self.fill(word)
            self.block(body)

    # Simple statements

    def _Expr(self, node: Any) -> None:
        value = node.value
        text = docstring(value.value) if isinstance(value, gast.Constant) and isinstance(value.value, str) else None
        self.fill()
        if text and "\n" in text and not value.kind:
            self.write(text)
        else:
            self.bare(value, gast.Tuple, gast.Yield, gast.YieldFrom)

    def _Assign(self, node: Any) -> None:
        self.fill()
        for target in node.targets:
            self.bare(target, gast.Tuple)
            self.write(" = ")
        self.bare(node.value, gast.Tuple, gast.Yield, gast.YieldFrom)

    def _AugAssign(self, node: Any) -> None:
        self.fill()
        self.dispatch(node.target)
        self.write(f" {self.binop[type(node.op).__name__]}= ")
        self.bare(node.value, gast.Tuple, gast.Yield, gast.YieldFrom)

    def _AnnAssign(self, node: Any) -> None:
        self.fill()
        in_parentheses = isinstance(node.target, gast.Name) and not node.simple
        target = self.text_of(lambda: self.dispatch(node.target))
        self.write(f"({target}): " if in_parentheses else f"{target}: ")
        self.dispatch(node.annotation)
        if node.value:
            self.write(" = ")
            self.bare(node.value, gast.Tuple, gast.Yield, gast.YieldFrom)

    def _Return(self, node: Any) -> None:
        self.fill("return")
        if node.value:
            self.write(" ")
            self.bare(node.value, gast.Tuple)

    def _Delete(self, node: Any) -> None:
        self.fill("del ")
        self.listed(node.targets)

    def _TypeAlias(self, node: Any) -> None:
        self.fill("type ")
        self.dispatch(node.name)
        self._type_parameters(node)
        self.write(" = ")
        self.dispatch(node.value)

    # Compound statements

    def _If(self, node: Any) -> None:
        self._test("if ", node)
        while self.is_elif(node):
            (node,) = node.orelse
            self._test("elif ", node)
        self.clause("else", node.orelse)

    def _test(self, word: str, node: Any) -> None:
        self.header(node, word, lambda: self.bare(node.test, gast.NamedExpr))
        self.block(node.body)

    def is_elif(self, node: Any) -> bool:
        """Whether what follows the `else` of this `if` is written `elif`."""
        return len(node.orelse) == 1 and isinstance(node.orelse[0], gast.If)

    def _While(self, node: Any) -> None:
        self._test("while ", node)
        self.clause("else", node.orelse)

    def _For(self, node: Any) -> None:
        self._loop("for ", node)

    def _AsyncFor(self, node: Any) -> None:
        self._loop("async for ", node)

    def _loop(self, word: str, node: Any) -> None:
        def write() -> None:
            """Target and iterable, tuples without parentheses."""
            self.bare(node.target, gast.Tuple)
            self.write(" in ")
            self.bare(node.iter, gast.Tuple)

        self.header(node, word, write)
        self.block(node.body)
        self.clause("else", node.orelse)

    def _With(self, node: Any) -> None:
        self._with("with ", node)

    def _AsyncWith(self, node: Any) -> None:
        self._with("async with ", node)

    def _with(self, word: str, node: Any) -> None:
        only = node.items[0] if len(node.items) == 1 else None
        # `with (a, b):` would be two managers.
        is_tuple = only is not None and not only.optional_vars and isinstance(only.context_expr, gast.Tuple)

        def write() -> None:
            """The managers, in parentheses if they were."""
            self.write("(" if is_tuple else "")
            self.listed(node.items)
            self.write(")" if is_tuple else "")

        self.header(node, word, write)
        self.block(node.body)

    def _Try(self, node: Any) -> None:
        self._try("except", node)

    def _TryStar(self, node: Any) -> None:
        self._try("except*", node)

    def _try(self, word: str, node: Any) -> None:
        self.header(node, "try", lambda: None)
        self.block(node.body)
        for handler in node.handlers:
            self.handler(word, handler)
        self.clause("else", node.orelse)
        self.clause("finally", node.finalbody)

    def handler(self, word: str, node: Any) -> None:
        """Writes one `except` clause."""

        def write() -> None:
            """What is caught, and its name."""
            if node.type:
                self.write(" ")
                self.dispatch(node.type)
            if node.name:
                self.write(f" as {node.name.id}")

        self.header(node, word, write)
        self.block(node.body)

    # Definitions

    def _FunctionDef(self, node: Any) -> None:
        self._function("def", node)

    def _AsyncFunctionDef(self, node: Any) -> None:
        self._function("async def", node)

    def _function(self, word: str, node: Any) -> None:
        def write() -> None:
            """Name, parameters and annotation of the result."""
            self._name_line(word, node)
            self.write("(")
            self.dispatch(node.args)
            self.write(")")
            if node.returns:
                self.write(" -> ")
                self.dispatch(node.returns)

        self.header(node, "", write)
        self.block(node.body)

    def _ClassDef(self, node: Any) -> None:
        def write() -> None:
            """Name, bases and keywords."""
            self._name_line("class", node)
            if node.bases or node.keywords:
                self.write("(")
                self.listed([*node.bases, *node.keywords])
                self.write(")")

        self.header(node, "", write)
        self.block(node.body)

    def _name_line(self, word: str, node: Any) -> None:
        """Writes a definition's decorators, word, name and type parameters, after the indentation of its first line."""
        for decorator in node.decorator_list:
            self.write("@")
            self.dispatch(decorator)
            self.fill()
        self.write(f"{word} {node.name}")
        self._type_parameters(node)

    def _type_parameters(self, node: Any) -> None:
        if getattr(node, "type_params", None):
            self.write("[")
            self.listed(node.type_params)
            self.write("]")

    def _TypeVar(self, node: Any) -> None:
        self.write(node.name)
        if node.bound:
            self.write(": ")
            self.dispatch(node.bound)
        self._type_default(node)

    def _TypeVarTuple(self, node: Any) -> None:
        self.write(f"*{node.name}")
        self._type_default(node)

    def _ParamSpec(self, node: Any) -> None:
        self.write(f"**{node.name}")
        self._type_default(node)

    def _type_default(self, node: Any) -> None:
        if getattr(node, "default_value", None):
            self.write(" = ")
            self.dispatch(node.default_value)

    # Match

    def _Match(self, node: Any) -> None:
        self.header(node, "match ", lambda: self.bare(node.subject, gast.Tuple, gast.NamedExpr))
        self.enter()
        for case in node.cases:
            self.dispatch(case)
        self.leave()

    def _match_case(self, node: Any) -> None:
        self.fill("case ")
        self.dispatch(node.pattern)
        if node.guard:
            self.write(" if ")
            self.bare(node.guard, gast.NamedExpr)
        self.block(node.body)

    def _MatchValue(self, node: Any) -> None:
        self.dispatch(node.value)

    def _MatchSingleton(self, node: Any) -> None:
        self.write(repr(node.value))

    def _MatchSequence(self, node: Any) -> None:
        self.write("[")
        self.listed(node.patterns)
        self.write("]")

    def _MatchStar(self, node: Any) -> None:
        self.write(f"*{node.name or '_'}")

    def _MatchMapping(self, node: Any) -> None:
        self.write("{")
        self.listed(zip(node.keys, node.patterns, strict=True), self._mapping_item)
        if node.rest:
            self.write(f", **{node.rest}" if node.keys else f"**{node.rest}")
        self.write("}")

    def _mapping_item(self, item: tuple[Any, Any]) -> None:
        self.dispatch(item[0])
        self.write(": ")
        self.dispatch(item[1])

    def _MatchClass(self, node: Any) -> None:
        self.operand(node.cls, Level.ATOM)
        self.write("(")
        keywords = zip(node.kwd_attrs, node.kwd_patterns, strict=True)
        self.listed([*node.patterns, *keywords], self._class_item)
        self.write(")")

    def _class_item(self, item: Any) -> None:
        if isinstance(item, tuple):
            self.write(f"{item[0]}=")
            item = item[1]
        self.dispatch(item)

    def _MatchAs(self, node: Any) -> None:
        if node.pattern:
            self._closed_pattern(node.pattern, gast.MatchAs)
            self.write(" as ")
        self.write(node.name or "_")

    def _MatchOr(self, node: Any) -> None:
        for position, pattern in enumerate(node.patterns):
            self.write(" | " if position else "")
            self._closed_pattern(pattern, gast.MatchAs, gast.MatchOr)

    def _closed_pattern(self, node: Any, *loose: type[gast.AST]) -> None:
        """Writes a pattern inside another, in parentheses if it is one of the loose kinds."""
        needs = isinstance(node, loose) and not (isinstance(node, gast.MatchAs) and not node.pattern)
        self.write("(" if needs else "")
        self.dispatch(node)
        self.write(")" if needs else "")
