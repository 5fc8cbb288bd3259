"""Iterators over datasets, and values that may be missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import dtypes, nest
from runtime.data import elements
from runtime.data.streams import Cursor
from runtime.dispatch import apply_one, apply_op, current_graph, is_symbolic
from runtime.eager import EagerTensor, wrap
from runtime.errors import OutOfRangeError
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec

_MOST_TRACED = 10_000
"""How many elements one trace may ask an iterator for: more look like a Python loop that never ends."""


class Iterator:
    """One run through a dataset: the elements one by one, eagerly or in a graph.

    Attributes:
        element_spec: the structure of specs of an element.
        initializer: in a graph, the operation that begins a new run, if it has to be run; else None.

    >>> from runtime.data import Dataset
    >>> numbers = iter(Dataset.range(2))
    >>> int(next(numbers)), int(numbers.get_next()), next(numbers, None)
    (0, 1, None)
    """

    def __init__(self, handle: Tensor, element_spec: Any, initializer: Any = None) -> None:
        self._handle = handle
        self.element_spec = element_spec
        self.initializer = initializer
        self._traced = 0

    @classmethod
    def over(cls, dataset: Any) -> Iterator:
        """A new iterator, at the beginning of a dataset."""
        variant, spec = dataset._variant_tensor, dataset.element_spec
        if current_graph() is None and not is_symbolic(variant):
            cursor = Cursor()
            cursor.restart(variant._value)
            return cls(EagerTensor(cursor, dtypes.resource), spec)
        handle = apply_one("AnonymousIteratorV3", [], elements.attrs(spec))
        apply_op("MakeIterator", [variant, handle])
        return cls(handle, spec)

    def get_next(self, name: str | None = None) -> Any:
        """The next element.

        Raises:
            OutOfRangeError: there is none; in a graph, when it runs.
        """
        if current_graph() is None and isinstance(self._handle, EagerTensor):
            values = self._handle._value.next()
            kinds = elements.types(self.element_spec)
            tensors: list[Any] = [wrap(value, kind) for value, kind in zip(values, kinds, strict=True)]
        else:
            self._note_traced()
            tensors = apply_op("IteratorGetNext", [self._handle], elements.attrs(self.element_spec), name)
        return elements.packed(self.element_spec, tensors)

    def _note_traced(self) -> None:
        self._traced += 1
        if self._traced > _MOST_TRACED:
            raise RuntimeError(
                f"A trace asked an iterator for {_MOST_TRACED} elements: a Python loop over a dataset never ends while "
                f"a function is traced. Let autograph convert the function, or use dataset.reduce(...)."
            )

    def get_next_as_optional(self) -> Optional:
        """The next element, or none."""
        variant = apply_one("IteratorGetNextAsOptional", [self._handle], elements.attrs(self.element_spec))
        return Optional(variant, self.element_spec)

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> Any:
        try:
            return self.get_next()
        except OutOfRangeError:
            raise StopIteration from None

    next = __next__

    @property
    def output_types(self) -> Any:
        """The structure of dtypes of an element."""
        return nest.map_structure(lambda spec: spec.dtype, self.element_spec)

    @property
    def output_shapes(self) -> Any:
        """The structure of shapes of an element."""
        return nest.map_structure(lambda spec: spec.shape, self.element_spec)

    # ------------------------------------------------------------------------------------------ as an argument

    def _parts(self) -> list[Tensor]:
        return [self._handle]

    def _from_parts(self, parts: Sequence[Tensor]) -> Iterator:
        return Iterator(parts[0], self.element_spec)

    def _spec(self) -> IteratorSpec:
        return IteratorSpec(self.element_spec)

    def _key(self) -> Any:
        return elements.key_of(self.element_spec)

    def __repr__(self) -> str:
        return f"<Iterator element_spec={self.element_spec}>"


class Optional:
    """A value that may be missing.

    Attributes:
        element_spec: the structure of specs of the value.
    """

    def __init__(self, variant: Tensor, element_spec: Any) -> None:
        self._variant = variant
        self.element_spec = element_spec

    @classmethod
    def from_value(cls, value: Any) -> Optional:
        """An optional value that is there.

        >>> bool(Optional.from_value(3).has_value())
        True
        """
        element = elements.as_element(value)
        return cls(apply_one("OptionalFromValue", [elements.parts(element)]), elements.spec_of(element))

    @classmethod
    def empty(cls, element_spec: Any) -> Optional:
        """An optional value that is not there."""
        return cls(apply_one("OptionalNone"), element_spec)

    def has_value(self, name: str | None = None) -> Tensor:
        """Whether it is there, bool[]."""
        return apply_one("OptionalHasValue", [self._variant], None, name)

    def get_value(self, name: str | None = None) -> Any:
        """The value.

        Raises:
            InvalidArgumentError: it is not there.
        """
        tensors = apply_op("OptionalGetValue", [self._variant], elements.attrs(self.element_spec), name)
        return elements.packed(self.element_spec, tensors)

    def _parts(self) -> list[Tensor]:
        return [self._variant]

    def _from_parts(self, parts: Sequence[Tensor]) -> Optional:
        return Optional(parts[0], self.element_spec)

    def _key(self) -> Any:
        return elements.key_of(self.element_spec)


class _HandleSpec:
    """What is known of a dataset or iterator: its elements."""

    _dtype = dtypes.variant

    def __init__(self, element_spec: Any) -> None:
        self.element_spec = element_spec

    def _parts(self) -> list[TensorSpec]:
        return [TensorSpec([], self._dtype)]

    def _key(self) -> Any:
        return elements.key_of(self.element_spec)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The spec that fits all that this one or the others fit."""
        spec = self.element_spec
        for other in others:
            spec = elements.most_general(spec, other.element_spec)
        return type(self)(spec)

    def is_compatible_with(self, value: Any) -> bool:
        """Whether a value, or spec of one, has such elements."""
        return bool(elements.key_of(value.element_spec) == self._key())

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.element_spec})"


class IteratorSpec(_HandleSpec):
    """What is known of an iterator: its elements."""

    _dtype = dtypes.resource

    @property
    def value_type(self) -> type:
        """The class of such values."""
        return Iterator

    def _from_parts(self, parts: Sequence[Tensor]) -> Iterator:
        return Iterator(parts[0], self.element_spec)


class DatasetSpec(_HandleSpec):
    """What is known of a dataset: its elements."""

    @property
    def value_type(self) -> type:
        """The class of such values."""
        from runtime.data.dataset import Dataset

        return Dataset

    def _from_parts(self, parts: Sequence[Tensor]) -> Any:
        from runtime.data.dataset import Dataset

        return Dataset(parts[0], self.element_spec)
