"""Reads the marks of a case file: `#! AG103` on the line that a rule must flag."""

import re
from pathlib import Path

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.py"))
_MARK = re.compile(r"#!((?: AG\d{3})+)")


def marks(text):
    """The marked lines, each with a code."""
    return {
        (row, code)
        for row, line in enumerate(text.split("\n"), 1)
        for found in _MARK.findall(line)
        for code in found.split()
    }


def function_names(text):
    return re.findall(r"^\s*(?:async )?def (\w+)", text, re.MULTILINE)
