"""TensorFlow's text of a tensor: what `print`, `Assert` and `strings.format` show."""

from __future__ import annotations

from typing import Any

import numpy as np

_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t", ord('"'): '\\"', ord("'"): "\\'", ord("\\"): "\\\\"}


def text(value: Any, edge_items: int) -> str:
    """The text that `print` shows: the first and last `edge_items` of each dimension, all if it is negative.

    >>> print(text(np.arange(10), 3))
    [0 1 2 ... 7 8 9]
    """
    array = np.asarray(value)
    if not array.ndim:
        return element_text(array[()], quoted=True)
    return _nested(array, edge_items, 0, array.ndim) if array.size else "[]"


def _nested(array: Any, edge_items: int, depth: int, rank: int) -> str:
    if depth == rank:
        return element_text(array, quoted=True)
    gap = " " if depth == rank - 1 else "\n" * (rank - 1 - depth) + " " * (depth + 1)
    if edge_items >= 0 and len(array) > 2 * edge_items:
        parts = [*array[:edge_items], *array[len(array) - edge_items :]]
        texts = [_nested(part, edge_items, depth + 1, rank) for part in parts]
        texts.insert(edge_items, "...")
    else:
        texts = [_nested(part, edge_items, depth + 1, rank) for part in array]
    return "[" + gap.join(texts) + "]"


def flat_text(value: Any, limit: int) -> str:
    """The text that `Assert` shows: the first `limit` elements in order, all if it is negative.

    >>> flat_text(np.arange(6).reshape(2, 3), 4)
    '[0 1 2][3...]...'
    """
    array = np.asarray(value)
    if not array.ndim:
        return element_text(array[()])
    budget = array.size if limit < 0 else min(limit, array.size)
    shown, _ = _flat(array, budget)
    return shown + ("..." if budget < array.size else "")


def _flat(array: Any, budget: int) -> tuple[str, int]:
    """The text of up to `budget` elements, and how much of the budget is left."""
    if array.ndim == 1:
        shown = " ".join(element_text(element) for element in array[:budget])
        return shown, budget - min(budget, len(array))
    texts = []
    for part in array:
        if budget <= 0:
            break
        wanted = part.size
        shown, left = _flat(part, budget)
        ending = "..." if budget < wanted and part.ndim == 1 else ""
        texts.append(f"[{shown}{ending}]")
        budget = left
    return "".join(texts), budget


def element_text(value: Any, quoted: bool = False) -> str:
    """One element as TensorFlow writes it.

    >>> element_text(np.float32(1) / 3), element_text(np.True_), element_text(b'a"', quoted=True)
    ('0.333333343', '1', '"a\\\\""')
    """
    if isinstance(value, bytes):
        return f'"{escaped(value)}"' if quoted else value.decode(errors="backslashreplace")
    if isinstance(value, (np.bool_, bool)):
        return str(int(value))
    if isinstance(value, (np.complexfloating, complex)):
        return f"({element_text(np.real(value))},{element_text(np.imag(value))})"
    if isinstance(value, (np.integer, int)):
        return str(int(value))
    if isinstance(value, np.float64):
        return _shortest(value, np.float64, 15, 17)
    if isinstance(value, np.generic):
        return _shortest(np.float32(value), np.float32, 6, 9)
    return str(value)


def _shortest(value: Any, kind: Any, digits: int, all_digits: int) -> str:
    short = f"{value:.{digits}g}"
    return short if kind(float(short)) == value or value != value else f"{value:.{all_digits}g}"


def escaped(value: bytes) -> str:
    """A byte string with control, quote and non-ASCII bytes escaped as in C."""
    return "".join(_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in value)
