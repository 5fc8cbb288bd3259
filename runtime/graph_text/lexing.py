"""The words of a line in the text form of graphs."""

from __future__ import annotations

import json
import re
from typing import NamedTuple, NoReturn

from runtime.errors import InvalidArgumentError

_WORD = re.compile(
    r"""
    (?P<space>[ \t]+|\#.*)
  | (?P<bytes>b"(?:[^"\\]|\\.)*")
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<number>[-+]?(?:inf|nan|\d+\.?\d*(?:[eE][-+]?\d+)?)(?![\w./\-]))
  | (?P<arrow>->)
  | (?P<name>[A-Za-z_.](?:[\w.\-/>]*[\w./])?)
  | (?P<mark>[][(){}<>,:=@$^?*])
    """,
    re.VERBOSE | re.ASCII,
)


class Word(NamedTuple):
    """A word.

    Attributes:
        kind: "name", "string", "bytes", "number", "arrow", "mark" or "end".
        text: as it stands there.
        column: of its first character, from 0.
    """

    kind: str
    text: str
    column: int


class Line:
    """A line, read word by word.

    Args:
        text: the line.
        number: which line of the text it is, for errors.
    """

    def __init__(self, text: str, number: int) -> None:
        self.text = text
        self.number = number
        self._words = self._split()
        self._at = 0

    def _split(self) -> list[Word]:
        found, column = [], 0
        while column < len(self.text):
            match = _WORD.match(self.text, column)
            if match is None:
                self.fail("this character begins nothing", Word("", self.text[column], column))
            if match.lastgroup != "space":
                found.append(Word(str(match.lastgroup), match.group(), column))
            column = match.end()
        return [*found, Word("end", "", len(self.text))]

    @property
    def next(self) -> Word:
        """The word that comes next."""
        return self._words[self._at]

    @property
    def after_next(self) -> str:
        """The text of the word behind the next one; "" at the end."""
        return self._words[self._at + 1].text if self._at + 1 < len(self._words) else ""

    def is_next(self, *texts: str) -> bool:
        """Whether the next word is one of these."""
        return self.next.text in texts and self.next.kind not in ("string", "bytes", "end")

    def take(self) -> Word:
        """The next word; the one behind it is next then."""
        word = self.next
        if word.kind == "end":
            self.fail("the line ends too early", word)
        self._at += 1
        return word

    def skip(self, text: str) -> bool:
        """Takes a word if it comes next."""
        if self.is_next(text):
            self._at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        """Takes a word that must come next."""
        if not self.skip(text):
            self.fail(f"{text!r} belongs here", self.next)

    def name(self, what: str = "a name") -> str:
        """Takes a name, plain or between quotes."""
        word = self.next
        if word.kind == "string":
            self._at += 1
            return self.string(word)
        if word.kind != "name":
            self.fail(f"{what} belongs here", word)
        self._at += 1
        return word.text

    def integer(self) -> int:
        """Takes a whole number."""
        word = self.take()
        try:
            return int(word.text)
        except ValueError:
            self.fail("a whole number belongs here", word)

    def string(self, word: Word) -> str:
        """The string that a word stands for."""
        try:
            return str(json.loads(word.text, strict=False))
        except ValueError:
            self.fail("this string is not well formed", word)

    def fail(self, why: str, word: Word) -> NoReturn:
        """Says what is wrong with a word.

        Raises:
            InvalidArgumentError: always.
        """
        place = f"line {self.number}, column {word.column + 1}"
        found = f"{word.text!r}" if word.text else "the end of the line"
        raise InvalidArgumentError(
            f"The text of a graph cannot be read at {place}: {why}, not {found}.\n"
            f"  {self.text.expandtabs(1)}\n  {' ' * word.column}^"
        )
