"""A compiled function is a generator or a coroutine.

Tracing calls the function once and wants tensors back; a generator gives nothing before it is iterated.

Bad::

    @tf.function
    def doubles(x):
        for k in range(2):
            yield x * k

Good::

    @tf.function
    def doubles(x):
        return [x * k for k in range(2)]
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG413", "generator-function", Severity.ERROR)

_WORDS = {ast.Yield: "yield", ast.YieldFrom: "yield from", ast.Await: "await"}


@rule.visits(ast.Yield, ast.YieldFrom, ast.Await)
def check(node: ast.Yield | ast.YieldFrom | ast.Await, view: View) -> Iterator[Finding]:
    """Reports `yield` and `await` of the traced function itself."""
    if view.function_node(node) is view.context.function.node and not view.context.chain:
        yield Finding(
            node,
            f"`{_WORDS[type(node)]}` in graph code: tracing gets a generator or coroutine instead of tensors",
            "return the values, as a list or a tensor",
        )
