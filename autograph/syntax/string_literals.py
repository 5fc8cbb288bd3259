"""Spelling of strings: quotes, escapes, docstrings, and what may stand inside an f-string."""

from __future__ import annotations

import sys

QUOTES = ("'", '"', "'''", '"""')
NESTS_FREELY = sys.version_info >= (3, 12)  # PEP 701: any quote and any escape inside a replacement field

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}


def escaped(text: str, quote: str) -> str:
    """The text as it stands between the quotes of a literal."""
    return "".join(_escape(character, quote) for character in text)


def docstring(text: str) -> str | None:
    """The text in triple quotes over its own lines, or None where that could not be read back."""
    if not all(character.isprintable() or character in "\n\t" for character in text):
        return None
    body = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if body.endswith('"'):
        body = f'{body[:-1]}\\"'
    return f'"""{body}"""'


def is_plain(literal: str, outer: tuple[str, ...]) -> bool:
    """Whether text may stand in a replacement field, before Python 3.12, of f-strings with these quotes."""
    if "\\" in literal or any(quote in literal for quote in outer):
        return False
    return "\n" not in literal or all(len(quote) == 3 for quote in outer)


def plain_string(text: str, outer: tuple[str, ...]) -> str | None:
    """The text as a literal without any escape, for a replacement field, or None where there is none."""
    if not all(character.isprintable() or character == "\n" for character in text):
        return None
    for quote in QUOTES:
        literal = f"{quote}{text}{quote}"
        closes_early = quote in text or (len(quote) == 3 and text.endswith(quote[0]))
        if not closes_early and ("\n" not in text or len(quote) == 3) and is_plain(literal, outer):
            return literal
    return None


def _escape(character: str, quote: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character == quote[0]:
        return f"\\{character}"
    return character if character.isprintable() else character.encode("unicode_escape", "surrogatepass").decode()
