"""`tf.feature_column`: how columns of data become the input of a model."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import runtime as rt
from runtime import examples, initializers
from runtime.current import current_graph
from runtime.dtypes import DType
from runtime.sparse import SparseTensor
from runtime.tensor import Tensor

__all__ = [
    "bucketized_column", "categorical_column_with_identity", "categorical_column_with_vocabulary_list",
    "embedding_column", "indicator_column", "make_parse_example_spec", "numeric_column",
]  # fmt: skip


@dataclass(frozen=True)
class NumericColumn:
    """A column of numbers (see `numeric_column`)."""

    key: str
    shape: tuple[int, ...] = (1,)
    default_value: Any = None
    dtype: DType = rt.float32
    normalizer_fn: Callable[[Tensor], Tensor] | None = None

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """What to parse examples with."""
        return {self.key: examples.FixedLenFeature(list(self.shape), self.dtype, self.default_value)}

    def dense(self, features: dict[str, Any]) -> Tensor:
        """The column as floats: [batch, numbers]."""
        value = rt.cast(_feature(features, self.key), rt.float32)
        if self.normalizer_fn is not None:
            value = self.normalizer_fn(value)
        matrix: Tensor = rt.reshape(value, [-1, math.prod(self.shape)])
        return matrix


@dataclass(frozen=True)
class BucketizedColumn:
    """A column of numbers by the ranges they fall into (see `bucketized_column`)."""

    source_column: NumericColumn
    boundaries: tuple[float, ...]

    @property
    def name(self) -> str:
        """The name of the column."""
        return f"{self.source_column.name}_bucketized"

    @property
    def num_buckets(self) -> int:
        """How many ranges there are."""
        return len(self.boundaries) + 1

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """What to parse examples with."""
        return self.source_column.parse_example_spec

    def ids(self, features: dict[str, Any]) -> Tensor:
        """The number of the range of each value: [batch, numbers]."""
        values = self.source_column.dense(features)
        flat = rt.searchsorted(rt.constant(self.boundaries, rt.float32), rt.reshape(values, [-1]), side="right")
        ids: Tensor = rt.reshape(flat, rt.shape(values))
        return ids

    def dense(self, features: dict[str, Any]) -> Tensor:
        """The ranges one-hot: [batch, numbers * ranges]."""
        hot = rt.one_hot(self.ids(features), self.num_buckets)
        matrix: Tensor = rt.reshape(hot, [-1, math.prod(self.source_column.shape) * self.num_buckets])
        return matrix


@dataclass(frozen=True)
class CategoricalColumn:
    """A column of categories: each value has a number, -1 for what is missing or not known."""

    key: str
    num_buckets: int
    vocabulary: tuple[Any, ...] | None = None
    dtype: DType = rt.int64
    default_value: int = -1
    oov_buckets: int = 0

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """What to parse examples with."""
        return {self.key: examples.VarLenFeature(self.dtype)}

    def ids(self, features: dict[str, Any]) -> Tensor:
        """The numbers of the values: int64[batch, values]."""
        value = _feature(features, self.key)
        missing: Any = "" if self.dtype is rt.string else -1
        if isinstance(value, SparseTensor):
            value = rt.sparse.to_dense(value, default_value=missing)
        if value.shape.rank == 1:
            value = rt.expand_dims(value, -1)
        if self.vocabulary is None:
            ids = rt.cast(value, rt.int64)
            inside = rt.logical_and(ids >= 0, ids < self.num_buckets)
            known: Tensor = rt.where(inside, ids, rt.constant(self.default_value, rt.int64))
            return known
        is_missing = rt.equal(value, rt.constant(missing, value.dtype))
        found: Tensor = rt.where(is_missing, rt.constant(-1, rt.int64), self._looked_up(value))
        return found

    def _looked_up(self, value: Tensor) -> Tensor:
        words = self.vocabulary or ()
        hits = rt.equal(rt.expand_dims(value, -1), rt.constant(list(words), value.dtype))
        known = rt.argmax(rt.cast(hits, rt.int32), -1)
        other: Any = rt.constant(self.default_value, rt.int64)
        if self.oov_buckets:
            text = value if value.dtype is rt.string else rt.as_string(value)
            other = rt.string_to_hash_bucket_fast(text, self.oov_buckets) + len(words)
        ids: Tensor = rt.where(rt.reduce_any(hits, -1), known, other)
        return ids


@dataclass(frozen=True)
class IndicatorColumn:
    """A column of categories as counts (see `indicator_column`)."""

    categorical_column: Any

    @property
    def name(self) -> str:
        """The name of the column."""
        return f"{self.categorical_column.name}_indicator"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """What to parse examples with."""
        spec: dict[str, Any] = self.categorical_column.parse_example_spec
        return spec

    def dense(self, features: dict[str, Any]) -> Tensor:
        """How often each category is there: [batch, categories]."""
        hot = rt.one_hot(self.categorical_column.ids(features), self.categorical_column.num_buckets)
        counts: Tensor = rt.reduce_sum(hot, -2)
        return counts


@dataclass(eq=False)
class EmbeddingColumn:
    """A column of categories as vectors that are learnt (see `embedding_column`)."""

    categorical_column: Any
    dimension: int
    combiner: str = "mean"
    initializer: Any = None
    max_norm: float | None = None
    trainable: bool = True
    weights: Any = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The name of the column."""
        return f"{self.categorical_column.name}_embedding"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """What to parse examples with."""
        spec: dict[str, Any] = self.categorical_column.parse_example_spec
        return spec

    def table(self) -> Any:
        """The vectors: a variable [categories, dimension]; one for each graph, and one for eager execution."""
        shape = [self.categorical_column.num_buckets, self.dimension]
        make = self.initializer or initializers.truncated_normal_initializer(0.0, 1 / math.sqrt(self.dimension))
        if current_graph() is None:
            if self.weights is None:
                self.weights = rt.Variable(make(shape, rt.float32), trainable=self.trainable, name="embedding_weights")
            return self.weights
        with rt.variable_scope(self.name, reuse=rt.AUTO_REUSE):
            return rt.get_variable("embedding_weights", shape, initializer=make, trainable=self.trainable)

    def dense(self, features: dict[str, Any]) -> Tensor:
        """The vectors of the categories, combined: [batch, dimension]; zeros where there is none."""
        ids = self.categorical_column.ids(features)
        there = rt.cast(rt.expand_dims(ids >= 0, -1), rt.float32)
        vectors = rt.nn.embedding_lookup(self.table(), rt.maximum(ids, rt.zeros_like(ids)), max_norm=self.max_norm)
        total: Tensor = rt.reduce_sum(vectors * there, -2)
        count = rt.reduce_sum(there, -2)
        if self.combiner == "sum":
            return total
        result: Tensor = rt.math.divide_no_nan(total, count if self.combiner == "mean" else rt.sqrt(count))
        return result


