"""An argument of `tf.function` has got another name.

`experimental_relax_shapes` is `reduce_retracing`, `experimental_compile` is `jit_compile`.

Bad::

    @tf.function(experimental_compile=True)
    def f(x):
        return x * 2

Good::

    @tf.function(jit_compile=True)
    def f(x):
        return x * 2
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Applicability, Edit, Fix, Severity
from autograph.checker.flow.analysis import Analysis
from autograph.checker.rule import Finding, Rule
from autograph.syntax.span import Span

rule = Rule(__name__, "AG601", "deprecated-argument", Severity.WARNING, fix="safe")

_NAMES = {"experimental_relax_shapes": "reduce_retracing", "experimental_compile": "jit_compile"}


@rule.checks_module
def check(analysis: Analysis) -> Iterator[Finding]:
    """Reports the old names."""
    told: set[int] = set()
    for root in analysis.roots.values():
        for node in ast.walk(root.decorator) if isinstance(root.decorator, ast.Call) else ():
            if isinstance(node, ast.keyword) and node.arg in _NAMES and id(node) not in told:
                told.add(id(node))
                new = _NAMES[node.arg]
                span = analysis.module.document.span(node)
                name = Span(span.file, span.line, span.column, span.line, span.column + len(node.arg))
                fix = Fix((Edit(name, new),), Applicability.SAFE)
                yield Finding(node, f"`{node.arg}` is deprecated", f"it is called `{new}` now", fix=fix)
