"""Arguments and results of functions in SavedModels: structures of Python values and TensorSpecs."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.formats import messages, tensor_proto
from runtime.shapes import TensorShape
from runtime.tensor_spec import TensorSpec
from runtime.train import attr_values

Message = messages.Message


class Opaque:
    """A value of a kind that there is none of here; equal to nothing.

    Attributes:
        kind: what the file says of it.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return f"<{self.kind}>"


def decode(message: Message) -> Any:
    """The value that a StructuredValue says.

    Raises:
        ValueError: it has an impossible shape.
        UnimplementedError: it speaks of a dtype that there is none of here.
    """
    kind = message.WhichOneof("kind")
    if kind in _READERS:
        return _READERS[kind](getattr(message, kind))
    if kind in ("float64_value", "int64_value", "string_value", "bool_value"):
        return getattr(message, kind)
    return None if kind in (None, "none_value") else Opaque(str(kind))


def _spec(message: Message) -> TensorSpec:
    return TensorSpec(attr_values.shape_of(message.shape), attr_values.dtype_of(message.dtype), message.name or None)


def _named_tuple(message: Message) -> Any:
    fields = [pair.key for pair in message.values]
    made: Any = collections.namedtuple(message.name or "Values", fields, rename=True)  # type: ignore[misc]
    return made(*[decode(pair.value) for pair in message.values])


_READERS: dict[str, Any] = {
    "tensor_shape_value": attr_values.shape_of,
    "tensor_dtype_value": attr_values.dtype_of,
    "tensor_spec_value": _spec,
    "bounded_tensor_spec_value": _spec,
    "type_spec_value": lambda message: Opaque(message.type_spec_class_name or "type spec"),
    "list_value": lambda message: [decode(item) for item in message.values],
    "tuple_value": lambda message: tuple([decode(item) for item in message.values]),
    "dict_value": lambda message: {key: decode(item) for key, item in sorted(message.fields.items())},
    "named_tuple_value": _named_tuple,
    "tensor_value": lambda message: tensor_proto.decode(message, "A value in a signature"),
    "numpy_value": lambda message: tensor_proto.decode(message, "A value in a signature"),
}


def encode(value: Any) -> Message:
    """The StructuredValue of a value.

    Raises:
        TypeError: it has no form in a file.
    """
    message = messages.new("StructuredValue")
    if value is None:
        message.none_value.SetInParent()
    elif isinstance(value, bool | np.bool_):
        message.bool_value = bool(value)
    elif isinstance(value, int | np.integer):
        message.int64_value = int(value)
    elif isinstance(value, float | np.floating):
        message.float64_value = float(value)
    elif isinstance(value, str):
        message.string_value = value
    elif isinstance(value, TensorSpec):
        spec = message.tensor_spec_value
        spec.dtype, spec.name = value.dtype.enum, value.name or ""
        spec.shape.CopyFrom(attr_values.shape_message(value.shape))
    elif isinstance(value, TensorShape):
        message.tensor_shape_value.CopyFrom(attr_values.shape_message(value))
    elif isinstance(value, DType):
        message.tensor_dtype_value = value.enum
    else:
        _encode_container(message, value)
    return message


def _encode_container(message: Message, value: Any) -> None:
    if isinstance(value, dict):
        message.dict_value.SetInParent()
        for key, item in value.items():
            message.dict_value.fields[key].CopyFrom(encode(item))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        message.named_tuple_value.name = type(value).__name__
        for key, item in zip(value._fields, value, strict=True):
            message.named_tuple_value.values.add(key=key).value.CopyFrom(encode(item))
    elif isinstance(value, list | tuple):
        target = message.list_value if isinstance(value, list) else message.tuple_value
        target.SetInParent()
        target.values.extend([encode(item) for item in value])
    else:
        raise TypeError(f"{value!r} has no form in a SavedModel.")
