"""Datasets of what Python generators yield: three functions that call Python begin, advance and end a run."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime import dtypes, nest
from runtime.constants import eager_constant
from runtime.data import elements, functions
from runtime.data.base import made
from runtime.errors import DTypeError, InvalidArgumentError, OutOfRangeError
from runtime.ops.io import numpy_function
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec


class Runs:
    """The runs of a generator that are under way, by number.

    Args:
        generator: makes a new one.
        spec: the structure of specs of what it yields.
    """

    def __init__(self, generator: Callable[..., Any], spec: Any) -> None:
        self._generator = generator
        self._spec = spec
        self._parts = elements.component_specs(spec)
        self._numbers = itertools.count()
        self._open: dict[int, Iterator[Any]] = {}

    def begin(self, *args: Any) -> Any:
        """Begins a run; gives its number."""
        number = next(self._numbers)
        self._open[number] = iter(self._generator(*args))
        return np.int64(number)

    def advance(self, number: Any) -> list[Any]:
        """The tensors of the next element of a run.

        Raises:
            OutOfRangeError: the generator is at its end.
            TypeError: the element is not of the structure or dtype that was declared.
            ValueError: it is of another shape.
        """
        for value in self._open[int(number)]:
            return self._checked(value)
        raise OutOfRangeError("End of sequence")

    def end(self, number: Any) -> Any:
        """Forgets a run."""
        self._open.pop(int(number), None)
        return np.int64(0)

    def _checked(self, value: Any) -> list[Any]:
        try:
            leaves = _flattened_up_to(self._spec, value)
        except (TypeError, ValueError, KeyError) as error:
            raise TypeError(
                f"`generator` yielded an element that did not match the expected structure. The expected structure was "
                f"{self._spec}, but the yielded element was {value!r}. ({error})"
            ) from error
        return [_converted(leaf, spec) for leaf, spec in zip(leaves, self._parts, strict=True)]


def _flattened_up_to(spec: Any, value: Any) -> list[Any]:
    """The parts of a value where the structure of specs has leaves: a list may stand for a tensor."""
    pairs = nest.entries(spec)
    if pairs is None:
        parts = getattr(value, "_parts", None)
        return [value] if parts is None else list(parts())
    if isinstance(spec, dict):
        if set(spec) != set(value):
            raise KeyError(f"keys {sorted(value, key=str)} instead of {sorted(spec, key=str)}")
        children = [value[key] for key, _ in pairs]
    else:
        children = list(value) if isinstance(value, list | tuple) else [getattr(value, key) for key, _ in pairs]
    if len(children) != len(pairs):
        raise ValueError(f"{len(children)} parts instead of {len(pairs)}")
    return [leaf for (_, inner), child in zip(pairs, children, strict=True) for leaf in _flattened_up_to(inner, child)]


def _converted(value: Any, spec: TensorSpec) -> Any:
    try:
        tensor = value if isinstance(value, Tensor) else eager_constant(_plain(value, spec), spec.dtype)
        if tensor.dtype is not spec.dtype:
            raise DTypeError(f"it is a {tensor.dtype.name} tensor")
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"`generator` yielded an element that could not be converted to the expected type. The expected type was "
            f"{spec.dtype.name}, but the yielded element was {value!r}. ({error})"
        ) from error
    if not spec.shape.is_compatible_with(tensor.shape):
        raise InvalidArgumentError(
            f"`generator` yielded an element of shape {tensor.shape} where an element of shape {spec.shape} was "
            f"expected."
        )
    return tensor._value  # type: ignore[attr-defined]


def _plain(value: Any, spec: TensorSpec) -> Any:
    """The value; numbers of another numpy dtype are converted as TensorFlow does, if none is lost."""
    if spec.dtype is dtypes.string or isinstance(value, str | bytes):
        return value
    array = np.asarray(value)
    kind = spec.dtype.as_numpy_dtype
    return array.astype(kind) if array.dtype != kind and np.can_cast(array.dtype, kind, "same_kind") else value


def generated(generator: Callable[..., Any], spec: Any, args: Sequence[Tensor]) -> Any:
    """The dataset of what a generator yields.

    Args:
        generator: a function that returns an iterable, anew for each run.
        spec: the structure of specs of an element.
        args: what it is called with.
    """
    runs = Runs(generator, spec)
    types = list(elements.types(spec))
    number = TensorSpec([], dtypes.int64)
    bodies = [
        functions.trace(lambda: numpy_function(runs.begin, args, dtypes.int64), [], "init_func"),
        functions.trace(lambda run: tuple(numpy_function(runs.advance, [run], types)), [number], "next_func"),
        functions.trace(lambda run: numpy_function(runs.end, [run], dtypes.int64), [number], "finalize_func"),
    ]
    names = ("init_func", "next_func", "finalize_func")
    attrs = {name: body.graph for name, body in zip(names, bodies, strict=True)}
    return made("GeneratorDataset", [body.captures for body in bodies], spec, **attrs)
