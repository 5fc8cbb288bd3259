"""Functions applied to the elements of a dataset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import dtypes
from runtime.data import elements, functions
from runtime.data.base import Handle, int64, made
from runtime.dispatch import apply_op
from runtime.shapes import SCALAR
from runtime.tensor_spec import TensorSpec

_MOST_TRACES = 10


class Mapping(Handle):
    """The methods of `Dataset` that take functions."""

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Any:
        """What a function makes of each element.

        Args:
            map_func: takes an element (the parts of a tuple one by one), returns one. It is traced once.
            num_parallel_calls: accepted for compatibility, as the others.
            deterministic: accepted for compatibility.
            synchronous: accepted for compatibility.
            use_unbounded_threadpool: accepted for compatibility.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> [int(x) for x in Dataset.range(3).map(lambda n: n * n)]
        [0, 1, 4]
        """
        body = functions.trace(map_func, functions.as_arguments(self.element_spec))
        return made("MapDataset", [self._variant_tensor, body.captures], body.result, f=body.graph)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Any:
        """The elements for which a function is true.

        Args:
            predicate: takes an element (the parts of a tuple one by one), returns a bool scalar.
            name: accepted for compatibility.

        Raises:
            ValueError: it returns something else.

        >>> from runtime.data import Dataset
        >>> [int(x) for x in Dataset.range(5).filter(lambda n: n % 2 == 0)]
        [0, 2, 4]
        """
        body = self._predicate(predicate)
        return made("FilterDataset", [self._variant_tensor, body.captures], self.element_spec, predicate=body.graph)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Any:
        """The elements before the first for which a function is false."""
        body = self._predicate(predicate)
        inputs = [self._variant_tensor, body.captures]
        return made("TakeWhileDataset", inputs, self.element_spec, predicate=body.graph)

    def _predicate(self, predicate: Callable[..., Any]) -> functions.Body:
        body = functions.trace(predicate, functions.as_arguments(self.element_spec))
        fits = isinstance(body.result, TensorSpec) and body.result.dtype is dtypes.bool
        if not fits or not body.result.shape.is_compatible_with(SCALAR):
            raise ValueError(f"`predicate` return type must be convertible to a scalar boolean, not {body.result}.")
        return body

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Any:
        """The elements of the datasets that a function makes of each element, one dataset after the other.

        Args:
            map_func: takes an element (the parts of a tuple one by one), returns a dataset.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> [int(x) for x in Dataset.range(4).flat_map(Dataset.range)]
        [0, 0, 1, 0, 1, 2]
        """
        body = self._to_dataset(map_func)
        inputs = [self._variant_tensor, body.captures]
        return made("FlatMapDataset", inputs, body.result.element_spec, f=body.graph)

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = None,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """The elements of the datasets that a function makes of each element, several datasets in turn.

        Args:
            map_func: takes an element (the parts of a tuple one by one), returns a dataset.
            cycle_length: how many datasets at a time; by default as many as there are processors.
            block_length: how many elements of one before the next one's turn; 1 by default.
            num_parallel_calls: accepted for compatibility.
            deterministic: accepted for compatibility.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> twice = Dataset.range(2).interleave(lambda n: Dataset.range(n, n + 2), cycle_length=2)
        >>> [int(x) for x in twice]
        [0, 1, 1, 2]
        """
        body = self._to_dataset(map_func)
        cycle, block = -1 if cycle_length is None else cycle_length, 1 if block_length is None else block_length
        lengths = [int64(cycle), int64(block)]
        inputs = [self._variant_tensor, body.captures, *lengths]
        return made("InterleaveDataset", inputs, body.result.element_spec, f=body.graph)

    def _to_dataset(self, map_func: Callable[..., Any]) -> functions.Body:
        body = functions.trace(map_func, functions.as_arguments(self.element_spec))
        if not hasattr(body.result, "element_spec"):
            raise TypeError(f"The `map_func` argument must return a Dataset object, not {body.returned!r}.")
        return body

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The last state of a function that goes through the elements.

        Args:
            initial_state: a tensor, or a structure of them.
            reduce_func: takes the state before and an element; returns the state after.
            name: accepted for compatibility.

        Raises:
            TypeError: the state changes its structure or dtype.

        >>> from runtime.data import Dataset
        >>> import numpy as np
        >>> int(Dataset.range(5).reduce(np.int64(0), lambda total, n: total + n))
        10
        """
        state, body = self._stepping(initial_state, reduce_func, lambda returned: returned)
        inputs: list[Any] = [self._variant_tensor, elements.parts(state), body.captures]
        results = apply_op("ReduceDataset", inputs, {"f": body.graph, **elements.attrs(body.result)})
        return elements.packed(body.result, results)

    def scan(self, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None) -> Any:
        """What a function with a state makes of each element.

        Args:
            initial_state: a tensor, or a structure of them.
            scan_func: takes the state before and an element; returns the state after, and the new element.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> import numpy as np
        >>> [int(x) for x in Dataset.range(4).scan(np.int64(0), lambda total, n: (total + n, total + n))]
        [0, 1, 3, 6]
        """
        state, body = self._stepping(initial_state, scan_func, lambda returned: returned[0])
        inputs = [self._variant_tensor, elements.parts(state), body.captures]
        return made("ScanDataset", inputs, body.result[1], f=body.graph)

    def _stepping(
        self, initial: Any, function: Callable[..., Any], state_of: Callable[[Any], Any]
    ) -> tuple[Any, functions.Body]:
        """The initial state, and the function of state and element, traced until the state's shapes stay."""
        state = elements.as_element(initial)
        spec = elements.spec_of(state)
        for _ in range(_MOST_TRACES):
            body = functions.trace(function, [spec, self.element_spec])
            try:
                general = elements.most_general(spec, state_of(body.result))
            except (TypeError, ValueError) as error:
                raise TypeError(
                    f"The structure and dtypes of the new state must be those of the initial state. Expected {spec}; "
                    f"got {state_of(body.result)}."
                ) from error
            if elements.key_of(general) == elements.key_of(spec):
                return state, body
            spec = general
        raise TypeError(f"The shapes of the state do not settle: {spec}.")

    def apply(self, transformation_func: Callable[[Any], Any]) -> Any:
        """What a function makes of the dataset.

        Raises:
            TypeError: it is no dataset.
        """
        dataset = transformation_func(self)
        if not isinstance(dataset, Handle):
            raise TypeError(f"`transformation_func` must return a Dataset object, not {dataset!r}.")
        return dataset
