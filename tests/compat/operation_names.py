"""The operations that TensorFlow 2.21 puts in a graph for a call: "name:type", or only the name where it says the type.

The calls take placeholders (see `placeholders`) and are looked up in `tf`, ours or TensorFlow's own.
"""


def placeholders(tf):
    """The names in the calls."""
    make = tf.compat.v1.placeholder
    shapes = {
        "x": ("float32", [2, 3]), "y": ("float32", [3, 2]), "v": ("float32", [3]), "i": ("int32", [2]),
        "b": ("bool", [2, 3]), "m": ("float32", [4, 2, 2]), "s": ("string", [2]), "w": ("float32", [1, 2, 3]),
        "z": ("float32", [None, 3]), "n": ("float32", None), "img": ("float32", [1, 4, 4, 1]),
    }  # fmt: skip
    return {"tf": tf, **{name: make(dtype, shape, name=name) for name, (dtype, shape) in shapes.items()}}


def operations_of(call, tf):
    """What the call puts in a new graph, as in `NAMES`."""
    with tf.Graph().as_default() as graph:
        known = placeholders(tf)
        before = len(graph.get_operations())
        eval(call, known)
        return " ".join(map(_text, graph.get_operations()[before:]))


def _text(op):
    last = op.name.rpartition("/")[2]
    return op.name if last.rstrip("0123456789").rstrip("_") == op.type else f"{op.name}:{op.type}"


