"""A compiled function is defined in a function that a loop calls.

Each call of the outer function makes a new compiled function, which is traced anew. Define it once, or keep the result
of the outer function.

Bad::

    def train(x):
        @tf.function
        def step(y):
            return y * 2
        return step(x)

    for x in data:
        train(x)

Good::

    @tf.function
    def step(y):
        return y * 2

    for x in data:
        step(x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.flow.analysis import Analysis
from autograph.checker.flow.calling import loops_around
from autograph.checker.flow.expressions import evaluate
from autograph.checker.flow.frame import Frame
from autograph.checker.model.definitions import Function
from autograph.checker.rule import Finding, Rule

rule = Rule(__name__, "AG505", "per-call-definition", Severity.INFO, is_default=False)


@rule.checks_module
def check(analysis: Analysis) -> Iterator[Finding]:
    """Reports compiled functions that are defined per call."""
    inner = {root.function.parent: root for root in analysis.roots.values() if root.function.parent is not None}
    for call in analysis.module.calls_of([outer.name for outer in inner]):
        if not any(True for _ in loops_around(analysis, call)):
            continue
        found = evaluate(Frame(analysis, analysis.module.scope_at(call)), call.func)
        if not isinstance(found.target, Function) or found.target not in inner:
            continue
        root = inner.pop(found.target)
        if not _gives(found.target, root.function.name):
            yield Finding(
                root.function.node,
                f"each call of `{found.target.name}` compiles a new `{root.function.name}`, and a loop calls it",
                "define it once, outside",
                ((call, f"`{found.target.name}` is called in a loop here"),),
            )


def _gives(function: Function, name: str) -> bool:
    """Whether a function is a factory that returns the compiled one."""
    returned = [node.value for node in function.returns if node.value is not None]
    return any(
        isinstance(node, ast.Name) and node.id == name
        for value in returned
        for node in ast.walk(value)
        if not isinstance(value, ast.Call)
    )
