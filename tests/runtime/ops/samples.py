"""The op tables: for each arithmetic op inputs, attributes and the outputs that TensorFlow 2.21 gives for them.

The expected values are TensorFlow's; tests/interop/test_ops_match_tensorflow.py compares again where it is installed.
Gradient checks start from the same inputs.
"""

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from runtime import dtypes
from runtime.dispatch import apply_op, convert_to_tensor
from runtime.errors import InvalidArgumentError, UnimplementedError
from runtime.registry import op_def

nan, inf = float("nan"), float("inf")
needs_bfloat16 = pytest.mark.skipif(
    find_spec("ml_dtypes") is None, reason="ml_dtypes, which has bfloat16, is not there"
)
HALVES = ["float16", pytest.param("bfloat16", marks=needs_bfloat16)]


class _Any:
    """An output whose value means nothing to anybody."""

    def __repr__(self):
        return "ANY"


ANY = _Any()


@dataclass(frozen=True, init=False)
class Sample:
    """A call of an op.

    Attributes:
        op: the op type.
        inputs: an array for each input, a tuple of arrays where the input is a list.
        outputs: what is expected of each output, as nested lists or `ANY`.
        attrs: attributes other than those that follow from the inputs.
    """

    op: str
    inputs: list[Any]
    outputs: list[Any]
    attrs: dict[str, Any] = field(default_factory=dict)

    def __init__(self, op, inputs, outputs, **attrs):
        for name, value in (("op", op), ("inputs", inputs), ("outputs", outputs), ("attrs", attrs)):
            object.__setattr__(self, name, value)

    def __repr__(self):
        given = [f"{each.dtype.name}{list(each.shape)}" for each in self.flat_inputs()]
        return "-".join([self.op, *given, *(f"{k}={v}" for k, v in self.attrs.items())]).replace(" ", "")

    def flat_inputs(self):
        """All input arrays, lists spread out."""
        return [a for each in self.inputs for a in (each if isinstance(each, tuple) else (each,))]

    def tensors(self):
        """The inputs as eager tensors."""
        return [
            [convert_to_tensor(a) for a in each] if isinstance(each, tuple) else convert_to_tensor(each)
            for each in self.inputs
        ]

    def run(self, inputs=None):
        """The output tensors of the op, on these inputs or on tensors given instead."""
        return apply_op(self.op, self.tensors() if inputs is None else inputs, self.attrs)

    def check(self, results):
        """Compares output values with what is expected."""
        assert len(results) == len(self.outputs)
        for result, expected, arg in zip(results, self.outputs, op_def(self.op).outputs, strict=True):
            if expected is not ANY:
                compare(np.asarray(result), expected, arg.name)


def compare(result, expected, name=""):
    """Fails unless an array is equal to nested lists, up to the rounding of its dtype."""
    result = np.asarray(result)
    exact = result.dtype.kind not in "fcV"
    bound = 0 if exact else 2e-3 if result.dtype.itemsize == 2 else 2e-6
    wanted = np.array(expected, result.dtype if exact else complex if result.dtype.kind == "c" else float)
    assert result.shape == wanted.shape, f"{name}: shape {result.shape} instead of {wanted.shape}"
    np.testing.assert_allclose(result.astype(wanted.dtype), wanted, rtol=bound, atol=bound / 2, err_msg=name)


def _array(dtype):
    def make(*values):
        return np.array(values[0] if len(values) == 1 else values, dtype)

    return make


b, c, d, f, h = (_array(dtype) for dtype in (bool, np.complex64, np.float64, np.float32, np.float16))
i, l, q, s, u = (_array(dtype) for dtype in (np.int32, np.int64, np.uint64, np.int8, np.uint8))  # noqa: E741


def seq(*shape):
    """1, 2, 3 ... in some shape."""
    return np.arange(1, 1 + np.prod(shape)).reshape(shape)


def wave(*shape):
    """Numbers up and down between -1 and 1."""
    return np.sin(np.arange(np.prod(shape)) * 1.7 + 0.3).round(2).reshape(shape)


