"""Every sample of the structural op tables: eagerly, and in a session with shapes known or not."""

import numpy as np
import pytest

import runtime as rt
from runtime.dispatch import apply_op
from runtime.registry import has_kernel, shape_rule_of
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples_array import ERRORS, SAMPLES

# Ops of the tiers that graphs in the wild hold, as far as they are structural. The engine runs bodies without a kernel.
FREQUENT = """
    Assert BroadcastGradientArgs BroadcastTo ConcatOffset ConcatV2 ControlTrigger DynamicPartition DynamicStitch
    EmptyTensorList ExpandDims Fill GatherV2 Identity IdentityN InvertPermutation NoOp OneHot Pack Pad
    ParallelDynamicStitch PlaceholderWithDefault PrintV2 Range Reshape ResourceGather ReverseV2 Select SelectV2 Shape
    ShapeN Size Slice Split Squeeze StackPopV2 StackPushV2 StackV2 StaticRegexFullMatch StopGradient StridedSlice
    StridedSliceGrad StringJoin TensorArrayConcatV3 TensorArrayGatherV3 TensorArrayReadV3 TensorArrayScatterV3
    TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3 TensorListElementShape TensorListFromTensor
    TensorListGetItem TensorListLength TensorListPopBack TensorListPushBack TensorListReserve TensorListSetItem
    TensorListStack Tile Transpose Unique ZerosLike
""".split()
BODIES = "Case If PartitionedCall StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile While".split()


def build(sample, shape_of):
    """The sample's op in a graph, on placeholders: the outputs and what to feed."""
    feeds = {}

    def placeholder(array):
        tensor = rt.placeholder(rt.string if array.dtype == object else array.dtype, shape_of(array))
        feeds[tensor] = array
        return tensor

    inputs = [tuple(map(placeholder, x)) if isinstance(x, tuple) else placeholder(x) for x in sample.inputs]
    return apply_op(sample.op, inputs, sample.attrs), feeds


SHAPES = {
    "known": lambda array: array.shape,
    "rank only": lambda array: [None] * array.ndim,
    "unknown": lambda array: None,
}


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_eagerly_it_gives_the_expected_values(sample):
    sample.check([tensor.numpy() for tensor in sample.run()])


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_a_kernel_gives_the_dtype_of_the_op(sample):
    for tensor in sample.run():
        assert np.asarray(tensor._value).dtype == tensor.dtype.as_numpy_dtype
        assert hasattr(tensor._value, "shape")


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_in_a_session_it_gives_the_values_and_shapes_foreseen(sample, sizes):
    with new_graph() as g:
        outputs, feeds = build(sample, SHAPES[sizes])
    values = rt.Session(graph=g).run(outputs, feeds)
    sample.check(values)
    for tensor, value in zip(outputs, values, strict=True):
        assert tensor.shape.is_compatible_with(np.shape(value))


DATA_DEPENDENT = {
    "DynamicPartition", "ListDiff", "StringSplit", "StringSplitV2", "Unique", "UniqueV2", "UniqueWithCounts",
    "UniqueWithCountsV2", "Where", "BroadcastGradientArgs",
}  # fmt: skip


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.op not in DATA_DEPENDENT], ids=repr)
def test_with_constant_inputs_the_shape_is_known_in_full(sample):
    with new_graph():
        inputs = [[rt.constant(a) for a in x] if isinstance(x, tuple) else rt.constant(x) for x in sample.inputs]
        outputs = apply_op(sample.op, inputs, sample.attrs)
    for tensor, expected in zip(outputs, sample.run(), strict=True):
        assert tensor.shape == expected.shape


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_bad_inputs_are_refused(error):
    with pytest.raises(error.kind, match=error.match):
        error.run()


@pytest.mark.parametrize("op_type", sorted({*FREQUENT, *(sample.op for sample in SAMPLES)}))
def test_an_op_has_kernel_and_shape_rule(op_type):
    assert has_kernel(op_type)
    assert shape_rule_of(op_type) is not None


@pytest.mark.parametrize("op_type", BODIES)
def test_an_op_that_runs_bodies_has_a_shape_rule_only(op_type):
    assert not has_kernel(op_type)
    assert shape_rule_of(op_type) is not None
