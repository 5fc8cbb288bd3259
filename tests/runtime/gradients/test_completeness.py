"""Every op that runs here has a gradient, or is said to have none."""

from runtime import registry
from runtime.effects import FUNCTIONAL

# The ops that graphs in the wild hold and that run here, as far as something flows through them.
FREQUENT = """
    AddN AddV2 AvgPool BatchMatMulV2 BiasAdd BroadcastTo Cast ConcatV2 Conv2D Cumsum DepthwiseConv2dNative DivNoNan
    DynamicPartition DynamicStitch Einsum Elu Erf Exp ExpandDims Fill FloorMod FusedBatchNormV3 GatherV2 Identity
    IdentityN LeakyRelu LogSoftmax MatMul Max MaxPool Maximum Mean Minimum Mul Neg Pack Pad Pow Prod ReadVariableOp
    RealDiv Relu Relu6 Reshape ReverseV2 Rsqrt Select SelectV2 Sigmoid Slice Softmax SoftmaxCrossEntropyWithLogits
    SparseSoftmaxCrossEntropyWithLogits Split Sqrt Square SquaredDifference Squeeze StridedSlice Sub Sum Tanh
    TensorListFromTensor TensorListGetItem TensorListPopBack TensorListPushBack TensorListSetItem TensorListStack Tile
    TopKV2 Transpose UnsortedSegmentSum
""".split()


def test_every_op_with_a_kernel_has_a_gradient_or_says_that_it_has_none():
    registry.load_kernels()
    known = {*registry._kernels.table, *FUNCTIONAL}
    assert not sorted(op_type for op_type in known if registry.gradient_of(op_type) is None)


def test_frequent_ops_are_differentiable():
    assert not [op for op in FREQUENT if registry.gradient_of(op) in (None, registry.NOT_DIFFERENTIABLE)]


def test_gradients_are_of_ops_that_exist():
    registry.load_gradients()
    known = registry._gradients.table
    assert not sorted(op for op in known if not registry.has_op_def(op) and not registry.has_kernel(op))


def test_gradients_of_gradients_exist():
    inner = [op for op in registry.all_op_types() if op.endswith("Grad") and registry.has_kernel(op)]
    assert not [op for op in inner if registry.gradient_of(op) is None]
