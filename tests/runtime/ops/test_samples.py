"""Every sample of the op tables: eagerly, in a session, with shapes unknown, and with the shapes that rules foresee."""

import numpy as np
import pytest

import runtime as rt
from runtime.context import eager_context
from runtime.dispatch import apply_op
from runtime.eager import EagerTensor
from runtime.random_streams import streams_of
from runtime.registry import has_kernel, shape_rule_of
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import ANY, ERRORS, SAMPLES

# Ops of the tiers that graphs in the wild hold, as far as they are arithmetic; then those that the tables have besides.
FREQUENT = """
    AddN AddV2 ArgMax AvgPool BatchMatMulV2 BiasAdd BiasAddGrad Bitcast Cast Conv2D Conv2DBackpropFilter
    Conv2DBackpropInput Cumsum DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter
    DepthwiseConv2dNativeBackpropInput DivNoNan Einsum Elu Equal Erf Exp FloorDiv FloorMod FusedBatchNormGradV3
    FusedBatchNormV3 Greater GreaterEqual InTopKV2 LeakyRelu Less LogicalAnd LogicalNot LogSoftmax MatMul Max Maximum
    MaxPool MaxPoolGrad Mean Minimum Mul Neg NotEqual Pow Prod RandomStandardNormal RandomUniform RealDiv Relu Relu6
    ReluGrad Rsqrt RsqrtGrad Selu Sigmoid SigmoidGrad Softmax SoftmaxCrossEntropyWithLogits
    SparseSoftmaxCrossEntropyWithLogits Sqrt Square SquaredDifference StatelessRandomGetKeyCounter
    StatelessRandomUniformV2 Sub Sum Tanh TanhGrad TopKV2 UnsortedSegmentSum
""".split()

NEEDS_A_VECTOR = {"Cross", "RandomShuffle", "SegmentMean", "SegmentMin", "SegmentProd"}


def build(sample, shapes):
    """The sample's op in a graph, on placeholders: the outputs and what to feed."""
    feeds = {}

    def placeholder(array):
        tensor = rt.placeholder(array.dtype, shapes(array))
        feeds[tensor] = array
        return tensor

    inputs = [tuple(map(placeholder, x)) if isinstance(x, tuple) else placeholder(x) for x in sample.inputs]
    return apply_op(sample.op, inputs, sample.attrs), feeds


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_eagerly_it_gives_the_expected_values(sample):
    streams_of(eager_context()).clear()
    results = sample.run()
    sample.check([tensor.numpy() for tensor in results])


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_a_kernel_gives_the_dtype_of_the_op(sample):
    for tensor in sample.run():
        assert np.asarray(tensor._value).dtype == tensor.dtype.as_numpy_dtype


def is_elementwise(sample):
    shapes = {np.shape(x) for x in (*sample.flat_inputs(), *sample.outputs) if x is not ANY}
    return len(shapes) == 1 and len(min(shapes)) == 1 and sample.op not in NEEDS_A_VECTOR


@pytest.mark.parametrize("sample", [*filter(is_elementwise, SAMPLES)], ids=repr)
def test_a_scalar_keeps_the_dtype(sample):
    """numpy before 2 widens scalars where it keeps arrays."""
    scalars = [[a[0] for a in x] if isinstance(x, tuple) else x[0] for x in sample.inputs]
    for tensor in sample.run([[wrap(v) for v in x] if isinstance(x, list) else wrap(x) for x in scalars]):
        assert np.asarray(tensor._value).dtype == tensor.dtype.as_numpy_dtype
        assert np.shape(tensor._value) == ()


def wrap(scalar):
    """A tensor that holds a numpy scalar, as results of kernels are."""
    return EagerTensor(scalar, rt.as_dtype(scalar.dtype))


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_in_a_session_it_gives_the_expected_values(sample):
    with new_graph() as g:
        outputs, feeds = build(sample, lambda array: array.shape)
    sample.check(rt.Session(graph=g).run(outputs, feeds))


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_shapes_may_be_unknown(sample):
    with new_graph() as g:
        outputs, feeds = build(sample, lambda array: None)
    sample.check(rt.Session(graph=g).run(outputs, feeds))


@pytest.mark.parametrize("sizes", ["known", "rank only"])
@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_the_shape_rule_foresees_the_shape(sample, sizes):
    with new_graph() as g:
        outputs, feeds = build(sample, lambda array: [None] * array.ndim if sizes == "rank only" else array.shape)
    for tensor, value in zip(outputs, rt.Session(graph=g).run(outputs, feeds), strict=True):
        assert tensor.shape.is_compatible_with(np.shape(value))


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_with_constant_inputs_the_shape_is_known_in_full(sample):
    with new_graph():
        inputs = [[rt.constant(a) for a in x] if isinstance(x, tuple) else rt.constant(x) for x in sample.inputs]
        outputs = apply_op(sample.op, inputs, sample.attrs)
    if sample.op not in {"SparseSegmentSum", "SparseSegmentMean", "FusedBatchNormV3"}:  # as little as TensorFlow says
        assert all(tensor.shape.is_fully_defined() for tensor in outputs)


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_bad_inputs_are_refused(error):
    with pytest.raises(error.kind, match=error.match):
        error.run()


@pytest.mark.parametrize("op_type", sorted({*FREQUENT, *(sample.op for sample in SAMPLES)}))
def test_an_op_has_kernel_shape_rule_and_sample(op_type):
    assert has_kernel(op_type)
    assert shape_rule_of(op_type) is not None
    assert any(sample.op == op_type for sample in SAMPLES)
