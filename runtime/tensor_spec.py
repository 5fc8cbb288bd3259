"""TensorSpec: what is asked of a tensor."""

from collections.abc import Sequence
from typing import Any

from runtime import dtypes, shapes


class TensorSpec:
    """The dtype and shape that a function expects of an argument.

    Args:
        shape: what is known of the shape.
        dtype: the dtype.
        name: the argument's name.

    >>> TensorSpec([None, 2], "float32").is_compatible_with(TensorSpec([3, 2], "float32"))
    True
    """

    __slots__ = ("dtype", "name", "shape")

    def __init__(self, shape: shapes.ShapeLike, dtype: Any = dtypes.float32, name: str | None = None) -> None:
        self.shape = shapes.as_shape(shape)
        self.dtype = dtypes.as_dtype(dtype)
        self.name = name

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> "TensorSpec":
        """The spec that a tensor or variable fits exactly."""
        if name is None and not hasattr(tensor, "_value") and hasattr(tensor, "op"):
            name = tensor.op.name
        return cls(tensor.shape, tensor.dtype, name)

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> "TensorSpec":
        """A spec like `spec`, perhaps of another name."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    def is_compatible_with(self, value: Any) -> bool:
        """Whether a tensor, spec, or value that converts to a tensor could be what is asked for."""
        if not hasattr(value, "dtype") or not hasattr(value, "shape"):
            from runtime.dispatch import convert_to_tensor

            value = convert_to_tensor(value)
        return self.dtype == value.dtype and self.shape.is_compatible_with(value.shape)

    def is_subtype_of(self, other: "TensorSpec") -> bool:
        """Whether every tensor that fits this spec also fits `other`."""
        return self.dtype is other.dtype and self.shape.is_subtype_of(other.shape)

    def most_specific_common_supertype(self, others: Sequence["TensorSpec"]) -> "TensorSpec | None":
        """The narrowest spec that fits all that this one or one of `others` fits; None if the dtypes differ."""
        shape = self.shape
        for other in others:
            if other.dtype is not self.dtype:
                return None
            shape = shape.most_general(other.shape)
        return TensorSpec(shape, self.dtype, self.name)

    def __eq__(self, other: object) -> bool:
        return type(other) is TensorSpec and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self.name

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self.shape}, dtype={self.dtype.name}, name={self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorSpec, (self.shape, self.dtype, self.name)
