"""SARIF 2.1.0, with the metadata of the rules (https://docs.oasis-open.org/sarif/sarif/v2.1.0/)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from autograph import __version__
from autograph.checker.diagnostic import Diagnostic, Severity
from autograph.checker.rule import Rule
from autograph.checker.rulebook import rulebook
from autograph.syntax.span import Span

from .report import DOCUMENTATION, Report, relative

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report) -> Iterator[str]:
    """The lines of a report."""
    codes = sorted({found.code for found in report.entries()})
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "autograph",
                        "version": __version__,
                        "rules": [_rule(rulebook()[code]) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(found, codes) for found in report.entries()],
            }
        ],
    }
    yield json.dumps(log, indent=2, ensure_ascii=False)


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.explanation},
        "help": {"text": rule.explanation, "markdown": f"See {DOCUMENTATION}{rule.code.lower()}-{rule.name}"},
        "defaultConfiguration": {"enabled": rule.is_default, "level": _LEVELS[rule.severity]},
    }


def _result(found: Diagnostic, codes: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": _LEVELS[found.severity],
        "message": {"text": found.message + (f"; {found.help}" if found.help else "")},
        "locations": [{"physicalLocation": _physical(found.span)}],
    }
    if found.function:
        result["locations"][0]["logicalLocations"] = [{"fullyQualifiedName": found.function, "kind": "function"}]
    if found.related:
        result["relatedLocations"] = [
            {"id": place, "message": {"text": item.text}, "physicalLocation": _physical(item.span)}
            for place, item in enumerate(found.related)
        ]
    if found.fix is not None:
        result["fixes"] = [_fix(found)]
    if found.cell is not None:
        result["properties"] = {"cell": found.cell}
    return result


def _physical(span: Span) -> dict[str, Any]:
    return {"artifactLocation": {"uri": quote(relative(span.file))}, "region": _region(span)}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column + 1,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }


def _fix(found: Diagnostic) -> dict[str, Any]:
    assert found.fix is not None
    return {
        "description": {"text": found.help or found.message},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": quote(relative(found.span.file))},
                "replacements": [
                    {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
                    for edit in found.fix.edits
                ],
            }
        ],
    }
