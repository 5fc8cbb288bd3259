"""Elements one by one in staged loops: the next element is fetched ahead, as a value that may be missing."""

from __future__ import annotations

from typing import Any

from runtime.data.iterator import Iterator, Optional
from runtime.dispatch import is_symbolic
from runtime.tensor import Tensor


class ElementSource:
    """The elements of a dataset, from its first one, or those that an iterator has left.

    Args:
        source: a Dataset or an Iterator.
    """

    def __init__(self, source: Any) -> None:
        self._source = source
        self._iterator: Any = source if isinstance(source, Iterator) else None

    @property
    def near(self) -> Tensor:
        """The handle of the dataset or iterator."""
        (handle,) = self._source._parts()
        return handle  # type: ignore[no-any-return]

    def begin(self) -> Tensor:
        """Fetches the first element, a variant scalar."""
        if self._iterator is None:
            self._iterator = iter(self._source)
        return self._fetched()

    def _fetched(self) -> Tensor:
        variant: Tensor = self._iterator.get_next_as_optional()._variant
        return variant

    def advance(self, stop: Any) -> Tensor:
        """Fetches the next element, unless the loop stops here.

        Args:
            stop: a bool, or a bool scalar.
        """
        from runtime.ops.control_flow import cond

        if stop is False:
            return self._fetched()
        return cond(stop, lambda: Optional.empty(self._source.element_spec)._variant, self._fetched)  # type: ignore[no-any-return]

    def has(self, ahead: Tensor) -> Tensor:
        """Whether an element was fetched, bool[]."""
        return Optional(ahead, self._source.element_spec).has_value()

    def value(self, ahead: Tensor) -> Any:
        """The element that was fetched."""
        return Optional(ahead, self._source.element_spec).get_value()

    def next(self) -> Any:
        """The next element of an iterator.

        Raises:
            OutOfRangeError: there is none, when it runs.
        """
        return self._iterator.get_next()


def elements_of(value: Any) -> ElementSource | None:
    """The elements of a dataset or iterator where a graph is being built; None for other values."""
    from runtime.current import current_graph
    from runtime.data.dataset import Dataset

    if not isinstance(value, Dataset | Iterator):
        return None
    is_staged = current_graph() is not None or is_symbolic(value._parts()[0])
    return ElementSource(value) if is_staged else None