# fmt: off
MATH = [
    Sample("Abs", [f(-1.5, 0, 2)], [[1.5, 0.0, 2.0]]),
    Sample("Abs", [i(-3, 4)], [[3, 4]]),
    Sample("Acos", [f(-0.5, 0, 1)], [[2.094395, 1.570796, 0.0]]),
    Sample("Acosh", [f(1, 2, 5)], [[0.0, 1.316958, 2.292432]]),
    Sample("Add", [f(1, 2), f(3, -4)], [[4.0, -2.0]]),
    Sample("AddN", [(f(1, 2), f(10, 20), f(100, 200))], [[111.0, 222.0]]),
    Sample("AddV2", [f([[1], [2]]), f(10, 20)], [[[11.0, 21.0], [12.0, 22.0]]]),
    Sample("AddV2", [i(2147483647), i(1)], [-2147483648]),
    Sample("AddV2", [u(250, 3), u(10, 4)], [[4, 7]]),
    Sample("Asin", [f(-0.5, 0, 1)], [[-0.5235988, 0.0, 1.570796]]),
    Sample("Asinh", [f(-2, 0, 3)], [[-1.443635, 0.0, 1.818447]]),
    Sample("Atan", [f(-2, 0, 3)], [[-1.107149, 0.0, 1.249046]]),
    Sample("Atan2", [f(1, -1, 0), f(-1, -2, 1)], [[2.356194, -2.677945, 0.0]]),
    Sample("Atanh", [f(-0.5, 0, 0.9)], [[-0.5493062, 0.0, 1.472219]]),
    Sample("Ceil", [f(1.2, -1.2, 3)], [[2.0, -1.0, 3.0]]),
    Sample("ClipByValue", [f(-5, 0.5, 9), f(-1), f(1)], [[-1.0, 0.5, 1.0]]),
    Sample("ComplexAbs", [c(3+4j, -1j)], [[5.0, 1.0]]),
    Sample("Cos", [f(0, 1, -2.5)], [[1.0, 0.5403023, -0.8011436]]),
    Sample("Cosh", [f(0, 1, -2)], [[1.0, 1.543081, 3.762196]]),
    Sample("Cross", [f([1, 2, 3]), f([4, 5, 6])], [[-3.0, 6.0, -3.0]]),
    Sample("Div", [i(7, -7), i(2)], [[3, -3]]),
    Sample("Div", [f(7, -7), f(2)], [[3.5, -3.5]]),
    Sample("DivNoNan", [f(1, 2, 0), f(4, 0, 0)], [[0.25, 0.0, 0.0]]),
    Sample("Exp", [f(0, 1, -2)], [[1.0, 2.718282, 0.1353353]]),
    Sample("Exp", [c(1+1j)], [(1.468694+2.287355j)]),
    Sample("Expm1", [f(0, 1e-6, -2)], [[0.0, 1e-06, -0.8646647]]),
    Sample("Floor", [f(1.2, -1.2, 3)], [[1.0, -2.0, 3.0]]),
    Sample("FloorDiv", [i(7, -7, 7, -7), i(2, 2, -2, -2)], [[3, -4, -4, 3]]),
    Sample("FloorDiv", [f(7, -7, 1), f(2, 2, 0.1)], [[3.0, -4.0, 10.0]]),
    Sample("FloorDiv", [i([]), i(0)], [[]]),
    Sample("FloorMod", [i(7, -7, 7, -7), i(3, 3, -3, -3)], [[1, 2, -2, -1]]),
    Sample("FloorMod", [f(7, -7, 5.5), f(3, 3, -2)], [[1.0, 2.0, -0.5]]),
    Sample("Inv", [f(2, -4)], [[0.5, -0.25]]),
    Sample("InvGrad", [f(0.5, -0.25), f(1, 2)], [[-0.25, -0.125]]),
    Sample("Log", [f(1, 2, 0)], [[0.0, 0.6931472, -inf]]),
    Sample("Log1p", [f(0, 1e-6, 3)], [[0.0, 9.999995e-07, 1.386294]]),
    Sample("Maximum", [f(1, nan, 3), f(2, 1, 1)], [[2.0, nan, 3.0]]),
    Sample("Minimum", [f(1, nan, 3), f(2, 1, 1)], [[1.0, nan, 1.0]]),
    Sample("Mod", [i(7, -7), i(3)], [[1, -1]]),
    Sample("Mul", [f(1, 2), f(3, -4)], [[3.0, -8.0]]),
    Sample("Mul", [i(65536), i(65536)], [0]),
    Sample("MulNoNan", [f(inf, 2), f(0, 3)], [[0.0, 6.0]]),
    Sample("Neg", [f(1, -2)], [[-1.0, 2.0]]),
    Sample("Pow", [f(2, 3, 4), f(3, -1, 0.5)], [[8.0, 0.3333333, 2.0]]),
    Sample("Pow", [i(2, 3), i(10, 2)], [[1024, 9]]),
    Sample("Pow", [i([]), i(-1)], [[]]),
    Sample("RealDiv", [f(1, 2), f(4, -8)], [[0.25, -0.25]]),
    Sample("Reciprocal", [f(2, -4)], [[0.5, -0.25]]),
    Sample("ReciprocalGrad", [f(0.5, -0.25), f(1, 2)], [[-0.25, -0.125]]),
    Sample("Rint", [f(0.5, 1.5, -2.5)], [[0.0, 2.0, -2.0]]),
    Sample("Round", [f(0.5, 1.5, -2.5)], [[0.0, 2.0, -2.0]]),
    Sample("Rsqrt", [f(1, 4, 0.25)], [[1.0, 0.5, 2.0]]),
    Sample("RsqrtGrad", [f(0.5, 2), f(1, 3)], [[-0.0625, -12.0]]),
    Sample("Sigmoid", [f(0, 1, -100)], [[0.5, 0.7310586, 0.0]]),
    Sample("SigmoidGrad", [f(0.5, 0.25), f(1, 2)], [[0.25, 0.375]]),
    Sample("Sign", [f(-3, 0, 2)], [[-1.0, 0.0, 1.0]]),
    Sample("Sign", [i(-3, 0, 2)], [[-1, 0, 1]]),
    Sample("Sin", [f(0, 1, -2.5)], [[0.0, 0.841471, -0.5984721]]),
    Sample("Sinh", [f(0, 1, -2)], [[0.0, 1.175201, -3.62686]]),
    Sample("Sqrt", [f(1, 2, 9)], [[1.0, 1.414214, 3.0]]),
    Sample("SqrtGrad", [f(1, 2), f(1, 3)], [[0.5, 0.75]]),
    Sample("Square", [f(1, -3)], [[1.0, 9.0]]),
    Sample("SquaredDifference", [f(1, 5), f(3, 3)], [[4.0, 4.0]]),
    Sample("Sub", [f(1, 2), f(3, -4)], [[-2.0, 6.0]]),
    Sample("Tan", [f(0, 1, -1)], [[0.0, 1.557408, -1.557408]]),
    Sample("Tanh", [f(0, 1, -2)], [[0.0, 0.7615942, -0.9640276]]),
    Sample("TanhGrad", [f(0.5, -0.25), f(1, 2)], [[0.75, 1.875]]),
    Sample("TruncateDiv", [i(7, -7, 7, -7), i(2, 2, -2, -2)], [[3, -3, -3, 3]]),
    Sample("TruncateMod", [i(7, -7, 7, -7), i(3, 3, -3, -3)], [[1, -1, 1, -1]]),
    Sample("Xdivy", [f(0, 1), f(0, 4)], [[0.0, 0.25]]),
    Sample("Xlog1py", [f(0, 2), f(-1, 3)], [[0.0, 2.772589]]),
    Sample("Xlogy", [f(0, 2), f(0, 3)], [[0.0, 2.197225]]),
    Sample("CheckNumerics", [f(1, 2)], [[1.0, 2.0]], message="loss"),
]

