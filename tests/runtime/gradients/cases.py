"""For each op with a gradient, inputs at which it is smooth."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.dispatch import apply_op, convert_to_tensor


@dataclass(frozen=True, init=False)
class Case:
    """A call of an op.

    Attributes:
        op: the op type.
        inputs: arrays; a tuple of them where the input is a list.
        attrs: attributes other than those that follow from the inputs.
        fixed: positions of float inputs that have no gradient.
        orders: how often it can be differentiated.
        scored: positions of the outputs that have a gradient, None for all.
        symmetric: whether the inputs are symmetric matrices, to be varied as such.
        needs: what the gradient has to know beforehand: "", "rank" or "shape".
    """

    op: str
    inputs: tuple[Any, ...]
    fixed: tuple[int, ...] = ()
    orders: int = 2
    scored: tuple[int, ...] | None = None
    symmetric: bool = False
    needs: str = ""
    attrs: dict[str, Any] = field(default_factory=dict)

    def __init__(self, op, *inputs, fixed=(), orders=2, scored=None, symmetric=False, needs="", **attrs):
        given = {"op": op, "inputs": inputs, "fixed": fixed, "orders": orders, "scored": scored, "symmetric": symmetric,
                 "needs": needs, "attrs": attrs}  # fmt: skip
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def __repr__(self):
        given = [f"{a.dtype.name}{list(a.shape)}" for a in map(np.asarray, self.flat_inputs())]
        return "-".join([self.op, *given, *(f"{k}={v}" for k, v in self.attrs.items())]).replace(" ", "")

    def flat_inputs(self):
        """All input arrays, lists spread out."""
        return [a for each in self.inputs for a in (each if isinstance(each, tuple) else (each,))]

    def function(self, *tensors):
        """The outputs of the op on tensors."""
        if self.symmetric:
            tensors = [0.5 * (t + apply_op("Transpose", [t, convert_to_tensor(i(0, 2, 1))])[0]) for t in tensors]
        rest, grouped = list(tensors), []
        for each in self.inputs:
            if isinstance(each, tuple):
                grouped.append([rest.pop(0) for _ in each])
            else:
                grouped.append(rest.pop(0))
        outputs = apply_op(self.op, grouped, self.attrs)
        return outputs if self.scored is None else [outputs[position] for position in self.scored]


_random = np.random.default_rng(1)


def x(*shape, low=-2.0, high=2.0, gap=0.1):
    """Numbers between bounds, away from 0."""
    values = _random.uniform(low, high, shape)
    return np.where(np.abs(values) < gap, gap + np.abs(values), values)


def pos(*shape, low=0.3, high=2.5):
    """Positive numbers."""
    return _random.uniform(low, high, shape)


def unit(*shape):
    """Numbers between -0.9 and 0.9."""
    return _random.uniform(-0.9, 0.9, shape)


def z(*shape):
    """Complex numbers."""
    return _random.uniform(0.3, 1.5, shape) + 1j * _random.uniform(0.3, 1.5, shape)


def distinct(*shape):
    """Numbers that differ from each other by 0.1 and more."""
    return (_random.permutation(int(np.prod(shape))) * 0.1 - 0.7).reshape(shape)


def f(*shape):
    """float32 numbers."""
    return _random.uniform(0.2, 2.0, shape).astype(np.float32)


def spd(*shape):
    """Symmetric positive definite matrices."""
    a = _random.uniform(-1, 1, shape)
    return a @ np.swapaxes(a, -1, -2) + 2 * np.eye(shape[-1])


def tri(n):
    """A lower triangular matrix."""
    return np.tril(_random.uniform(0.5, 1, (n, n))) + np.eye(n)


def i(*values):
    """int32."""
    return np.array(values[0] if len(values) == 1 else values, np.int32)


def n(value):
    """An int32 scalar."""
    return np.int32(value)


def empty():
    """A vector without elements."""
    return np.zeros(0, np.int32)


def b(*values):
    """bool."""
    return np.array(values[0] if len(values) == 1 else values, bool)


_CONV = {"strides": [1, 2, 2, 1], "padding": "SAME"}
_POOL = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 1, 1], "padding": "VALID"}

# fmt: off
MATH = [
    Case("Neg", x(2, 3)), Case("Abs", x(4)), Case("Square", x(4)), Case("Sqrt", pos(4)), Case("Rsqrt", pos(4)),
    Case("Reciprocal", x(4)), Case("Inv", pos(3)), Case("Exp", x(4)), Case("Expm1", x(4)), Case("Log", pos(4)),
    Case("Log1p", pos(4)), Case("Sin", x(4)), Case("Cos", x(4)), Case("Tan", unit(4)), Case("Asin", unit(4)),
    Case("Acos", unit(4)), Case("Atan", x(4)), Case("Sinh", x(4)), Case("Cosh", x(4)), Case("Tanh", x(4)),
    Case("Asinh", x(4)), Case("Acosh", pos(4, low=1.2)), Case("Atanh", unit(4)), Case("Sigmoid", x(4)),
    Case("Erf", x(4)), Case("Erfc", x(4)), Case("Erfinv", unit(4)), Case("Ndtri", pos(4, low=0.1, high=0.9)),
    Case("Lgamma", pos(4)), Case("Digamma", pos(4)), Case("Sign", x(4)), Case("CheckNumerics", x(3), message="m"),
    Case("Exp", z(3)), Case("Expm1", z(3)), Case("Log", z(3)), Case("Log1p", z(3)), Case("Sin", z(3)),
    Case("Cos", z(3)), Case("Tan", z(3)), Case("Sinh", z(3)), Case("Cosh", z(3)), Case("Tanh", z(3)),
    Case("Sqrt", z(3)), Case("Rsqrt", z(3)), Case("Square", z(3)), Case("Reciprocal", z(3)), Case("Sigmoid", z(3)),
    Case("Asin", z(3)), Case("Acos", z(3)), Case("Atan", z(3)), Case("Asinh", z(3)), Case("Acosh", z(3)),
    Case("Atanh", z(3)), Case("AddV2", x(2, 3), x(3)), Case("Add", x(2, 1), x(1, 3)), Case("Sub", x(3), x(2, 3)),
    Case("Sub", x(), x(2, 1)), Case("Mul", x(2, 3), x(2, 1)), Case("Mul", z(2, 3), z(3)), Case("MulNoNan", x(3), x(3)),
    Case("RealDiv", x(2, 3), x(3)), Case("RealDiv", z(3), z(2, 1)), Case("Div", x(3), x(3)),
    Case("DivNoNan", x(2, 3), x(3)), Case("Maximum", distinct(2, 3), x(3) + 0.05),
    Case("Minimum", distinct(6), x(1) + 0.05), Case("SquaredDifference", x(2, 3), x(3)), Case("Pow", pos(2, 3), x(3)),
    Case("Pow", z(3), z(3)), Case("Pow", x(3), np.float64(3.0), fixed=(1,)),
    Case("Pow", np.array([0.0, 1.5]), np.float64(2.0), fixed=(1,)), Case("Atan2", x(2, 3), x(3)),
    Case("Xlogy", x(3), pos(2, 3)), Case("Xlog1py", x(3), pos(3)), Case("Xdivy", x(3), x(2, 3)),
    Case("FloorMod", x(4) * 3.3, pos(4)), Case("TruncateMod", x(4) * 3.3, pos(4)), Case("Mod", x(4) * 3.3, pos(4)),
    Case("Polygamma", np.float64([1, 2, 3]), pos(3), fixed=(0,)),
    Case("Zeta", pos(3) + 1.5, pos(3), fixed=(0,), orders=1), Case("Igamma", pos(3), pos(3), fixed=(0,)),
    Case("Igammac", pos(3), pos(3), fixed=(0,)),
    Case("Betainc", pos(3), pos(3), pos(3, low=0.2, high=0.8), fixed=(0, 1)), Case("Cross", x(2, 3), x(2, 3)),
    Case("AddN", (x(2, 3), x(2, 3), x(2, 3))), Case("ClipByValue", distinct(8), np.float64(-0.33), np.float64(0.44)),
    Case("Complex", x(2, 3), x(3), Tout="complex128"), Case("Real", z(3), Tout="float64"),
    Case("Imag", z(3), Tout="float64"), Case("Conj", z(3)), Case("ComplexAbs", z(3), Tout="float64"),
    Case("Angle", z(3), Tout="float64"), Case("Cast", x(3), DstT="complex128"), Case("TanhGrad", x(3), x(3)),
    Case("TanhGrad", z(3), z(3)), Case("SigmoidGrad", x(3), x(3)), Case("SqrtGrad", pos(3), x(3)),
    Case("SqrtGrad", z(3), z(3)), Case("RsqrtGrad", pos(3), x(3)), Case("RsqrtGrad", z(3), z(3)),
    Case("ReciprocalGrad", x(3), x(3)), Case("InvGrad", x(3), x(3)),
    Case("SelectV2", b(True, False, True), x(2, 3), x(3)), Case("Select", b(True, False), x(2, 3), x(2, 3)),
]

ARRAY = [
    Case("Identity", x(3)), Case("Snapshot", x(3)), Case("DeepCopy", x(3)), Case("IdentityN", (x(2), x(3))),
    Case("PlaceholderWithDefault", x(3), shape=[3]), Case("EnsureShape", x(3), shape=[3]),
    Case("Reshape", x(2, 3), i(3, -1)), Case("ExpandDims", x(2, 3), n(1)), Case("Squeeze", x(2, 1, 3, 1)),
    Case("Squeeze", x(2, 1, 3, 1), squeeze_dims=[1]), Case("Transpose", x(2, 3, 4), i(2, 0, 1)),
    Case("BroadcastTo", x(2, 1), i(3, 2, 4)), Case("Tile", x(2, 3), i(2, 3)), Case("Fill", i(2, 3), x()),
    Case("Range", x(), np.float64(9.0), np.float64(0.77), fixed=(1,)), Case("LinSpace", x(), x(), n(5)),
    Case("OneHot", i(0, 2, -1), n(3), x(), x()), Case("Pack", (x(2), x(2), x(2)), axis=1),
    Case("Unpack", x(2, 3), num=3, axis=1), Case("Split", n(1), x(2, 6), num_split=3),
    Case("SplitV", x(2, 6), i(1, 2, 3), n(1), num_split=3), Case("ConcatV2", (x(2, 1), x(2, 3)), n(-1)),
    Case("Concat", n(0), (x(1, 2), x(3, 2))), Case("Slice", x(3, 4), i(1, 0), i(2, -1)),
    Case("StridedSlice", x(4, 5), i(3, 0), i(0, 5), i(-1, 2)),
    Case("StridedSlice", x(4, 5), i(0, 0, 1), i(0, 0, 2), i(1, 1, 1), ellipsis_mask=1, new_axis_mask=2,
         shrink_axis_mask=4),
    Case("StridedSliceGrad", i(4, 5), i(3, 0), i(0, 5), i(-1, 2), x(3, 3)),
    Case("TensorStridedSliceUpdate", x(4), i([1]), i([3]), i([1]), x(2)), Case("ReverseV2", x(2, 3), i([1])),
    Case("ReverseSequence", x(3, 4), i(2, 4, 1), seq_dim=1, batch_dim=0), Case("Roll", x(3, 4), i(1, -2), i(0, 1)),
    Case("Pad", x(2, 3), i([[1, 0], [2, 1]])), Case("PadV2", x(2, 3), i([[1, 0], [2, 1]]), x()),
    Case("MirrorPad", x(3, 3), i([[1, 2], [2, 1]]), mode="REFLECT"),
    Case("MirrorPad", x(3, 3), i([[1, 2], [2, 1]]), mode="SYMMETRIC"),
    Case("MirrorPadGrad", x(6, 6), i([[1, 2], [2, 1]]), mode="REFLECT"),
    Case("SpaceToBatchND", x(1, 4, 2, 1), i(2, 2), i([[0, 0], [1, 1]])),
    Case("BatchToSpaceND", x(4, 2, 2, 1), i(2, 2), i([[0, 1], [1, 0]])),
    Case("SpaceToBatch", x(1, 2, 2, 1), i([[0, 0], [0, 0]]), block_size=2),
    Case("BatchToSpace", x(4, 1, 1, 1), i([[0, 0], [0, 0]]), block_size=2),
    Case("SpaceToDepth", x(1, 4, 4, 1), block_size=2), Case("DepthToSpace", x(1, 2, 2, 4), block_size=2),
    Case("Gather", x(4, 2), i([[0, 3], [0, 0]])), Case("GatherV2", x(4, 2), i(3, 0, 3), n(0)),
    Case("GatherV2", x(2, 4, 3), i([[1, 1], [0, 3]]), n(1), needs="rank"),
    Case("GatherV2", x(2, 4, 3), n(2), n(2), needs="rank"),
    Case("GatherV2", x(2, 3, 4), i([[1, 1], [0, 2]]), n(1), batch_dims=1, needs="rank"),
    Case("GatherV2", x(2, 3, 4), i([[1, 1, 0], [0, 2, 3]]), n(2), batch_dims=1, needs="rank"),
    Case("GatherNd", x(3, 4), i([[0, 1], [2, 3], [0, 1]])),
    Case("DynamicPartition", x(4, 2), i(1, 0, 1, 1), num_partitions=2),
    Case("DynamicStitch", (i(0, 2), i(1, 3)), (x(2, 2), x(2, 2))),
    Case("ParallelDynamicStitch", (i(0, 2), i([1])), (x(2), x(1))),
    Case("ScatterNd", i([[1], [0], [1]]), x(3, 2), i(4, 2)), Case("TensorScatterAdd", x(4), i([[1], [1]]), x(2)),
    Case("TensorScatterSub", x(4), i([[1], [3]]), x(2)), Case("TensorScatterUpdate", x(4), i([[1], [3]]), x(2)),
    Case("TensorScatterMax", distinct(4), i([[1], [3]]), np.array([5.0, -5.0])),
    Case("TensorScatterMin", distinct(4), i([[1], [3]]), np.array([5.0, -5.0])),
    Case("SegmentSum", x(4, 2), i(0, 0, 1, 3)), Case("SegmentMean", x(4, 2), i(0, 0, 1, 3)),
    Case("SegmentMax", distinct(4, 2), i(0, 0, 1, 1)), Case("SegmentMin", distinct(4, 2), i(0, 0, 1, 1)),
    Case("SegmentProd", x(5), i(0, 0, 1, 1, 1)),
    Case("SegmentProd", np.array([0.0, 2.0, 0.0, 0.0, 3.0]), i(0, 0, 1, 1, 1), orders=1),
    Case("UnsortedSegmentSum", x(4, 2), i(1, -1, 1, 0), n(3)),
    Case("UnsortedSegmentMax", distinct(4, 2), i(1, -1, 1, 0), n(2)),
    Case("UnsortedSegmentMin", distinct(4, 2), i(1, -1, 1, 0), n(2)),
    Case("UnsortedSegmentProd", x(4), i(1, -1, 1, 0), n(3)), Case("SparseSegmentSum", x(4, 2), i(0, 3, 0), i(0, 0, 1)),
    Case("SparseSegmentMean", x(4, 2), i(0, 3, 0), i(0, 0, 1)), Case("Bincount", i(0, 2, 2), n(3), x(3)),
    Case("DenseBincount", i(0, 2, 2), n(3), x(3)), Case("Diag", x(3)), Case("DiagPart", x(3, 3)),
    Case("MatrixDiag", x(2, 3)), Case("MatrixDiagPart", x(2, 3, 3)), Case("MatrixSetDiag", x(2, 3, 3), x(2, 3)),
    Case("MatrixBandPart", x(3, 4), np.int64(1), np.int64(0)), Case("MatrixDiagV3", x(2, 3), n(1), n(4), n(4), x()),
    Case("MatrixDiagPartV3", x(3, 4), i(-1, 0), x()), Case("MatrixSetDiagV3", x(3, 4), x(2, 3), i(-1, 0)),
    Case("Print", x(3), (x(1),), fixed=(1,)),
]

REDUCTION = [
    Case("Sum", x(2, 3), i([1])), Case("Sum", x(2, 3, 4), i(0, -1), keep_dims=True), Case("Sum", z(2, 3), i([0])),
    Case("Sum", x(2, 3), n(1)), Case("Mean", x(2, 3, 4), i(0, 2)), Case("Mean", x(2, 3), empty()),
    Case("Prod", x(2, 3, 4), i(2, 0)), Case("Prod", x(3), n(0)),
    Case("Prod", np.array([[0.0, 2.0], [0.0, 0.0]]), i([1]), orders=1), Case("Prod", x(2, 3), i([0]), keep_dims=True),
    Case("Max", distinct(3, 4), i([1])), Case("Min", distinct(3, 4), i(0, 1)),
    Case("Max", distinct(3, 4), i([0]), keep_dims=True), Case("EuclideanNorm", x(3, 4), i([1])),
    Case("Cumsum", x(2, 3), n(1), exclusive=True), Case("Cumsum", x(2, 3), n(0), reverse=True),
    Case("Cumprod", x(2, 3), n(1)), Case("Cumprod", x(4), n(0), exclusive=True, reverse=True),
    Case("CumulativeLogsumexp", x(4), n(0)), Case("CumulativeLogsumexp", x(4), n(0), reverse=True),
]

LINALG = [
    *[Case("MatMul", x(*((3, 2) if ta else (2, 3))), x(*((4, 3) if tb else (3, 4))), transpose_a=ta,
         transpose_b=tb) for ta in (False, True) for tb in (False, True)],
    *[Case("BatchMatMulV2", z(*((5, 3, 2) if ta else (5, 2, 3))), z(*((4, 3) if tb else (3, 4))), adj_x=ta,
         adj_y=tb) for ta in (False, True) for tb in (False, True)],
    Case("MatMul", z(2, 3), z(3, 4)), Case("BatchMatMul", x(2, 2, 3), x(2, 3, 4)),
    Case("BatchMatMulV3", x(2, 2, 3), x(1, 3, 4), Tout="float64"),
    Case("Einsum", (x(2, 3), x(3, 4)), equation="ab,bc->ac"), Case("Einsum", (x(2, 3),), equation="ab->b"),
    Case("Einsum", (x(3, 3),), equation="aa->a"), Case("Einsum", (x(3, 3),), equation="aa->"),
    Case("Einsum", (x(2, 3), x(4, 5)), equation="ab,cd->ad"),
    Case("Einsum", (x(5, 2, 3), x(3, 4)), equation="...ab,bc->...ac", needs="rank"),
    Case("Einsum", (x(5, 2, 3), x(1, 3, 4)), equation="...ab,...bc->...ac", needs="rank"),
    Case("Einsum", (z(2, 3), z(3)), equation="ab,b->a"),
    Case("Einsum", (x(2, 5, 3), x(4, 1, 3)), equation="a...b,...b->...a", needs="rank"),
    Case("Einsum", (x(2, 3, 2), x(3, 4)), equation="aba,bc->ac"), Case("Cholesky", spd(2, 3, 3), symmetric=True),
    Case("MatrixInverse", spd(2, 3, 3)), Case("MatrixInverse", spd(3, 3) + z(3, 3) / 9, adjoint=True),
    Case("MatrixDeterminant", spd(2, 3, 3)), Case("LogMatrixDeterminant", spd(2, 3, 3)),
    Case("MatrixSolve", spd(2, 3, 3), x(2, 3, 2)), Case("MatrixSolve", spd(3, 3) + z(3, 3) / 9, z(3, 2), adjoint=True),
    Case("MatrixTriangularSolve", tri(3), x(3, 2)),
    Case("MatrixTriangularSolve", tri(3).T, x(3, 2), lower=False, adjoint=True),
    Case("Svd", np.diag([3.0, 2.0, 1.0]) + x(3, 3) / 9, compute_uv=False),
    Case("Qr", x(4, 3) + np.eye(4, 3) * 3, needs="shape"), Case("Qr", x(3, 5) + np.eye(3, 5) * 3, needs="shape"),
]

NN = [
    Case("Relu", x(6)), Case("Relu6", x(6) * 4), Case("LeakyRelu", x(6), alpha=0.3), Case("Elu", x(6)),
    Case("Selu", x(6)), Case("Softplus", x(6)), Case("Softsign", x(6)), Case("Softmax", x(2, 3)),
    Case("LogSoftmax", x(2, 3)), Case("L2Loss", x(2, 3)), Case("ReluGrad", x(6), x(6)),
    Case("Relu6Grad", x(6), x(6) * 4), Case("LeakyReluGrad", x(6), x(6)), Case("EluGrad", x(6), unit(6)),
    Case("SeluGrad", x(6), unit(6)), Case("SoftplusGrad", x(6), x(6)), Case("SoftsignGrad", x(6), x(6)),
    Case("BiasAdd", x(2, 3), x(3)), Case("BiasAdd", x(2, 3, 2, 2), x(3), data_format="NCHW"),
    Case("BiasAddV1", x(2, 3), x(3)), Case("BiasAddGrad", x(2, 3)),
    Case("BiasAddGrad", x(2, 3, 2, 2), data_format="NCHW"),
    Case("SoftmaxCrossEntropyWithLogits", x(2, 3), np.array([[0.2, 0.3, 0.5], [0.0, 1.0, 0.0]]), fixed=(1,)),
    Case("SoftmaxCrossEntropyWithLogits", x(2, 3), pos(2, 3), fixed=(0,)),
    Case("SparseSoftmaxCrossEntropyWithLogits", x(2, 3), i(2, 0)), Case("TopKV2", distinct(2, 5), n(3)),
    Case("TopKV2", distinct(2, 2, 5), n(2)), Case("NthElement", distinct(2, 5), n(1)),
    Case("Conv2D", x(2, 5, 4, 3), x(3, 2, 3, 2), **_CONV),
    Case("Conv2D", x(1, 4, 4, 1), x(2, 2, 1, 2), strides=[1] * 4, padding="EXPLICIT",
         explicit_paddings=[0, 0, 1, 0, 0, 2, 0, 0]),
    Case("Conv2D", x(1, 5, 5, 1), x(2, 2, 1, 1), strides=[1] * 4, padding="VALID", dilations=[1, 2, 2, 1]),
    Case("Conv2DBackpropInput", i(2, 5, 4, 3), x(3, 2, 3, 2), x(2, 3, 2, 2), **_CONV),
    Case("Conv2DBackpropFilter", x(2, 5, 4, 3), i(3, 2, 3, 2), x(2, 3, 2, 2), **_CONV),
    Case("Conv3D", x(1, 3, 4, 3, 2), x(2, 2, 2, 2, 3), strides=[1, 1, 2, 1, 1], padding="SAME"),
    Case("DepthwiseConv2dNative", x(1, 5, 4, 3), x(3, 2, 3, 2), **_CONV),
    Case("DepthwiseConv2dNativeBackpropInput", i(1, 5, 4, 3), x(3, 2, 3, 2), x(1, 3, 2, 6), **_CONV),
    Case("DepthwiseConv2dNativeBackpropFilter", x(1, 5, 4, 3), i(3, 2, 3, 2), x(1, 3, 2, 6), **_CONV),
    Case("MaxPool", distinct(1, 4, 4, 2), **_POOL), Case("AvgPool", x(1, 4, 4, 2), **_POOL),
    Case("AvgPoolGrad", i(1, 4, 4, 2), x(1, 2, 3, 2), **_POOL),
    Case("ExtractImagePatches", x(2, 4, 4, 2), ksizes=[1, 2, 3, 1], strides=[1, 1, 2, 1], rates=[1, 1, 1, 1],
         padding="SAME"),
    Case("FusedBatchNormV3", f(2, 3, 2, 2), f(2), f(2), f(0), f(0), fixed=(3, 4), scored=(0,), orders=1),
    Case("LRN", f(1, 2, 2, 4), orders=1, depth_radius=1),
    Case("FusedBatchNormV3", f(2, 3, 2, 2), f(2), f(2), f(2), f(2), fixed=(3, 4), scored=(0,), orders=1,
         is_training=False),
]
# fmt: on
CASES = MATH + ARRAY + REDUCTION + LINALG + NN
