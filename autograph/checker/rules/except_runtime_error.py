"""An error that the graph raises when it runs is expected to be caught while the function is traced.

Operations only become part of the graph inside of `try`; they run, and fail, when the function is called. Catch the
error there.

Bad::

    @tf.function
    def checked(x):
        try:
            tf.debugging.assert_positive(x)
        except tf.errors.InvalidArgumentError:
            x = -x
        return x

Good::

    try:
        y = checked(x)
    except tf.errors.InvalidArgumentError:
        y = -x
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.values import SYMBOLIC
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG412", "except-runtime-error", Severity.WARNING)

_BROAD = frozenset({"Exception", "BaseException"})
_OPERATION_ERRORS = ("tensorflow.errors.", "autograph.errors.")


@rule.visits(ast.ExceptHandler)
def check(handler: ast.ExceptHandler, view: View) -> Iterator[Finding]:
    """Reports handlers of errors that come later."""
    attempt = view.parent(handler)
    if not isinstance(attempt, ast.Try) or not _changes_values(handler):
        return
    named = _names_operation_error(handler, view)
    if named or (_is_broad(handler) and _only_runs_operations(attempt, view)):
        yield Finding(
            handler,
            "run-time errors of the graph are not caught here: operations only run when the function is called",
            "catch the error where the function is called",
            is_certain=named,
        )


def _types(handler: ast.ExceptHandler) -> list[ast.expr]:
    if handler.type is None:
        return []
    return handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]


def _names_operation_error(handler: ast.ExceptHandler, view: View) -> bool:
    return any(view.dotted(type_).startswith(_OPERATION_ERRORS) for type_ in _types(handler))


def _is_broad(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or any(getattr(type_, "id", "") in _BROAD for type_ in _types(handler))


def _changes_values(handler: ast.ExceptHandler) -> bool:
    """Whether the handler does more than pass the error on."""
    return any(
        isinstance(node, ast.Assign | ast.AugAssign | ast.Return)
        for statement in handler.body
        for node in ast.walk(statement)
    ) and not any(isinstance(statement, ast.Raise) for statement in handler.body)


def _only_runs_operations(attempt: ast.Try, view: View) -> bool:
    """Whether all that can fail in the block are operations: nothing there can raise while it is traced."""
    calls = [node for statement in attempt.body for node in ast.walk(statement) if isinstance(node, ast.Call)]
    names = [view.dotted(call.func) for call in calls]
    operations = [
        name.startswith(tf.ROOT) and tf.kind_of_result(name.removeprefix(tf.ROOT)) in ("tensor", "unknown")
        for name in names
    ]
    return (
        bool(calls) and all(operations) and any(view.value(node).only(SYMBOLIC) for call in calls for node in call.args)
    )
