"""How findings are shown: each module has `render(report)`, which gives the lines to print."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

from .report import Report

FORMATS = ("full", "concise", "json", "github", "gitlab", "sarif")


def render(report: Report, form: str) -> Iterator[str]:
    """The lines of a report in one of the formats."""
    module = importlib.import_module(f"{__name__}.{'json_' if form == 'json' else form}")
    lines: Iterator[str] = module.render(report)
    return lines
