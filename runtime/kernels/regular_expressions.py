"""Regular expressions of RE2, which TensorFlow uses, by those of Python.

What both spell alike means the same, or is translated; what RE2 does not have (groups matched again, looking around) or
only RE2 has is an error. Text is UTF-8; bytes that are not stay as they are.

Source: the syntax of RE2, https://github.com/google/re2/wiki/Syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from runtime.errors import InvalidArgumentError

_TOKEN = re.compile(
    r"""\\Q.*?(?:\\E|\Z) | \\[pP](?:\{\^?\w*\}|.) | \\x\{[0-9a-fA-F]+\} | \\.
    | \[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\] | \(\?(?:P?<?[=!]|<|P=|[a-zA-Z-]*[:)])?
    | (?:[*+?]|\{\d+(?:,\d*)?\})\+ | \{, | .""",
    re.VERBOSE | re.DOTALL,
)
_CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7f", "blank": r"\t ", "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9", "graph": "!-~", "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f",
}  # fmt: skip
_BYTES = r"\udc80-\udcff"  # what bytes that are no text are decoded to: no character
_ESCAPED = re.compile(r"\[:(\^?)(\w+):\]|\\.|.", re.DOTALL)


def full_match(pattern: bytes) -> Callable[[bytes], bool]:
    """A function that says whether all of a text fits a pattern.

    Raises:
        InvalidArgumentError: the pattern is none of RE2's.

    >>> full_match(b"[[:alpha:]]+")(b"abc"), full_match(b".")("é".encode())
    (True, True)
    """
    expression = _compiled(pattern)
    return lambda text: expression.fullmatch(_decoded(text)) is not None


def replacer(pattern: bytes, rewrite: bytes, every: bool) -> Callable[[bytes], bytes]:
    r"""A function that replaces every match of a pattern in a text, or the first.

    Args:
        pattern: the expression. An empty match right behind another one does not count.
        rewrite: what to put there; \1 to \9 are groups of the match, \0 is all of it, \\ a backslash.
        every: whether all matches are replaced.

    Raises:
        InvalidArgumentError: the pattern is none of RE2's, or the rewrite names what is not there.

    >>> replacer(b"(b)(c)", rb"\2\1", True)(b"abcabc"), replacer(b"b*", b"-", True)(b"abc")
    (b'acbacb', b'-a-c-')
    """
    expression, parts = _compiled(pattern), _parts(rewrite)
    highest = max((part for part in parts if isinstance(part, int)), default=0)
    if highest > expression.groups:
        raise InvalidArgumentError(
            f"Invalid rewrite pattern: {rewrite!r} names group {highest}, but {pattern!r} has {expression.groups}."
        )

    def replace(text: bytes) -> bytes:
        """The text with its matches replaced."""
        whole, done, pieces = _decoded(text), 0, []
        for match in _matches(expression, whole):
            pieces.append(whole[done : match.start()])
            pieces += [part if isinstance(part, str) else match[part] or "" for part in parts]
            done = match.end()
            if not every:
                break
        return "".join([*pieces, whole[done:]]).encode(errors="surrogateescape")

    return replace


def _decoded(text: bytes) -> str:
    return text.decode(errors="surrogateescape")


def _matches(expression: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """As RE2 goes on behind a match: an empty one may come again, but not where the last one ended."""
    place, last = 0, -1
    while place <= len(text) and (match := expression.search(text, place)):
        if match.end() == match.start() == last:
            place += 1
            continue
        yield match
        place = last = match.end()


@lru_cache(maxsize=256)
def _parts(rewrite: bytes) -> list[str | int]:
    """A rewrite as texts and numbers of groups."""
    parts: list[str | int] = []
    for token in re.findall(r"\\.?|[^\\]+", _decoded(rewrite), re.DOTALL):
        if token[0] != "\\":
            parts.append(token)
        elif token[1:] in ("\\", *"0123456789") and token[1:]:
            parts.append("\\" if token[1] == "\\" else int(token[1]))
        else:
            raise InvalidArgumentError(
                f"Invalid rewrite pattern: {rewrite!r} has {token!r}; a backslash stands before a digit or another one."
            )
    return parts


@lru_cache(maxsize=256)
def _compiled(pattern: bytes) -> re.Pattern[str]:
    text = _decoded(pattern)
    flags = "".join(re.findall(r"\(\?([a-zA-Z]+)[:)-]", text))
    try:
        translated = "".join([_translated(token, flags) for token in _TOKEN.findall(text)])
        return re.compile(translated, re.ASCII)
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        raise InvalidArgumentError(f"Invalid pattern: {pattern!r}, error: {error}") from None


def _translated(token: str, flags: str) -> str:
    """One part of a pattern in Python's spelling; of flags it only counts whether they are set anywhere."""
    if token == ".":
        return f"[^{_BYTES}]" if "s" in flags else rf"[^\n{_BYTES}]"
    if token == "$" and "m" not in flags:
        return r"\Z"
    if token == "{,":
        return r"\{,"
    if token.startswith("\\"):
        return _escape(token)
    if len(token) > 1 and token[-1] == "+":
        raise ValueError(f"bad repetition operator: {token}")
    if token.startswith("["):
        return _set(token)
    if token.startswith("(?"):
        if token[2:] in ("=", "!", "<", "<=", "<!", "P="):
            raise ValueError(f"invalid perl operator: {token}")
        return token
    return token


def _escape(token: str) -> str:
    if token.startswith("\\Q"):
        return re.escape(token[2:].removesuffix("\\E"))
    if token.startswith("\\x{"):
        return re.escape(chr(int(token[3:-1], 16)))
    if token[1] in "123456789ZCpPX":
        raise ValueError(f"invalid escape sequence, or one that is not supported here: {token}")
    return r"\Z" if token == r"\z" else token


def _set(token: str) -> str:
    """A set of characters, with the names of classes spelled out."""
    start = 2 if token.startswith("[^") else 1
    inner = []
    for match in _ESCAPED.finditer(token[start:-1]):
        if match[2]:
            if match[2] not in _CLASSES or match[1]:
                raise ValueError(f"invalid character class range, or one that is not supported here: {match[0]}")
            inner.append(_CLASSES[match[2]])
        elif match[0][0] == "\\":
            inner.append(_escape(match[0]))
        else:
            inner.append("\\" + match[0] if match[0] in "[&~|]" else match[0])
    return f"{token[:start]}{_BYTES if start == 2 else ''}{''.join(inner)}]"
