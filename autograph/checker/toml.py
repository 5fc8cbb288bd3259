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
_PAIR = re.compile(
    r"""^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=\s*(.*)$""", re.DOTALL
)


def read_table(text: str, path: tuple[str, ...]) -> dict[str, Any] | None:
    """One table of a TOML text; None if it does not have it.

    Raises:
        ValueError: the text is not TOML.
        TypeError: something else than a table stands at the path.

    >>> read_table('[tool.autograph.check]\\nselect = ["AG1"]', ("tool", "autograph", "check"))
    {'select': ['AG1']}
    """
    if sys.version_info >= (3, 11):
        import tomllib

        try:
            return _at(tomllib.loads(text), path)
        except RecursionError:
            raise ValueError("too deeply nested") from None
    return read_simple_table(text, path)


def _at(table: Any, path: tuple[str, ...]) -> dict[str, Any] | None:
    """The table at a path below another one; None if it is not there."""
    for place, key in enumerate(path, 1):
        if key not in table:
            return None
        table = table[key]
        if not isinstance(table, dict):
            kind = "an array" if isinstance(table, list) else repr(table)
            raise TypeError(f"`{'.'.join(path[:place])}` must be a table, not {kind}")
    return dict(table)


def read_simple_table(text: str, path: tuple[str, ...]) -> dict[str, Any] | None:
    """The same for plain tables, on every Python.

    >>> read_simple_table('[a.b]\\nx = 1  # one\\n[a.b.c]\\n"y.py" = ["z"]', ("a", "b"))
    {'x': 1, 'c': {'y.py': ['z']}}
    """
    found: dict[str, Any] = {}
    above: tuple[str, ...] = ()
    lines = text.splitlines()
    while lines:
        line = lines.pop(0)
        header = _HEADER.match(line)
        if header:
            above = _keys(header[1])
            if above[: len(path)] == path:
                _put(found, above, [] if line.lstrip().startswith("[[") else {})
            continue
        match = _PAIR.match(line)
        if match and _meet((*above, *_keys(match[1])), path):
            key, value = _pair(line, lines)
            _put(found, (*above, *_keys(key)), value)
    return _at(found, path)


def _keys(dotted: str) -> tuple[str, ...]:
    """The parts of a dotted key; a quoted one is a single part.

    >>> _keys('tool . "a.b"')
    ('tool', 'a.b')
    """
    return tuple(part.strip("\"'") for part in re.findall(r""""[^"]*"|'[^']*'|[^\s."']+""", dotted))


def _meet(keys: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether one of two paths is the start of the other."""
    return all(one == other for one, other in zip(keys, path, strict=False))


def _put(table: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    """Puts a value at a path, with tables on the way; a table that is there stays."""
    for key in keys[:-1]:
        below = table.setdefault(key, {})
        if not isinstance(below, dict):
            return  # it is no table, which is told when it is read
        table = below
    table.setdefault(keys[-1], value)


def _pair(line: str, rest: list[str]) -> tuple[str, Any]:
    """One key with its value, which may go on in the lines after."""
    text = _without_comment(line)
    while text.count("[") + text.count("{") > text.count("]") + text.count("}") and rest:
        text += "\n" + _without_comment(rest.pop(0))
    match = _PAIR.match(text)
    if match is None:
        raise ValueError(f"not a key and a value: {line.strip()}")
    return match[1], _value(match[2].strip())


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("{"):
        text = re.sub(
            r"""(?<=[{,])\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=""", lambda match: f"{match[1].strip(chr(34))!r}:", text
        )
    try:
        return ast.literal_eval(re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"not a value: {text[:60]}") from None


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
