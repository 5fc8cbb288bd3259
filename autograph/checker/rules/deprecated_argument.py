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
from autograph.checker.flow.roots import resolve_compiler
from autograph.checker.rule import Finding, Rule
from autograph.syntax.span import Span

rule = Rule(__name__, "AG601", "deprecated-argument", Severity.WARNING, fix="safe")

_NAMES = {"experimental_relax_shapes": "reduce_retracing", "experimental_compile": "jit_compile"}


@rule.checks_module
def check(analysis: Analysis) -> Iterator[Finding]:
    """Reports the old names, also where what is compiled stands in another file."""
    for call in analysis.module.calls:
        old = [keyword for keyword in call.keywords if keyword.arg in _NAMES]
        if old and resolve_compiler(analysis, call, analysis.module.scope_at(call)) is not None:
            yield from (_finding(analysis, keyword) for keyword in old)


def _finding(analysis: Analysis, keyword: ast.keyword) -> Finding:
    old = keyword.arg or ""
    span = analysis.module.document.span(keyword)
    name = Span(span.file, span.line, span.column, span.line, span.column + len(old))
    fix = Fix((Edit(name, _NAMES[old]),), Applicability.SAFE)
    return Finding(keyword, f"`{old}` is deprecated", f"it is called `{_NAMES[old]}` now", fix=fix)
