"""Arrays as training takes them: checked, converted, split, and weighted by class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from autograph.keras.backend import floatx
from autograph.keras.tensors import holds_tensors
from runtime import nest
from runtime.dispatch import is_tensor

Triple = tuple[Any, Any, Any]


def as_array(value: Any, name: str) -> Any:
    """A leaf of the data as a numpy array; floats of 64 bits become `floatx()`.

    Args:
        value: an array, tensor, list of numbers, or something of pandas.
        name: of the argument, for errors.

    Raises:
        ValueError: it holds no numbers, or is a single one.
    """
    if is_tensor(value):
        value = value.numpy()
    elif hasattr(value, "to_numpy"):
        value = value.to_numpy()
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"Argument `{name}` is no array of numbers: are its rows of equal length? {error}") from error
    if array.dtype.kind == "O":
        raise ValueError(
            f"Argument `{name}` holds Python objects ({type(value).__name__}, dtype object), but arrays of numbers are "
            f"wanted: are its rows of equal length?"
        )
    if array.ndim == 0:
        raise ValueError(
            f"Argument `{name}` is the single value {value!r}, but an array with an axis of examples is wanted."
        )
    return array.astype(floatx()) if array.dtype == np.float64 and floatx() != "float64" else array


def as_arrays(value: Any, name: str) -> Any:
    """A part of the data as arrays; lists of numbers are one array, other lists and dictionaries structures."""
    if value is None:
        return None
    if isinstance(value, Mapping) or holds_tensors(value):
        return mapped(lambda leaf: as_array(leaf, name), value)
    return as_array(value, name)


def mapped(function: Any, value: Any) -> Any:
    """A part of the data with a function applied to each leaf."""
    if isinstance(value, Mapping):
        return {key: mapped(function, item) for key, item in value.items()}
    return nest.map_structure(function, value)


def checked(x: Any, y: Any = None, sample_weight: Any = None) -> Triple:
    """The parts of the data as arrays that go together.

    Raises:
        ValueError: they are empty, of different numbers of examples, or labels or weights are not numbers.
    """
    if x is None:
        raise ValueError("Argument `x` is missing: arrays, or something that gives batches, are wanted.")
    parts = {"x": as_arrays(x, "x"), "y": as_arrays(y, "y"), "sample_weight": as_arrays(sample_weight, "sample_weight")}
    sizes = {
        name: sorted({len(leaf) for leaf in nest.flatten(part)}) for name, part in parts.items() if part is not None
    }
    for name, found in sizes.items():
        if len(found) != 1:
            raise ValueError(f"The arrays of argument `{name}` have different numbers of examples: {found}.")
    if not sizes or sizes["x"] == [0]:
        raise ValueError(f"Argument `x` is empty: it has no examples ({_describe(parts['x'])}).")
    for name, found in sizes.items():
        if found != sizes["x"]:
            raise ValueError(
                f"Data cardinality is ambiguous: argument `{name}` has {found[0]} examples ({_describe(parts[name])}), "
                f"but `x` has {sizes['x'][0]} ({_describe(parts['x'])}). They must have equally many."
            )
    check_no_nan((parts["x"], parts["y"], parts["sample_weight"]))
    return parts["x"], parts["y"], parts["sample_weight"]


def check_no_nan(parts: Triple, where: str = "") -> None:
    """Refuses labels and weights that are no numbers.

    Args:
        parts: arrays or tensors.
        where: which batch it is, in words, for errors.

    Raises:
        ValueError: some are NaN.
    """
    for name, part in zip(("y", "sample_weight"), parts[1:], strict=True):
        for leaf in nest.flatten(part):
            if leaf is not None:
                _check_leaf(leaf.numpy() if is_tensor(leaf) else leaf, name, where)


def _check_leaf(array: Any, name: str, where: str) -> None:
    if getattr(array, "dtype", np.dtype(int)).kind != "f" or not np.isnan(array).any():
        return
    rows = np.flatnonzero(np.isnan(array).reshape(len(array) if array.ndim else 1, -1).any(1))
    raise ValueError(
        f"Argument `{name}`{where} holds NaN in {len(rows)} of {len(array) if array.ndim else 1} examples, the first "
        f"at index {rows[0]}: numbers are wanted."
    )


def _describe(part: Any) -> str:
    return ", ".join(f"{leaf.dtype.name} of shape {leaf.shape}" for leaf in nest.flatten(part))


def size_of(parts: Triple) -> int:
    """The number of examples."""
    return len(nest.flatten(parts[0])[0])


def rows_of(parts: Triple, index: Any) -> Triple:
    """Some examples: a slice, or the ones that an array of numbers names."""
    x, y, weights = (None if part is None else mapped(lambda leaf: leaf[index], part) for part in parts)
    return x, y, weights


def split(parts: Triple, share: float) -> tuple[Triple, Triple]:
    """All but the last share of the examples, and that.

    Args:
        parts: arrays.
        share: in (0, 1).

    Raises:
        ValueError: the share is out of range, or one part would be empty.
    """
    if not 0 < share < 1:
        raise ValueError(f"`validation_split` must be between 0 and 1, not {share}.")
    count = size_of(parts)
    middle = int(np.floor(count * (1.0 - share)))
    if middle in (0, count):
        raise ValueError(
            f"Training data contains {count} examples, which is not enough to split it into two with "
            f"validation_split={share}."
        )
    return rows_of(parts, slice(0, middle)), rows_of(parts, slice(middle, None))


def class_weights(y: Any, weights: Mapping[Any, float]) -> Any:
    """A weight for each example by its class: f32[examples].

    Args:
        y: numbers of classes, or one-hot.
        weights: by number of the class; 1 for others.

    Raises:
        ValueError: there are several outputs.
    """
    if nest.is_nested(y):
        raise ValueError("`class_weight` is only supported for models with a single output.")
    labels = np.asarray(y)
    classes = labels.argmax(-1) if labels.ndim > 1 and labels.shape[-1] > 1 else labels.reshape(len(labels), -1)[:, 0]
    table = {int(number): float(weight) for number, weight in weights.items()}
    return np.array([table.get(int(number), 1.0) for number in classes], floatx())


def with_class_weights(parts: Triple, weights: Mapping[Any, float] | None) -> Triple:
    """The parts with sample weights by class, if classes have weights.

    Raises:
        ValueError: there are sample weights already, or no labels.
    """
    if weights is None:
        return parts
    x, y, given = parts
    if given is not None:
        raise ValueError("You cannot pass `class_weight` and `sample_weight` at the same time.")
    if y is None:
        raise ValueError("`class_weight` needs labels `y`.")
    return x, y, class_weights(y, weights)
