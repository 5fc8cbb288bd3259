"""Arrays of labels and of sequences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def to_categorical(x: Any, num_classes: int | None = None) -> Any:
    """Numbers of classes as one-hot rows.

    Args:
        x: integers, of any shape; a last axis of size 1 is dropped.
        num_classes: by default one more than the greatest.

    Returns:
        f32[..., num_classes].

    >>> to_categorical([0, 2]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    labels = np.asarray(x, dtype="int64")
    shape = labels.shape[:-1] if labels.ndim > 1 and labels.shape[-1] == 1 else labels.shape
    flat = labels.ravel()
    count = num_classes or int(flat.max()) + 1
    rows = np.zeros((flat.size, count), np.float32)
    rows[np.arange(flat.size), flat] = 1
    return rows.reshape(*shape, count)


def normalize(x: Any, axis: int = -1, order: int = 2) -> Any:
    """An array divided by its norms along an axis (zeros stay zeros).

    Args:
        x: the array.
        axis: along which the norms are taken.
        order: of the norm.

    >>> normalize([[3.0, 4.0]]).tolist()
    [[0.6, 0.8]]
    """
    array = np.asarray(x)
    norms = np.atleast_1d(np.linalg.norm(array, order, axis))
    norms[norms == 0] = 1
    return array / np.expand_dims(norms, axis)


def pad_sequences(
    sequences: Sequence[Any],
    maxlen: int | None = None,
    dtype: Any = "int32",
    padding: str = "pre",
    truncating: str = "pre",
    value: Any = 0.0,
) -> Any:
    """Sequences of different lengths as one array.

    Args:
        sequences: lists of numbers, or of rows.
        maxlen: the length of all, by default that of the longest.
        dtype: of the array.
        padding: "pre" or "post": where to put `value` in short ones.
        truncating: "pre" or "post": where to cut long ones.
        value: what to fill with.

    Returns:
        [sequences, maxlen, ...].

    Raises:
        ValueError: one is no sequence, or has rows of another shape, or a word is unknown.

    >>> pad_sequences([[1], [2, 3]]).tolist()
    [[0, 1], [2, 3]]
    """
    for name, word in (("padding", padding), ("truncating", truncating)):
        if word not in ("pre", "post"):
            raise ValueError(f"`{name}` is 'pre' or 'post', not {word!r}.")
    parts = [np.asarray(sequence, dtype) for sequence in sequences]
    shapes = {part.shape[1:] for part in parts if len(part)}
    if len(shapes) > 1 or any(not part.ndim for part in parts):
        raise ValueError(f"`sequences` must be a list of sequences whose items have one shape, not {sorted(shapes)}.")
    length = max((len(part) for part in parts), default=0) if maxlen is None else maxlen
    rows = np.full((len(parts), length, *(shapes.pop() if shapes else ())), value, dtype)
    for row, part in zip(rows, parts, strict=True):
        kept = part[max(0, len(part) - length) :] if truncating == "pre" else part[:length]
        if len(kept):
            row[slice(-len(kept), None) if padding == "pre" else slice(0, len(kept))] = kept
    return rows
