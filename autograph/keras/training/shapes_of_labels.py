"""What kind of classes labels and outputs are about, by their shapes."""

from __future__ import annotations

from typing import Any


def kind_of_labels(y_true: Any, y_pred: Any) -> str:
    """The word "binary" for one output, "sparse" for numbered classes, "categorical" for one-hot ones."""
    true, predicted = y_true.shape, y_pred.shape
    if predicted.rank is None or true.rank is None or not predicted.rank:
        return "categorical"
    if predicted[-1] == 1:
        return "binary"
    has_numbers = true.rank < predicted.rank or (true[-1] == 1 and (predicted[-1] or 0) > 1)
    return "sparse" if has_numbers else "categorical"
