"""A layer, metric, optimizer, model or random generator is made on every trace.

It creates variables, which is allowed on the first call only. Make it once, outside. Loss objects and layers without
variables (`ReLU`, `Flatten`, pooling, …) are fine.

Bad::

    @tf.function
    def step(x):
        return tf.keras.layers.Dense(8)(x)

Good::

    dense = tf.keras.layers.Dense(8)

    @tf.function
    def step(x):
        return dense(x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.flow.analysis import Analysis
from autograph.checker.flow.expressions import evaluate
from autograph.checker.flow.frame import Frame
from autograph.checker.knowledge import keras
from autograph.checker.model.definitions import Class
from autograph.checker.model.values import Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG202", "stateful-object", Severity.ERROR)

_VARIABLE_CALLS = frozenset({"tensorflow.Variable", "tensorflow.get_variable"})


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports objects with variables that are made without a guard."""
    noun = _noun(call, view)
    if noun and not view.is_set_up and not view.is_guarded(call):
        made = view.text(call.func).rpartition(".")[2] or view.text(call.func)
        yield Finding(
            call,
            f"`{made}(...)` makes {_article(noun)} {noun} on every trace, and its variables with it",
            "make it once, outside of the function",
        )


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


def _noun(call: ast.Call, view: View) -> str:
    found = view.value(call.func)
    if isinstance(found.target, Class):
        if not found.only(frozenset({Kind.CLASS})) or not keras.LAYER_BASES.match(
            view.analysis.classes.library_base(found.target)
        ):
            return ""
        return "layer" if _owns_variables(view.analysis, found.target) else ""
    return keras.stateful_noun(view.dotted(call.func)) if found.dotted else ""


def _owns_variables(analysis: Analysis, owner: Class, depth: int = 4) -> bool:
    """Whether objects of a class of this file hold variables, themselves or in their layers."""
    methods = [analysis.classes.method(owner, name) for name in ("__init__", "build")]
    return any(
        isinstance(node, ast.Call) and _makes_variables(analysis, node, depth)
        for method in methods
        if method is not None
        for node in ast.walk(method.node)
    )


def _makes_variables(analysis: Analysis, call: ast.Call, depth: int) -> bool:
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("add_weight", "add_variable"):
        return True
    found = evaluate(Frame(analysis, analysis.module.scope_at(call)), call.func)
    if isinstance(found.target, Class):
        return depth > 0 and found.only(frozenset({Kind.CLASS})) and _owns_variables(analysis, found.target, depth - 1)
    return found.dotted in _VARIABLE_CALLS or bool(keras.stateful_noun(found.dotted))
