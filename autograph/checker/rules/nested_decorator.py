"""A compiled function is called by compiled functions only: its own decorator does nothing but add a call to the graph.

What a compiled function calls becomes part of its graph anyway.

Bad::

    @tf.function
    def _double(x):
        return x * 2

    @tf.function
    def step(x):
        return _double(x)

Good::

    def _double(x):
        return x * 2

    @tf.function
    def step(x):
        return _double(x)
"""

from collections.abc import Iterator

from autograph.checker.diagnostic import Applicability, Edit, Fix, Severity
from autograph.checker.flow.analysis import Analysis
from autograph.checker.flow.calling import calls_of_roots
from autograph.checker.flow.context import Root
from autograph.checker.rule import Finding, Rule
from autograph.syntax.span import Span

rule = Rule(__name__, "AG504", "nested-decorator", Severity.INFO, is_default=False, fix="safe")


@rule.checks_module
def check(analysis: Analysis) -> Iterator[Finding]:
    """Reports private functions that only compiled ones call."""
    outside = {id(root.function.node) for _, root in calls_of_roots(analysis)}
    inside = {
        id(function.node)
        for context in analysis.contexts
        for _, function in context.calls
        if function is not context.function
    }
    for key, root in analysis.roots.items():
        name = root.function.name
        if (
            key in inside - outside
            and name.startswith("_")
            and not name.startswith("__")
            and root.decorator in root.function.decorators
        ):
            yield Finding(
                root.decorator,
                f"`{name}` is called by compiled functions only",
                "remove the decorator",
                fix=_fix(analysis, root),
            )


def _fix(analysis: Analysis, root: Root) -> Fix | None:
    span = analysis.module.document.span(root.decorator)
    return Fix((Edit(Span(span.file, span.line, 0, span.end_line + 1, 0), ""),), Applicability.SAFE)
