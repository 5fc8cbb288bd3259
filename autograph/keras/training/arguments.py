"""Arguments of `fit`, `evaluate` and `predict` that are no data: refused before anything happens if they are unfit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any


def check_count(name: str, value: Any, least: int = 1) -> None:
    """Refuses a number of batches, epochs or examples that is none.

    Args:
        name: of the argument.
        value: what came; None stands for the default.
        least: the smallest that makes sense.

    Raises:
        TypeError: it is no integer.
        ValueError: it is too small.

    >>> check_count("epochs", 2.5)
    Traceback (most recent call last):
    TypeError: Argument `epochs` must be an integer of at least 1, not 2.5 (float).
    """
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"Argument `{name}` must be an integer of at least {least}, not {value!r} {_kind(value)}.")
    if int(value) < least:
        raise ValueError(f"Argument `{name}` must be an integer of at least {least}, not {value!r}.")


def check_arguments(verbose: Any, callbacks: Any, class_weight: Any = None, frequency: Any = 1, **counts: Any) -> None:
    """Refuses all that is unfit.

    Args:
        verbose: see `check_verbose`.
        callbacks: see `check_callbacks`.
        class_weight: see `check_class_weight`.
        frequency: see `check_frequency`.
        **counts: numbers by the names of their arguments (see `check_count`).

    Raises:
        TypeError: something is of another kind.
        ValueError: something is out of range.
    """
    for name, value in counts.items():
        check_count(name, value, 0 if name in ("epochs", "initial_epoch") else 1)
    check_frequency(frequency)
    check_verbose(verbose)
    check_callbacks(callbacks)
    check_class_weight(class_weight)


def check_verbose(verbose: Any) -> None:
    """Refuses what is no degree of talkativeness.

    Raises:
        ValueError: it is another value than "auto", 0, 1 or 2.
    """
    if verbose != "auto" and verbose not in (0, 1, 2):
        raise ValueError(f"Argument `verbose` must be 'auto', 0, 1 or 2, not {verbose!r}.")


def check_callbacks(callbacks: Any) -> None:
    """Refuses callbacks that are none.

    Raises:
        TypeError: one cannot be told of a model; a class was passed for an object.
    """
    for item in callbacks if isinstance(callbacks, Iterable) else [] if callbacks is None else [callbacks]:
        if isinstance(item, type):
            raise TypeError(f"Argument `callbacks` holds the class {item.__name__}: make an object, {item.__name__}().")
        if not hasattr(item, "set_model"):
            raise TypeError(f"Argument `callbacks` must hold objects of type Callback, not {item!r} {_kind(item)}.")


def check_class_weight(weights: Any) -> None:
    """Refuses weights of classes that are no dictionary from numbers of classes to numbers.

    Raises:
        TypeError: it is something else.
    """
    if weights is None:
        return
    wanted = "a dictionary from the number of a class to its weight, such as {0: 1.0, 1: 2.5}"
    if not isinstance(weights, Mapping):
        raise TypeError(f"Argument `class_weight` must be {wanted}, not {weights!r} {_kind(weights)}.")
    for key, value in weights.items():
        if not isinstance(key, Integral) or not isinstance(value, Real):
            raise TypeError(f"Argument `class_weight` must be {wanted}, but has {key!r}: {value!r}.")


def check_frequency(frequency: Any) -> None:
    """Refuses what does not say after which epochs to evaluate.

    Raises:
        TypeError: it is neither an integer nor a collection.
        ValueError: it is not positive.
    """
    if not isinstance(frequency, list | tuple | set | frozenset | range):
        check_count("validation_freq", frequency)


def _kind(value: Any) -> str:
    return f"({type(value).__name__})"
