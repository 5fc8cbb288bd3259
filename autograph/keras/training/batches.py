"""Data in batches: of arrays, of generators, of datasets and of sequences."""

from __future__ import annotations

import itertools
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from autograph.keras.tensors import holds_tensors
from autograph.keras.training import examples
from autograph.keras.training.examples import Triple
from runtime import nest
from runtime.dispatch import convert_to_tensor
from runtime.tensor_spec import TensorSpec


class Batches(ABC):
    """Data that can be gone through in batches, once for each epoch."""

    @property
    def count(self) -> int | None:
        """The number of batches in an epoch, or None if it is not known."""
        return None

    @abstractmethod
    def epoch(self) -> Iterator[Triple]:
        """The batches of the next epoch: (x, y, sample_weight) each."""

    @abstractmethod
    def specs(self) -> Any:
        """The dtypes and shapes of a batch, in its structure, with None for sizes that may differ."""

    def check_count(self, found: int) -> None:
        """Is told how many batches an epoch had: warns if they were fewer than expected.

        Raises:
            ValueError: there were none at all.
        """
        if not found:
            raise ValueError(
                "The data ran out: there is no batch for this epoch. Use a source that goes on, or `repeat`."
            )


class ArrayBatches(Batches):
    """Batches of arrays in memory.

    Args:
        parts: (x, y, sample_weight) as `examples.checked` gives them.
        batch_size: by default 32.
        shuffle: whether each epoch has another order.
        steps: how many batches an epoch has, by default as many as there are.

    Raises:
        ValueError: the batch size is not positive.
    """

    def __init__(
        self, parts: Triple, batch_size: int | None = None, shuffle: bool = False, steps: int | None = None
    ) -> None:
        self.parts = parts
        self.batch_size = 32 if batch_size is None else int(batch_size)
        if self.batch_size <= 0:
            raise ValueError(f"`batch_size` must be a positive integer, not {batch_size}.")
        self.shuffle = shuffle
        self.size = examples.size_of(parts)
        self._steps = steps
        if steps is not None and steps > self._whole:
            _warn_of_end(self._whole, steps)

    @property
    def count(self) -> int:
        """The number of batches in an epoch."""
        return self._whole if self._steps is None else min(self._whole, self._steps)

    @property
    def _whole(self) -> int:
        return -(-self.size // self.batch_size)

    def order(self) -> Any:
        """The numbers of the examples in the order of the next epoch; None for their own order."""
        return np.random.permutation(self.size) if self.shuffle else None

    def epoch(self) -> Iterator[Triple]:
        """The batches of the next epoch."""
        order = self.order()
        for number in range(self.count):
            place = slice(number * self.batch_size, (number + 1) * self.batch_size)
            yield examples.rows_of(self.parts, place if order is None else order[place])

    def specs(self) -> Any:
        """The dtypes and shapes of a batch."""
        size = self.batch_size if self.size % self.batch_size == 0 else None
        return nest.map_structure(lambda leaf: _spec(leaf, size), self.parts)


class StreamedBatches(Batches):
    """Batches of something that is gone through: a generator, a dataset, a list of batches, a sequence.

    Args:
        source: gives batches: x, (x, y) or (x, y, sample_weight).
        steps: how many batches an epoch has; None for all that there are.
        class_weight: weights by class.
        shuffle: whether the batches of a sequence come in another order in each epoch.

    Raises:
        ValueError: there is no batch at all.
    """

    def __init__(
        self,
        source: Any,
        steps: int | None = None,
        class_weight: Mapping[Any, float] | None = None,
        shuffle: bool = False,
    ) -> None:
        self._source = source
        self._steps = steps
        self._class_weight = class_weight
        self._shuffle = shuffle
        self._is_sequence = hasattr(source, "__getitem__") and hasattr(source, "__len__") and not hasattr(
            source, "__next__"
        )  # fmt: skip
        self._is_once = hasattr(source, "__next__")
        self._iterator: Iterator[Any] | None = None
        first = next(self._raw(), None)
        if first is None:
            raise ValueError(f"Argument `x` is empty: {source!r} gives no batch.")
        self._first = self._triple(first, 0)
        self._kept: Any = first if self._is_once else None

    @property
    def count(self) -> int | None:
        """The number of batches in an epoch, or None if it is not known."""
        if self._steps is not None:
            return self._steps
        try:
            return len(self._source)
        except TypeError:
            known = getattr(self._source, "cardinality", None)
            size = int(known()) if callable(known) else -1
            return size if size >= 0 else None

    def _raw(self) -> Iterator[Any]:
        if self._is_once:
            return iter(self._source)
        if self._is_sequence:
            order = np.random.permutation(len(self._source)) if self._shuffle else range(len(self._source))
            return (self._source[int(number)] for number in order)
        return iter(self._source)

    def epoch(self) -> Iterator[Triple]:
        """The batches of the next epoch; a generator, or one whose epoch is a number of steps, goes on where it was."""
        if self._iterator is None:
            kept = [] if self._kept is None else [self._kept]
            self._iterator = itertools.chain(kept, self._raw())
            self._kept = None
        taken = itertools.islice(self._iterator, self._steps)
        for number, batch in enumerate(taken):
            yield self._triple(batch, number)
        if self._steps is None:
            self._iterator = None
            on_epoch_end = getattr(self._source, "on_epoch_end", None)
            if self._is_sequence and callable(on_epoch_end):
                on_epoch_end()

    def check_count(self, found: int) -> None:
        """Warns of a source that ran out of batches in the midst of an epoch, and starts it anew if it can be."""
        super().check_count(found)
        if self._steps is not None and found < self._steps:
            self._iterator = None
            _warn_of_end(found, self._steps)

    def _triple(self, batch: Any, number: int) -> Triple:
        parts = unpack(batch)
        x, y, weights = (None if part is None else _leaves(part) for part in parts)
        examples.check_no_nan((x, y, weights), f" of batch {number} of `x`")
        return examples.with_class_weights((x, y, weights), self._class_weight)

    def specs(self) -> Any:
        """The dtypes and shapes of a batch."""
        return nest.map_structure(lambda leaf: _spec(leaf, None), self._first)


def _warn_of_end(found: int, wanted: int) -> None:
    warnings.warn(
        f"The data run out after {found} of {wanted} batches: `x` should give at least `steps_per_epoch * epochs` "
        f"batches, for example with `repeat`.",
        stacklevel=5,
    )


def _leaves(part: Any) -> Any:
    """A part of a batch with arrays and tensors for leaves."""
    if isinstance(part, Mapping) or holds_tensors(part):
        return examples.mapped(_leaf, part)
    return _leaf(part)


def _leaf(value: Any) -> Any:
    if hasattr(value, "dtype") and hasattr(value, "shape") and hasattr(value, "_value"):
        return value  # An eager tensor stays what it is.
    array = np.asarray(value)
    return examples.as_array(array, "x") if array.ndim else array


def _spec(leaf: Any, size: int | None) -> Any:
    """The dtype and shape of a leaf, with the size of the batch replaced."""
    if leaf is None:
        return None
    tensor = convert_to_tensor(leaf[:1] if getattr(leaf, "shape", ()) else leaf)
    if not tensor.shape.rank:
        return TensorSpec(tensor.shape, tensor.dtype)
    return TensorSpec([size, *tensor.shape[1:]], tensor.dtype)


def unpack(batch: Any) -> Triple:
    """A batch as (x, y, sample_weight): it is x, (x, y) or (x, y, sample_weight).

    Raises:
        ValueError: it is a longer tuple.
    """
    if not isinstance(batch, tuple):
        return (batch[0] if isinstance(batch, list) and len(batch) == 1 else batch), None, None
    if not 1 <= len(batch) <= 3:
        raise ValueError(f"A batch is x, (x, y) or (x, y, sample_weight), not a tuple of {len(batch)}.")
    x, y, weights = (*batch, None, None)[:3]
    return x, y, weights


def batches_of(
    x: Any,
    y: Any = None,
    sample_weight: Any = None,
    batch_size: int | None = None,
    steps: int | None = None,
    shuffle: Any = False,
    class_weight: Mapping[Any, float] | None = None,
) -> Batches:
    """Data in batches.

    Args:
        x: arrays, or something that gives batches.
        y: labels, if `x` is arrays.
        sample_weight: weights, if `x` is arrays.
        batch_size: if `x` is arrays.
        steps: how many batches an epoch has.
        shuffle: whether each epoch has another order.
        class_weight: weights by class.

    Raises:
        ValueError: something does not go together.
    """
    if isinstance(x, Batches):
        return x
    if is_stream(x):
        for name, value in (("y", y), ("sample_weight", sample_weight)):
            if value is not None:
                raise ValueError(
                    f"When `x` gives batches ({type(x).__name__}), `{name}` should not be passed: it is in them."
                )
        return StreamedBatches(x, steps, class_weight, bool(shuffle))
    parts = examples.with_class_weights(examples.checked(x, y, sample_weight), class_weight)
    return ArrayBatches(parts, batch_size, bool(shuffle), steps)


def is_stream(x: Any) -> bool:
    """Whether `x` gives batches, and is no array or structure of arrays."""
    if x is None or isinstance(x, list | tuple | Mapping | np.ndarray) or hasattr(x, "__array__"):
        return False
    if hasattr(x, "_as_tensor") or hasattr(x, "to_numpy"):
        return False
    return isinstance(x, Iterable) or (hasattr(x, "__getitem__") and hasattr(x, "__len__"))


def pack(parts: Triple) -> Any:
    """The parts of a batch as steps take them: without those that are not there."""
    x, y, weights = parts
    if weights is not None:
        return x, y, weights
    return (x,) if y is None else (x, y)


def tensors_of(data: Any) -> Any:
    """A batch with tensors for leaves."""
    return nest.map_structure(lambda leaf: None if leaf is None else convert_to_tensor(leaf), data)
