"""Files, their encodings, and examples: what is refused."""

import pytest

import runtime as rt
from runtime import examples
from runtime.errors import DataLossError, InvalidArgumentError, NotFoundError
from runtime.formats import messages
from runtime.ops import files


def example(**features):
    made = {
        name: messages.new("Feature", int64_list=messages.new("Int64List", value=values))
        for name, values in features.items()
    }
    return messages.new("Example", features=messages.new("Features", feature=made)).SerializeToString()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: files.decode_raw([b"a", b"ab"], "uint8"), "all be the same size"),
        (lambda: files.decode_raw(b"abc", "int16"), "not a multiple of 2"),
        (lambda: files.decode_csv("1,2", [0]), "Expect 1 fields but have 2"),
        (lambda: files.decode_csv("1", [0], select_cols=[3]), "Expect at least 4 fields"),
        (lambda: files.decode_csv(",", [rt.int32, 0]), "Field 0 is required but missing in record 0"),
        (lambda: files.decode_csv(["1", "x"], [0]), "Field 0 in record 1 is not a valid int32: x"),
        (lambda: files.decode_base64("###"), "base64"),
        (lambda: files.parse_tensor(files.serialize_tensor([1]), "float32"), "Type mismatch"),
        (lambda: files.parse_tensor(b"xx", "int32"), "The string b'xx' of 2 bytes is no serialised tensor"),
        (lambda: files.parse_tensor(b"", "int32"), "is no serialised tensor.*it has no dtype"),
        (lambda: files.parse_tensor(b"\xff" * 50, "int32"), "… of 50 bytes is no serialised tensor"),
        (lambda: files.parse_tensor(files.serialize_tensor([1, 2]).numpy()[:-1], "int32"), "is no serialised tensor"),
        (lambda: files.decode_compressed(b"", "LZ4"), "supported compressions"),
        (lambda: files.decode_csv("1", [[1, 2]]), "list of none or one"),
    ],
)
def test_what_does_not_fit_is_explained(call, message):
    with pytest.raises(InvalidArgumentError, match=message):
        call()


def test_a_missing_file_is_named():
    with pytest.raises(NotFoundError, match="nowhere"):
        files.read_file("nowhere")


def test_text_is_unpacked():
    import gzip
    import zlib

    assert files.decode_compressed([zlib.compress(b"a")], "ZLIB").tolist() == [b"a"]
    assert files.decode_compressed(gzip.compress(b"a"), "GZIP").numpy() == b"a"
    assert files.decode_compressed("a").numpy() == b"a"


def test_files_are_written_in_a_session(tmp_path):
    path = str(tmp_path / "folder" / "text")
    with rt.Graph().as_default(), rt.Session() as session:
        write, read = files.write_file(path, "hello"), files.read_file(path)
        session.run(write)
        assert session.run(read) == b"hello"
        assert session.run(files.matching_files(str(tmp_path / "folder" / "*"))).tolist() == [path.encode()]


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ({"a": examples.FixedLenFeature([3], rt.int64)}, "Values size: 2 but output shape"),
        ({"a": examples.FixedLenFeature([2], rt.float32)}, "Data types don't match"),
        ({"b": examples.FixedLenFeature([], rt.int64)}, "required but could not be found"),
        ({"a": examples.FixedLenSequenceFeature([3], rt.int64, True)}, "no multiple of the 3"),
    ],
)
def test_a_feature_that_does_not_fit_is_explained(features, message):
    with pytest.raises(InvalidArgumentError, match=message):
        examples.parse_example([example(a=[1, 2])], features)


def test_features_are_of_known_kinds():
    with pytest.raises(ValueError, match="Invalid feature a"):
        examples.parse_example([b""], {"a": rt.int64})
    with pytest.raises(ValueError, match="requires allow_missing"):
        examples.parse_example([b""], {"a": examples.FixedLenSequenceFeature([], rt.int64)})


def test_text_that_is_no_example_is_an_error():
    with pytest.raises(InvalidArgumentError, match="Could not parse example input"):
        examples.parse_example([b"\xff\xff"], {"a": examples.VarLenFeature(rt.int64)})


def test_one_example_is_a_scalar():
    with pytest.raises(ValueError, match="must be a scalar"):
        examples.parse_single_example([b""], {})


def test_examples_are_parsed_in_a_graph():
    features = {
        "a": examples.FixedLenFeature([2], rt.int64),
        "r": examples.RaggedFeature(rt.int64, value_key="a"),
        "v": examples.VarLenFeature(rt.int64),
    }
    parse = rt.function(lambda texts: examples.parse_example(texts, features))
    parsed = parse(rt.constant([example(a=[1, 2], v=[7]), example(a=[3, 4])]))
    assert parsed["a"].tolist() == [[1, 2], [3, 4]]
    assert parsed["r"].to_list() == [[1, 2], [3, 4]]
    assert parsed["v"].values.tolist() == [7]


def test_what_is_not_compressed_is_damaged():
    with pytest.raises(DataLossError, match="1 bytes are not compressed as ZLIB"):
        rt.decode_compressed("x", "ZLIB")