CASTS = [
    Sample("Angle", [c(1j, -1, 1+1j)], [[1.570796, 3.141593, 0.7853982]]),
    Sample("Bitcast", [f(1)], [1065353216], type=dtypes.uint32),
    Sample("Bitcast", [u([[1, 2, 3, 4]])], [[67305985]], type=dtypes.int32),
    Sample("Bitcast", [i(258)], [[2, 1, 0, 0]], type=dtypes.uint8),
    Sample("Cast", [f(1.9, -1.9, 300.7)], [[1, -1, 300]], DstT=dtypes.int32),
    Sample("Cast", [f(1.9, -1.9, 300.7)], [[1, -1, 44]], DstT=dtypes.int8),
    Sample("Cast", [i(300, -300)], [[44, 212]], DstT=dtypes.uint8),
    Sample("Cast", [f(0, 0.5, nan)], [[False, True, True]], DstT=dtypes.bool),
    Sample("Cast", [b(True, False)], [[1.0, 0.0]], DstT=dtypes.float64),
    Sample("Cast", [c(1+2j)], [1.0], DstT=dtypes.float32),
    Sample("Complex", [f(1, 2), f(3, -4)], [[(1+3j), (2-4j)]]),
    Sample("Conj", [c(1+2j, -3j)], [[(1-2j), (-0+3j)]]),
    Sample("Imag", [c(1+2j, -3j)], [[2.0, -3.0]]),
    Sample("Real", [c(1+2j, -3j)], [[1.0, -0.0]]),
]

LOGIC = [
    Sample("ApproximateEqual", [f(1, 1), f(1.000001, 1.1)], [[True, False]]),
    Sample("BitwiseAnd", [i(6, -1), i(3, 5)], [[2, 5]]),
    Sample("BitwiseOr", [i(6, -1), i(3, 5)], [[7, -1]]),
    Sample("BitwiseXor", [i(6, -1), i(3, 5)], [[5, -6]]),
    Sample("Equal", [f(1, nan), f(1, nan)], [[True, False]]),
    Sample("Equal", [i(1, 2), i(2)], [[False, True]]),
    Sample("Equal", [i(1, 2), i(1, 2, 3)], [False], incompatible_shape_error=False),
    Sample("Greater", [f(1, 2, nan), f(1, 1, 1)], [[False, True, False]]),
    Sample("GreaterEqual", [f(1, 2, nan), f(1, 3, 1)], [[True, False, False]]),
    Sample("Invert", [u(0, 7)], [[255, 248]]),
    Sample("IsFinite", [f(1, inf, nan)], [[True, False, False]]),
    Sample("IsInf", [f(1, -inf, nan)], [[False, True, False]]),
    Sample("IsNan", [f(1, inf, nan)], [[False, False, True]]),
    Sample("LeftShift", [i(1, 1, 1), i(4, 31, 40)], [[16, -2147483648, -2147483648]]),
    Sample("Less", [i(1, 2), i(2, 2)], [[True, False]]),
    Sample("LessEqual", [i(1, 3), i(1, 2)], [[True, False]]),
    Sample("LogicalAnd", [b([[True], [False]]), b(True, False)], [[[True, False], [False, False]]]),
    Sample("LogicalNot", [b(True, False)], [[False, True]]),
    Sample("LogicalOr", [b([[True], [False]]), b(True, False)], [[[True, True], [True, False]]]),
    Sample("NotEqual", [i(1, 2), i(2)], [[True, False]]),
    Sample("NotEqual", [i(1, 2), i(1, 2, 3)], [True], incompatible_shape_error=False),
    Sample("PopulationCount", [i(0, 7, -1)], [[0, 3, 32]]),
    Sample("RightShift", [i(-8, 8, -1), i(1, 40, -1)], [[-4, 0, -1]]),
]

SPECIAL = [
    Sample("Betainc", [f(0.5, 2, 9), f(3, 0.5, 9), f(0.25, 0.5, 0.75)], [[0.7929689, 0.1161165, 0.9876152]]),
    Sample("Digamma", [f(0.5, 1, -0.5, 10)], [[-1.963511, -0.5772159, 0.03648996, 2.251753]]),
    Sample("Erf", [f(0, 0.5, -2, 6)], [[0.0, 0.5204999, -0.9953223, 1.0]]),
    Sample("Erf", [d(0, 0.5, -2, 6)], [[0.0, 0.5204999, -0.9953223, 1.0]]),
    Sample("Erfc", [f(0, 0.5, -2, 6)], [[1.0, 0.4795001, 1.995322, 2.151974e-17]]),
    Sample("Erfinv", [f(0, 0.5, -0.99)], [[0.0, 0.4769363, -1.821386]]),
    Sample("Igamma", [f(0.5, 2, 10), f(0.1, 2, 30)], [[0.3452792, 0.5939942, 0.9999929]]),
    Sample("Igammac", [f(0.5, 2, 10), f(0.1, 2, 30)], [[0.6547208, 0.4060059, 7.121755e-06]]),
    Sample("Lgamma", [f(0.5, 1, -0.5, 10)], [[0.5723649, 0.0, 1.265512, 12.80183]]),
    Sample("Ndtri", [f(0.5, 0.1, 0.999)], [[0.0, -1.281552, 3.090236]]),
    Sample("Polygamma", [f(1, 2, 0), f(1, 3.5, 2)], [[1.644934, -0.1082041, 0.4227842]]),
    Sample("Zeta", [f(2, 1.5, 3), f(1, 2, 0.5)], [[1.644934, 1.612375, 8.414397]]),
    Sample("Zeta", [f(2, 1, 0.5), f(inf, inf, inf)], [[0.0, inf, nan]]),
]

