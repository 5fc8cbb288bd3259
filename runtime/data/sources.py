"""Where datasets come from: tensors, ranges, generators, files, other datasets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime import composites, dtypes, nest, shapes
from runtime.data import elements
from runtime.data.base import int64, made, text
from runtime.data.generators import generated
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.random_seed import get_seed
from runtime.tensor_spec import TensorSpec


class Sources:
    """The static methods of `Dataset` that make datasets."""

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Any:
        """A dataset of one element.

        Args:
            tensors: a tensor, or a structure of them.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> [x.tolist() for x in Dataset.from_tensors([1, 2])]
        [[1, 2]]
        """
        element = elements.as_element(tensors)
        spec = elements.spec_of(element)
        parts = elements.parts(element)
        return made("TensorDataset", [parts], spec, **_component_attrs(spec))

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Any:
        """A dataset whose elements are the slices of tensors along their first axis.

        Args:
            tensors: a tensor, or a structure of them, all of one length.
            name: accepted for compatibility.

        Raises:
            ValueError: a scalar has no slices.
            InvalidArgumentError: the lengths differ.

        >>> from runtime.data import Dataset
        >>> [(int(x), int(y)) for x, y in Dataset.from_tensor_slices(([1, 2], [3, 4]))]
        [(1, 3), (2, 4)]
        """
        element = elements.as_element(tensors)
        leaves = nest.flatten(element)
        sliced = [leaf for leaf in leaves if composites.parts_of(leaf) is not None]
        if sliced:
            return sliced_composite(element)
        for leaf in leaves:
            if leaf.shape.rank == 0:
                raise ValueError(f"Unbatching a tensor is only supported for rank >= 1: {leaf!r} has no slices.")
        spec = nest.map_structure(lambda leaf: TensorSpec(leaf.shape[1:], leaf.dtype), element)
        return made("TensorSliceDataset", [leaves], spec, **_component_attrs(spec))

    @staticmethod
    def range(*args: Any, output_type: Any = dtypes.int64, name: str | None = None) -> Any:
        """A dataset of numbers: `range(stop)`, `range(start, stop)` or `range(start, stop, step)`.

        Args:
            *args: as for Python's `range`; integers or integer scalars.
            output_type: the dtype of the elements.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> [int(x) for x in Dataset.range(5, 1, -2)]
        [5, 3]
        """
        start, stop, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
        spec = TensorSpec([], output_type)
        return made("RangeDataset", [int64(start), int64(stop), int64(step)], spec)

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Any:
        """A dataset of elements of several datasets side by side; it ends with the first that ends.

        Args:
            *args: datasets, or one structure of them.
            datasets: a structure of datasets.
            name: accepted for compatibility.

        >>> from runtime.data import Dataset
        >>> [(int(x), int(y)) for x, y in Dataset.zip(Dataset.range(2), Dataset.range(5, 9))]
        [(0, 5), (1, 6)]
        """
        structure = datasets if datasets is not None else args[0] if len(args) == 1 else args
        sources = nest.flatten(structure)
        spec = nest.pack_sequence_as(structure, [source.element_spec for source in sources])
        return made("ZipDataset", [[source._variant_tensor for source in sources]], spec)

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Sequence[Any] | None = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Any:
        """A dataset of what a Python generator yields.

        Args:
            generator: a function that returns an iterable, anew for each run.
            output_types: the structure of dtypes of an element.
            output_shapes: the structure of shapes of an element; unknown by default.
            args: tensors that the function is called with, as numpy arrays.
            output_signature: a structure of TensorSpecs, instead of the two.
            name: accepted for compatibility.

        Raises:
            TypeError: `generator` is not callable, or an element is of another structure or dtype, when it is reached.

        >>> from runtime.data import Dataset
        >>> squares = Dataset.from_generator(lambda: (i * i for i in range(3)), output_types="int32")
        >>> [int(x) for x in squares]
        [0, 1, 4]
        """
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        if output_signature is None:
            if output_types is None:
                raise TypeError("Either `output_signature` or `output_types` must be specified.")
            output_signature = signature(output_types, output_shapes)
        return generated(generator, output_signature, [convert_to_tensor(arg) for arg in args or ()])

    @staticmethod
    def list_files(file_pattern: Any, shuffle: bool | None = None, seed: int | None = None, name: Any = None) -> Any:
        """A dataset of the names of files.

        Args:
            file_pattern: a pattern, or several.
            shuffle: whether the order is random (by default it is).
            seed: makes the order repeatable.
            name: accepted for compatibility.

        Raises:
            InvalidArgumentError: no file matches.
        """
        from runtime.ops.checks import assert_positive

        names = apply_one("MatchingFiles", [text(file_pattern)])
        assert_positive(names.shape[0] or _length(names), message=f"No files matched pattern: {file_pattern}")
        dataset = Sources.from_tensor_slices(names)
        return dataset if shuffle is False else dataset.shuffle(_length(names), seed=seed)

    @staticmethod
    def random(seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None) -> Any:
        """An endless dataset of random 32-bit numbers, as i64[]."""
        seeds = [int64(number) for number in get_seed(seed)]
        return made("RandomDataset", seeds, TensorSpec([], dtypes.int64))

    @staticmethod
    def choose_from_datasets(datasets: Any, choice_dataset: Any, stop_on_empty_dataset: bool = True) -> Any:
        """Elements of several datasets, in the order that a dataset of numbers gives (see `data.experimental`)."""
        from runtime.data.experimental import choose_from_datasets

        return choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)

    @staticmethod
    def sample_from_datasets(
        datasets: Any,
        weights: Any = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Any:
        """Elements of several datasets, chosen at random (see `data.experimental`)."""
        from runtime.data.experimental import sample_from_datasets

        return sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)

    @staticmethod
    def counter(start: Any = 0, step: Any = 1, dtype: Any = dtypes.int64, name: str | None = None) -> Any:
        """An endless dataset of numbers (see `data.experimental.Counter`)."""
        from runtime.data.experimental import Counter

        return Counter(start, step, dtype)


def _component_attrs(spec: Any) -> dict[str, Any]:
    """These ops name their types otherwise."""
    return {"output_types": None, "Toutput_types": elements.types(spec)}


def signature(types: Any, sizes: Any) -> Any:
    """The structure of specs for structures of dtypes and shapes (None for unknown ones)."""
    flat = nest.flatten(types)
    known = [None] * len(flat) if sizes is None else shapes_for(types, sizes)
    specs = [TensorSpec(size, dtypes.as_dtype(kind)) for size, kind in zip(known, flat, strict=True)]
    return nest.pack_sequence_as(types, specs)


def shapes_for(types: Any, sizes: Any) -> list[Any]:
    """The shape for each leaf of a structure; shapes are lists or tuples, and so are structures."""
    pairs = nest.entries(types)
    if pairs is None:
        return [shapes.as_shape(sizes)]
    inner = [sizes[key] if isinstance(types, dict) else sizes[i] for i, (key, _) in enumerate(pairs)]
    return [shape for (_, child), size in zip(pairs, inner, strict=True) for shape in shapes_for(child, size)]


def _length(tensor: Any) -> Any:
    return apply_one("Shape", [tensor], {"out_type": dtypes.int64})[0]


def sliced_composite(element: Any) -> Any:
    """The slices of an element with sparse or ragged components: by index."""
    first = nest.flatten(element)[0]
    count = first.nrows() if hasattr(first, "nrows") else _length_of(first)
    numbers = Sources.range(count)
    return numbers.map(lambda index: nest.map_structure(lambda leaf: leaf[index], element))


def _length_of(leaf: Any) -> Any:
    sizes = getattr(leaf, "dense_shape", None)
    return _length(leaf) if sizes is None else sizes[0]
