"""Dataset: a pipeline of elements, in eager execution and in graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import nest
from runtime.constant_value import constant_value
from runtime.current import current_graph
from runtime.data import elements
from runtime.data.base import made
from runtime.data.batching import Batching
from runtime.data.grouping import Grouping
from runtime.data.iterator import DatasetSpec, Iterator
from runtime.data.mapping import Mapping
from runtime.data.ordering import Ordering
from runtime.data.sources import Sources
from runtime.data.streams import INFINITE, UNKNOWN
from runtime.dispatch import is_symbolic
from runtime.tensor import Tensor


class Dataset(Sources, Ordering, Batching, Mapping, Grouping):
    """Elements one after the other, each a tensor or a structure of them, that can be run through again and again.

    Attributes:
        element_spec: the structure of specs of an element.

    >>> numbers = Dataset.range(6).map(lambda n: n * n).batch(4)
    >>> [batch.tolist() for batch in numbers]
    [[0, 1, 4, 9], [16, 25]]
    >>> numbers.element_spec
    TensorSpec(shape=(None,), dtype=int64, name=None)
    """

    def __iter__(self) -> Iterator:
        return Iterator.over(self)

    def as_numpy_iterator(self) -> Any:
        """The elements with numpy arrays for tensors.

        >>> list(Dataset.range(2).as_numpy_iterator())
        [np.int64(0), np.int64(1)]
        """
        if current_graph() is not None or is_symbolic(self._variant_tensor):
            raise RuntimeError("as_numpy_iterator() is not supported while a graph is being built.")
        return (nest.map_structure(_plain, element) for element in self)

    def __len__(self) -> int:
        if hasattr(self._variant_tensor, "_value"):
            count = self._variant_tensor._value.cardinality
        else:
            count = constant_value(self.cardinality())
        if count is None:
            raise TypeError("The dataset has no length while a graph is being built: use cardinality().")
        if count == INFINITE:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN:
            raise TypeError("The dataset length is unknown.")
        return int(count)

    def __bool__(self) -> bool:
        return True

    def get_single_element(self, name: str | None = None) -> Any:
        """The only element.

        Raises:
            InvalidArgumentError: there is none.
        """
        return next(iter(self.take(1)))

    def with_options(self, options: Any, name: str | None = None) -> Dataset:
        """The dataset: options are accepted and without effect."""
        return self

    def options(self) -> Any:
        """Options, all of them as they are by default."""
        from runtime.data.options import Options

        return Options()

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Dataset:
        """The dataset without the elements that fail."""
        made_dataset: Dataset = made(
            "IgnoreErrorsDataset", [self._variant_tensor], self.element_spec, log_warning=log_warning
        )
        return made_dataset

    def make_one_shot_iterator(self) -> Iterator:
        """An iterator that begins by itself and runs once (see `graph_iterators.make_one_shot_iterator`)."""
        from runtime.data.graph_iterators import make_one_shot_iterator

        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """An iterator of a graph that an operation begins (see `graph_iterators.make_initializable_iterator`)."""
        from runtime.data.graph_iterators import make_initializable_iterator

        return make_initializable_iterator(self, shared_name)

    # ------------------------------------------------------------------------------------------ as an argument

    def _parts(self) -> list[Tensor]:
        return [self._variant_tensor]

    def _from_parts(self, parts: Sequence[Tensor]) -> Dataset:
        return Dataset(parts[0], self.element_spec)

    def _spec(self) -> DatasetSpec:
        return DatasetSpec(self.element_spec)

    def _key(self) -> Any:
        return elements.key_of(self.element_spec)

    def __repr__(self) -> str:
        return f"<Dataset element_spec={self.element_spec}>"


def _plain(leaf: Any) -> Any:
    return leaf.numpy() if hasattr(leaf, "numpy") else leaf
