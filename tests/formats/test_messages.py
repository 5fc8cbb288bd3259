"""Messages: classes made from the schemas."""

import pytest

from runtime import errors
from runtime.formats import messages
from tests.formats.fixtures import META_GRAPHS, TENSORFLOW, short


@pytest.mark.parametrize("path", META_GRAPHS, ids=short)
def test_a_graph_of_tensorflow_is_read_and_written_without_a_change(path):
    data = path.read_bytes()
    message = messages.parse("MetaGraphDef", data, "it")
    assert messages.parse("MetaGraphDef", messages.serialize(message), "it") == message
    assert len(messages.serialize(message)) == len(data)


def test_the_text_of_a_graph_is_tensorflows():
    text = (TENSORFLOW / "14_frozen/frozen.pbtxt").read_text()
    assert messages.to_text(messages.parse_text("GraphDef", text, "it")) == text


def test_the_text_and_the_bytes_of_a_graph_mean_the_same():
    binary = messages.parse("GraphDef", (TENSORFLOW / "14_frozen/frozen.pb").read_bytes(), "it")
    assert messages.parse_text("GraphDef", (TENSORFLOW / "14_frozen/frozen.pbtxt").read_text(), "it") == binary


def test_fields_that_nobody_knows_survive():
    data = messages.serialize(messages.new("NodeDef", name="x")) + b"\xca\x3e\x03new"  # field 1001, three bytes
    assert messages.serialize(messages.parse("NodeDef", data, "it")) == data


def test_the_bytes_do_not_depend_on_the_order_of_a_map():
    first, second = messages.new("NodeDef"), messages.new("NodeDef")
    for node, names in ((first, "abc"), (second, "cba")):
        for name in names:
            node.attr[name].b = True
    assert messages.serialize(first) == messages.serialize(second)


@pytest.mark.parametrize("data", [b"\x0a\xff", b"\xff" * 20, b"\x0a\x02\xff\xfe", b"\x3c"])
def test_bytes_that_are_no_message_are_lost_data(data):
    with pytest.raises(errors.DataLossError, match="model.meta is damaged"):
        messages.parse("NodeDef", data, "model.meta")


def test_messages_inside_each_other_without_end_are_lost_data():
    data = b""
    for _ in range(300):
        length = len(data)
        head = bytes([length]) if length < 128 else bytes([length & 127 | 128, length >> 7])
        data = b"\x12" + head + data  # FullTypeDef.args
    with pytest.raises(errors.DataLossError):
        messages.parse("FullTypeDef", data, "it")


def test_text_that_is_no_message_is_an_error_with_the_line():
    with pytest.raises(errors.InvalidArgumentError, match="2:"):
        messages.parse_text("NodeDef", 'name: "x"\nname = 3', "graph.pbtxt")


def test_unknown_names_in_text_are_passed_over():
    assert messages.parse_text("NodeDef", 'name: "x" of_tomorrow { a: 1 }', "it").name == "x"


def test_every_schema_has_messages():
    names = messages.all_message_names()
    assert {"GraphDef", "MetaGraphDef", "BundleEntryProto", "SavedModel", "Event"} <= set(names)
    assert all(messages.serialize(messages.new(name)) == b"" for name in names)
