"""Checks one file, or one function: runs the analysis, asks the rules, makes diagnostics of what they find."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from autograph.errors import ConversionError
from autograph.syntax.document import Document
from autograph.syntax.recursion import deep_recursion
from autograph.syntax.span import Span

from .diagnostic import Diagnostic, Related, Severity
from .flow.analysis import Analysis, Options
from .flow.context import AUTOGRAPH, Context, Root
from .knowledge.words import words
from .model.definitions import Function
from .model.module import Module
from .rule import Finding, Rule
from .rulebook import rulebook, rules_named, rules_of
from .settings import Settings
from .targets import LEGAL
from .view import View

if TYPE_CHECKING:
    from autograph.syntax.source import Source

SYNTAX_ERROR = "AG000"
SEED_RULES = words(
    """
    outer_container_mutation outer_item_assignment outer_attribute_set global_rebind argument_mutation
    unguarded_variable stateful_object numpy_on_tensor host_random host_clock eager_only python_scalar
    """
)
"""What the decorator asks for when it converts a function: outer Python structures stay as they are, no variable is
created inside, and the framework's functions are used rather than Python's or numpy's."""

Judge = Callable[[str, Finding, View], "Finding | None"]
"""Decides about a finding of a rule in a context: gives it as it counts, or None if it does not."""

_COMPILERS = re.compile(
    r"[.@]\s*function\b|\bdefun\b|^\s*(from|import)\b.*\bfunction\b|^\s*function( as \w+)?\s*,?\s*$", re.MULTILINE
)

_SUPERSEDES = {
    "AG104": frozenset({"AG107", "AG309"}),
    "AG105": frozenset({"AG107"}),
    "AG301": frozenset({"AG302", "AG308"}),
    "AG305": frozenset({"AG415"}),
    "AG201": frozenset({"AG202"}),
    "AG401": frozenset({"AG408"}),
}
"""Of two findings at one place, the one of the rule on the left is dropped."""


def check_text(text: str, file: str, settings: Settings | None = None) -> list[Diagnostic]:
    """Checks the text of a file; suppressing comments are not looked at.

    That a file cannot be parsed is said whichever rules are on: nothing else is known of it.

    >>> text = "import tensorflow as tf\\n@tf.function\\ndef f(x):\\n    print(x)\\n    return x\\n"
    >>> [(found.code, found.span.line) for found in check_text(text, "f.py")]
    [('AG101', 4)]
    """
    settings = settings or Settings()
    try:
        return check_document(Document(text, file), settings)
    except (ConversionError, RecursionError, MemoryError) as error:
        return [_syntax_error(error, file)]


def check_document(document: Document, settings: Settings) -> list[Diagnostic]:
    """Checks a parsed file."""
    if not may_hold_graphs(document.text, settings):
        return []
    with deep_recursion(document.depth):
        analysis = Analysis(Module(document), settings.options)
        analysis.run()
        return findings(analysis, rules_of(settings.codes), settings)


def may_hold_graphs(text: str, settings: Settings) -> bool:
    """Whether it is worth analysing a text: most files hold no graph code."""
    if settings.options.implicit or _COMPILERS.search(text):
        return True
    return any(name.rpartition(".")[2] in text for name in settings.options.decorators)


def check_function(source: Source, live: Mapping[str, object] | None = None) -> list[Diagnostic]:
    """Checks one function that this project's decorator compiles, by the rules that hold for all graph code.

    Args:
        source: the function, with the file it stands in.
        live: its globals, to know what names stand for that its file does not bind; None to go by the text alone.

    Returns:
        The findings, in order; `is_certain` tells those that are wrong for sure from those that probably are.
    """
    from .flow.outer import live_value

    document = source.document
    with deep_recursion(document.depth):
        module = Module(document)
        values = {name: live_value(thing) for name, thing in (live or {}).items()}
        analysis = Analysis(module, Options(target=AUTOGRAPH, habits=False), values)
        function = module.function_of(source.node)
        root = analysis.roots.get(id(source.node)) or Root(function, source.node, AUTOGRAPH)
        analysis.run_root(root)
        return findings(analysis, rules_named(SEED_RULES))


def findings(
    analysis: Analysis, rules: Sequence[Rule], settings: Settings | None = None, judge: Judge | None = None
) -> list[Diagnostic]:
    """What rules find, once each, in order.

    Args:
        judge: decides about what they find in contexts.
    """
    settings = settings or Settings(codes=frozenset())
    found: dict[tuple[str, Span], Diagnostic] = {}
    for context in analysis.contexts:
        if context.chain and not settings.transitive:
            continue
        view = View(analysis, context, settings.strict, settings.trace_probe)
        for rule, asked in _ask(rules, view):
            finding = asked if judge is None else judge(rule.code, asked, view)
            if finding is not None:
                one = _diagnostic(analysis, rule, finding, context)
                found.setdefault((one.code, one.span), one)
    for rule in rules:
        for check in rule.module_checks:
            for finding in check(analysis):
                one = _diagnostic(analysis, rule, finding, None)
                found.setdefault((one.code, one.span), one)
    return sorted(_most_specific(found.values()), key=lambda one: one.order)