REDUCTION = [
    Sample("All", [b([[True, False], [True, True]]), i(1)], [[False, True]]),
    Sample("Any", [b([[True, False], [False, False]]), i(1)], [[True, False]]),
    Sample("ArgMax", [f([[1, 5], [7, nan]]), i(1)], [[1, 0]]),
    Sample("ArgMax", [i(3, 7, 7), i(0)], [1], output_type=dtypes.int32),
    Sample("ArgMin", [f([[1, 5], [7, 2]]), i(0)], [[0, 1]]),
    Sample("Cumprod", [f([[1, 2], [3, 4]]), i(0)], [[[1.0, 2.0], [3.0, 8.0]]]),
    Sample("Cumprod", [f([1, 2, 3]), i(0)], [[6.0, 3.0, 1.0]], exclusive=True, reverse=True),
    Sample("Cumsum", [f([[1, 2], [3, 4]]), i(1)], [[[1.0, 3.0], [3.0, 7.0]]]),
    Sample("Cumsum", [i([1, 2, 3]), i(0)], [[0, 1, 3]], exclusive=True),
    Sample("Cumsum", [i([1, 2, 3]), i(0)], [[6, 5, 3]], reverse=True),
    Sample("CumulativeLogsumexp", [f([0, 1, 2]), i(0)], [[0.0, 1.313262, 2.407606]]),
    Sample("EuclideanNorm", [f([[3, 4], [6, 8]]), i(1)], [[5.0, 10.0]]),
    Sample("Max", [f([[1, 5], [7, 2]]), i(0)], [[7.0, 5.0]]),
    Sample("Max", [f([1, nan]), i(0)], [nan]),
    Sample("Max", [f([]), i(0)], [-inf]),
    Sample("Max", [i([]), i(0)], [-2147483648]),
    Sample("Mean", [f([[1, 5], [7, 2]]), i([0, 1])], [3.75]),
    Sample("Mean", [i(-1, -2, -4), i(0)], [-2]),
    Sample("Mean", [f([[1, 5], [7, 2]]), i([])], [[[1.0, 5.0], [7.0, 2.0]]], keep_dims=True),
    Sample("Mean", [f([]), i(0)], [nan]),
    Sample("Min", [f([[1, 5], [7, 2]]), i(-1)], [[[1.0], [2.0]]], keep_dims=True),
    Sample("Min", [i([]), i(0)], [2147483647]),
    Sample("Prod", [f([[1, 5], [7, 2]]), i(1)], [[5.0, 14.0]]),
    Sample("Prod", [i([]), i(0)], [1]),
    Sample("Sum", [f([[1, 5], [7, 2]]), i([0])], [[[8.0, 7.0]]], keep_dims=True),
    Sample("Sum", [s(100, 100), i(0)], [-56]),
    Sample("Sum", [f(seq(2, 2, 2)), i([0, 2])], [[14.0, 22.0]]),
]

SEGMENT = [
    Sample("Bincount", [i([1, 1, 3, 9]), i(4), f([1, 2, 3, 4])], [[0.0, 3.0, 0.0, 3.0]]),
    Sample("Bincount", [i([1, 1, 3]), i(4), i([])], [[0, 2, 0, 1]]),
    Sample("DenseBincount", [i([[1, 1], [0, 2]]), i(3), f([])],
           [[[0.0, 2.0, 0.0], [1.0, 0.0, 1.0]]], binary_output=False),
    Sample("DenseBincount", [i([1, 1, 2]), i(3), f([])], [[0.0, 1.0, 1.0]], binary_output=True),
    Sample("SegmentMax", [f([[1, 2], [3, 0], [5, 6]]), i([0, 0, 2])], [[[3.0, 2.0], [0.0, 0.0], [5.0, 6.0]]]),
    Sample("SegmentMean", [f([1, 2, 6]), i([0, 0, 2])], [[1.5, 0.0, 6.0]]),
    Sample("SegmentMin", [f([1, 2, 6]), i([0, 0, 2])], [[1.0, 0.0, 6.0]]),
    Sample("SegmentProd", [f([3, 2, 6]), i([0, 0, 2])], [[6.0, 1.0, 6.0]]),
    Sample("SegmentSum", [f([[1, 2], [3, 0], [5, 6]]), i([0, 0, 2])], [[[4.0, 2.0], [0.0, 0.0], [5.0, 6.0]]]),
    Sample("SparseSegmentMean", [f([1, 2, 6]), i([2, 0, 1]), i([0, 0, 1])], [[3.5, 2.0]]),
    Sample("SparseSegmentSum", [f([1, 2, 6]), i([2, 0, 1]), i([0, 0, 1])], [[7.0, 2.0]]),
    Sample("UnsortedSegmentMax", [f([1, 2, 6]), i([2, 0, 2]), i(3)], [[2.0, -3.402823e+38, 6.0]]),
    Sample("UnsortedSegmentMin", [i([1, 2, 6]), i([2, 0, 2]), i(3)], [[2, 2147483647, 1]]),
    Sample("UnsortedSegmentProd", [f([3, 2, 6]), i([2, 0, 2]), i(3)], [[2.0, 1.0, 18.0]]),
    Sample("UnsortedSegmentSum", [f([[1, 2], [3, 0], [5, 6]]), i([1, -1, 1]), i(2)], [[[0.0, 0.0], [6.0, 8.0]]]),
]

LINALG = [
    Sample("BatchMatMul", [f(seq(2, 1, 2)), f(seq(2, 2, 1))], [[[[5.0]], [[25.0]]]]),
    Sample("BatchMatMulV2", [f(seq(2, 1, 2)), f(seq(2, 2))], [[[[7.0, 10.0]], [[15.0, 22.0]]]]),
    Sample("BatchMatMulV2", [c([[1+1j, 2]]), c([[3j, 1]])], [[[(5-3j)]]], adj_y=True),
    Sample("BatchMatMulV3", [f(seq(2, 1, 2)), f(seq(2, 2))], [[[[7.0, 10.0]], [[15.0, 22.0]]]], Tout=dtypes.float32),
    Sample("Cholesky", [f([[4, 2], [2, 5]])], [[[2.0, 0.0], [1.0, 2.0]]]),
    Sample("Einsum", [(f(seq(2, 3)), f(seq(3, 2)))], [[[22.0, 49.0], [28.0, 64.0]]], equation="ij,jk->ki"),
    Sample("Einsum", [(f(seq(2, 2)),)], [[1.0, 4.0]], equation="ii->i"),
    Sample("Einsum", [(f(seq(2, 1, 2)), f(seq(2, 2)))],
           [[[[7.0, 10.0]], [[15.0, 22.0]]]], equation="b...i,ij->b...j"),
    Sample("LogMatrixDeterminant", [f([[1, 2], [3, 4]])], [-1.0, 0.6931472]),
    Sample("MatMul", [f([[1, 2], [3, 4]]), f([[5], [6]])], [[[17.0], [39.0]]]),
    Sample("MatMul", [f([[1, 2], [3, 4]]), f([[5, 6]])], [[[23.0], [34.0]]], transpose_a=True, transpose_b=True),
    Sample("MatMul", [i([[65536]]), i([[65536]])], [[[0]]]),
    Sample("MatrixDeterminant", [f([[1, 2], [3, 4]])], [-2.0]),
    Sample("MatrixInverse", [f([[1, 2], [3, 4]])], [[[-2.0, 1.0], [1.5, -0.5000001]]]),
    Sample("MatrixInverse", [f([[1, 2], [3, 4]])], [[[-2.0, 1.5], [1.0, -0.5]]], adjoint=True),
    Sample("MatrixSolve", [f([[1, 2], [3, 4]]), f([[5], [6]])], [[[-4.000001], [4.5]]]),
    Sample("MatrixTriangularSolve", [f([[2, 9], [1, 4]]), f([[2], [5]])], [[[1.0], [1.0]]]),
    Sample("MatrixTriangularSolve", [f([[2, 9], [1, 4]]), f([[2], [5]])],
           [[[1.0], [-1.0]]], lower=False, adjoint=True),
]

