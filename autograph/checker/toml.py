"""Reads the part of a TOML file that configures the checker.

Python has `tomllib` from 3.11 on. For 3.10 there is a reader of the one table we need, with what can stand in it:
strings, numbers, booleans, arrays and one level of sub-tables. That keeps the checker free of dependencies.
"""

from __future__ import annotations

import ast
import re
import sys
from typing import Any

_HEADER = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+\s*(#.*)?$")
_PAIR = re.compile(r"""^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.*)$""", re.DOTALL)


def read_table(text: str, path: tuple[str, ...]) -> dict[str, Any] | None:
    """One table of a TOML text; None if it does not have it.

    Raises:
        ValueError: the text is not TOML.

    >>> read_table('[tool.autograph.check]\\nselect = ["AG1"]', ("tool", "autograph", "check"))
    {'select': ['AG1']}
    """
    if sys.version_info >= (3, 11):
        import tomllib

        table: Any = tomllib.loads(text)
        for key in path:
            if not isinstance(table, dict) or key not in table:
                return None
            table = table[key]
        return dict(table)
    return read_simple_table(text, path)


def read_simple_table(text: str, path: tuple[str, ...]) -> dict[str, Any] | None:
    """The same for plain tables, on every Python.

    >>> read_simple_table('[a.b]\\nx = 1  # one\\n[a.b.c]\\n"y.py" = ["z"]', ("a", "b"))
    {'x': 1, 'c': {'y.py': ['z']}}
    """
    found: dict[str, Any] | None = None
    table: dict[str, Any] | None = None
    lines = text.splitlines()
    while lines:
        line = lines.pop(0)
        header = _HEADER.match(line)
        if header:
            keys = tuple(part.strip().strip("\"'") for part in header[1].split("."))
            table = None
            if keys[: len(path)] == path:
                found = found if found is not None else {}
                table = found
                for key in keys[len(path) :]:
                    table = table.setdefault(key, {})
        elif table is not None and _PAIR.match(line):
            key, value = _pair(line, lines)
            table[key] = value
    return found


def _pair(line: str, rest: list[str]) -> tuple[str, Any]:
    """One key with its value, which may go on in the lines after."""
    text = _without_comment(line)
    while text.count("[") + text.count("{") > text.count("]") + text.count("}") and rest:
        text += "\n" + _without_comment(rest.pop(0))
    match = _PAIR.match(text)
    if match is None:
        raise ValueError(f"not a key and a value: {line.strip()}")
    return match[1].strip("\"'"), _value(match[2].strip())


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("{"):
        text = re.sub(
            r"""(?<=[{,])\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=""", lambda match: f"{match[1].strip(chr(34))!r}:", text
        )
    try:
        return ast.literal_eval(re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", text)))
    except (SyntaxError, ValueError):
        raise ValueError(f"not a value: {text}") from None


def _without_comment(line: str) -> str:
    quote = ""
    for place, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == "#":
            return line[:place].rstrip()
    return line.rstrip()
