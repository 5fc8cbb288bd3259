"""Files against TensorFlow itself, where it is installed: bytes, and the numbers of the fields of messages."""

import os

import numpy as np
import pytest

from runtime import dtypes
from runtime.formats import messages
from runtime.formats.bundle_commit import merge_bundles
from runtime.formats.bundle_reader import BundleReader
from runtime.formats.bundle_writer import BundleWriter
from runtime.formats.events import EventWriter
from runtime.formats.legacy_checkpoint import LegacyReader, is_legacy

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop

NUMERIC = [dtype for dtype in dtypes.ALL if dtype.name not in ("resource", "variant", "string")]


def save_there(prefix, tensors):
    names = sorted(tensors)
    values = [tf.constant(tensors[name].tolist(), tf.string) if tensors[name].dtype == object else tensors[name]
              for name in names]  # fmt: skip
    tf.raw_ops.SaveV2(prefix=prefix, tensor_names=names, shape_and_slices=[""] * len(names), tensors=values)


def save_here(prefix, tensors):
    with BundleWriter(prefix) as writer:
        for name in sorted(tensors):
            writer.add(name, tensors[name])
        writer.finish()


def assert_same_files(one, other):
    for ending in (".index", ".data-00000-of-00001"):
        with open(one + ending, "rb") as first, open(other + ending, "rb") as second:
            assert first.read() == second.read()


@pytest.mark.parametrize("count", [1, 17, 6000])
def test_bundles_are_tensorflows_byte_for_byte(count, tmp_path):
    random = np.random.default_rng(count)
    tensors = {f"model/block_{i % 7}/layer_{i:05d}/" + "k" * (i % 90): random.normal(size=i % 4) for i in range(count)}
    tensors["strings"] = np.array([b"x" * 1000, b""], object)
    save_there(str(tmp_path / "theirs"), tensors)
    save_here(str(tmp_path / "ours"), tensors)
    assert_same_files(str(tmp_path / "theirs"), str(tmp_path / "ours"))


@pytest.mark.parametrize("dtype", NUMERIC)
def test_every_dtype_is_read_by_the_other_side(dtype, tmp_path):
    value = np.arange(6).astype(dtype.as_numpy_dtype).reshape(2, 3)
    with BundleWriter(str(tmp_path / "ours")) as writer:
        writer.add("x", value, dtype)
        writer.finish()
    found = tf.raw_ops.RestoreV2(
        prefix=str(tmp_path / "ours"), tensor_names=["x"], shape_and_slices=[""], dtypes=[tf.as_dtype(dtype.enum)]
    )
    tf.raw_ops.SaveV2(prefix=str(tmp_path / "theirs"), tensor_names=["x"], shape_and_slices=[""], tensors=found)
    assert_same_files(str(tmp_path / "theirs"), str(tmp_path / "ours"))
    with BundleReader(str(tmp_path / "theirs")) as reader:
        assert reader.dtype("x") is dtype
        assert reader.read("x").tobytes() == value.tobytes()


def test_merged_bundles_are_tensorflows_byte_for_byte(tmp_path):
    for side, save in (("theirs", save_there), ("ours", save_here)):
        for part in range(3):
            os.makedirs(tmp_path / side / "tmp", exist_ok=True)
            save(str(tmp_path / side / "tmp" / f"part-{part}"), {f"x{part}{i}": np.ones(i) for i in range(5)})
    parts = [f"tmp/part-{part}" for part in range(3)]
    tf.raw_ops.MergeV2Checkpoints(
        checkpoint_prefixes=[str(tmp_path / "theirs" / part) for part in parts],
        destination_prefix=str(tmp_path / "theirs" / "model"),
    )
    merge_bundles([str(tmp_path / "ours" / part) for part in parts], str(tmp_path / "ours" / "model"))
    names = sorted(os.listdir(tmp_path / "theirs"))
    assert sorted(os.listdir(tmp_path / "ours")) == names
    for name in names:
        assert (tmp_path / "ours" / name).read_bytes() == (tmp_path / "theirs" / name).read_bytes()