DIAGONALS = [
    Sample("Diag", [f([1, 2])], [[[1.0, 0.0], [0.0, 2.0]]]),
    Sample("DiagPart", [f([[1, 2], [3, 4]])], [[1.0, 4.0]]),
    Sample("MatrixBandPart", [f(seq(3, 3)), l(1), l(0)], [[[1.0, 0.0, 0.0], [4.0, 5.0, 0.0], [0.0, 8.0, 9.0]]]),
    Sample("MatrixDiag", [f([[1, 2], [3, 4]])], [[[[1.0, 0.0], [0.0, 2.0]], [[3.0, 0.0], [0.0, 4.0]]]]),
    Sample("MatrixDiagPart", [f(seq(2, 2, 3))], [[[1.0, 5.0], [7.0, 11.0]]]),
    Sample("MatrixDiagPartV3", [f(seq(3, 3)), i([-1, 1]), f(0)],
           [[[0.0, 2.0, 6.0], [1.0, 5.0, 9.0], [4.0, 8.0, 0.0]]]),
    Sample("MatrixDiagPartV3", [f(seq(2, 3)), i(1), f(9)], [[2.0, 6.0]]),
    Sample("MatrixDiagPartV3", [f(seq(3, 3)), i([-1, 1]), f(9)],
           [[[2.0, 6.0, 9.0], [1.0, 5.0, 9.0], [9.0, 4.0, 8.0]]], align="LEFT_RIGHT"),
    Sample("MatrixDiagV3", [f([[0, 1, 2], [3, 4, 5], [6, 7, 0]]), i([-1, 1]), i(-1), i(-1), f(0)],
           [[[3.0, 1.0, 0.0], [6.0, 4.0, 2.0], [0.0, 7.0, 5.0]]]),
    Sample("MatrixDiagV3", [f([1, 2]), i(1), i(2), i(4), f(9)], [[[9.0, 1.0, 9.0, 9.0], [9.0, 9.0, 2.0, 9.0]]]),
    Sample("MatrixSetDiag", [f(seq(2, 3)), f([8, 9])], [[[8.0, 2.0, 3.0], [4.0, 9.0, 6.0]]]),
    Sample("MatrixSetDiagV3", [f(seq(3, 3)), f([[0, 8, 9], [7, 6, 0]]), i([0, 1])],
           [[[7.0, 8.0, 3.0], [4.0, 6.0, 9.0], [7.0, 8.0, 0.0]]], align="RIGHT_LEFT"),
    Sample("MatrixSetDiagV3", [f(seq(3, 3)), f([8, 9]), i(1)], [[[1.0, 8.0, 3.0], [4.0, 5.0, 9.0], [7.0, 8.0, 9.0]]]),
]

NN = [
    Sample("BiasAdd", [f([[1, 2], [3, 4]]), f([10, 20])], [[[11.0, 22.0], [13.0, 24.0]]]),
    Sample("BiasAddV1", [f([[1, 2], [3, 4]]), f([10, 20])], [[[11.0, 22.0], [13.0, 24.0]]]),
    Sample("BiasAddGrad", [f(seq(2, 1, 2))], [[4.0, 6.0]]),
    Sample("Elu", [f(-1, 0, 2)], [[-0.6321205, 0.0, 2.0]]),
    Sample("EluGrad", [f(1, 2), f(-0.5, 3)], [[0.5, 2.0]]),
    Sample("InTopK", [f([[0.1, 0.9, 0.5], [0.5, 0.5, 0.5], [0.1, 0.2, 0.3]]), i([1, 0, 5])],
           [[True, True, False]], k=1),
    Sample("InTopKV2", [f([[0.1, 0.9, 0.5], [0.1, 0.2, nan]]), i([2, 0]), i(2)], [[True, False]]),
    Sample("L2Loss", [f([3, 4])], [12.5]),
    Sample("LeakyRelu", [f(-1, 0, 2)], [[-0.1, 0.0, 2.0]], alpha=0.1),
    Sample("LeakyReluGrad", [f(1, 2), f(-0.5, 3)], [[0.1, 2.0]], alpha=0.1),
    Sample("LogSoftmax", [f([[0, 1, 2], [5, 5, -5]])],
           [[[-2.407606, -1.407606, -0.4076059], [-0.6931698, -0.6931698, -10.69317]]]),
    Sample("NthElement", [f([5, 1, 3]), i(1)], [3.0]),
    Sample("NthElement", [f([5, 1, 3]), i(0)], [5.0], reverse=True),
    Sample("Relu", [f(-1, 0, 2, nan)], [[0.0, 0.0, 2.0, nan]]),
    Sample("Relu", [i(-1, 2)], [[0, 2]]),
    Sample("Relu6", [f(-1, 3, 9)], [[0.0, 3.0, 6.0]]),
    Sample("Relu6Grad", [f(1, 1, 1), f(-1, 3, 9)], [[0.0, 1.0, 0.0]]),
    Sample("ReluGrad", [f(1, 2, 3), f(-1, 0, 2)], [[0.0, 0.0, 3.0]]),
    Sample("Selu", [f(-1, 0, 2)], [[-1.111331, 0.0, 2.101402]]),
    Sample("SeluGrad", [f(1, 2), f(-0.5, 3)], [[1.258099, 2.101402]]),
    Sample("Softmax", [f([[0, 1, 2], [5, 5, -5]])],
           [[[0.09003057, 0.2447285, 0.6652409], [0.4999887, 0.4999887, 2.269945e-05]]]),
    Sample("Softmax", [h([[0, 1], [1, 1]])], [[[0.269043, 0.730957], [0.5, 0.5]]]),
    Sample("SoftmaxCrossEntropyWithLogits", [f([[1, 2], [3, 1]]), f([[0, 1], [0.5, 0.5]])],
           [[0.3132617, 1.126928], [[0.2689414, -0.2689414], [0.380797, -0.3807971]]]),
    Sample("Softplus", [f(-100, 0, 2, 100)], [[0.0, 0.6931472, 2.126928, 100.0]]),
    Sample("SoftplusGrad", [f(1, 2), f(-1, 3)], [[0.2689414, 1.905148]]),
    Sample("Softsign", [f(-1, 0, 3)], [[-0.5, 0.0, 0.75]]),
    Sample("SoftsignGrad", [f(1, 2), f(-1, 3)], [[0.25, 0.125]]),
    Sample("SparseSoftmaxCrossEntropyWithLogits", [f([[1, 2], [3, 1]]), i([1, 0])],
           [[0.3132617, 0.126928], [[0.2689414, -0.2689414], [-0.119203, 0.1192029]]]),
    Sample("TopKV2", [f([[1, 3, 3], [5, 4, 9]]), i(2)], [[[3.0, 3.0], [9.0, 5.0]], [[1, 2], [2, 0]]]),
    Sample("TopKV2", [i(1, 3, 3, 2), i(3)], [[3, 3, 2], [1, 2, 3]]),
]

