"""Graph contexts: functions that are traced, with what evaluation found out about every expression in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograph.checker.model.definitions import Function
from autograph.checker.model.values import UNKNOWN, Value, join

if TYPE_CHECKING:
    from .frame import Frame

TENSORFLOW, AUTOGRAPH = "tensorflow", "autograph"


@dataclass(frozen=True, eq=False)
class Root:
    """A function that a decorator or a call compiles to a graph.

    Attributes:
        function: the function.
        decorator: the decorator, or the call that compiles it.
        target: "tensorflow" or "autograph": whose rules hold.
        is_converted: whether its control flow is converted.
        options: experimental options that are on, such as ASSERT_STATEMENTS.
        signature: what its parameters are, where an input signature says it.
        is_implicit: whether a library compiles it, which does not look at its arguments afterwards.
        arguments: what its parameters are by name, where a call tells it.
    """

    function: Function
    decorator: ast.AST
    target: str = TENSORFLOW
    is_converted: bool = True
    options: frozenset[str] = frozenset()
    signature: tuple[Value, ...] | None = None
    is_implicit: bool = False
    arguments: Mapping[str, Value] | None = None


@dataclass(eq=False)
class Context:
    """One function as it is traced with arguments of some kinds; inner functions are part of it.

    Attributes:
        function: the function.
        root: the compiled function that it is traced for.
        chain: the functions through which it is reached, the root first; empty for the root itself.
        is_converted: whether its control flow is converted.
        is_guarded: whether it is called behind a test that holds on the first call only.
        values: what each expression may be, by node id.
        closures: the frame that each inner function was made in, by node id.
        hosts: inner functions that Python runs when the graph runs, by node id.
        eager: statements and expressions that are not part of the graph, by node id.
        results: the arguments of each run of an inner function with what it gave, by node id.
        undefined: reads of names that have no value on one side of a tensor condition, with the condition.
        roots_inside: inner functions that are compiled apart, by node id.
        calls: calls of functions of this file, with the functions.
        mismatched: reads of names that two branches bind to values which do not go together, with the condition.
    """

    function: Function
    root: Root
    chain: tuple[Function, ...] = ()
    is_converted: bool = True
    is_guarded: bool = False
    values: dict[int, Value] = field(default_factory=dict)
    closures: dict[int, Frame] = field(default_factory=dict)
    hosts: set[int] = field(default_factory=set)
    eager: set[int] = field(default_factory=set)
    results: dict[int, list[tuple[frozenset[tuple[str, Value]], Value]]] = field(default_factory=dict)
    undefined: list[tuple[ast.Name, ast.AST]] = field(default_factory=list)
    mismatched: list[tuple[ast.Name, ast.AST]] = field(default_factory=list)
    roots_inside: set[int] = field(default_factory=set)
    calls: list[tuple[ast.AST, Function]] = field(default_factory=list)
    _told: set[tuple[str, str, int]] = field(default_factory=set)

    def value(self, node: ast.AST | None) -> Value:
        """What an expression may be."""
        return self.values.get(id(node), UNKNOWN)

    def record(self, node: ast.AST, value: Value) -> None:
        """Remembers what an expression was in one evaluation."""
        old = self.values.get(id(node))
        self.values[id(node)] = value if old is None or old is value else join(old, value)
        if (value.undefined_on or value.mismatch) and isinstance(node, ast.Name):
            self._note_read(node, value)

    def _note_read(self, node: ast.Name, value: Value) -> None:
        for label, condition, reads in (
            ("undefined", value.undefined_on, self.undefined),
            ("mismatch", value.mismatch, self.mismatched),
        ):
            if condition is not None and (label, node.id, id(condition)) not in self._told:
                self._told.add((label, node.id, id(condition)))
                reads.append((node, condition))

    def nodes(self) -> Iterator[ast.AST]:
        """The nodes that are traced, in reading order: not what Python runs, nor functions compiled apart."""
        left_out = self.eager | self.hosts | self.roots_inside
        nodes = self.function.traced
        place = 0
        while place < len(nodes):
            node, end = nodes[place]
            if id(node) in left_out:
                place = end
            else:
                yield node
                place += 1
