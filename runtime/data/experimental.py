"""Functions on datasets, under the names of TensorFlow's `tf.data.experimental`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime import dtypes
from runtime.data.base import int64, made
from runtime.data.dataset import Dataset
from runtime.data.iterator import Optional
from runtime.data.options import Options as DistributeOptions
from runtime.data.options import Options as OptimizationOptions
from runtime.data.options import ThreadingOptions
from runtime.data.streams import INFINITE as INFINITE_CARDINALITY
from runtime.data.streams import UNKNOWN as UNKNOWN_CARDINALITY
from runtime.dispatch import convert_to_tensor

__all__ = [
    "AUTOTUNE", "INFINITE_CARDINALITY", "UNKNOWN_CARDINALITY", "Counter", "DistributeOptions", "OptimizationOptions",
    "Optional", "RandomDataset", "ThreadingOptions", "assert_cardinality", "bucket_by_sequence_length", "cardinality",
    "choose_from_datasets", "enumerate_dataset", "from_variant", "get_next_as_optional", "get_single_element",
    "get_structure", "ignore_errors", "map_and_batch", "prefetch_to_device", "rejection_resample",
    "sample_from_datasets", "scan", "shuffle_and_repeat", "take_while", "to_variant", "unbatch", "unique",
]  # fmt: skip

AUTOTUNE = -1
Transformation = Callable[[Any], Any]


def cardinality(dataset: Dataset) -> Any:
    """How many elements a dataset has, i64[] (see `Dataset.cardinality`)."""
    return dataset.cardinality()


def assert_cardinality(expected_cardinality: Any) -> Transformation:
    """For `Dataset.apply`: checks how many elements there are."""
    return lambda dataset: dataset.assert_cardinality(expected_cardinality)


def ignore_errors(log_warning: bool = False) -> Transformation:
    """For `Dataset.apply`: leaves out elements that fail."""
    return lambda dataset: dataset.ignore_errors(log_warning)


def unbatch() -> Transformation:
    """For `Dataset.apply`: takes batches apart."""
    return lambda dataset: dataset.unbatch()


def unique() -> Transformation:
    """For `Dataset.apply`: leaves out repetitions."""
    return lambda dataset: dataset.unique()


def enumerate_dataset(start: Any = 0) -> Transformation:
    """For `Dataset.apply`: numbers the elements."""
    return lambda dataset: dataset.enumerate(start)


def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Transformation:
    """For `Dataset.apply`: a function with a state (see `Dataset.scan`)."""
    return lambda dataset: dataset.scan(initial_state, scan_func)


def take_while(predicate: Callable[..., Any]) -> Transformation:
    """For `Dataset.apply`: the elements before the first for which a function is false."""
    return lambda dataset: dataset.take_while(predicate)


def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: int | None = None) -> Transformation:
    """For `Dataset.apply`: shuffles, then repeats."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: bool = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """For `Dataset.apply`: applies a function, then joins its results to batches."""
    return lambda dataset: dataset.map(map_func).batch(batch_size, drop_remainder)


def prefetch_to_device(device: str, buffer_size: Any = None) -> Transformation:
    """For `Dataset.apply`: the dataset, since there is one device."""
    return lambda dataset: dataset


def Counter(start: Any = 0, step: Any = 1, dtype: Any = dtypes.int64) -> Dataset:
    """An endless dataset of numbers.

    >>> [int(x) for x in Counter(5, 2).take(2)]
    [5, 7]
    """
    bounds = (start, 2**63 - 1, step) if step > 0 else (start, -(2**63), step)
    return Dataset.range(*bounds, output_type=dtypes.as_dtype(dtype))  # type: ignore[no-any-return]


def RandomDataset(seed: int | None = None) -> Dataset:
    """An endless dataset of random numbers (see `Dataset.random`)."""
    return Dataset.random(seed)  # type: ignore[no-any-return]


def get_single_element(dataset: Dataset) -> Any:
    """The only element of a dataset."""
    return dataset.get_single_element()


def get_next_as_optional(iterator: Any) -> Optional:
    """The next element of an iterator, or none."""
    return iterator.get_next_as_optional()  # type: ignore[no-any-return]


def get_structure(dataset_or_iterator: Any) -> Any:
    """The structure of specs of an element."""
    return dataset_or_iterator.element_spec


def to_variant(dataset: Dataset) -> Any:
    """The handle of a dataset, a variant scalar."""
    return dataset._variant_tensor


def from_variant(variant: Any, structure: Any) -> Dataset:
    """The dataset of a handle."""
    return Dataset(variant, structure)


def choose_from_datasets(
    datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = False
) -> Dataset:
    """Elements of several datasets, in the order that a dataset of numbers gives.

    Args:
        datasets: the datasets.
        choice_dataset: for each element, the number of the dataset to take it from, i64[].
        stop_on_empty_dataset: whether it ends when a dataset has no more elements; else the choice is passed over.

    >>> ones, twos = Dataset.from_tensors(1).repeat(2), Dataset.from_tensors(2).repeat(2)
    >>> [int(x) for x in choose_from_datasets([ones, twos], Dataset.from_tensor_slices([1, 0, 1]))]
    [2, 1, 2]
    """
    numbers = choice_dataset.map(int64)
    inputs = [numbers._variant_tensor, [dataset._variant_tensor for dataset in datasets]]
    return made(  # type: ignore[no-any-return]
        "DirectedInterleaveDataset", inputs, datasets[0].element_spec, stop_on_empty_dataset=stop_on_empty_dataset
    )


def sample_from_datasets(
    datasets: Sequence[Dataset],
    weights: Sequence[float] | None = None,
    seed: int | None = None,
    stop_on_empty_dataset: bool = False,
    rerandomize_each_iteration: bool | None = None,
) -> Dataset:
    """Elements of several datasets, chosen at random.

    Args:
        datasets: the datasets.
        weights: how often each is chosen, relatively; all alike by default.
        seed: makes the choice repeatable.
        stop_on_empty_dataset: whether it ends when a dataset has no more elements.
        rerandomize_each_iteration: accepted for compatibility.
    """
    from runtime.ops.math import log
    from runtime.ops.random import stateless_categorical

    chances = convert_to_tensor([1.0] * len(datasets) if weights is None else weights, dtypes.float32)
    logits = log(chances)[None]
    seeds = Dataset.zip(Dataset.random(seed), Dataset.random(None if seed is None else seed + 1))

    def choose(first: Any, second: Any) -> Any:
        """The number of the dataset to take the next element from, by two random integers."""
        return stateless_categorical(logits, 1, [first, second])[0, 0]

    return choose_from_datasets(datasets, seeds.map(choose), stop_on_empty_dataset)


def rejection_resample(
    class_func: Callable[..., Any], target_dist: Any, initial_dist: Any, seed: int | None = None
) -> Transformation:
    """For `Dataset.apply`: drops elements at random, so that classes come as often as asked for.

    Args:
        class_func: the class of an element, i32[].
        target_dist: how often each class is to come.
        initial_dist: how often it comes in the dataset.
        seed: makes the choice repeatable.

    Returns:
        A transformation to (class, element).
    """
    from runtime.ops.random import random_uniform
    from runtime.ops.reduction import reduce_max

    ratio = convert_to_tensor(target_dist, dtypes.float32) / convert_to_tensor(initial_dist, dtypes.float32)
    chances = ratio / reduce_max(ratio)

    def transform(dataset: Any) -> Any:
        """The dataset, of each class of which only a share is kept."""

        def with_class(*element: Any) -> Any:
            """The class of an element, beside the element."""
            return class_func(*element), element if len(element) > 1 else element[0]

        def is_kept(kind: Any, element: Any) -> Any:
            """Whether an element stays: as often as its class is too frequent."""
            return random_uniform([], seed=seed) < chances[kind]

        return dataset.map(with_class).filter(is_kept)

    return transform


def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Transformation:
    """For `Dataset.apply`: joins elements of like length to batches (see `Dataset.bucket_by_sequence_length`)."""
    return lambda dataset: dataset.bucket_by_sequence_length(
        element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes, padding_values,
        pad_to_bucket_boundary, no_padding, drop_remainder,
    )  # fmt: skip
