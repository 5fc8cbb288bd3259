"""Which elements of a dataset there are, and in which order."""

from __future__ import annotations

from typing import Any

from runtime.data import elements
from runtime.data.base import Handle, int64, made, text
from runtime.dispatch import apply_one
from runtime.random_seed import get_seed


class Ordering(Handle):
    """The methods of `Dataset` that choose and order elements."""

    def take(self, count: Any, name: str | None = None) -> Any:
        """At most the first `count` elements; all if it is -1.

        >>> from runtime.data import Dataset
        >>> [int(x) for x in Dataset.range(9).take(2)]
        [0, 1]
        """
        return made("TakeDataset", [self._variant_tensor, int64(count)], self.element_spec)

    def skip(self, count: Any, name: str | None = None) -> Any:
        """All elements but the first `count`; none if it is -1."""
        return made("SkipDataset", [self._variant_tensor, int64(count)], self.element_spec)

    def repeat(self, count: Any = None, name: str | None = None) -> Any:
        """The elements `count` times over; for ever if it is None or -1."""
        times = int64(-1 if count is None else count)
        return made("RepeatDataset", [self._variant_tensor, times], self.element_spec)

    def shard(self, num_shards: Any, index: Any, name: str | None = None) -> Any:
        """Every `num_shards`-th element, from number `index` on.

        Raises:
            ValueError: `index` is not in [0, num_shards).
        """
        known = [number for number in (num_shards, index) if isinstance(number, int)]
        if len(known) == 2 and not 0 <= index < num_shards:
            raise ValueError(f"index must be between 0 and num_shards - 1 (currently index = {index}).")
        return made("ShardDataset", [self._variant_tensor, int64(num_shards), int64(index)], self.element_spec)

    def concatenate(self, dataset: Any, name: str | None = None) -> Any:
        """The elements, then those of another dataset.

        Raises:
            TypeError: the elements are of other dtypes or structures.
        """
        try:
            spec = elements.most_general(self.element_spec, dataset.element_spec)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"Two datasets to concatenate have different types {self.element_spec} and {dataset.element_spec}."
            ) from error
        return made("ConcatenateDataset", [self._variant_tensor, dataset._variant_tensor], spec)

    def shuffle(
        self,
        buffer_size: Any,
        seed: int | None = None,
        reshuffle_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """The elements in random order: each is drawn from the next `buffer_size` ones.

        Args:
            buffer_size: how many elements to draw from; all for the whole dataset.
            seed: makes the order repeatable; it is then TensorFlow's for the same seed.
            reshuffle_each_iteration: whether each run has an order of its own (by default it has).
            name: accepted for compatibility.
        """
        seeds = [int64(number) for number in get_seed(seed)]
        generator = apply_one("DummySeedGenerator")
        inputs = [self._variant_tensor, int64(buffer_size), *seeds, generator]
        return made(
            "ShuffleDatasetV3",
            inputs,
            self.element_spec,
            reshuffle_each_iteration=reshuffle_each_iteration is not False,
        )

    def cache(self, filename: Any = "", name: str | None = None) -> Any:
        """The elements, computed in the first full run and kept for later ones."""
        inputs = [self._variant_tensor, text(filename), apply_one("DummyMemoryCache")]
        return made("CacheDatasetV2", inputs, self.element_spec)

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Any:
        """The dataset: elements are made when they are asked for."""
        return made("PrefetchDataset", [self._variant_tensor, int64(buffer_size)], self.element_spec)

    def enumerate(self, start: Any = 0, name: str | None = None) -> Any:
        """The elements with numbers, (i64[], element).

        >>> from runtime.data import Dataset
        >>> [(int(i), int(x)) for i, x in Dataset.range(7, 9).enumerate(start=1)]
        [(1, 7), (2, 8)]
        """
        from runtime.data.dataset import Dataset

        return Dataset.zip(Dataset.range(start, 2**63 - 1), self)

    def unique(self, name: str | None = None) -> Any:
        """The elements without repetitions."""
        return made("UniqueDataset", [self._variant_tensor], self.element_spec)

    def assert_cardinality(self, expected_cardinality: Any) -> Any:
        """The dataset, checked to have so many elements when it is run through.

        Raises:
            FailedPreconditionError: it has more or fewer.
        """
        inputs = [self._variant_tensor, int64(expected_cardinality)]
        return made("AssertCardinalityDataset", inputs, self.element_spec)

    def cardinality(self, name: str | None = None) -> Any:
        """How many elements there are, i64[]; -1 for infinitely many, -2 if it is not known.

        >>> from runtime.data import Dataset
        >>> int(Dataset.range(5).batch(2).cardinality())
        3
        """
        return apply_one("DatasetCardinality", [self._variant_tensor])
