"""TensorFlow's protocol buffers, as classes of our own made from `schema/*.proto` when first asked for.

    from runtime.formats import messages
    graph_def = messages.new("GraphDef")

They live in a descriptor pool of their own, so that TensorFlow may be loaded in the same process. Fields that the
schemas do not know survive reading and writing.
"""

from __future__ import annotations

import functools
from importlib import resources
from typing import Any

from runtime.errors import DataLossError, InvalidArgumentError

_PACKAGE = "autograph.formats"
Message = Any
"""An instance of a generated message class."""


@functools.cache
def _pool() -> Any:
    from google.protobuf import descriptor_pool

    from runtime.formats.proto_parser import parse_schemas

    schemas = resources.files("runtime.formats").joinpath("schema")
    texts = (path.read_text("utf-8") for path in sorted(schemas.iterdir(), key=str) if path.name.endswith(".proto"))
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(parse_schemas(texts, _PACKAGE).SerializeToString())
    return pool


@functools.cache
def message_class(name: str) -> Any:
    """The class of the messages of that name, such as "GraphDef"."""
    from google.protobuf import message_factory

    return message_factory.GetMessageClass(_pool().FindMessageTypeByName(f"{_PACKAGE}.{name}"))


def new(kind: str, /, **fields: Any) -> Message:
    """A message of a class, with these fields.

    >>> new("Dim", size=3).size
    3
    """
    return message_class(kind)(**fields)


def all_message_names() -> list[str]:
    """The names of all messages of the schemas, sorted."""
    return sorted(_pool().FindFileByName(f"{_PACKAGE}.proto").message_types_by_name)


def parse(name: str, data: bytes, what: str) -> Message:
    """A message from its bytes.

    Args:
        name: of the message.
        data: the bytes.
        what: where they come from, for the error.

    Raises:
        DataLossError: the bytes are no such message.
    """
    from google.protobuf.message import DecodeError

    try:
        return message_class(name).FromString(data)
    except (DecodeError, UnicodeDecodeError, RuntimeError) as error:
        raise DataLossError(f"{what} is damaged: its {len(data)} bytes are no {name} ({error}).") from None


def serialize(message: Message) -> bytes:
    """The bytes of a message, always the same for the same content."""
    data: bytes = message.SerializeToString(deterministic=True)
    return data


def to_text(message: Message) -> str:
    """The message in the text form of protocol buffers (`.pbtxt`)."""
    from google.protobuf import text_format

    text: str = text_format.MessageToString(message)
    return text


def parse_text(name: str, text: str, what: str) -> Message:
    """A message from its text form; fields that nobody knows are passed over.

    Args:
        name: of the message.
        text: the text.
        what: where it comes from, for the error.

    Raises:
        InvalidArgumentError: it is no text of such a message; the message says where it goes wrong.
    """
    from google.protobuf import text_format

    try:
        return text_format.Parse(text, new(name), allow_unknown_field=True)
    except (text_format.ParseError, RecursionError, UnicodeError) as error:
        raise InvalidArgumentError(f"{what} is no text of a {name}: {str(error).rstrip('.')}.") from None
