"""Texts as numbers of words."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

_FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'
_COUNTED = ("word_counts", "word_docs", "index_docs", "index_word", "word_index")


def text_to_word_sequence(input_text: str, filters: str = _FILTERS, lower: bool = True, split: str = " ") -> list[str]:
    """The words of a text.

    Args:
        input_text: the text.
        filters: characters that part words, as `split` does.
        lower: whether to make all letters small.
        split: what parts words.

    >>> text_to_word_sequence("Once, twice!")
    ['once', 'twice']
    """
    text = input_text.lower() if lower else input_text
    parting: dict[str, str | int | None] = dict.fromkeys(filters, split)
    return [word for word in text.translate(str.maketrans(parting)).split(split) if word]


def hashing_trick(
    text: str,
    n: int,
    hash_function: Any = None,
    filters: str = _FILTERS,
    lower: bool = True,
    split: str = " ",
    analyzer: Callable[[str], Iterable[str]] | None = None,
) -> list[int]:
    """A number from 1 to n - 1 for each word of a text; different words may get the same.

    Args:
        text: the text.
        n: how many numbers there are.
        hash_function: gives an integer for a word; by default `hash`, which differs from run to run; or "md5".
        filters: see `text_to_word_sequence`.
        lower: see there.
        split: see there.
        analyzer: gives the words of a text.

    >>> hashing_trick("to be or not to be", 10, "md5")
    [5, 3, 5, 3, 5, 3]
    """
    number = _md5 if hash_function == "md5" else hash_function or hash
    words = analyzer(text) if analyzer else text_to_word_sequence(text, filters, lower, split)
    return [number(word) % (n - 1) + 1 for word in words]


def one_hot(input_text: str, n: int, **options: Any) -> list[int]:
    """`hashing_trick` with Python's `hash`."""
    return hashing_trick(input_text, n, hash, **options)


def _md5(word: str) -> int:
    return int(hashlib.md5(word.encode(), usedforsecurity=False).hexdigest(), 16)


