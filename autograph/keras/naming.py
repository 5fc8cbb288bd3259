"""Names of layers and metrics that nobody named: "dense", "dense_1" ..."""

from __future__ import annotations

import re
from collections import Counter

_counts: Counter[str] = Counter()


def snake_case(name: str) -> str:
    """A class name as keras writes it in names.

    >>> snake_case("MaxPooling2D"), snake_case("LSTM"), snake_case("SGD")
    ('max_pooling2d', 'lstm', 'sgd')
    """
    plain = re.sub(r"\W+", "", name)
    words = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", plain)
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", words).lower()


def count(prefix: str) -> int:
    """How often this was called with the prefix before."""
    _counts[prefix] += 1
    return _counts[prefix] - 1


def auto_name(class_name: str) -> str:
    """A name that no other object of this session got automatically."""
    prefix = snake_case(class_name)
    number = count(prefix)
    return f"{prefix}_{number}" if number else prefix


def reset() -> None:
    """Forgets which names were given."""
    _counts.clear()