NORMALIZATION = [
    Sample("FusedBatchNorm", [f(seq(1, 2, 2, 1)), f([2]), f([1]), f([]), f([])],
           [[[[[-1.267787], [0.244071]], [[1.755929], [3.267787]]]], [2.5], [1.666667], [2.5], [1.25]], epsilon=0.5),
    Sample("FusedBatchNormV2", [f(seq(1, 2, 2, 1)), f([2]), f([1]), f([2]), f([3])],
           [[[[[-0.06904495], [1.0]], [[2.069045], [3.13809]]]], [2.0], [3.0], [2.0], [3.0]], epsilon=0.5,
           is_training=False),
    Sample("FusedBatchNormV3", [f(seq(1, 2, 2, 1)), f([2]), f([1]), f([10]), f([20])],
           [[[[[-1.267787], [0.244071]], [[1.755929], [3.267787]]]], [8.125], [15.41667], [2.5], [1.25], ANY],
           epsilon=0.5, exponential_avg_factor=0.25),
    Sample("FusedBatchNormGrad", [f(wave(1, 2, 2, 1)), f(seq(1, 2, 2, 1)), f([2]), f([2.5]), f([1.25])],
           [[[[[-0.2656552], [1.158731]], [[-0.5161914], [-0.3768845]]]], [-1.757535], [-0.08999991], ANY, ANY],
           epsilon=0.5),
    Sample("FusedBatchNormGradV2", [f(wave(1, 2, 2, 1)), f(seq(1, 2, 2, 1)), f([2]), f([2.5]), f([1.25])],
           [[[[[-0.2656552], [1.158731]], [[-0.5161914], [-0.3768845]]]], [-1.757535], [-0.08999991], ANY, ANY],
           epsilon=0.5),
    Sample("FusedBatchNormGradV3", [f(wave(1, 2, 2, 1)), f(seq(1, 2, 2, 1)), f([2]), f([2.5]), f([1.25]), f([])],
           [[[[[0.4535574], [1.375791]], [[-0.8012847], [-1.164131]]]], [-1.757535], [-0.08999991], ANY, ANY],
           epsilon=0.5, is_training=False),
    Sample("LRN", [f(seq(1, 1, 1, 4))],
           [[[[[0.390795, 0.4204482, 0.3840365, 0.5679494]]]]], depth_radius=1, bias=1.0, alpha=0.5, beta=0.75),
    Sample("LRNGrad", [f([[[[1, 2, 3, 4]]]]), f([[[[1, 2, 3, 4]]]]), f([[[[0.5, 0.4, 0.3, 0.2]]]])],
           [[[[[0.2086521, -0.03093428, -0.104942, 0.2159781]]]]], depth_radius=1, bias=1.0, alpha=0.5, beta=0.75),
]

CONVOLUTION = [
    Sample("Conv2D", [f(seq(1, 3, 3, 1)), f(seq(2, 2, 1, 2))],
           [[[[[62.0, 74.0], [78.0, 94.0]], [[110.0, 134.0], [126.0, 154.0]]]]], strides=[1, 1, 1, 1],
           padding="VALID"),
    Sample("Conv2D", [f(seq(1, 3, 3, 1)), f(seq(2, 2, 1, 1))],
           [[[[[37.0], [21.0]], [[23.0], [9.0]]]]], strides=[1, 2, 2, 1], padding="SAME"),
    Sample("Conv2D", [f(seq(1, 3, 4, 1)), f(seq(2, 2, 1, 1))],
           [[[[[11.0], [18.0], [25.0], [12.0], [0.0]], [[44.0], [54.0], [64.0], [28.0], [0.0]], [[84.0], [94.0],
           [104.0], [44.0], [0.0]]]]], strides=[1, 1, 1, 1], padding="EXPLICIT", explicit_paddings=[0, 0, 1, 0, 0,
           2, 0, 0]),
    Sample("Conv2D", [f(seq(1, 3, 3, 1)), f(seq(2, 2, 1, 1))],
           [[[[[64.0]]]]], strides=[1, 1, 1, 1], padding="VALID", dilations=[1, 2, 2, 1]),
    Sample("Conv2DBackpropFilter", [f(seq(1, 3, 3, 1)), i([2, 2, 1, 1]), f(seq(1, 2, 2, 1))],
           [[[[[37.0]], [[47.0]]], [[[67.0]], [[77.0]]]]], strides=[1, 1, 1, 1], padding="VALID"),
    Sample("Conv2DBackpropInput", [i([1, 3, 3, 1]), f(seq(2, 2, 1, 1)), f(seq(1, 2, 2, 1))],
           [[[[[1.0], [2.0], [2.0]], [[3.0], [4.0], [6.0]], [[3.0], [6.0], [4.0]]]]], strides=[1, 2, 2, 1],
           padding="SAME"),
    Sample("Conv3D", [f(seq(1, 2, 2, 2, 1)), f(seq(2, 1, 2, 1, 1))],
           [[[[[[44.0]], [[64.0]]]]]], strides=[1, 1, 1, 1, 1], padding="VALID"),
    Sample("DepthwiseConv2dNative", [f(seq(1, 2, 2, 2)), f(seq(2, 2, 2, 2))],
           [[[[[152.0, 168.0, 220.0, 240.0]]]]], strides=[1, 1, 1, 1], padding="VALID"),
    Sample("DepthwiseConv2dNativeBackpropFilter", [f(seq(1, 2, 2, 2)), i([2, 2, 2, 1]), f(seq(1, 2, 2, 2))],
           [[[[[84.0], [120.0]], [[38.0], [56.0]]], [[[26.0], [44.0]], [[7.0], [16.0]]]]], strides=[1, 1, 1, 1],
           padding="SAME"),
    Sample("DepthwiseConv2dNativeBackpropInput", [i([1, 2, 2, 2]), f(seq(2, 2, 2, 1)), f(seq(1, 1, 1, 2))],
           [[[[[1.0, 4.0], [3.0, 8.0]], [[5.0, 12.0], [7.0, 16.0]]]]], strides=[1, 1, 1, 1], padding="VALID"),
]

