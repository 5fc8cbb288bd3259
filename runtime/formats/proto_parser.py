"""Reads the schemas (`schema/*.proto`): the part of the proto3 language that they use.

    message Dim { int64 size = 1; }  -->  DescriptorProto(name="Dim", field=[...])

Building the message classes at run time, rather than by protoc, pins no version of protobuf.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from google.protobuf import descriptor_pb2

_TOKEN = re.compile(r'//[^\n]*|"[^"]*"|[\w.]+|[{}=;<>,]')
_SCALARS = {
    name: getattr(descriptor_pb2.FieldDescriptorProto, f"TYPE_{name.upper()}")
    for name in ("bool", "bytes", "double", "fixed32", "fixed64", "float", "int32", "int64", "sint64", "string")
} | {"uint32": 13, "uint64": 4}
_FIELD: Any = descriptor_pb2.FieldDescriptorProto


def parse_schemas(texts: Iterator[str], package: str) -> Any:
    """One FileDescriptorProto for all schemas together: each may name the messages of the others.

    Args:
        texts: of the schemas.
        package: where the messages get their full names.
    """
    file = descriptor_pb2.FileDescriptorProto(name=f"{package}.proto", package=package, syntax="proto3")
    for text in texts:
        _Parser(text, file).parse()
    enums = {enum.name for enum in file.enum_type}
    for message in file.message_type:
        for field in [*message.field, *(inner for nested in message.nested_type for inner in nested.field)]:
            if field.type_name and not field.type_name.startswith("."):
                field.type = _FIELD.TYPE_ENUM if field.type_name in enums else _FIELD.TYPE_MESSAGE
                field.type_name = f".{package}.{field.type_name}"
    return file


class _Parser:
    """Recursive descent over the tokens of one schema."""

    def __init__(self, text: str, file: Any) -> None:
        self._tokens: list[str] = [token for token in _TOKEN.findall(text) if not token.startswith("//")]
        self._place = 0
        self._file = file

    def parse(self) -> None:
        """Reads all messages and enums of the file."""
        while self._place < len(self._tokens):
            keyword = self._next()
            if keyword == "message":
                self._message(self._file.message_type.add())
            elif keyword == "enum":
                self._enum(self._file.enum_type.add())
            else:  # syntax = "proto3";
                while self._next() != ";":
                    pass

    def _next(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1]

    def _take(self, token: str) -> bool:
        """Moves on if that is the next token; whether it was."""
        found = self._tokens[self._place] == token
        self._place += found
        return found

    def _enum(self, enum: Any) -> None:
        enum.name, _ = self._next(), self._next()
        while not self._take("}"):
            name, number = self._number()
            enum.value.add(name=name, number=number)

    def _number(self) -> tuple[str, int]:
        name, _, number, _ = self._next(), self._next(), self._next(), self._next()
        return name, int(number)

    def _message(self, message: Any) -> None:
        message.name, _ = self._next(), self._next()
        while not self._take("}"):
            if self._take("oneof"):
                index = len(message.oneof_decl)
                message.oneof_decl.add(name=self._next())
                self._next()
                while not self._take("}"):
                    self._field(message).oneof_index = index
            elif self._take("map"):
                self._map(message)
            elif self._take("repeated"):
                self._field(message).label = _FIELD.LABEL_REPEATED
            else:
                self._field(message)

    def _field(self, message: Any) -> Any:
        kind = self._next()
        name, number = self._number()
        field = message.field.add(name=name, number=number, label=_FIELD.LABEL_OPTIONAL)
        _set_type(field, kind)
        return field

    def _map(self, message: Any) -> None:
        _, key, _, value, _ = (self._next() for _ in range(5))
        name, number = self._number()
        entry = message.nested_type.add(name="".join(part.capitalize() for part in name.split("_")) + "Entry")
        entry.options.map_entry = True
        for position, (part, kind) in enumerate((("key", key), ("value", value)), 1):
            _set_type(entry.field.add(name=part, number=position, label=_FIELD.LABEL_OPTIONAL), kind)
        field = message.field.add(name=name, number=number, label=_FIELD.LABEL_REPEATED)
        _set_type(field, f"{message.name}.{entry.name}")


def _set_type(field: Any, kind: str) -> None:
    if kind in _SCALARS:
        field.type = _SCALARS[kind]
    else:
        field.type_name = kind
