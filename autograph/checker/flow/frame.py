"""One run of a function on abstract values."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograph.checker.model.scopes import Scope
from autograph.checker.model.values import UNKNOWN, Kind, Origin, Value, join, tensor, value

from .context import Context

if TYPE_CHECKING:
    from .analysis import Analysis

Environment = dict[str, Value]


@dataclass(eq=False)
class Exits:
    """The environments at the jumps out of a loop, and back to its head."""

    breaks: list[Environment] = field(default_factory=list)
    continues: list[Environment] = field(default_factory=list)


@dataclass(eq=False)
class Frame:
    """The variables of a running function.

    Attributes:
        analysis: the analysis of the file.
        scope: the scope of the function; of the module or a class where expressions outside of graphs are evaluated.
        context: the graph context it runs in, or None outside of graphs.
        parent: the frame of the traced function around it.
        variables: what each name is at this point; attributes that were stored stand under their text (`self.x`).
        returns: what was returned.
        loops: the loops around this point.
    """

    analysis: Analysis
    scope: Scope
    context: Context | None = None
    parent: Frame | None = None
    variables: Environment = field(default_factory=dict)
    returns: list[Value] = field(default_factory=list)
    loops: list[Exits] = field(default_factory=list)

    def lookup(self, name: str) -> Value:
        """What a name is here."""
        found = self.variables.get(name)
        if found is not None:
            return found
        owner = self.scope.owner(name)
        if owner is self.scope and self.context is not None:
            return UNKNOWN  # bound elsewhere in the function only
        if self.parent is not None:
            return self.parent.lookup(name)
        return self.analysis.outer.value(self.scope, name)

    def assign(self, name: str, bound: Value) -> None:
        """Binds a name, in the frame that owns it."""
        frame = self
        while name in frame.scope.nonlocals and frame.parent is not None:
            frame = frame.parent
        frame.variables[name] = bound
        prefix = name + "."
        for path in [path for path in frame.variables if path.startswith(prefix)]:
            del frame.variables[path]

    def record(self, node: ast.AST, found: Value) -> None:
        """Remembers what an expression was."""
        if self.context is not None:
            self.context.record(node, found)

    @property
    def is_graph(self) -> bool:
        """Whether operations here become part of a graph."""
        return self.context is not None

    @property
    def is_converted(self) -> bool:
        """Whether control flow here is converted."""
        return self.context is not None and self.context.is_converted

    def tensor(self, dtype: str = "", rank: int | None = None) -> Value:
        """What an operation gives here: a symbolic tensor in a graph, else one with a value."""
        if self.is_graph:
            return tensor(dtype, rank)
        return value(Kind.EAGER, dtype=dtype)

    def tensors(self) -> Value:
        """What an operation that gives a structure gives here."""
        return value(Kind.TENSORS if self.is_graph else Kind.EAGERS)


def join_environments(left: Environment | None, right: Environment | None) -> Environment | None:
    """The variables after two ways of getting somewhere; None stands for a way that does not.

    An attribute that only one of them stored may be what it was before.
    """
    if left is None or right is None:
        return right if left is None else left
    merged = {name: found if name in right else _stored_on_one_way(name, found) for name, found in left.items()}
    for name, found in right.items():
        known = left.get(name)
        if known is None:
            merged[name] = _stored_on_one_way(name, found)
        elif known is not found:
            merged[name] = join(known, found)
    return merged


def _stored_on_one_way(name: str, found: Value) -> Value:
    return found.of(Origin.UNKNOWN) if "." in name else found
