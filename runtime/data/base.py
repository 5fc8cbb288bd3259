"""What all methods of datasets build on: making a dataset op, and turning arguments into its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import dtypes
from runtime.data import elements
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.tensor import Tensor


class Handle:
    """A dataset as a handle and the specs of its elements.

    Attributes:
        element_spec: the structure of specs of an element.
    """

    _variant_tensor: Tensor
    element_spec: Any

    def __init__(self, variant_tensor: Tensor, element_spec: Any) -> None:
        self._variant_tensor = variant_tensor
        self.element_spec = element_spec


def made(op_type: str, inputs: Sequence[Any], element_spec: Any, **attrs: Any) -> Any:
    """The dataset that an op makes.

    Args:
        op_type: the type of op.
        inputs: its inputs.
        element_spec: the structure of specs of an element.
        **attrs: attributes beyond those that say what the elements are; None for one that the op has not.
    """
    from runtime.data.dataset import Dataset

    given = {**elements.attrs(element_spec), **attrs}
    variant = apply_one(op_type, inputs, {name: value for name, value in given.items() if value is not None})
    return Dataset(variant, element_spec)


def int64(value: Any) -> Tensor:
    """A number as an i64[] tensor."""
    tensor = convert_to_tensor(value, dtype_hint=dtypes.int64)
    return tensor if tensor.dtype is dtypes.int64 else apply_one("Cast", [tensor], {"DstT": dtypes.int64})


def boolean(value: Any) -> Tensor:
    """A bool[] tensor."""
    return convert_to_tensor(value, dtypes.bool)


def text(value: Any) -> Tensor:
    """A string tensor; None is empty."""
    return convert_to_tensor("" if value is None else value, dtypes.string)