def _ask(rules: Iterable[Rule], view: View) -> Iterator[tuple[Rule, Finding]]:
    """Shows every node of a context to the rules that look at nodes of its type."""
    asked = [rule for rule in rules if not (view.is_autograph and rule.code in LEGAL)]
    by_type: dict[type[ast.AST], list[Rule]] = {}
    for rule in asked:
        for type_ in rule.visitors:
            by_type.setdefault(type_, []).append(rule)
    for node in view.context.nodes():
        for rule in by_type.get(type(node), ()):
            for finding in rule.visitors[type(node)](node, view):
                yield rule, finding
    for rule in asked:
        for check in rule.context_checks:
            for finding in check(view):
                yield rule, finding


def _most_specific(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings without those that another one at the same place says better."""
    found = list(found)
    codes: dict[tuple[int, int], set[str]] = {}
    for one in found:
        codes.setdefault((one.span.line, one.span.column), set()).add(one.code)
    return [one for one in found if not codes[one.span.line, one.span.column] & _SUPERSEDES.get(one.code, frozenset())]


def _diagnostic(analysis: Analysis, rule: Rule, finding: Finding, context: Context | None) -> Diagnostic:
    document = analysis.module.document
    function = analysis.module.enclosing_function(finding.node)
    rows = _silencing_rows(analysis, finding.node, function)
    return Diagnostic(
        rule.code,
        rule.name,
        finding.severity or rule.severity,
        header_span(document, finding.node),
        finding.message,
        finding.help,
        function.qualname if function is not None else "",
        _first_line(context.root.decorator) if context is not None else None,
        tuple((step.qualname, step.node.lineno) for step in context.chain[:-1]) if context is not None else (),
        tuple(Related(header_span(document, node), text) for node, text in finding.related),
        finding.fix,
        finding.is_certain,
        rows[0],
        frozenset(rows),
    )


def _first_line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 1))


def header_span(document: Document, node: Any) -> Span:
    """Where a node stands; of a compound statement only its header."""
    span = document.span(node)
    end: Any = None
    if isinstance(node, ast.If | ast.While):
        end = node.test
    elif isinstance(node, ast.For | ast.AsyncFor):
        end = node.iter
    elif isinstance(node, ast.With | ast.AsyncWith):
        end = node.items[-1].context_expr
    elif isinstance(node, ast.ExceptHandler):
        end = node.type
    if end is not None:
        inner = document.span(end)
        return Span(span.file, span.line, span.column, inner.end_line, inner.end_column)
    if hasattr(node, "body") and isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
        width = len(document.lines[span.line - 1].rstrip())
        return Span(span.file, span.line, span.column, span.line, max(width, span.column + 1))
    return span


def _silencing_rows(analysis: Analysis, node: ast.AST, function: Function | None) -> list[int]:
    """The lines whose comments silence a finding: those of its statement, the last first, and of functions around."""
    statement: Any = node
    while not isinstance(statement, ast.stmt | ast.ExceptHandler) and id(statement) in analysis.module.parents:
        statement = analysis.module.parents[id(statement)]
    rows = [getattr(statement, "lineno", 1)]
    if hasattr(statement, "lineno"):
        span = header_span(analysis.module.document, statement)
        rows = [span.end_line, span.line, node.lineno if hasattr(node, "lineno") else span.line]
    while function is not None:
        if not isinstance(function.node, ast.Lambda):
            rows.append(function.node.lineno)
            rows.extend(_first_line(decorator) for decorator in function.decorators)
        function = function.parent
    return rows


def _syntax_error(error: Exception, file: str) -> Diagnostic:
    span = getattr(error, "span", None) or Span(file, 1, 0, 1, 1)
    return _unchecked(span, error.what if isinstance(error, ConversionError) else "too deeply nested for the parser")


def not_read(file: str, reason: str) -> Diagnostic:
    """What is said of a file whose text cannot be had."""
    return _unchecked(Span(file, 1, 0, 1, 1), reason)


def _unchecked(span: Span, text: str) -> Diagnostic:
    rule = rulebook()[SYNTAX_ERROR]
    return Diagnostic(
        rule.code, rule.name, Severity.ERROR, span, text, noqa_row=span.line, noqa_rows=frozenset({span.line})
    )