NAMES = {
    "x+1.0": "add/y:Const add:AddV2",
    "1.0+x": "add/x:Const add:AddV2",
    "x-1.0": "sub/y:Const sub:Sub",
    "1.0-x": "sub/x:Const sub:Sub",
    "x*2.0": "mul/y:Const mul:Mul",
    "2.0*x": "mul/x:Const mul:Mul",
    "x/2.0": "truediv/y:Const truediv:RealDiv",
    "2.0/x": "truediv/x:Const truediv:RealDiv",
    "x//2.0": "floordiv/y:Const floordiv:FloorDiv",
    "x%2.0": "mod/y:Const mod:FloorMod",
    "2.0%x": "mod/x:Const mod:FloorMod",
    "x**2.0": "pow/y:Const pow:Pow",
    "2.0**x": "pow/x:Const pow:Pow",
    "-x": "Neg",
    "abs(x)": "Abs",
    "x<1.0": "Less/y:Const Less",
    "x<=1.0": "LessEqual/y:Const LessEqual",
    "x>1.0": "Greater/y:Const Greater",
    "x>=1.0": "GreaterEqual/y:Const GreaterEqual",
    "i&1": "and/BitwiseAnd/y:Const and/BitwiseAnd",
    "i|1": "or/BitwiseOr/y:Const or/BitwiseOr",
    "i^1": "xor/BitwiseXor/y:Const xor/BitwiseXor",
    "b&True": "and/y:Const and:LogicalAnd",
    "b|True": "or/y:Const or:LogicalOr",
    "~b": "LogicalNot",
    "~i": "Invert",
    "x@y": "matmul:MatMul",
    "i+1": "add/y:Const add:AddV2",
    "i*2": "mul/y:Const mul:Mul",
    "x+x": "add:AddV2",
    "x[0]": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const strided_slice:StridedSlice"
    ),
    "x[:,1]": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const strided_slice:StridedSlice"
    ),
    "x[0:1,...]": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const strided_slice:StridedSlice"
    ),
    "x[...,tf.newaxis]": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const strided_slice:StridedSlice"
    ),
    "x[0,1]": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const strided_slice:StridedSlice"
    ),
    "x[i[0]]": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice add/y:Const add:AddV2 strided_slice_1/stack:Pack "
        "strided_slice_1/stack_1:Pack strided_slice_1/stack_2:Const strided_slice_1:StridedSlice"
    ),
    "tf.add(x,1.0)": "Add/y:Const Add:AddV2",
    "tf.subtract(x,1.0)": "Sub/y:Const Sub",
    "tf.multiply(x,2.0)": "Mul/y:Const Mul",
    "tf.divide(x,2.0)": "truediv/y:Const truediv:RealDiv",
    "tf.math.divide_no_nan(x,2.0)": "div_no_nan/y:Const div_no_nan:DivNoNan",
    "tf.math.floordiv(x,2.0)": "floordiv/y:Const floordiv:FloorDiv",
    "tf.math.floormod(x,2.0)": "FloorMod/y:Const FloorMod",
    "tf.math.mod(x,2.0)": "FloorMod/y:Const FloorMod",
    "tf.math.truediv(x,2.0)": "truediv/y:Const truediv:RealDiv",
    "tf.truediv(i,2)": "truediv/y:Const truediv/Cast truediv/Cast_1 truediv:RealDiv",
    "tf.pow(x,2.0)": "Pow/y:Const Pow",
    "tf.maximum(x,0.0)": "Maximum/y:Const Maximum",
    "tf.minimum(x,0.0)": "Minimum/y:Const Minimum",
    "tf.math.squared_difference(x,1.0)": "SquaredDifference/y:Const SquaredDifference",
    "tf.atan2(x,1.0)": "Atan2/x:Const Atan2:Atan2",
    "tf.equal(x,1.0)": "Equal/y:Const Equal",
    "tf.not_equal(x,1.0)": "NotEqual/y:Const NotEqual",
    "tf.less(x,1.0)": "Less/y:Const Less",
    "tf.less_equal(x,1.0)": "LessEqual/y:Const LessEqual",
    "tf.greater(x,1.0)": "Greater/y:Const Greater",
    "tf.greater_equal(x,1.0)": "GreaterEqual/y:Const GreaterEqual",
    "tf.logical_and(b,True)": "LogicalAnd/y:Const LogicalAnd",
    "tf.logical_or(b,True)": "LogicalOr/y:Const LogicalOr",
    "tf.logical_not(b)": "LogicalNot",
    "tf.square(3.0)": "Square/x:Const Square",
    "tf.square(x)": "Square",
    "tf.sqrt(x)": "Sqrt",
    "tf.math.rsqrt(x)": "Rsqrt",
    "tf.exp(x)": "Exp",
    "tf.math.log(x)": "Log",
    "tf.math.log1p(x)": "Log1p",
    "tf.math.expm1(x)": "Expm1:Expm1",
    "tf.tanh(x)": "Tanh",
    "tf.sigmoid(x)": "Sigmoid",
    "tf.sin(x)": "Sin",
    "tf.cos(x)": "Cos",
    "tf.tan(x)": "Tan",
    "tf.math.atan(x)": "Atan",
    "tf.floor(x)": "Floor",
    "tf.math.ceil(x)": "Ceil",
    "tf.round(x)": "Round",
    "tf.sign(x)": "Sign",
    "tf.abs(x)": "Abs",
    "tf.negative(x)": "Neg",
    "tf.math.is_nan(x)": "IsNan",
    "tf.math.is_inf(x)": "IsInf",
    "tf.math.is_finite(x)": "IsFinite",
    "tf.math.reciprocal(x)": "Reciprocal",
    "tf.math.erf(x)": "Erf",
    "tf.math.lgamma(x)": "Lgamma",
    "tf.math.digamma(x)": "Digamma",
    "tf.math.softplus(x)": "Softplus",
    "tf.cast(x,tf.int32)": "Cast",
    "tf.cast(3,tf.float32)": "Cast/x:Const Cast",
    "tf.cast(x,tf.float32)": "",
    "tf.reduce_sum(x)": "Const Sum",
    "tf.reduce_sum(x,0)": "Sum/reduction_indices:Const Sum",
    "tf.reduce_sum(x,[0,1])": "Sum/reduction_indices:Const Sum",
    "tf.reduce_sum(x,-1,keepdims=True)": "Sum/reduction_indices:Const Sum",
    "tf.reduce_mean(x)": "Const Mean",
    "tf.reduce_mean(x,1)": "Mean/reduction_indices:Const Mean",
    "tf.reduce_max(x)": "Const Max",
    "tf.reduce_min(x,0)": "Min/reduction_indices:Const Min",
    "tf.reduce_prod(x)": "Const Prod",
    "tf.reduce_all(b)": "Const All",
    "tf.reduce_any(b,0)": "Any/reduction_indices:Const Any",
    "tf.reduce_logsumexp(x)": (
        "ReduceLogSumExp/Const ReduceLogSumExp/Max ReduceLogSumExp/IsFinite ReduceLogSumExp/SelectV2/e:Const "
        "ReduceLogSumExp/SelectV2:SelectV2 ReduceLogSumExp/StopGradient ReduceLogSumExp/Sub ReduceLogSumExp/Exp "
        "ReduceLogSumExp/Const_1 ReduceLogSumExp/Sum ReduceLogSumExp/Log ReduceLogSumExp/Shape "
        "ReduceLogSumExp/Reshape ReduceLogSumExp:AddV2"
    ),
    "tf.reduce_logsumexp(x,1)": (
        "ReduceLogSumExp/Max/reduction_indices:Const ReduceLogSumExp/Max ReduceLogSumExp/IsFinite "
        "ReduceLogSumExp/SelectV2/e:Const ReduceLogSumExp/SelectV2:SelectV2 ReduceLogSumExp/StopGradient "
        "ReduceLogSumExp/Sub ReduceLogSumExp/Exp ReduceLogSumExp/Sum/reduction_indices:Const ReduceLogSumExp/Sum "
        "ReduceLogSumExp/Log ReduceLogSumExp/Shape ReduceLogSumExp/Reshape ReduceLogSumExp:AddV2"
    ),
    "tf.math.reduce_std(x)": (
        "reduce_std/reduce_variance/Const reduce_std/reduce_variance/Mean reduce_std/reduce_variance/sub:Sub "
        "reduce_std/reduce_variance/Square reduce_std/reduce_variance/Const_1 reduce_std/reduce_variance/Mean_1 "
        "reduce_std/Sqrt"
    ),
    "tf.math.reduce_variance(x,0)": (
        "reduce_variance/Mean/reduction_indices:Const reduce_variance/Mean reduce_variance/sub:Sub "
        "reduce_variance/Square reduce_variance/Mean_1/reduction_indices:Const reduce_variance/Mean_1"
    ),
    "tf.math.reduce_euclidean_norm(x)": "Const EuclideanNorm",
    "tf.math.count_nonzero(x)": (
        "count_nonzero/zeros:Const count_nonzero/NotEqual count_nonzero/Cast count_nonzero/Const count_nonzero/Sum"
    ),
    "tf.math.count_nonzero(x,0)": (
        "count_nonzero/zeros:Const count_nonzero/NotEqual count_nonzero/Cast "
        "count_nonzero/Sum/reduction_indices:Const count_nonzero/Sum"
    ),
    "tf.argmax(x)": "ArgMax/dimension:Const ArgMax",
    "tf.argmax(x,1)": "ArgMax/dimension:Const ArgMax",
    "tf.argmin(x,1)": "ArgMin/dimension:Const ArgMin",
    "tf.math.argmax(x,-1,output_type=tf.int32)": "ArgMax/dimension:Const ArgMax",
    "tf.cumsum(x)": "Cumsum/axis:Const Cumsum",
    "tf.cumsum(x,1)": "Cumsum/axis:Const Cumsum",
    "tf.math.cumprod(x,1)": "Cumprod/axis:Const Cumprod",
    "tf.concat([x,x],0)": "concat/axis:Const concat:ConcatV2",
    "tf.concat([x,[[1.,2.,3.]]],0)": "concat/values_1:Const concat/axis:Const concat:ConcatV2",
    "tf.concat([x],0)": "concat/concat_dim:Const concat/concat:Identity",
    "tf.stack([x,x])": "stack:Pack",
    "tf.stack([x,x],1)": "stack:Pack",
    "tf.stack([1,2])": "stack:Const",
    "tf.stack([i[0],2])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice stack/1:Const stack:Pack"
    ),
    "tf.unstack(x)": "unstack:Unpack",
    "tf.unstack(x,axis=1)": "unstack:Unpack",
    "tf.split(x,3,1)": "split/split_dim:Const split:Split",
    "tf.split(x,[1,2],1)": "Const split/split_dim:Const split:SplitV",
    "tf.tile(x,[1,2])": "Tile/multiples:Const Tile",
    "tf.reshape(x,[-1])": "Reshape/shape:Const Reshape",
    "tf.reshape(x,[3,2])": "Reshape/shape:Const Reshape",
    "tf.reshape(x,i)": "Reshape",
    "tf.reshape(x,(-1,i[0]))": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice Reshape/shape/0:Const Reshape/shape:Pack Reshape"
    ),
    "tf.transpose(x)": "transpose/perm:Const transpose:Transpose",
    "tf.transpose(x,[1,0])": "transpose/perm:Const transpose:Transpose",
    "tf.transpose(z)": "transpose/perm:Const transpose:Transpose",
    "tf.expand_dims(x,0)": "ExpandDims/dim:Const ExpandDims",
    "tf.expand_dims(x,-1)": "ExpandDims/dim:Const ExpandDims",
    "tf.squeeze(w)": "Squeeze",
    "tf.squeeze(w,[0])": "Squeeze",
    "tf.shape(x)": "Shape:Const",
    "tf.shape(z)": "Shape",
    "tf.shape(z)[0]": (
        "Shape strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice"
    ),
    "tf.shape(x,out_type=tf.int64)": "Shape:Const",
    "tf.size(x)": "Size:Const",
    "tf.size(z)": "Size",
    "tf.rank(x)": "Rank:Const",
    "tf.rank(n)": "Rank",
    "tf.zeros([2,3])": "zeros:Const",
    "tf.zeros([i[0],3])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice zeros/packed/1:Const zeros/packed:Pack zeros/Const zeros:Fill"
    ),
    "tf.zeros(i)": "zeros/Const zeros:Fill",
    "tf.zeros([2,3],tf.int32)": "zeros:Const",
    "tf.ones([2,3])": "ones:Const",
    "tf.ones([i[0],3])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice ones/packed/1:Const ones/packed:Pack ones/Const ones:Fill"
    ),
    "tf.ones(i,tf.int32)": "ones/Const ones:Fill",
    "tf.zeros_like(x)": "zeros_like:Const",
    "tf.zeros_like(z)": "zeros_like:ZerosLike",
    "tf.zeros_like(z,tf.int32)": "zeros_like/Shape zeros_like/Const zeros_like:Fill",
    "tf.ones_like(x)": "ones_like:Const",
    "tf.ones_like(z)": "ones_like:OnesLike",
    "tf.fill([2,3],1.0)": "Fill/dims:Const Fill/value:Const Fill",
    "tf.fill(i,1.0)": "Fill/value:Const Fill",
    "tf.range(5)": "range/start:Const range/limit:Const range/delta:Const range:Range",
    "tf.range(i[0])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice range/start:Const range/delta:Const range:Range"
    ),
    "tf.range(1,5,2)": "range/start:Const range/limit:Const range/delta:Const range:Range",
    "tf.range(0.0,1.0,0.25)": "range/start:Const range/limit:Const range/delta:Const range:Range",
    "tf.range(0,i[0])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice range/start:Const range/delta:Const range:Range"
    ),
    "tf.one_hot(i,3)": "one_hot/on_value:Const one_hot/off_value:Const one_hot/depth:Const one_hot:OneHot",
    "tf.one_hot(i,3,on_value=2.0,off_value=1.0)": "one_hot/Const one_hot/Const_1 one_hot/depth:Const one_hot:OneHot",
    "tf.constant(1.0)": "Const",
    "tf.constant([1,2],name='k')": "k:Const",
    "tf.convert_to_tensor(1.0)": "Const",
    "tf.convert_to_tensor([1.0,2.0])": "Const",
    "tf.convert_to_tensor([i[0],2])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice packed/1:Const packed:Pack"
    ),
    "tf.convert_to_tensor(x)": "",
    "tf.convert_to_tensor(1.0)+x": "Const add:AddV2",
    "tf.identity(x)": "Identity",
    "tf.identity(1.0)": "Identity/input:Const Identity",
    "tf.stop_gradient(x)": "StopGradient",
    "tf.no_op()": "NoOp",
    "tf.group(x,y)": "group_deps:NoOp",
    "tf.gather(x,[0,1])": "GatherV2/indices:Const GatherV2/axis:Const GatherV2:GatherV2",
    "tf.gather(x,i,axis=1)": "GatherV2/axis:Const GatherV2:GatherV2",
    "tf.gather_nd(x,[[0,1]])": "GatherNd/indices:Const GatherNd",
    "tf.boolean_mask(x,b)": (
        "boolean_mask/Shape:Const boolean_mask/strided_slice/stack:Const "
        "boolean_mask/strided_slice/stack_1:Const boolean_mask/strided_slice/stack_2:Const "
        "boolean_mask/strided_slice:StridedSlice boolean_mask/Prod/reduction_indices:Const boolean_mask/Prod "
        "boolean_mask/Shape_1:Const boolean_mask/strided_slice_1/stack:Const "
        "boolean_mask/strided_slice_1/stack_1:Const boolean_mask/strided_slice_1/stack_2:Const "
        "boolean_mask/strided_slice_1:StridedSlice boolean_mask/Shape_2:Const "
        "boolean_mask/strided_slice_2/stack:Const boolean_mask/strided_slice_2/stack_1:Const "
        "boolean_mask/strided_slice_2/stack_2:Const boolean_mask/strided_slice_2:StridedSlice "
        "boolean_mask/concat/values_1:Pack boolean_mask/concat/axis:Const boolean_mask/concat:ConcatV2 "
        "boolean_mask/Reshape boolean_mask/Reshape_1/shape:Const boolean_mask/Reshape_1 boolean_mask/Where "
        "boolean_mask/Squeeze boolean_mask/GatherV2/axis:Const boolean_mask/GatherV2:GatherV2"
    ),
    "tf.boolean_mask(v,[True,False,True])": (
        "boolean_mask/mask:Const boolean_mask/Shape:Const boolean_mask/strided_slice/stack:Const "
        "boolean_mask/strided_slice/stack_1:Const boolean_mask/strided_slice/stack_2:Const "
        "boolean_mask/strided_slice:StridedSlice boolean_mask/Prod/reduction_indices:Const boolean_mask/Prod "
        "boolean_mask/Shape_1:Const boolean_mask/strided_slice_1/stack:Const "
        "boolean_mask/strided_slice_1/stack_1:Const boolean_mask/strided_slice_1/stack_2:Const "
        "boolean_mask/strided_slice_1:StridedSlice boolean_mask/Shape_2:Const "
        "boolean_mask/strided_slice_2/stack:Const boolean_mask/strided_slice_2/stack_1:Const "
        "boolean_mask/strided_slice_2/stack_2:Const boolean_mask/strided_slice_2:StridedSlice "
        "boolean_mask/concat/values_1:Pack boolean_mask/concat/axis:Const boolean_mask/concat:ConcatV2 "
        "boolean_mask/Reshape boolean_mask/Reshape_1/shape:Const boolean_mask/Reshape_1 boolean_mask/Where "
        "boolean_mask/Squeeze boolean_mask/GatherV2/axis:Const boolean_mask/GatherV2:GatherV2"
    ),
    "tf.where(b)": "Where",
    "tf.where(b,x,0.0)": "SelectV2/e:Const SelectV2:SelectV2",
    "tf.where(x>0.0,1.0,2.0)": "Greater/y:Const Greater SelectV2/t:Const SelectV2/e:Const SelectV2:SelectV2",
    "tf.clip_by_value(x,0.0,1.0)": (
        "clip_by_value/Minimum/y:Const clip_by_value/Minimum clip_by_value/y:Const clip_by_value:Maximum"
    ),
    "tf.clip_by_global_norm([x,y],1.0)": (
        "global_norm/L2Loss global_norm/L2Loss_1 global_norm/stack:Pack global_norm/Const global_norm/Sum "
        "global_norm/Const_1 global_norm/mul:Mul global_norm/global_norm:Sqrt "
        "clip_by_global_norm/truediv/x:Const clip_by_global_norm/truediv:RealDiv clip_by_global_norm/Const "
        "clip_by_global_norm/truediv_1/y:Const clip_by_global_norm/truediv_1:RealDiv clip_by_global_norm/Minimum "
        "clip_by_global_norm/mul/x:Const clip_by_global_norm/mul:Mul clip_by_global_norm/sub:Sub "
        "clip_by_global_norm/add:AddV2 clip_by_global_norm/mul_1:Mul "
        "clip_by_global_norm/clip_by_global_norm/_0:Identity clip_by_global_norm/mul_2:Mul "
        "clip_by_global_norm/clip_by_global_norm/_1:Identity"
    ),
    "tf.linalg.global_norm([x,y])": (
        "global_norm/L2Loss global_norm/L2Loss_1 global_norm/stack:Pack global_norm/Const global_norm/Sum "
        "global_norm/Const_1 global_norm/mul:Mul global_norm/global_norm:Sqrt"
    ),
    "tf.matmul(x,y)": "MatMul",
    "tf.matmul(x,x,transpose_b=True)": "MatMul",
    "tf.matmul(x,[[1.0],[2.0],[3.0]])": "MatMul/b:Const MatMul",
    "tf.matmul(m,m)": "MatMul:BatchMatMulV2",
    "tf.linalg.matvec(x,v)": "MatVec/ExpandDims/dim:Const MatVec/ExpandDims MatVec/MatMul MatVec/Squeeze",
    "tf.einsum('ij,jk->ik',x,y)": "einsum/Einsum",
    "tf.norm(x)": "norm/mul:Mul norm/Const norm/Sum norm/Sqrt norm/Squeeze",
    "tf.norm(x,axis=1)": "norm/mul:Mul norm/Sum/reduction_indices:Const norm/Sum norm/Sqrt norm/Squeeze",
    "tf.norm(x,ord=1)": "norm/Abs norm/Const norm/Sum norm/Squeeze",
    "tf.linalg.norm(x,ord='euclidean',axis=-1)": (
        "norm/mul:Mul norm/Sum/reduction_indices:Const norm/Sum norm/Sqrt norm/Squeeze"
    ),
    "tf.linalg.trace(x)": (
        "Trace/diag_part/k:Const Trace/diag_part/padding_value:Const Trace/diag_part:MatrixDiagPartV3 "
        "Trace/reduction_indices:Const Trace:Sum"
    ),
    "tf.linalg.diag(v)": (
        "diag/k:Const diag/num_rows:Const diag/num_cols:Const diag/padding_value:Const diag:MatrixDiagV3"
    ),
    "tf.linalg.diag_part(x)": "diag_part/k:Const diag_part/padding_value:Const diag_part:MatrixDiagPartV3",
    "tf.linalg.set_diag(x,[1.0,2.0])": "set_diag/diagonal:Const set_diag/k:Const set_diag:MatrixSetDiagV3",
    "tf.linalg.band_part(x,-1,0)": "MatrixBandPart/num_lower:Const MatrixBandPart/num_upper:Const MatrixBandPart",
    "tf.linalg.inv(x[:,:2])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice MatrixInverse"
    ),
    "tf.linalg.det(x[:,:2])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice MatrixDeterminant"
    ),
    "tf.linalg.cholesky(x[:,:2])": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice Cholesky"
    ),
    "tf.linalg.l2_normalize(x,1)": (
        "l2_normalize/Square l2_normalize/Sum/reduction_indices:Const l2_normalize/Sum "
        "l2_normalize/Maximum/y:Const l2_normalize/Maximum l2_normalize/Rsqrt l2_normalize:Mul"
    ),
    "tf.math.l2_normalize(x,-1)": (
        "l2_normalize/Square l2_normalize/Sum/reduction_indices:Const l2_normalize/Sum "
        "l2_normalize/Maximum/y:Const l2_normalize/Maximum l2_normalize/Rsqrt l2_normalize:Mul"
    ),
    "tf.linalg.cross(v,v)": "Cross",
    "tf.pad(x,[[0,0],[1,1]])": "Pad/paddings:Const Pad",
    "tf.pad(x,[[0,0],[1,1]],constant_values=1.0)": "PadV2/paddings:Const PadV2/constant_values:Const PadV2:PadV2",
    "tf.pad(x,[[0,0],[1,1]],'REFLECT')": "MirrorPad/paddings:Const MirrorPad",
    "tf.slice(x,[0,0],[1,2])": "Slice/begin:Const Slice/size:Const Slice",
    "tf.reverse(x,[0])": "ReverseV2/axis:Const ReverseV2:ReverseV2",
    "tf.roll(x,1,0)": "Roll/shift:Const Roll/axis:Const Roll",
    "tf.math.top_k(x,2)": "TopKV2/k:Const TopKV2:TopKV2",
    "tf.nn.top_k(x,k=2)": "TopKV2/k:Const TopKV2:TopKV2",
    "tf.unique(v)": "Unique",
    "tf.sequence_mask(i,5)": (
        "SequenceMask/Const SequenceMask/Const_1 SequenceMask/Const_2 SequenceMask/Range "
        "SequenceMask/ExpandDims/dim:Const SequenceMask/ExpandDims SequenceMask/Cast SequenceMask/Less"
    ),
    "tf.sequence_mask(i)": (
        "SequenceMask/Const SequenceMask/Max SequenceMask/Const_1 SequenceMask/Maximum SequenceMask/Const_2 "
        "SequenceMask/Const_3 SequenceMask/Range SequenceMask/ExpandDims/dim:Const SequenceMask/ExpandDims "
        "SequenceMask/Cast SequenceMask/Less"
    ),
    "tf.broadcast_to(x,[2,2,3])": "BroadcastTo/shape:Const BroadcastTo",
    "tf.ensure_shape(z,[2,3])": "EnsureShape",
    "tf.scatter_nd([[0],[1]],[1.0,2.0],[4])": (
        "ScatterNd/indices:Const ScatterNd/updates:Const ScatterNd/shape:Const ScatterNd"
    ),
    "tf.tensor_scatter_nd_update(v,[[0]],[1.0])": (
        "TensorScatterUpdate/indices:Const TensorScatterUpdate/updates:Const TensorScatterUpdate"
    ),
    "tf.tensor_scatter_nd_add(v,[[0]],[1.0])": (
        "TensorScatterAdd/indices:Const TensorScatterAdd/updates:Const TensorScatterAdd"
    ),
    "tf.add_n([x,x])": "AddN",
    "tf.add_n([x])": "",
    "tf.math.accumulate_n([x,x])": "AddN",
    "tf.math.segment_sum(v,[0,0,1])": "SegmentSum/segment_ids:Const SegmentSum",
    "tf.math.unsorted_segment_sum(v,[0,0,1],2)": (
        "UnsortedSegmentSum/segment_ids:Const UnsortedSegmentSum/num_segments:Const UnsortedSegmentSum"
    ),
    "tf.math.polyval([1.0,2.0],x)": "polyval/coeff_0:Const polyval/coeff_1:Const polyval/mul:Mul polyval/add:AddV2",
    "tf.math.xlogy(x,2.0)": "Xlogy/y:Const Xlogy",
    "tf.math.in_top_k([0,1],x,1)": (
        "in_top_k/InTopKV2/targets:Const in_top_k/InTopKV2/k:Const in_top_k/InTopKV2:InTopKV2"
    ),
    "tf.math.lbeta(x)": (
        "lbeta/Lgamma lbeta/Sum/reduction_indices:Const lbeta/Sum lbeta/Sum_1/reduction_indices:Const "
        "lbeta/Sum_1 lbeta/Lgamma_1 lbeta/sub:Sub"
    ),
    "tf.nn.relu(x)": "Relu",
    "tf.nn.relu6(x)": "Relu6:Relu6",
    "tf.nn.leaky_relu(x)": "LeakyRelu",
    "tf.nn.elu(x)": "Elu",
    "tf.nn.selu(x)": "Selu",
    "tf.nn.softmax(x)": "Softmax",
    "tf.nn.log_softmax(x)": "LogSoftmax",
    "tf.nn.softplus(x)": "Softplus",
    "tf.nn.sigmoid(x)": "Sigmoid",
    "tf.nn.tanh(x)": "Tanh",
    "tf.nn.l2_loss(x)": "L2Loss",
    "tf.nn.moments(x,[0])": (
        "moments/mean/reduction_indices:Const moments/mean:Mean moments/StopGradient moments/SquaredDifference "
        "moments/variance/reduction_indices:Const moments/variance:Mean moments/Squeeze moments/Squeeze_1"
    ),
    "tf.nn.moments(x,[0,1],keepdims=True)": (
        "moments/mean/reduction_indices:Const moments/mean:Mean moments/StopGradient moments/SquaredDifference "
        "moments/variance/reduction_indices:Const moments/variance:Mean"
    ),
    "tf.nn.dropout(x,0.5)": (
        "dropout/Const dropout/Mul dropout/Shape:Const dropout/random_uniform/RandomUniform "
        "dropout/GreaterEqual/y:Const dropout/GreaterEqual dropout/Const_1 dropout/SelectV2:SelectV2"
    ),
    "tf.nn.dropout(x,0.5,seed=1)": (
        "dropout/Const dropout/Mul dropout/Shape:Const dropout/random_uniform/RandomUniform "
        "dropout/GreaterEqual/y:Const dropout/GreaterEqual dropout/Const_1 dropout/SelectV2:SelectV2"
    ),
    "tf.nn.sigmoid_cross_entropy_with_logits(labels=x,logits=x)": (
        "logistic_loss/zeros_like:Const logistic_loss/GreaterEqual logistic_loss/Select logistic_loss/Neg "
        "logistic_loss/Select_1 logistic_loss/mul:Mul logistic_loss/sub:Sub logistic_loss/Exp "
        "logistic_loss/Log1p logistic_loss:AddV2"
    ),
    "tf.nn.weighted_cross_entropy_with_logits(x,x,2.0)": (
        "logistic_loss/mul/x:Const logistic_loss/mul:Mul logistic_loss/add/x:Const logistic_loss/add:AddV2 "
        "logistic_loss/sub/x:Const logistic_loss/sub:Sub logistic_loss/mul_1:Mul logistic_loss/Abs "
        "logistic_loss/Neg logistic_loss/Exp logistic_loss/Log1p logistic_loss/Neg_1 logistic_loss/Relu "
        "logistic_loss/add_1:AddV2 logistic_loss/mul_2:Mul logistic_loss:AddV2"
    ),
    "tf.nn.bias_add(x,[1.0,2.0,3.0])": "BiasAdd/bias:Const BiasAdd",
    "tf.nn.conv2d(img,[[[[1.0]]]],1,'SAME')": "Conv2D/filter:Const Conv2D",
    "tf.nn.conv2d(img,tf.ones([2,2,1,1]),[1,1],'VALID')": "ones:Const Conv2D",
    "tf.nn.conv2d_transpose(img,tf.ones([2,2,1,1]),[1,8,8,1],2)": (
        "ones:Const conv2d_transpose/input_sizes:Const conv2d_transpose:Conv2DBackpropInput"
    ),
    "tf.nn.max_pool2d(img,2,2,'SAME')": "MaxPool2d:MaxPool",
    "tf.nn.avg_pool2d(img,2,2,'SAME')": "AvgPool2D:AvgPool",
    "tf.nn.max_pool(img,2,2,'SAME')": "MaxPool2d:MaxPool",
    "tf.nn.avg_pool(img,2,2,'SAME')": "AvgPool",
    "tf.nn.batch_normalization(x,0.0,1.0,None,None,1e-3)": (
        "batchnorm/Rsqrt/x:Const batchnorm/Rsqrt batchnorm/mul:Mul batchnorm/mul_1/x:Const batchnorm/mul_1:Mul "
        "batchnorm/add:AddV2"
    ),
    "tf.nn.batch_normalization(x,0.0,1.0,1.0,2.0,1e-3)": (
        "batchnorm/Rsqrt/x:Const batchnorm/Rsqrt batchnorm/mul/y:Const batchnorm/mul:Mul batchnorm/mul_1:Mul "
        "batchnorm/mul_2/x:Const batchnorm/mul_2:Mul batchnorm/sub/x:Const batchnorm/sub:Sub batchnorm/add:AddV2"
    ),
    "tf.nn.embedding_lookup(x,i)": "embedding_lookup/axis:Const embedding_lookup:GatherV2 embedding_lookup/Identity",
    "tf.nn.embedding_lookup(x,[0,1])": (
        "embedding_lookup/ids:Const embedding_lookup/axis:Const embedding_lookup:GatherV2 embedding_lookup/Identity"
    ),
    "tf.nn.local_response_normalization(img)": "LRN",
    "tf.nn.log_poisson_loss(x,x)": "log_poisson_loss/Exp log_poisson_loss/mul:Mul log_poisson_loss/sub:Sub",
    "tf.nn.in_top_k([0,1],x,1)": "in_top_k/InTopKV2/targets:Const in_top_k/InTopKV2/k:Const in_top_k/InTopKV2:InTopKV2",
    "tf.nn.crelu(x)": "CRelu/Neg CRelu/axis:Const CRelu:ConcatV2 CRelu/Relu",
    "tf.nn.l2_normalize(x,1)": (
        "l2_normalize/Square l2_normalize/Sum/reduction_indices:Const l2_normalize/Sum "
        "l2_normalize/Maximum/y:Const l2_normalize/Maximum l2_normalize/Rsqrt l2_normalize:Mul"
    ),
    "tf.random.uniform([2,3])": "random_uniform/shape:Const random_uniform/RandomUniform",
    "tf.random.uniform([2],0,10,tf.int32)": (
        "random_uniform/shape:Const random_uniform/min:Const random_uniform/max:Const random_uniform:RandomUniformInt"
    ),
    "tf.random.uniform([i[0]],-1.0,1.0)": (
        "strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice random_uniform/shape:Pack random_uniform/min:Const random_uniform/max:Const "
        "random_uniform/RandomUniform random_uniform/sub:Sub random_uniform/mul:Mul random_uniform:AddV2"
    ),
    "tf.random.normal([2,3])": (
        "random_normal/shape:Const random_normal/mean:Const random_normal/stddev:Const "
        "random_normal/RandomStandardNormal random_normal/mul:Mul random_normal:AddV2"
    ),
    "tf.random.normal([2,3],1.0,2.0)": (
        "random_normal/shape:Const random_normal/mean:Const random_normal/stddev:Const "
        "random_normal/RandomStandardNormal random_normal/mul:Mul random_normal:AddV2"
    ),
    "tf.random.truncated_normal([2])": (
        "truncated_normal/shape:Const truncated_normal/mean:Const truncated_normal/stddev:Const "
        "truncated_normal/TruncatedNormal truncated_normal/mul:Mul truncated_normal:AddV2"
    ),
    "tf.random.shuffle(x)": "RandomShuffle",
    "tf.random.categorical(x,2)": "categorical/Multinomial/num_samples:Const categorical/Multinomial",
    "tf.random.stateless_uniform([2],[1,2])": (
        "stateless_random_uniform/shape:Const stateless_random_uniform/min:Const "
        "stateless_random_uniform/max:Const stateless_random_uniform/StatelessRandomGetKeyCounter/seed:Const "
        "stateless_random_uniform/StatelessRandomGetKeyCounter "
        "stateless_random_uniform/StatelessRandomUniformV2/alg:Const "
        "stateless_random_uniform/StatelessRandomUniformV2:StatelessRandomUniformV2 "
        "stateless_random_uniform/sub:Sub stateless_random_uniform/mul:Mul stateless_random_uniform:AddV2"
    ),
    "tf.random.stateless_normal([2],[1,2])": (
        "stateless_random_normal/shape:Const stateless_random_normal/mean:Const "
        "stateless_random_normal/stddev:Const stateless_random_normal/StatelessRandomGetKeyCounter/seed:Const "
        "stateless_random_normal/StatelessRandomGetKeyCounter "
        "stateless_random_normal/StatelessRandomNormalV2/alg:Const "
        "stateless_random_normal/StatelessRandomNormalV2:StatelessRandomNormalV2 stateless_random_normal/mul:Mul "
        "stateless_random_normal:AddV2"
    ),
    "tf.random.poisson([2],1.0)": (
        "random_poisson/shape:Const random_poisson/RandomPoissonV2/rate:Const "
        "random_poisson/RandomPoissonV2:RandomPoissonV2"
    ),
    "tf.strings.join([s,'b'])": "StringJoin/inputs_1:Const StringJoin",
    "tf.strings.length(s)": "StringLength",
    "tf.strings.lower(s)": "StringLower",
    "tf.strings.substr(s,0,1)": "Substr/pos:Const Substr/len:Const Substr",
    "tf.strings.regex_replace(s,'a','b')": "StaticRegexReplace",
    "tf.strings.regex_full_match(s,'a')": "StaticRegexFullMatch",
    "tf.strings.to_number(s)": "StringToNumber",
    "tf.strings.as_string(x)": "AsString",
    "tf.strings.strip(s)": "StringStrip",
    "tf.strings.format('{}',x)": "StringFormat",
    "tf.strings.reduce_join(s)": "ReduceJoin/Const ReduceJoin/ReduceJoin",
    "tf.strings.to_hash_bucket_fast(s,3)": "StringToHashBucketFast",
    "tf.io.encode_base64(s)": "EncodeBase64:EncodeBase64",
    "tf.io.decode_raw(s,tf.uint8)": "DecodeRaw",
    "tf.io.read_file('a')": "ReadFile/filename:Const ReadFile",
    "tf.io.serialize_tensor(x)": "SerializeTensor",
    "tf.io.parse_tensor('a',tf.float32)": "ParseTensor/serialized:Const ParseTensor",
    "tf.debugging.check_numerics(x,'m')": "CheckNumerics",
    "tf.print(x)": "StringFormat PrintV2:PrintV2",
    "tf.bitwise.bitwise_and(i,1)": "BitwiseAnd/y:Const BitwiseAnd",
    "tf.bitwise.left_shift(i,1)": "LeftShift/y:Const LeftShift",
    "tf.signal.fft(tf.cast(v,tf.complex64))": "Cast FFT",
    "tf.complex(v,v)": "Complex",
    "tf.math.real(tf.complex(v,v))": "Complex Real",
    "tf.math.angle(tf.complex(v,v))": "Complex Angle",
    "tf.compat.v1.placeholder_with_default(1.0,[])": "PlaceholderWithDefault/input:Const PlaceholderWithDefault",
    "tf.compat.v1.get_variable('v',[2],dtype=tf.float32,use_resource=True)": (
        "v_1/Initializer/random_uniform/shape:Const v_1/Initializer/random_uniform/min:Const "
        "v_1/Initializer/random_uniform/max:Const v_1/Initializer/random_uniform/RandomUniform "
        "v_1/Initializer/random_uniform/sub:Sub v_1/Initializer/random_uniform/mul:Mul "
        "v_1/Initializer/random_uniform:AddV2 v_1:VarHandleOp v_1/IsInitialized/VarIsInitializedOp "
        "v_1/Assign:AssignVariableOp v_1/Read/ReadVariableOp"
    ),
    "tf.compat.v1.get_variable('v',initializer=1.0,use_resource=True)": (
        "v_1/Initializer/initial_value:Const v_1:VarHandleOp v_1/IsInitialized/VarIsInitializedOp "
        "v_1/Assign:AssignVariableOp v_1/Read/ReadVariableOp"
    ),
    "tf.compat.v1.assign(tf.compat.v1.get_variable('v',initializer=1.0,use_resource=True),2.0)": (
        "v_1/Initializer/initial_value:Const v_1:VarHandleOp v_1/IsInitialized/VarIsInitializedOp "
        "v_1/Assign:AssignVariableOp v_1/Read/ReadVariableOp Const AssignVariableOp ReadVariableOp"
    ),
    "tf.compat.v1.assign_add(tf.compat.v1.get_variable('v',initializer=1.0,use_resource=True),2.0)": (
        "v_1/Initializer/initial_value:Const v_1:VarHandleOp v_1/IsInitialized/VarIsInitializedOp "
        "v_1/Assign:AssignVariableOp v_1/Read/ReadVariableOp Const AssignAddVariableOp ReadVariableOp"
    ),
    "tf.Variable(1.0)": (
        "Variable/Initializer/initial_value:Const Variable:VarHandleOp Variable/IsInitialized/VarIsInitializedOp "
        "Variable/Assign:AssignVariableOp Variable/Read/ReadVariableOp"
    ),
    "tf.Variable([1.0,2.0],name='q')": (
        "q/Initializer/initial_value:Const q:VarHandleOp q/IsInitialized/VarIsInitializedOp "
        "q/Assign:AssignVariableOp q/Read/ReadVariableOp"
    ),
    "tf.Variable(1.0)+1.0": (
        "Variable/Initializer/initial_value:Const Variable:VarHandleOp Variable/IsInitialized/VarIsInitializedOp "
        "Variable/Assign:AssignVariableOp Variable/Read/ReadVariableOp ReadVariableOp add/y:Const add:AddV2"
    ),
    "tf.Variable(1.0)*x": (
        "Variable/Initializer/initial_value:Const Variable:VarHandleOp Variable/IsInitialized/VarIsInitializedOp "
        "Variable/Assign:AssignVariableOp Variable/Read/ReadVariableOp ReadVariableOp mul:Mul"
    ),
    "tf.Variable(1.0).assign_add(1.0)": (
        "Variable/Initializer/initial_value:Const Variable:VarHandleOp Variable/IsInitialized/VarIsInitializedOp "
        "Variable/Assign:AssignVariableOp Variable/Read/ReadVariableOp Const AssignAddVariableOp ReadVariableOp"
    ),
    "tf.Variable([1.0,2.0])[0]": (
        "Variable/Initializer/initial_value:Const Variable:VarHandleOp Variable/IsInitialized/VarIsInitializedOp "
        "Variable/Assign:AssignVariableOp Variable/Read/ReadVariableOp ReadVariableOp strided_slice/stack:Const "
        "strided_slice/stack_1:Const strided_slice/stack_2:Const strided_slice:StridedSlice"
    ),
    "tf.compat.v1.train.Saver([tf.Variable([1.0,2.0])])": (
        "Variable/Initializer/initial_value:Const Variable:VarHandleOp Variable/IsInitialized/VarIsInitializedOp "
        "Variable/Assign:AssignVariableOp Variable/Read/ReadVariableOp save/filename/input:Const "
        "save/filename:PlaceholderWithDefault save/Const:PlaceholderWithDefault save/SaveV2/tensor_names:Const "
        "save/SaveV2/shape_and_slices:Const save/SaveV2:SaveV2 save/control_dependency:Identity "
        "save/RestoreV2/tensor_names:Const save/RestoreV2/shape_and_slices:Const save/RestoreV2:RestoreV2 "
        "save/Identity save/AssignVariableOp save/restore_all:NoOp"
    ),
    "tf.compat.v1.global_variables_initializer()": "init:NoOp",
    "tf.compat.v1.nn.dropout(x,keep_prob=0.5)": (
        "dropout/Const dropout/Mul dropout/Shape:Const dropout/random_uniform/RandomUniform "
        "dropout/GreaterEqual/y:Const dropout/GreaterEqual dropout/Const_1 dropout/SelectV2:SelectV2"
    ),
    "tf.compat.v1.reduce_sum(x,reduction_indices=0)": "Sum/reduction_indices:Const Sum",
    "tf.compat.v1.to_float(i)": "ToFloat:Cast",
    "tf.compat.v1.squeeze(w,axis=0)": "Squeeze",
    "tf.compat.v1.concat([x,x],1)": "concat/axis:Const concat:ConcatV2",
    "tf.compat.v1.random_uniform([2])": "random_uniform/shape:Const random_uniform/RandomUniform",
    "tf.compat.v1.assign(tf.compat.v1.Variable(1.0),2.0)": (
        "Variable/Initializer/initial_value:Const Variable:VarHandleOp Variable/IsInitialized/VarIsInitializedOp "
        "Variable/Assign:AssignVariableOp Variable/Read/ReadVariableOp Const AssignVariableOp ReadVariableOp"
    ),
    "tf.constant(1.0)+tf.constant(2.0)": "Const Const_1 add:AddV2",
    "tf.add(1.0,2.0)": "Add/x:Const Add/y:Const Add:AddV2",
    "tf.maximum(1.0,2.0)": "Maximum/x:Const Maximum/y:Const Maximum",
    "tf.nn.relu([1.0])": "Relu/features:Const Relu",
    "tf.matmul([[1.0]],[[2.0]])": "MatMul/a:Const MatMul/b:Const MatMul",
    "tf.stack([tf.constant(1),2])": "Const stack/1:Const stack:Pack",
    "tf.one_hot([0,1],2)": (
        "one_hot/on_value:Const one_hot/off_value:Const one_hot/indices:Const one_hot/depth:Const one_hot:OneHot"
    ),
    "tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0],logits=[2.0])": (
        "logistic_loss/logits:Const logistic_loss/labels:Const logistic_loss/zeros_like:Const "
        "logistic_loss/GreaterEqual logistic_loss/Select logistic_loss/Neg logistic_loss/Select_1 "
        "logistic_loss/mul:Mul logistic_loss/sub:Sub logistic_loss/Exp logistic_loss/Log1p logistic_loss:AddV2"
    ),
}