def _feature(features: dict[str, Any], key: str) -> Any:
    if key not in features:
        raise ValueError(f"Feature {key} is not in features dictionary: there are {', '.join(sorted(features))}.")
    value = features[key]
    return value if isinstance(value, SparseTensor) else rt.convert_to_tensor(value)


def numeric_column(
    key: str,
    shape: Any = (1,),
    default_value: Any = None,
    dtype: Any = rt.float32,
    normalizer_fn: Callable[[Tensor], Tensor] | None = None,
) -> NumericColumn:
    """A column of numbers.

    Args:
        key: its name in the data.
        shape: of the numbers in one example.
        default_value: stands for what is missing in files.
        dtype: of the numbers in files.
        normalizer_fn: applied to the numbers.

    >>> numeric_column("age").dense({"age": [3, 4]}).tolist()
    [[3.0], [4.0]]
    """
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return NumericColumn(key, sizes, default_value, rt.as_dtype(dtype), normalizer_fn)


def bucketized_column(source_column: NumericColumn, boundaries: Sequence[float]) -> BucketizedColumn:
    """A column of numbers by the ranges they fall into, one-hot.

    Args:
        source_column: a numeric column.
        boundaries: where ranges begin, sorted; a boundary belongs to the range above it.

    Raises:
        ValueError: they are not sorted.
    """
    bounds = tuple(map(float, boundaries))
    if list(bounds) != sorted(set(bounds)) or not bounds:
        raise ValueError(f"boundaries must be a sorted list, got {boundaries}.")
    return BucketizedColumn(source_column, bounds)


def categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Any, dtype: Any = None, default_value: int = -1, num_oov_buckets: int = 0
) -> CategoricalColumn:
    """A column of categories that are listed.

    Args:
        key: its name in the data.
        vocabulary_list: the categories, strings or integers; the place of each is its number.
        dtype: string or int64; by default that of the list.
        default_value: the number of what is not listed.
        num_oov_buckets: how many numbers there are for what is not listed, which its hash chooses from.

    Raises:
        ValueError: the list is empty or names something twice, or both defaults are given.

    >>> categorical_column_with_vocabulary_list("c", ["a", "b"]).ids({"c": ["b", "x"]}).tolist()
    [[1], [-1]]
    """
    words = tuple(np.asarray(vocabulary_list).tolist())
    if not words:
        raise ValueError(f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}.")
    if len(set(words)) != len(words):
        raise ValueError(f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}.")
    if num_oov_buckets and default_value != -1:
        raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
    kind = rt.as_dtype(dtype) if dtype is not None else rt.string if isinstance(words[0], str | bytes) else rt.int64
    return CategoricalColumn(key, len(words) + num_oov_buckets, words, kind, default_value, num_oov_buckets)


def categorical_column_with_identity(key: str, num_buckets: int, default_value: int | None = None) -> CategoricalColumn:
    """A column of categories that are numbers from 0 on.

    Args:
        key: its name in the data.
        num_buckets: how many categories there are.
        default_value: the category of what is out of bounds; by default none.
    """
    return CategoricalColumn(key, num_buckets, default_value=-1 if default_value is None else default_value)


def indicator_column(categorical_column: Any) -> IndicatorColumn:
    """A column of categories as counts: how often each is there."""
    return IndicatorColumn(categorical_column)


def embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: Any = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> EmbeddingColumn:
    """A column of categories as vectors that are learnt.

    Args:
        categorical_column: a column of categories.
        dimension: the length of the vectors.
        combiner: "mean", "sum" or "sqrtn": how the vectors of several categories become one.
        initializer: of the vectors; by default normally distributed numbers with deviation 1 / sqrt(dimension).
        ckpt_to_load_from: must be None.
        tensor_name_in_ckpt: must be None.
        max_norm: longer vectors are shortened to this length.
        trainable: whether the vectors are learnt.
        use_safe_embedding_lookup: without effect: what is missing gives zeros.

    Raises:
        ValueError: the dimension or the combiner is wrong, or a checkpoint is given.
    """
    if dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if combiner not in ("mean", "sum", "sqrtn"):
        raise ValueError(f"combiner is 'mean', 'sum' or 'sqrtn', not {combiner!r}.")
    if ckpt_to_load_from is not None or tensor_name_in_ckpt is not None:
        raise ValueError("Vectors cannot be loaded here from a checkpoint: restore the variable of the column instead.")
    return EmbeddingColumn(categorical_column, dimension, combiner, initializer, max_norm, trainable)


def make_parse_example_spec(feature_columns: Any) -> dict[str, Any]:
    """What to parse examples with, for all columns: the second argument of `tf.io.parse_example`."""
    spec: dict[str, Any] = {}
    for column in feature_columns:
        spec.update(column.parse_example_spec)
    return spec


def input_layer(
    features: dict[str, Any],
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
    cols_to_output_tensors: dict[Any, Any] | None = None,
) -> Tensor:
    """All columns as one matrix, in the order of their names.

    Args:
        features: the data: name to tensor.
        feature_columns: numeric, bucketized, indicator and embedding columns.
        weight_collections: without effect.
        trainable: without effect: each column says so itself.
        cols_to_vars: is filled with the variables of each column.
        cols_to_output_tensors: is filled with the matrix of each column.

    Raises:
        ValueError: a column is missing in the data, or has categories and no vectors or counts of them.

    >>> input_layer({"b": [1.0], "a": [2.0]}, [numeric_column("b"), numeric_column("a")]).tolist()
    [[2.0, 1.0]]
    """
    parts = []
    with rt.variable_scope("input_layer", reuse=rt.AUTO_REUSE):
        for column in sorted(feature_columns, key=lambda column: column.name):
            if not hasattr(column, "dense"):
                raise ValueError(
                    f"Items of feature_columns must be dense: wrap {column.name!r} in embedding_column or "
                    f"indicator_column."
                )
            parts.append(column.dense(features))
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = parts[-1]
            if cols_to_vars is not None:
                cols_to_vars[column] = [column.table()] if hasattr(column, "table") else []
    matrix: Tensor = rt.concat(parts, -1)
    return matrix
