"""What belongs to which output of a model: losses, labels, weights and metrics, given in several forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime import nest


def names_of(y_pred: Any, known: Sequence[str]) -> list[str]:
    """A name for each output.

    Args:
        y_pred: the outputs.
        known: the names that the model has for them, if any.
    """
    if isinstance(y_pred, Mapping):
        return [".".join(map(str, path)) for path, _ in nest.flatten_with_paths(y_pred)]
    count = len(nest.flatten(y_pred))
    return list(known) if len(known) == count else [f"output_{number}" for number in range(count)]


def for_each(value: Any, names: Sequence[str], what: str, is_one: Any) -> list[Any]:
    """What was given, for each output.

    Args:
        value: one for all outputs, a list or tuple in order, or a dictionary by name.
        names: of the outputs.
        what: it is, for errors.
        is_one: a function that says whether a value is one for an output, and no collection.

    Raises:
        ValueError: the number or the names do not fit.
    """
    if isinstance(value, Mapping) and not is_one(value):
        wrong = [name for name in value if name not in names]
        if wrong:
            raise ValueError(f"`{what}` has entries for {wrong}, but the outputs are {list(names)}.")
        return [value.get(name) for name in names]
    if isinstance(value, list | tuple) and not is_one(value):
        if len(value) != len(names):
            raise ValueError(
                f"`{what}` as a list must have as many entries as the model has outputs ({len(names)}: "
                f"{', '.join(names)}), not {len(value)}."
            )
        return list(value)
    return [value] * len(names)


def flat_labels(y_true: Any, y_pred: Any, names: Sequence[str]) -> list[Any]:
    """Labels in the order of the outputs; by name where they come in a dictionary and the outputs do not.

    Raises:
        ValueError: there are more or fewer than outputs.
    """
    if isinstance(y_true, Mapping) and not isinstance(y_pred, Mapping):
        missing = [name for name in names if name not in y_true]
        if missing:
            raise ValueError(f"`y` lacks labels for the outputs {missing}: its keys are {sorted(y_true)}.")
        return [y_true[name] for name in names]
    flat = nest.flatten(y_true)
    if len(flat) != len(names):
        raise ValueError(f"`y` has {len(flat)} parts, but the model has {len(names)} outputs: {', '.join(names)}.")
    return flat
