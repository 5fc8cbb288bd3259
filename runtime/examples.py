"""Examples: features by name, parsed from strings as TFRecord files hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from runtime import dtypes, shapes
from runtime.dispatch import apply_op, convert_to_tensor
from runtime.dtypes import DType
from runtime.tensor import Tensor

__all__ = [
    "FixedLenFeature", "FixedLenSequenceFeature", "RaggedFeature", "VarLenFeature", "parse_example",
    "parse_single_example",
]  # fmt: skip


class FixedLenFeature(NamedTuple):
    """A feature that is a dense tensor of a fixed shape.

    Attributes:
        shape: of the feature in one example.
        dtype: string, int64 or float32.
        default_value: stands for a feature that an example lacks; without it, that is an error.
    """

    shape: Any
    dtype: Any
    default_value: Any = None


class FixedLenSequenceFeature(NamedTuple):
    """A feature that is a list of tensors of a fixed shape, filled up to the longest of the batch.

    Attributes:
        shape: of one tensor of the list.
        dtype: string, int64 or float32.
        allow_missing: must be True: an example may lack the feature, which then is an empty list.
        default_value: fills up; by default 0, or the empty string.
    """

    shape: Any
    dtype: Any
    allow_missing: bool = False
    default_value: Any = None


class VarLenFeature(NamedTuple):
    """A feature that is a list of any length, as a sparse tensor.

    Attributes:
        dtype: string, int64 or float32.
    """

    dtype: Any


class RaggedFeature(NamedTuple):
    """A feature that is a list of any length, as a ragged tensor.

    Attributes:
        dtype: string, int64 or float32.
        value_key: the name of the feature, if not the key.
        partitions: accepted only if empty.
        row_splits_dtype: int32 or int64.
        validate: accepted for compatibility.
    """

    dtype: Any
    value_key: str | None = None
    partitions: tuple[Any, ...] = ()
    row_splits_dtype: Any = dtypes.int32
    validate: bool = False


def parse_example(
    serialized: Any, features: Mapping[str, Any], example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """The features of serialised examples.

    Args:
        serialized: string[batch], each an Example message; or string[] for one example.
        features: name → what kind of feature it is.
        example_names: names for error messages.
        name: for the operation.

    Returns:
        name → a Tensor, SparseTensor or RaggedTensor, with the batch as first dimension if there is one.

    Raises:
        InvalidArgumentError: a string is no example, or a feature is missing, of another dtype or number of values.
    """
    kinds: dict[Any, list[Any]] = {cls: [] for cls in _KINDS}
    for key in sorted(features):
        kinds[_kind(key, features[key])].append((key, features[key]))
    dense = [*kinds[FixedLenFeature], *kinds[FixedLenSequenceFeature]]
    dense.sort()
    outputs = _parse(serialized, example_names, kinds[VarLenFeature], dense, kinds[RaggedFeature], name)
    return {key: outputs[key] for key in features}


_KINDS = (FixedLenFeature, FixedLenSequenceFeature, VarLenFeature, RaggedFeature)


def _kind(key: str, feature: Any) -> type:
    if type(feature) not in _KINDS:
        raise ValueError(f"Invalid feature {key}:{feature!r}: use {', '.join(cls.__name__ for cls in _KINDS)}.")
    if isinstance(feature, FixedLenSequenceFeature) and not feature.allow_missing:
        raise ValueError(f"Unsupported: FixedLenSequenceFeature {key!r} requires allow_missing to be True.")
    if isinstance(feature, RaggedFeature) and feature.partitions:
        raise ValueError(f"Unsupported: RaggedFeature {key!r} with partitions.")
    return type(feature)


def parse_single_example(
    serialized: Any, features: Mapping[str, Any], example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """The features of one serialised example (see `parse_example`).

    Args:
        serialized: string[].
        features: name → what kind of feature it is.
        example_names: names for error messages.
        name: for the operation.
    """
    tensor = convert_to_tensor(serialized, dtypes.string)
    if tensor.shape.rank not in (None, 0):
        raise ValueError(f"Input serialized must be a scalar, not of shape {tensor.shape}: use parse_example(...).")
    tensor.set_shape([])
    return parse_example(tensor, features, example_names, name)


def _parse(
    serialized: Any, names: Any, sparse: list[Any], dense: list[Any], ragged: list[Any], name: str | None
) -> dict[str, Any]:
    from runtime.ragged import RaggedTensor
    from runtime.sparse import SparseTensor

    def keys(pairs: list[Any]) -> Tensor:
        """The names of features, as a vector of strings."""
        return convert_to_tensor([getattr(feature, "value_key", None) or key for key, feature in pairs], dtypes.string)

    inputs: list[Any] = [
        convert_to_tensor(serialized, dtypes.string),
        convert_to_tensor([] if names is None else names, dtypes.string),
        keys(sparse),
        keys(dense),
        keys(ragged),
        [_default(feature) for _, feature in dense],
    ]
    attrs = {
        "num_sparse": len(sparse),
        "sparse_types": [_type(feature) for _, feature in sparse],
        "Tdense": [_type(feature) for _, feature in dense],
        "dense_shapes": [_shape(feature) for _, feature in dense],
        "ragged_value_types": [_type(feature) for _, feature in ragged],
        "ragged_split_types": [dtypes.as_dtype(feature.row_splits_dtype) for _, feature in ragged],
    }
    made = list(apply_op("ParseExampleV2", inputs, attrs, name))
    columns = [made[i : i + len(sparse)] for i in range(0, 3 * len(sparse), len(sparse) or 1)]
    rest = made[3 * len(sparse) :]
    found: dict[str, Any] = {key: SparseTensor(*parts) for (key, _), *parts in zip(sparse, *columns, strict=True)}
    found.update(zip([key for key, _ in dense], rest, strict=False))
    values, splits = rest[len(dense) : len(dense) + len(ragged)], rest[len(dense) + len(ragged) :]
    is_one = inputs[0].shape.rank == 0
    for (key, _), flat, rows in zip(ragged, values, splits, strict=True):
        found[key] = flat if is_one else RaggedTensor(flat, rows)
    return found


def _type(feature: Any) -> DType:
    return dtypes.as_dtype(feature.dtype)


def _shape(feature: Any) -> shapes.TensorShape:
    inner = shapes.as_shape(feature.shape)
    is_list = isinstance(feature, FixedLenSequenceFeature)
    return shapes.TensorShape([None]).concatenate(inner) if is_list else inner


def _default(feature: Any) -> Tensor:
    kind = _type(feature)
    if feature.default_value is None:
        if isinstance(feature, FixedLenFeature):
            return convert_to_tensor([], kind)
        return convert_to_tensor("" if kind is dtypes.string else 0, kind)
    value = convert_to_tensor(feature.default_value, kind)
    if isinstance(feature, FixedLenFeature) and value.shape.rank == 0:
        from runtime.ops.creation import fill

        return fill(shapes.as_shape(feature.shape).as_list(), value)
    return value
