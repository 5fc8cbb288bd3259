"""Attributes of operations as the AttrValues of files.

An attribute of an op's definition has a type that says how it is stored. A private one is stored after its Python
type; what has no other form goes as JSON with a mark, and what has none at all (a Python function) does not go.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime import dtypes, shapes
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.formats import messages, tensor_proto
from runtime.graph import Graph
from runtime.shapes import TensorShape

Message = messages.Message
FunctionOf = Callable[[Message], Any]
"""Gives the function graph for a NameAttrList."""

NameOf = Callable[[Any], str]
"""Gives the name of a function graph in the file."""

_FIELDS = {
    "string": "s", "int": "i", "float": "f", "bool": "b", "type": "type", "shape": "shape", "tensor": "tensor",
    "func": "func",
}  # fmt: skip
_JSON = b"\0json"


def shape_of(message: Message) -> TensorShape:
    """The shape that a TensorShapeProto says.

    Raises:
        InvalidArgumentError: it has a size below -1.
    """
    if message.unknown_rank:
        return shapes.UNKNOWN
    sizes = [dim.size for dim in message.dim]
    if min(sizes, default=0) < -1:
        raise InvalidArgumentError(f"{sizes} is no shape")
    return TensorShape([None if size < 0 else size for size in sizes])


def shape_message(shape: TensorShape) -> Message:
    """The TensorShapeProto of a shape."""
    message = messages.new("TensorShapeProto")
    if shape.dims is None:
        message.unknown_rank = True
    else:
        for size in shape.dims:
            message.dim.add(size=-1 if size is None else size)
    return message


def dtype_of(number: int) -> DType:
    """The dtype of TensorFlow's number for it.

    Raises:
        UnimplementedError: there is none here.
    """
    try:
        return dtypes.as_dtype(number)
    except TypeError:
        raise UnimplementedError(f"there is no dtype of number {number} here") from None


# ---------------------------------------------------------------------------------------------- reading


def decode(message: Message, kind: str | None, function_of: FunctionOf, what: str) -> Any:
    """The value of an attribute.

    Args:
        message: an AttrValue.
        kind: the type that the op's definition gives it, such as "list(int)"; None if it is in no definition.
        function_of: finds functions.
        what: which attribute it is, for errors.

    Raises:
        ValueError: it is of another type (InvalidArgumentError where TensorFlow has a class for it).
    """
    field = message.WhichOneof("value")
    try:
        if field == "list" or (field is None and kind is not None and kind.startswith("list(")):
            return _decode_list(message.list, kind, function_of, what)
        _check_field(field, kind)
        return _decode_item(getattr(message, field), field, function_of, what)
    except (ValueError, UnimplementedError) as error:
        raise type(error)(f"{what} cannot be read: {error}.") from None


def _check_field(field: str | None, kind: str | None) -> None:
    if field == "placeholder":
        raise ValueError("it is left open, and nobody gives it")
    if field is None or (kind is not None and field != _FIELDS.get(kind)):
        raise ValueError(f"it is a {field or 'nothing'} and not a {kind}")


def _decode_list(message: Message, kind: str | None, function_of: FunctionOf, what: str) -> tuple[Any, ...]:
    filled = [field for field in _FIELDS.values() if len(getattr(message, field))]
    if kind is not None and any(kind != f"list({name})" for name, field in _FIELDS.items() if field in filled):
        raise ValueError(f"it is a list of {' and '.join(filled)} and not a {kind}")
    return tuple([_decode_item(item, field, function_of, what) for field in filled for item in getattr(message, field)])


def _decode_item(item: Any, field: str, function_of: FunctionOf, what: str) -> Any:
    if field == "s":
        return _from_json(item) if item.startswith(_JSON) else _text(item)
    if field == "type":
        return dtype_of(item)
    if field == "shape":
        return shape_of(item)
    if field == "tensor":
        return tensor_proto.decode(item, what)
    if field == "func":
        return function_of(item)
    return item


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _from_json(data: bytes) -> Any:
    return _as_tuples(json.loads(data.removeprefix(_JSON)))


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


# ---------------------------------------------------------------------------------------------- writing


def encode(value: Any, kind: str | None, name_of: NameOf, dtype: DType | None = None) -> Message | None:
    """The AttrValue of an attribute.

    Args:
        value: of the attribute.
        kind: the type that the op's definition gives it; None if it is in no definition.
        name_of: names functions.
        dtype: of a tensor, where the array does not tell.

    Returns:
        None if the value has no form in a file.
    """
    message = messages.new("AttrValue")
    if kind is None:
        kind = _kind_of(value)
        if kind is None:
            return None
    if kind == "json":
        message.s = _JSON + json.dumps(value, separators=(",", ":")).encode()
    elif kind.startswith("list("):
        message.list.SetInParent()
        field = _FIELDS[kind[5:-1]]
        for item in value:
            getattr(message.list, field).append(_encode_item(item, field, name_of, dtype))
    else:
        field = _FIELDS[kind]
        item = _encode_item(value, field, name_of, dtype)
        if field in ("shape", "tensor", "func"):
            getattr(message, field).CopyFrom(item)
        else:
            setattr(message, field, item)
    return message


def _encode_item(item: Any, field: str, name_of: NameOf, dtype: DType | None) -> Any:
    if field == "s":
        return item.encode() if isinstance(item, str) else item
    if field == "type":
        return item.enum
    if field == "shape":
        return shape_message(item)
    if field == "tensor":
        return tensor_proto.encode(item, dtype or dtypes.as_dtype(np.asarray(item).dtype))
    return messages.new("NameAttrList", name=name_of(item)) if field == "func" else item


_KINDS: tuple[tuple[Any, str], ...] = (
    (bool, "bool"), (int, "int"), (float, "float"), (str | bytes, "string"), (DType, "type"), (TensorShape, "shape"),
    (np.ndarray | np.generic, "tensor"), (Graph, "func"),
)  # fmt: skip


def _kind_of(value: Any) -> str | None:
    """How a private attribute is stored, after its Python type."""
    if not isinstance(value, list | tuple):
        return next((kind for kinds, kind in _KINDS if isinstance(value, kinds)), None)
    kinds = {_kind_of(item) for item in value}
    if len(kinds) <= 1 and not any(kind is None or kind == "json" or kind.startswith("list(") for kind in kinds):
        return f"list({next(iter(kinds), 'int')})"
    return "json" if _is_plain(value) else None


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, bool | int | float | str)
