"""Logging in graph code happens once for each trace, not on each call.

A message about how the function is traced is fine that way, which is why this is information only; a warning in front
of an error is not reported.

Bad::

    @tf.function
    def step(x):
        logging.info("running a step")
        return x * 2

Good::

    def train(x):
        logging.info("running a step")
        return step(x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.knowledge.host import LOG_METHODS, LOGS
from autograph.checker.model.values import Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG102", "trace-time-log", Severity.INFO)

_LOGGER_NAMES = frozenset({"logger", "log", "_logger", "LOGGER", "LOG", "_log", "logging"})


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports calls that log."""
    if (LOGS.match(view.dotted(call.func)) or _is_logger_method(call, view)) and not _raises_after(call, view):
        yield Finding(
            call,
            f"`{view.text(call.func)}` logs once per trace, not on each call",
            f"use `{view.framework}.print(...)`, or log where the function is called",
        )


def _is_logger_method(call: ast.Call, view: View) -> bool:
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in LOG_METHODS:
        return False
    receiver = call.func.value
    if view.value(receiver).dotted == "logging.Logger":
        return True
    name = receiver.attr if isinstance(receiver, ast.Attribute) else getattr(receiver, "id", "")
    return name in _LOGGER_NAMES and not view.value(receiver).may(frozenset({Kind.LIST, Kind.TENSOR}))


def _raises_after(call: ast.Call, view: View) -> bool:
    """Whether the block goes on to raise: the message then is about code that is never traced to its end."""
    parent = view.parent(view.statement(call))
    block = getattr(parent, "body", [])
    return isinstance(parent, ast.If) and any(isinstance(statement, ast.Raise) for statement in block)
