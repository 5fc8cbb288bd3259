"""Rules: one module of `autograph.checker.rules` each, with a docstring that explains it by examples."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .diagnostic import Fix, Severity

if TYPE_CHECKING:
    from .view import View


@dataclass(frozen=True)
class Finding:
    """What a rule says about a node.

    Attributes:
        node: the offending expression or statement.
        message: what is wrong.
        help: what to do instead.
        related: other nodes that matter, each with what it says.
        fix: how to mend it.
        severity: where it differs from the rule's.
        is_certain: whether it is wrong for sure.
    """

    node: ast.AST
    message: str
    help: str = ""
    related: tuple[tuple[ast.AST, str], ...] = ()
    fix: Fix | None = None
    severity: Severity | None = None
    is_certain: bool = True


Check = Callable[[Any, "View"], Iterable[Finding]]


@dataclass(frozen=True)
class Rule:
    """One rule.

    Attributes:
        home: the name of its module.
        code: `AG103`.
        name: `outer-container-mutation`.
        severity: of its findings.
        is_default: whether it is on when nothing is selected.
        fix: "safe", "unsafe" or "" for none: what its fixes are.
        visitors: what it looks at in each graph context, by type of node.
        context_checks: what it looks at in each graph context as a whole.
        module_checks: what it looks at once in each file.
    """

    home: str
    code: str
    name: str
    severity: Severity
    is_default: bool = True
    fix: str = ""
    visitors: dict[type[ast.AST], Check] = field(default_factory=dict, compare=False)
    context_checks: list[Callable[[Any], Iterable[Finding]]] = field(default_factory=list, compare=False)
    module_checks: list[Callable[[Any], Iterable[Finding]]] = field(default_factory=list, compare=False)

    def visits(self, *types: type[ast.AST]) -> Callable[[Check], Check]:
        """Decorator: the function looks at nodes of these types in graph contexts."""

        def register(check: Check) -> Check:
            """Registers the check for these types of nodes, and gives it back."""
            for type_ in types:
                self.visitors[type_] = check
            return check

        return register

    def checks_context(self, check: Callable[[View], Iterable[Finding]]) -> Callable[[View], Iterable[Finding]]:
        """Decorator: the function looks at each graph context as a whole."""
        self.context_checks.append(check)
        return check

    def checks_module(self, check: Callable[[Any], Iterable[Finding]]) -> Callable[[Any], Iterable[Finding]]:
        """Decorator: the function looks at each file once, with the `Analysis` of it."""
        self.module_checks.append(check)
        return check

    @property
    def explanation(self) -> str:
        """What the rule is about, with examples: the docstring of its module."""
        return inspect.cleandoc(sys.modules[self.home].__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of the explanation."""
        return self.explanation.partition("\n")[0]
