"""A global or nonlocal name is bound again while the function is traced.

The statement runs once for each trace and not on each call, so that a counter counts traces.

Bad::

    calls = 0

    @tf.function
    def step(x):
        global calls
        calls += 1
        return x * 2

Good::

    calls = tf.Variable(0)

    @tf.function
    def step(x):
        calls.assign_add(1)
        return x * 2
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG106", "global-rebind", Severity.ERROR)


@rule.visits(ast.Name)
def check(node: ast.Name, view: View) -> Iterator[Finding]:
    """Reports names of somebody else that are bound or deleted."""
    if isinstance(node.ctx, ast.Load):
        return
    scope = view.analysis.module.scope_at(node)
    word = "global" if node.id in scope.globals else "nonlocal" if node.id in scope.nonlocals else ""
    if word and not _is_own(node, view, word) and not view.is_guarded(node):
        yield Finding(
            view.parent(node) if isinstance(view.parent(node), ast.AugAssign) else node,  # type: ignore[arg-type]
            f"`{word} {node.id}` is bound again at trace time only: once per trace, not on each call",
            f"use a `{view.framework}.Variable`, or return the value",
        )


def _is_own(node: ast.Name, view: View, word: str) -> bool:
    """Whether the variable belongs to a function of this trace."""
    if word == "global":
        return False
    owner = view.analysis.module.scope_at(node).owner_for_binding(node.id)
    return owner.node is view.context.function.node or id(owner.node) in view.context.closures