def test_old_checkpoints_are_read(tmp_path):
    values = {"v": np.arange(6, dtype=np.float32).reshape(2, 3), "s": np.array([b"a", b"bc"], object)}
    path = str(tmp_path / "old.ckpt")
    names = sorted(values)
    tf.raw_ops.Save(filename=path, tensor_names=names, data=[tf.constant(values[name].tolist()) for name in names])
    assert is_legacy(path)
    with LegacyReader(path) as reader:
        for name in names:
            np.testing.assert_array_equal(reader.read(name), values[name])


def test_events_are_read_there(tmp_path):
    with EventWriter(str(tmp_path)) as writer:
        writer.scalar("loss", 0.5, step=3)
    events = list(tf.compat.v1.train.summary_iterator(writer.path))
    assert events[0].file_version == "brain.Event:2"
    assert events[1].summary.value[0].simple_value == 0.5


# ---------------------------------------------------------------------------------------------- schemas

_OTHER_NAMES = {
    "FunctionGraphs": "RunMetadata.FunctionGraphs",
    "Dim": "TensorShapeProto.Dim", "DtypeAndShape": "ResourceHandleProto.DtypeAndShape",
    "ListValue": "AttrValue.ListValue", "ExperimentalDebugInfo": "NodeDef.ExperimentalDebugInfo",
    "ArgDef": "OpDef.ArgDef", "AttrDef": "OpDef.AttrDef", "ArgAttrs": "FunctionDef.ArgAttrs",
    "FileLineCol": "GraphDebugInfo.FileLineCol", "StackTrace": "GraphDebugInfo.StackTrace",
    "NodeList": "CollectionDef.NodeList", "BytesList": "CollectionDef.BytesList",
    "Int64List": "CollectionDef.Int64List", "FloatList": "CollectionDef.FloatList", "AnyList": "CollectionDef.AnyList",
    "CooSparse": "TensorInfo.CooSparse", "CompositeTensor": "TensorInfo.CompositeTensor",
    "MetaInfoDef": "MetaGraphDef.MetaInfoDef", "Extent": "TensorSliceProto.Extent",
    "ObjectReference": "TrackableObjectGraph.TrackableObject.ObjectReference",
    "SerializedTensor": "TrackableObjectGraph.TrackableObject.SerializedTensor",
    "SlotVariableReference": "TrackableObjectGraph.TrackableObject.SlotVariableReference",
    "TrackableObject": "TrackableObjectGraph.TrackableObject", "PluginData": "SummaryMetadata.PluginData",
    "Image": "Summary.Image", "SummaryValue": "Summary.Value", "StructuredList": "ListValue",
    "StructuredTuple": "TupleValue", "StructuredDict": "DictValue", "StructuredNamedTuple": "NamedTupleValue",
}  # fmt: skip
_GOOGLES = {"Any": "google.protobuf.Any", "BoolValue": "google.protobuf.BoolValue"}


def _theirs(name):
    from google.protobuf import descriptor_pool
    from tensorflow.core.framework import step_stats_pb2  # noqa: F401
    from tensorflow.core.protobuf import (  # noqa: F401
        config_pb2,
        control_flow_pb2,
        fingerprint_pb2,
        saved_model_pb2,
        tensor_bundle_pb2,
        trackable_object_graph_pb2,
    )  # fmt: skip
    from tensorflow.core.util import event_pb2, saved_tensor_slice_pb2  # noqa: F401
    from tensorflow.python.training import checkpoint_state_pb2  # noqa: F401

    full = _GOOGLES.get(name) or f"tensorflow.{_OTHER_NAMES.get(name, name)}"
    return descriptor_pool.Default().FindMessageTypeByName(full)


@pytest.mark.parametrize("name", messages.all_message_names())
def test_fields_have_tensorflows_numbers_names_and_types(name):
    theirs = {field.name: field for field in _theirs(name).fields}
    for field in messages.message_class(name).DESCRIPTOR.fields:
        other = theirs[field.name]
        assert (field.number, field.is_repeated) == (other.number, other.is_repeated)
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            kinds = [(part.name, part.type) for part in field.message_type.fields]
            assert kinds == [(part.name, part.type) for part in other.message_type.fields]
        elif (field.type, other.type) != (field.TYPE_INT32, other.TYPE_ENUM):
            assert field.type == other.type
        if field.enum_type is not None:
            numbers = {value.name: value.number for value in other.enum_type.values}
            assert all(numbers[value.name] == value.number for value in field.enum_type.values)
