"""Elements sorted into groups by a key, and the groups made into datasets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime import dtypes, nest
from runtime.data import functions
from runtime.data.base import Handle, made
from runtime.data.iterator import DatasetSpec
from runtime.dispatch import convert_to_tensor
from runtime.tensor_spec import TensorSpec

_NUMBER = TensorSpec([], dtypes.int64)


class Grouping(Handle):
    """The methods of `Dataset` that sort elements into groups."""

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: Any = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Any:
        """Collects elements by key; as soon as there are enough of one, makes a dataset of them.

        Args:
            key_func: the key of an element, i64[].
            reduce_func: takes a key and a dataset of its elements; returns a dataset.
            window_size: how many elements are enough.
            window_size_func: instead, how many are enough for a key.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> odd_and_even = Dataset.range(5).group_by_window(lambda n: n % 2, lambda key, group: group.batch(9), 9)
        >>> [group.tolist() for group in odd_and_even]
        [[0, 2, 4], [1, 3]]
        """
        if (window_size is None) is (window_size_func is None):
            raise ValueError("Either the `window_size` argument or the `window_size_func` argument must be specified.")
        size_of = window_size_func or (lambda key: convert_to_tensor(window_size, dtypes.int64))
        key = functions.trace(lambda *parts: _int64(key_func(*parts)), functions.as_arguments(self.element_spec), "key")
        reduce = functions.trace(reduce_func, [_NUMBER, DatasetSpec(self.element_spec)], "reduce")
        size = functions.trace(lambda number: _int64(size_of(number)), [_NUMBER], "window_size")
        bodies = {"key_func": key, "reduce_func": reduce, "window_size_func": size}
        return made(
            "GroupByWindowDataset",
            [self._variant_tensor, *[body.captures for body in bodies.values()]],
            reduce.result.element_spec,
            **{which: body.graph for which, body in bodies.items()},
        )

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Sequence[int],
        bucket_batch_sizes: Sequence[int],
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Joins elements of like length to batches, so that little is padded.

        Args:
            element_length_func: the length of an element, i32[].
            bucket_boundaries: the lengths at which a new bucket begins.
            bucket_batch_sizes: the size of a batch in each bucket, one more than boundaries.
            padded_shapes: as for `padded_batch`.
            padding_values: as for `padded_batch`.
            pad_to_bucket_boundary: whether unknown sizes are padded to the longest that fits the bucket.
            no_padding: whether elements of a bucket are of one shape and need no padding.
            drop_remainder: whether last batches that are smaller are left out.
            name: accepted for compatibility.

        Raises:
            ValueError: there is not one batch size more than boundaries.
        """
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError(
                f"`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but `len(bucket_batch_sizes)="
                f"{len(bucket_batch_sizes)}` and `len(bucket_boundaries)={len(bucket_boundaries)}`."
            )
        sizes = convert_to_tensor(list(bucket_batch_sizes), dtypes.int64)

        def bucket_of(*parts: Any) -> Any:
            """The number of the bucket: how many boundaries the length has reached."""
            from runtime.ops.sorting import searchsorted

            boundaries = convert_to_tensor(list(bucket_boundaries), dtypes.int64)
            return searchsorted(boundaries, _int64(element_length_func(*parts))[None], side="right")[0]

        def batch(bucket: Any, group: Any) -> Any:
            """The elements of one bucket as batches of its size."""
            if no_padding:
                return group.batch(sizes[bucket], drop_remainder)
            wanted = padded_shapes
            if pad_to_bucket_boundary:
                wanted = _up_to_boundary(self.element_spec, padded_shapes, bucket, bucket_boundaries)
            return group.padded_batch(sizes[bucket], wanted, padding_values, drop_remainder)

        return self.group_by_window(bucket_of, batch, window_size_func=lambda bucket: sizes[bucket])


def _int64(value: Any) -> Any:
    from runtime.ops.casts import cast

    return cast(value, dtypes.int64)


def _up_to_boundary(spec: Any, given: Any, bucket: Any, boundaries: Sequence[int]) -> Any:
    """The shapes to pad to, with the longest length of the bucket where a size is not known."""
    from runtime.ops.joining import stack

    limits = convert_to_tensor([*[bound - 1 for bound in boundaries], -1], dtypes.int64)
    known = nest.map_structure(lambda leaf: leaf.shape, spec) if given is None else given

    def sizes(shape: Any) -> Any:
        """The shape, with the bucket's greatest length where a size is not given."""
        return stack([limits[bucket] if size is None else convert_to_tensor(size, dtypes.int64) for size in shape])

    return nest.map_structure(sizes, known)