POOLING = [
    Sample("AvgPool", [f(seq(1, 3, 3, 1))],
           [[[[[3.0], [4.0], [4.5]], [[6.0], [7.0], [7.5]], [[7.5], [8.5], [9.0]]]]], ksize=[1, 2, 2, 1],
           strides=[1, 1, 1, 1], padding="SAME"),
    Sample("AvgPoolGrad", [i([1, 3, 3, 1]), f(seq(1, 2, 2, 1))],
           [[[[[0.25], [0.25], [1.0]], [[0.25], [0.25], [1.0]], [[1.5], [1.5], [4.0]]]]], ksize=[1, 2, 2, 1],
           strides=[1, 2, 2, 1], padding="SAME"),
    Sample("Dilation2D", [f(seq(1, 3, 3, 1)), f([[[1], [2]], [[3], [0]]])],
           [[[[[7.0], [8.0], [9.0]], [[10.0], [11.0], [12.0]], [[10.0], [11.0], [10.0]]]]], strides=[1, 1, 1, 1],
           rates=[1, 1, 1, 1], padding="SAME"),
    Sample("ExtractImagePatches", [f(seq(1, 3, 3, 1))],
           [[[[[1.0, 2.0, 4.0, 5.0], [2.0, 3.0, 5.0, 6.0]], [[4.0, 5.0, 7.0, 8.0], [5.0, 6.0, 8.0, 9.0]]]]],
           ksizes=[1, 2, 2, 1], strides=[1, 1, 1, 1], rates=[1, 1, 1, 1], padding="VALID"),
    Sample("MaxPool", [f(wave(1, 3, 3, 1))],
           [[[[[0.91], [0.58]], [[-0.36], [0.97]]]]], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME"),
    Sample("MaxPoolGrad", [f([[[[1], [5]], [[5], [2]]]]), f([[[[5]]]]), f([[[[3]]]])],
           [[[[[0.0], [3.0]], [[0.0], [0.0]]]]], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"),
    Sample("MaxPoolGradGrad", [f([[[[1], [5]], [[5], [2]]]]), f([[[[5]]]]), f([[[[1], [2]], [[3], [4]]]])],
           [[[[[2.0]]]]], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"),
]

RANDOM = [
    Sample("StatelessRandomGetKeyCounter", [l([5, -9])], [[5573466690509955210], [0, 11328851861840565591]]),
    Sample("StatelessRandomNormal", [i([3]), l([5, -9])], [[0.4638892, -1.563327, 1.983033]]),
    Sample("StatelessRandomUniform", [i([2, 2]), l([5, -9])], [[[0.2645849, 0.4540908], [0.04239213, 0.3553748]]]),
    Sample("StatelessRandomUniformFullInt", [i([3]), l([5, -9])],
           [[-1969103381, -1430642778, 1342532891]], dtype=dtypes.int32),
    Sample("StatelessRandomUniformInt", [i([3]), l([5, -9]), i(-10), i(10)], [[5, 8, 1]]),
    Sample("StatelessTruncatedNormal", [i([3]), l([5, -9])], [[0.4638892, -1.563327, 1.983033]]),
    Sample("StatelessRandomNormalV2", [i([3]), q([1]), q([2, 3]), i(1)],
           [[-0.5093819, 0.9748641, -2.13402]]),
    Sample("StatelessRandomUniformV2", [i([3]), q([1]), q([2, 3]), i(1)],
           [[0.5461209, 0.9233673, 0.08557189]]),
    Sample("StatelessRandomUniformFullIntV2", [i([3]), q([1]), q([2, 3]), i(1)],
           [[5869932932755744586, 13107052260063114245, 8234580641674714347]], dtype=dtypes.uint64),
    Sample("StatelessRandomUniformIntV2", [i([3]), q([1]), q([2, 3]), i(1), l(0), l(100)],
           [[86, 45, 47]]),
    Sample("StatelessTruncatedNormalV2", [i([3]), q([1]), q([2, 3]), i(1)],
           [[-1.294484, -0.5642746, -0.1173162]], dtype=dtypes.float64),
    Sample("StatelessMultinomial", [f([[0, 1, 2], [3, 0, 0]]), i(4), l([5, -9])], [[[1, 2, 2, 1], [2, 0, 0, 0]]]),
    Sample("RandomStandardNormal", [i([3])],
           [[-1.046779, 0.8397046, 1.235836]], dtype=dtypes.float32, seed=1, seed2=2),
    Sample("RandomUniform", [i([2, 2])],
           [[[0.4063967, 0.8575996], [0.05539584, 0.08587229]]], dtype=dtypes.float32, seed=1, seed2=2),
    Sample("RandomUniformInt", [i([4]), i(0), i(10)], [[9, 5, 2, 9]], seed=1, seed2=2),
    Sample("TruncatedNormal", [i([3])], [[-1.046779, 0.8397046, 1.235836]], dtype=dtypes.float32, seed=1, seed2=2),
    Sample("RandomShuffle", [i([0, 1, 2, 3, 4, 5])], [[5, 1, 4, 0, 3, 2]], seed=1, seed2=2),
    Sample("Multinomial", [f([[0, 1, 2], [3, 0, 0]]), i(4)], [[[1, 2, 1, 1], [1, 0, 0, 0]]], seed=1, seed2=2),
]

# fmt: on

TABLES = [
    MATH,
    CASTS,
    LOGIC,
    SPECIAL,
    REDUCTION,
    SEGMENT,
    LINALG,
    DIAGONALS,
    NN,
    NORMALIZATION,
    CONVOLUTION,
    POOLING,
    RANDOM,
]
SAMPLES = [sample for table in TABLES for sample in table]


@dataclass(frozen=True)
class Refused:
    """A call of an op that is an error.

    Attributes:
        op: the op type.
        inputs: an array for each input, a tuple of arrays where the input is a list.
        match: what the message says, a regular expression.
        attrs: attributes other than those that follow from the inputs.
        kind: the class of the error.
    """

    op: str
    inputs: list[Any]
    match: str
    attrs: dict[str, Any] = field(default_factory=dict)
    kind: type[Exception] = InvalidArgumentError

    def __repr__(self):
        return f"{self.op}-{self.match}".replace(" ", "_")

    def run(self):
        """Runs the op, which raises the error."""
        return apply_op(self.op, Sample(self.op, self.inputs, []).tensors(), self.attrs)


CONV = {"strides": [1, 1, 1, 1], "padding": "VALID"}
POOL = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}

# fmt: off
ERRORS = [
    Refused("AddV2", [i(1, 2), i(1, 2, 3)], r"\[2\].*\[3\]"),
    Refused("AddV2", [i(1), f(1)], "int32.*float32|float32.*int32"),
    Refused("AddV2", [b(True), b(True)], "bool"),
    Refused("AddN", [(f([1]), f(1, 2))], r"\[1\].*\[2\]|\(1,\).*\(2,\)"),
    Refused("ArgMax", [f([[], []]), i(1)], "axis 1 is empty"),
    Refused("ArgMax", [f(1, 2), i(3)], "axis 3"),
    Refused("BiasAdd", [f([[1, 2]]), f(1, 2, 3)], r"\[1,2\] and \[3\]"),
    Refused("Bincount", [i(-1, 2), i(3), i([])], "non-negative.*-1"),
    Refused("Bitcast", [u(1, 2, 3)], "must be 4", {"type": dtypes.int32}),
    Refused("Cast", [np.array([b"1"], object)], "string to float32", {"DstT": dtypes.float32}, UnimplementedError),
    Refused("CheckNumerics", [f(1, nan)], r"loss : .*shape \[2\].*NaN", {"message": "loss"}),
    Refused("Cholesky", [f([[1, 2], [2, 1]])], "not positive definite"),
    Refused("Conv2D", [f(seq(1, 2, 2, 3)), f(seq(1, 1, 2, 1))], "depth of the input", CONV),
    Refused("Conv2D", [f(seq(1, 2, 2, 1)), f(seq(4, 4, 1, 1))], "negative", CONV),
    Refused("Conv2D", [f(seq(1, 2, 2, 1)), f(seq(1, 1, 1, 1))], "batch and depth", {**CONV, "strides": [2, 1, 1, 1]}),
    Refused("Cross", [f(1, 2), f(1, 2)], "last dimension is 3"),
    Refused("Div", [i(1), i(0)], "Integer division by zero"),
    Refused("Exp", [i(1)], "int32"),
    Refused("FloorDiv", [i(1, 2), i(1, 0)], "Integer division by zero"),
    Refused("FloorMod", [u(1), u(0)], "Integer division by zero"),
    Refused("L2Loss", [i(1)], "int32"),
    Refused("LogicalAnd", [i(1), b(True)], "int32"),
    Refused("MatMul", [f(seq(2, 3)), f(seq(2, 3))], r"\[2,3\] and \[2,3\]"),
    Refused("MatMul", [f(1, 2), f(1, 2)], r"two matrices, not shapes \[2\] and \[2\]"),
    Refused("MatrixInverse", [f([[1, 2], [2, 4]])], "not invertible"),
    Refused("MatrixSolve", [f([[1, 2], [2, 4]]), f([[1], [1]])], "not invertible"),
    Refused("MatrixTriangularSolve", [f([[0, 0], [2, 4]]), f([[1], [1]])], "not invertible"),
    Refused("Mod", [i(1), i(0)], "Integer division by zero"),
    Refused("MaxPool", [f(seq(1, 1, 1, 1))], "negative|larger", {**POOL, "ksize": [1, 3, 3, 1]}),
    Refused("MaxPool", [f(seq(1, 2, 2, 2))], "channels", {**POOL, "ksize": [1, 1, 1, 2]}, UnimplementedError),
    Refused("Pow", [i(2), i(-1)], "negative integer powers"),
    Refused("RandomUniformInt", [i([2]), i(5), i(5)], "Need minval < maxval, got 5 >= 5"),
    Refused("RealDiv", [i(1), i(2)], "int32", {}, UnimplementedError),
    Refused("SegmentSum", [f(1, 2, 3), i(0, 2, 1)], "not increasing"),
    Refused("SegmentSum", [f(1, 2, 3), i(0, 1)], r"\[2\] and \[3\]"),
    Refused("Softmax", [f(1)], "one dimension"),
    Refused("SparseSoftmaxCrossEntropyWithLogits", [f([[1, 2]]), i([5])], r"label value of 5.*\[0, 2\)"),
    Refused("StatelessRandomUniform", [i([2]), l([1, 2, 3])], r"seed must have shape \[2\], not \[3\]"),
    *[Refused(op, [f(1), i(0)], "axis 0|dimension .0 ") for op in ("Sum", "Mean", "Max", "EuclideanNorm")],
    Refused("All", [b(True), i([-1])], "axis -1|dimension .*-1"),
    Refused("Sum", [f(1, 2), i(3)], "axis 3"),
    Refused("Sum", [f(seq(2, 3)), i([0, 0])], "duplicate"),
    Refused("TopKV2", [i(1, 2), i(3)], "needed 3"),
    Refused("TruncateDiv", [i(1), i(0)], "Integer division by zero"),
    Refused("TruncateMod", [i(1), i(0)], "Integer division by zero"),
    Refused("UnsortedSegmentSum", [f(1, 2), i(0, 7), i(5)], r"segment_ids\[1\] = 7 is out of range \[0, 5\)"),
]
# fmt: on
