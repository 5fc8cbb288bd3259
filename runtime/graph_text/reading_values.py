"""Reads attribute values in the text form of graphs."""

from __future__ import annotations

import ast
import base64
import binascii
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.errors import DataLossError, UnimplementedError
from runtime.formats import messages, tensor_proto
from runtime.formats.arrays import string_array
from runtime.graph_text.lexing import Line, Word

Message = messages.Message


def read_value(line: Line, into: Message) -> None:
    """Takes a value and puts it into an AttrValue."""
    if line.skip("["):
        into.list.SetInParent()
        while not line.skip("]"):
            start = line.next
            field, item = _item(line)
            if field == "placeholder":
                line.fail("no list holds what is still to be given", start)
            getattr(into.list, field).append(item)
            if not line.is_next("]"):
                line.expect(",")
    elif not line.skip("none"):
        _set(into, *_item(line))


def read_attrs(line: Line, into: Any) -> None:
    """Takes `name=value` as long as they come."""
    while line.next.kind in ("name", "string") and not line.is_next("on", "more"):
        name = line.name()
        line.expect("=")
        read_value(line, into[name])


def _set(into: Message, field: str, item: Any) -> None:
    if field in ("shape", "tensor", "func"):
        getattr(into, field).CopyFrom(item)
    else:
        setattr(into, field, item)


def _item(line: Line) -> tuple[str, Any]:
    word = line.next
    if line.is_next("<"):
        return "shape", read_shape(line)
    if line.skip("@"):
        return "func", _function(line)
    if line.skip("$"):
        return "placeholder", line.name()
    if word.kind in ("string", "bytes"):
        return "s", _bytes(line, line.take())
    if word.kind == "number":
        return _number(line.take())
    if line.is_next("true", "false"):
        return "b", line.take().text == "true"
    if word.kind != "name":
        line.fail("a value belongs here", word)
    dtype = read_dtype(line)
    return ("tensor", _tensor(line, dtype)) if line.is_next("<") else ("type", dtype)


def _number(word: Word) -> tuple[str, Any]:
    text = word.text
    if text.lstrip("+-").isdigit():
        return "i", int(text)
    return "f", float(text)


def _bytes(line: Line, word: Word) -> bytes:
    if word.kind == "string":
        return line.string(word).encode()
    try:
        return bytes(ast.literal_eval(word.text))
    except (ValueError, SyntaxError):
        line.fail("these bytes are not well formed", word)


def read_dtype(line: Line) -> int:
    """Takes the name of a dtype; the number that files have for it."""
    word = line.next
    name = line.name("a dtype")
    if name == "type" and line.skip("("):
        number = line.integer()
        line.expect(")")
        return number
    try:
        plain = name.removesuffix("_ref")
        return dtypes.as_dtype(plain).enum + (100 if name != plain else 0)
    except (TypeError, UnimplementedError):
        line.fail("a dtype belongs here", word)


def read_shape(line: Line) -> Message:
    """Takes a shape; a TensorShapeProto."""
    shape = messages.new("TensorShapeProto")
    line.expect("<")
    if line.skip("*"):
        shape.unknown_rank = True
        line.expect(">")
        return shape
    shape.SetInParent()
    while not line.skip(">"):
        shape.dim.add(size=-1 if line.skip("?") else line.integer())
        if not line.is_next(">"):
            line.expect(",")
    return shape


def _function(line: Line) -> Message:
    function = messages.new("NameAttrList", name=line.name("the name of a function"))
    if line.skip("{"):
        read_attrs(line, function.attr)
        line.expect("}")
    return function


def _tensor(line: Line, dtype: int) -> Message:
    shape = read_shape(line)
    line.expect("{")
    if line.skip("base64"):
        start = line.next
        tensor = read_message(line, "TensorProto")
        line.expect("}")
        if tensor.dtype != dtype or tensor.tensor_shape != shape:
            line.fail("these are the bytes of a tensor of another dtype or shape", start)
        return tensor
    start = line.next
    items = []
    while not line.skip("}"):
        items.append(_element(line))
        if not line.is_next("}"):
            line.expect(",")
    return _filled(line, start, items, dtypes.as_dtype(dtype), [dim.size for dim in shape.dim])


def _element(line: Line) -> Any:
    word = line.take()
    if word.kind in ("string", "bytes"):
        return _bytes(line, word)
    if word.text in ("true", "false"):
        return word.text == "true"
    if word.kind != "number":
        line.fail("an element of the tensor belongs here", word)
    value = _number(word)[1]
    return complex(value, _number(line.take())[1]) if line.skip(":") else value


def _filled(line: Line, start: Word, items: list[Any], dtype: Any, sizes: list[int]) -> Message:
    try:
        if dtype is dtypes.string:
            return tensor_proto.encode(string_array(items, tuple(sizes)), dtype)
        return tensor_proto.encode(np.array(items, dtype.as_numpy_dtype).reshape(sizes), dtype)
    except (ValueError, TypeError, OverflowError, UnimplementedError):
        line.fail(f"{len(items)} elements for {dtype.name}<{','.join(map(str, sizes))}> belong here", start)


def read_message(line: Line, kind: str) -> Message:
    """Takes the bytes of a message, in base 64 between quotes."""
    word = line.take()
    try:
        return messages.parse(kind, base64.b64decode(line.string(word), validate=True), "it")
    except (binascii.Error, ValueError, DataLossError):
        line.fail(f"the bytes of a {kind} belong here", word)
