"""Facts: what the passes over expressions ask about a function, found out once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from .assignment import Assignments
from .ownership import Ownership
from .scopes import Scope


@dataclass(frozen=True)
class Facts:
    """What is known of one function."""

    assignments: Assignments
    ownership: Ownership


@dataclass
class KnownFacts:
    """The facts about functions, as their text was when they were first asked for."""

    found: dict[gast.AST, Facts] = field(default_factory=dict)
    lambdas: dict[gast.AST, Scope] = field(default_factory=dict)

    def of(self, function: Any, framework: frozenset[str]) -> Facts:
        """Those about one function; `framework` names modules whose calls change nothing."""
        if function not in self.found:
            assignments = Assignments.of(function)
            ownership = Ownership.of(function, assignments.scope, framework)
            self.found[function] = Facts(assignments, ownership)
        return self.found[function]

    def scope_of(self, function: gast.Lambda) -> Scope:
        """The scope of a lambda."""
        if function not in self.lambdas:
            self.lambdas[function] = Scope.of(function)
        return self.lambdas[function]
