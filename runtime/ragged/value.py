"""RaggedTensorValue: a ragged tensor of numpy arrays, as sessions give it and take it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np


class RaggedTensorValue:
    """Rows of different lengths.

    Args:
        values: the elements of all rows, one after the other; an array, or a value of this class.
        row_splits: where rows begin and end, [rows + 1].

    >>> RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 2, 3])).to_list()
    [[1, 2], [3]]
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        self.values = values
        self.row_splits = np.asarray(row_splits)

    @classmethod
    def of_parts(cls, flat_values: Any, *splits: Any) -> RaggedTensorValue:
        """The value with these elements and, from outside to inside, these row splits."""
        value = flat_values
        for row_splits in reversed(splits):
            value = cls(value, row_splits)
        return value  # type: ignore[no-any-return]

    @property
    def flat_values(self) -> Any:
        """The elements, without rows."""
        return self.values.flat_values if isinstance(self.values, RaggedTensorValue) else self.values

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits, from outside to inside."""
        inner = self.values.nested_row_splits if isinstance(self.values, RaggedTensorValue) else ()
        return (self.row_splits, *inner)

    @property
    def dtype(self) -> Any:
        """The numpy type of the elements."""
        return self.flat_values.dtype

    @property
    def ragged_rank(self) -> int:
        """How many dimensions are ragged."""
        return len(self.nested_row_splits)

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The sizes; None for ragged dimensions."""
        return len(self.row_splits) - 1, None, *self.values.shape[1:]

    def to_list(self) -> list[Any]:
        """The elements as nested Python lists."""
        values: Sequence[Any] = (
            self.values.to_list() if isinstance(self.values, RaggedTensorValue) else self.values.tolist()
        )
        bounds = self.row_splits.tolist()
        return [list(values[start:stop]) for start, stop in itertools.pairwise(bounds)]

    def __repr__(self) -> str:
        return f"RaggedTensorValue(values={self.values!r}, row_splits={self.row_splits!r})"
