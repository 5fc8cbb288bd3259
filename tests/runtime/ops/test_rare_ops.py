"""Ops that TensorFlow cannot run in a small program, or not without another package: values worked out by hand."""

import importlib.util

import numpy as np
import pytest

import runtime as rt
from runtime import data, summary
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.errors import AbortedError, InvalidArgumentError, OutOfRangeError
from runtime.registry import kernel_of
from runtime.summary.version1 import summary_iterator
from tests.runtime.helpers import new_graph

needs_pillow = pytest.mark.skipif(importlib.util.find_spec("PIL") is None, reason="Pillow is not installed")


def test_abort():
    with pytest.raises(AbortedError, match="enough"):
        apply_op("Abort", [], {"error_msg": "enough"})
    assert apply_op("Abort", [], {"exit_without_error": True}) is None


def test_const():
    assert apply_one("Const", [], {"value": np.float32([1, 2]), "dtype": rt.float32}).tolist() == [1.0, 2.0]


def test_placeholders():
    assert kernel_of("PlaceholderV2").function is kernel_of("Placeholder").function
    with new_graph() as graph:
        x = apply_one("Placeholder", [], {"dtype": rt.float32, "shape": rt.TensorShape([2])})
        assert rt.Session(graph=graph).run(x * 2.0, {x: [1.0, 2.0]}).tolist() == [2.0, 4.0]
        with pytest.raises(InvalidArgumentError, match="You must feed a value for placeholder tensor"):
            rt.Session(graph=graph).run(x * 2.0)


def test_stacks_of_the_oldest_graphs():
    with new_graph() as graph:
        stack = apply_one("Stack", [], {"elem_type": rt.float32})
        pushed = apply_one("StackPush", [stack, convert_to_tensor([1.0])])
        with rt.control_dependencies([pushed]):
            popped = apply_one("StackPop", [stack], {"elem_type": rt.float32})
        with rt.control_dependencies([popped]):
            again = apply_one("StackPop", [stack], {"elem_type": rt.float32})
            closed = apply_op("StackClose", [stack])
        assert rt.Session(graph=graph).run([pushed, popped, closed])[1].tolist() == [1.0]
        with pytest.raises(OutOfRangeError, match="Stack is empty"):
            rt.Session(graph=graph).run(again)


def test_the_algorithm_of_random_numbers_is_philox():
    assert int(apply_one("StatelessRandomGetAlg", [])) == 1


def test_elements_of_datasets():
    numbers = data.Dataset.range(2)
    iterator = iter(numbers)
    attrs = {"output_types": (rt.int64,), "output_shapes": (rt.TensorShape([]),)}
    assert int(apply_one("IteratorGetNextSync", [iterator._handle], attrs)) == 0
    optional = apply_one("OptionalFromValue", [[convert_to_tensor(3)]])
    assert bool(apply_one("OptionalHasValue", [optional]))


def test_a_cache_in_memory():
    counted = []

    def numbers():
        counted.append(1)
        yield from (1, 2)

    made = data.Dataset.from_generator(numbers, output_signature=rt.TensorSpec([], rt.int32))
    attrs = {"output_types": (rt.int32,), "output_shapes": (rt.TensorShape([]),)}
    cached = data.Dataset(
        apply_one("CacheDataset", [made._variant_tensor, convert_to_tensor("")], attrs), made.element_spec
    )
    assert [[int(n) for n in cached] for _ in range(2)] == [[1, 2], [1, 2]]
    assert len(counted) == 1


def test_summaries_that_are_bytes_already(tmp_path):
    message = apply_one("ScalarSummary", [convert_to_tensor("a"), convert_to_tensor(1.0)])
    with summary.create_file_writer(str(tmp_path)).as_default(step=1):
        assert bool(summary.experimental.write_raw_pb(message))  # "WriteRawProtoSummary"
    (path,) = tmp_path.iterdir()
    tags = [value.tag for event in summary_iterator(str(path)) for value in event.summary.value]
    assert tags == ["a"]


@needs_pillow
def test_pictures_of_other_kinds():
    data_of = apply_one("EncodeJpeg", [convert_to_tensor(np.full([8, 8, 3], 90, np.uint8))], {"quality": 100})
    assert np.abs(apply_one("DecodeJpeg", [data_of], {"channels": 0}).numpy().astype(int) - 90).max() <= 2
    assert apply_one("ExtractJpegShape", [data_of], {"output_type": rt.int32}).tolist() == [8, 8, 3]


@pytest.mark.parametrize("op_type", ["DecodeBmp", "DecodeGif", "DecodeJpeg", "ExtractJpegShape"])
def test_what_is_no_picture(op_type):
    attrs = {"output_type": rt.int32} if op_type == "ExtractJpegShape" else {}
    with pytest.raises(InvalidArgumentError, match="Unknown image file format"):
        apply_one(op_type, [convert_to_tensor("nonsense")], attrs)
