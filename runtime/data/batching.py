"""Elements joined into batches, and batches taken apart."""

from __future__ import annotations

from typing import Any

from runtime import dtypes, nest, shapes
from runtime.arguments import static_int
from runtime.data import elements
from runtime.data.base import Handle, boolean, int64, made
from runtime.data.iterator import DatasetSpec
from runtime.dispatch import convert_to_tensor
from runtime.shapes import TensorShape
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec


class Batching(Handle):
    """The methods of `Dataset` that join elements and take them apart."""

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Elements joined along a new first axis.

        Args:
            batch_size: how many.
            drop_remainder: whether a last batch that is smaller is left out.
            num_parallel_calls: accepted for compatibility.
            deterministic: accepted for compatibility.
            name: accepted for compatibility.

        Raises:
            InvalidArgumentError: elements of one batch differ in shape, when they are reached.

        >>> from runtime.data import Dataset
        >>> [batch.tolist() for batch in Dataset.range(3).batch(2)]
        [[0, 1], [2]]
        """
        count = static_int(batch_size) if drop_remainder is True else None
        spec = nest.map_structure(lambda leaf: _batched(leaf, count), self.element_spec)
        return made("BatchDatasetV2", [self._variant_tensor, int64(batch_size), boolean(drop_remainder)], spec)

    def padded_batch(
        self,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Elements joined along a new first axis, made equal in shape by padding at their ends.

        Args:
            batch_size: how many.
            padded_shapes: the structure of shapes to pad to; an unknown size is the largest of the batch. By default
                the shapes of the elements.
            padding_values: the structure of values to pad with, or one value; by default 0, or the empty string.
            drop_remainder: whether a last batch that is smaller is left out.
            name: accepted for compatibility.

        Raises:
            ValueError: the rank of a component is not known.
            InvalidArgumentError: an element is larger than the padded shape, when it is reached.

        >>> from runtime.data import Dataset
        >>> rows = Dataset.range(1, 3).map(lambda n: n * n + 0 * n).map(lambda n: n)
        >>> from runtime.ops.creation import fill
        >>> [batch.tolist() for batch in rows.map(lambda n: fill([n], n)).padded_batch(2)]
        [[[1, 0, 0, 0], [4, 4, 4, 4]]]
        """
        leaves = elements.component_specs(self.element_spec)
        sizes = _padded_shapes(self.element_spec, leaves, padded_shapes)
        count = static_int(batch_size) if drop_remainder is True else None
        parts = [TensorSpec([count, *size], leaf.dtype) for size, leaf in zip(sizes, leaves, strict=True)]
        inputs = [
            self._variant_tensor,
            int64(batch_size),
            [convert_to_tensor([-1 if d is None else d for d in size], dtypes.int64) for size in sizes],
            _padding_values(self.element_spec, leaves, padding_values),
            boolean(drop_remainder),
        ]
        spec = nest.pack_sequence_as(self.element_spec, parts)
        return made("PaddedBatchDatasetV2", inputs, spec, output_types=None)

    def unbatch(self, name: str | None = None) -> Any:
        """The slices of elements along their first axis, one by one.

        >>> from runtime.data import Dataset
        >>> [int(x) for x in Dataset.range(4).batch(2).unbatch()]
        [0, 1, 2, 3]
        """
        spec = nest.map_structure(lambda leaf: TensorSpec(leaf.shape[1:], leaf.dtype), self.element_spec)
        return made("UnbatchDataset", [self._variant_tensor], spec)

    def rebatch(self, batch_size: Any, drop_remainder: bool = False, name: str | None = None) -> Any:
        """The slices of elements, joined anew in batches of another size."""
        return self.unbatch().batch(batch_size, drop_remainder)

    def window(
        self, size: Any, shift: Any = None, stride: Any = 1, drop_remainder: bool = False, name: str | None = None
    ) -> Any:
        """Datasets of `size` consecutive elements each.

        Args:
            size: how many elements a window has.
            shift: by how many elements the next window starts later; `size` by default.
            stride: every so many elements one is in the window.
            drop_remainder: whether last windows that are smaller are left out.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> [[int(x) for x in window] for window in Dataset.range(5).window(3, shift=2)]
        [[0, 1, 2], [2, 3, 4], [4]]
        """
        numbers = [int64(number) for number in (size, size if shift is None else shift, stride)]
        spec = nest.map_structure(DatasetSpec, self.element_spec)
        return made("WindowDataset", [self._variant_tensor, *numbers, boolean(drop_remainder)], spec)


def _batched(leaf: Any, count: int | None) -> Any:
    batch = getattr(leaf, "_batched", None)
    return (
        TensorSpec([count, *leaf.shape], leaf.dtype)
        if batch is None and leaf.shape.rank is not None
        else (TensorSpec(None, leaf.dtype) if batch is None else batch(count))
    )


def _padded_shapes(spec: Any, leaves: list[TensorSpec], given: Any) -> list[TensorShape]:
    if given is None:
        if any(leaf.shape.rank is None for leaf in leaves):
            raise ValueError("padded_batch needs padded_shapes, since the rank of a component is not known.")
        return [leaf.shape for leaf in leaves]
    from runtime.data.sources import shapes_for

    return [shapes.as_shape(size) for size in shapes_for(spec, given)]


def _padding_values(spec: Any, leaves: list[TensorSpec], given: Any) -> list[Tensor]:
    if given is None or not nest.is_nested(given):
        values = [given] * len(leaves)
    else:
        values = nest.flatten(given)
    return [_filler(value, leaf) for value, leaf in zip(values, leaves, strict=True)]


def _filler(value: Any, leaf: TensorSpec) -> Tensor:
    if value is None:
        value = "" if leaf.dtype is dtypes.string else False if leaf.dtype is dtypes.bool else 0
    return convert_to_tensor(value, leaf.dtype)
