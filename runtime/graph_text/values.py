"""Attribute values in the text form of graphs.

"NHWC" b"\\x00"     strings and bytes         <2,?>  <*>       shapes, known in part and not at all
3  -1               integers                  float32<2>{1.0, 2.0}    tensors
1.0  1e-05  nan     floats                    @name  @name{T=float32}  functions
true  false         truth values              $T               what a function is still to be given
float32             dtypes                    [1, 2]           lists
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.formats import messages, tensor_proto

Message = messages.Message
MOST_SPELT = 64
"""Elements of a tensor that are written as numbers; larger ones stand as their bytes."""

_PLAIN_NAME = re.compile(r"(?!(?:inf|nan)\Z)[A-Za-z_.](?:[\w.\-/>]*[\w./])?\Z", re.ASCII)
_LIST_FIELDS = ("s", "i", "f", "b", "type", "shape", "tensor", "func")


def name_text(name: str) -> str:
    """A name as it is, or between quotes where it could be taken for something else."""
    return name if _PLAIN_NAME.match(name) else json.dumps(name)


def bytes_text(data: bytes) -> str:
    """A string; bytes that are no text get a `b` before.

    >>> bytes_text(b"a"), bytes_text(bytes([255]))
    ('"a"', 'b"\\\\xff"')
    """
    try:
        return json.dumps(data.decode(), ensure_ascii=False)
    except UnicodeDecodeError:
        return 'b"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def float_text(value: float) -> str:
    """A number that reads back as the same 32 bits."""
    return str(np.float32(value))


def dtype_text(number: int) -> str:
    """The name of a dtype, with `_ref` for references; `type(N)` where it has none here."""
    try:
        return dtypes.as_dtype(number % 100).name + ("_ref" if number > 100 else "")
    except (TypeError, UnimplementedError):
        return f"type({number})"


def shape_text(shape: Message) -> str:
    """A TensorShapeProto."""
    return sizes_text(None if shape.unknown_rank else [dim.size for dim in shape.dim])


def sizes_text(sizes: Iterable[int | None] | None) -> str:
    """Sizes of dimensions; None and negative ones are not known.

    >>> sizes_text([2, None]), sizes_text(None), sizes_text([])
    ('<2,?>', '<*>', '<>')
    """
    if sizes is None:
        return "<*>"
    return "<" + ",".join("?" if size is None or size < 0 else str(size) for size in sizes) + ">"


def tensor_text(tensor: Message) -> str:
    """A TensorProto: its elements where they are few and read back as they are, else its bytes."""
    head = dtype_text(tensor.dtype) + shape_text(tensor.tensor_shape)
    try:
        array = tensor_proto.decode(tensor, "a tensor")
        spelt = None if array.size > MOST_SPELT else list(_elements(array))
    except (InvalidArgumentError, UnimplementedError):
        spelt = None
    if spelt is not None and (array.dtype == object or _reads_back(array)):
        return f"{head}{{{', '.join(spelt)}}}"
    return f'{head}{{base64 "{base64.b64encode(messages.serialize(tensor)).decode()}"}}'


def _elements(array: Any) -> Iterator[str]:
    for item in array.reshape(-1):
        if isinstance(item, bytes):
            yield bytes_text(item)
        elif isinstance(item, np.bool_):
            yield "true" if item else "false"
        elif array.dtype.kind in "iu":
            yield str(int(item))
        elif array.dtype.kind == "c":
            yield f"{item.real!s}:{item.imag!s}"
        else:
            yield str(item)


def _reads_back(array: Any) -> bool:
    """Whether the elements are numbers whose text says them in full: NaNs have bits that it does not."""
    if array.dtype.kind not in "biufc":
        return bool(array.dtype.name == "bfloat16" and not np.isnan(array.astype(np.float32)).any())
    return array.dtype.kind in "biu" or not np.isnan(array).any()


def value_text(value: Message) -> str:
    """An AttrValue."""
    field = value.WhichOneof("value")
    if field == "list":
        items = [_item_text(item, kind) for kind in _LIST_FIELDS for item in getattr(value.list, kind)]
        return f"[{', '.join(items)}]"
    return "none" if field is None else _item_text(getattr(value, field), field)


def _item_text(item: Any, field: str) -> str:
    if field == "func":
        return "@" + name_text(item.name) + _attrs_in_braces(item.attr)
    if field == "i" or field == "b":
        return str(item).lower()
    writers: dict[str, Callable[[Any], str]] = {
        "s": bytes_text, "f": float_text, "type": dtype_text, "shape": shape_text, "tensor": tensor_text,
        "placeholder": lambda name: "$" + name_text(name),
    }  # fmt: skip
    return writers[field](item)


def _attrs_in_braces(attrs: Any) -> str:
    return "{" + attrs_text(attrs) + "}" if attrs else ""


def attrs_text(attrs: Any, hidden: Any = ()) -> str:
    """Attributes in the order of their names, separated by spaces."""
    return " ".join(f"{name_text(name)}={value_text(attrs[name])}" for name in sorted(attrs) if name not in hidden)