class Tokenizer:
    """Numbers words by how often they come: the most frequent one is 1 (2 after `oov_token`); 0 is no word.

    Args:
        num_words: numbers from this on are left out; None for no bound.
        filters: see `text_to_word_sequence`.
        lower: see there.
        split: see there.
        char_level: whether each character is a word.
        oov_token: what stands for words that are not known, as number 1.
        analyzer: gives the words of a text.
        **kwargs: `document_count`, of texts seen already.

    Raises:
        TypeError: an argument is unknown.

    >>> tokenizer = Tokenizer()
    >>> tokenizer.fit_on_texts(["to be or not to be"])
    >>> tokenizer.texts_to_sequences(["not to be"])
    [[4, 1, 2]]
    """

    def __init__(
        self,
        num_words: int | None = None,
        filters: str = _FILTERS,
        lower: bool = True,
        split: str = " ",
        char_level: bool = False,
        oov_token: str | None = None,
        analyzer: Callable[[str], Iterable[str]] | None = None,
        **kwargs: Any,
    ) -> None:
        self.document_count: int = kwargs.pop("document_count", 0)
        if kwargs:
            raise TypeError(f"Unrecognized keyword arguments: {kwargs}")
        self.num_words = num_words
        self.filters = filters
        self.lower = lower
        self.split = split
        self.char_level = char_level
        self.oov_token = oov_token
        self.analyzer = analyzer
        self.word_counts: Counter[str] = Counter()
        self.word_docs: Counter[str] = Counter()
        self.index_docs: Counter[int] = Counter()
        self.word_index: dict[str, int] = {}
        self.index_word: dict[int, str] = {}

    def fit_on_texts(self, texts: Iterable[Any]) -> None:
        """Counts the words of texts, or of lists of words, and numbers all words that are known."""
        for text in texts:
            words = self._words(text)
            self.document_count += 1
            self.word_counts.update(words)
            self.word_docs.update(set(words))
        known = [word for word, _ in self.word_counts.most_common()]
        ordered = known if self.oov_token is None else [self.oov_token, *known]
        self.word_index = {word: number for number, word in enumerate(ordered, start=1)}
        self.index_word = {number: word for word, number in self.word_index.items()}
        for word, count in self.word_docs.items():
            self.index_docs[self.word_index[word]] = count

    def fit_on_sequences(self, sequences: Sequence[Iterable[int]]) -> None:
        """Counts in how many sequences each number is, for `sequences_to_matrix`."""
        self.document_count += len(sequences)
        for sequence in sequences:
            self.index_docs.update(set(sequence))

    def texts_to_sequences(self, texts: Iterable[Any]) -> list[list[int]]:
        """The numbers of the words of each text; unknown words are left out unless there is an `oov_token`."""
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts: Iterable[Any]) -> Iterator[list[int]]:
        """`texts_to_sequences`, one by one."""
        for text in texts:
            numbers = (self._kept(self.word_index.get(word)) for word in self._words(text))
            yield [number for number in numbers if number is not None]

    def sequences_to_texts(self, sequences: Iterable[Iterable[int]]) -> list[str]:
        """The words that numbers stand for, with blanks between."""
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences: Iterable[Iterable[int]]) -> Iterator[str]:
        """`sequences_to_texts`, one by one."""
        for sequence in sequences:
            numbers = (self._kept(number if number in self.index_word else None) for number in sequence)
            yield " ".join(self.index_word[number] for number in numbers if number is not None)

    def texts_to_matrix(self, texts: Iterable[Any], mode: str = "binary") -> Any:
        """A row for each text (see `sequences_to_matrix`)."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode)

    def sequences_to_matrix(self, sequences: Sequence[Sequence[int]], mode: str = "binary") -> Any:
        """A row for each sequence, with a column for each number.

        Args:
            sequences: lists of numbers.
            mode: what is in it: "binary", "count", "freq", or "tfidf".

        Returns:
            f64[sequences, numbers].

        Raises:
            ValueError: nothing is known about words yet, or the mode is unknown.
        """
        if not self.num_words and not self.word_index:
            raise ValueError(
                "Give `num_words`, or fit on some texts first: it is not known how many numbers there are."
            )
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        if mode not in ("binary", "count", "freq", "tfidf"):
            raise ValueError(f"`mode` is 'binary', 'count', 'freq' or 'tfidf', not {mode!r}.")
        width = self.num_words or len(self.word_index) + 1
        rows = np.zeros((len(sequences), width))
        for row, sequence in zip(rows, sequences, strict=True):
            for number, count in Counter(number for number in sequence if number < width).items():
                row[number] = self._entry(mode, number, count, len(sequence))
        return rows

    def _entry(self, mode: str, number: int, count: int, length: int) -> float:
        if mode == "tfidf":
            return float((1 + np.log(count)) * np.log(1 + self.document_count / (1 + self.index_docs[number])))
        return {"binary": 1.0, "count": float(count), "freq": count / length}[mode]

    def _kept(self, number: int | None) -> int | None:
        """The number if it counts, else that of what stands for unknown words."""
        if number is not None and not (self.num_words and number >= self.num_words):
            return number
        return None if self.oov_token is None else self.word_index.get(self.oov_token)

    def _words(self, text: Any) -> list[str]:
        if self.char_level or isinstance(text, list):
            return [word.lower() if self.lower else word for word in text]
        if self.analyzer is not None:
            return list(self.analyzer(text))
        return text_to_word_sequence(text, self.filters, self.lower, self.split)

    def get_config(self) -> dict[str, Any]:
        """All that makes an equal tokenizer; what was counted as JSON."""
        names = ("num_words", "filters", "lower", "split", "char_level", "oov_token", "document_count")
        plain = {name: getattr(self, name) for name in names}
        return {**plain, **{name: json.dumps(getattr(self, name)) for name in _COUNTED}}

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as text, for `tokenizer_from_json`."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def tokenizer_from_json(json_string: str) -> Tokenizer:
    """The tokenizer that `Tokenizer.to_json` wrote."""
    config = json.loads(json_string)["config"]
    counted = {name: json.loads(config.pop(name)) for name in _COUNTED}
    tokenizer = Tokenizer(**config)
    tokenizer.word_counts, tokenizer.word_docs = Counter(counted["word_counts"]), Counter(counted["word_docs"])
    tokenizer.index_docs = Counter({int(number): count for number, count in counted["index_docs"].items()})
    tokenizer.index_word = {int(number): word for number, word in counted["index_word"].items()}
    tokenizer.word_index = counted["word_index"]
    return tokenizer
