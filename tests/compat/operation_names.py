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
    "tf.add(x,1.0)": "Add/y:Const Add:AddV2",
    "tf.subtract(x,1.0)": "Sub/y:Const Sub",
    "tf.multiply(x,2.0)": "Mul/y:Const Mul",
    "tf.math.floormod(x,2.0)": "FloorMod/y:Const FloorMod",
    "tf.math.mod(x,2.0)": "FloorMod/y:Const FloorMod",
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
    "tf.reduce_sum(x,0)": "Sum/reduction_indices:Const Sum",
    "tf.reduce_sum(x,[0,1])": "Sum/reduction_indices:Const Sum",
    "tf.reduce_sum(x,-1,keepdims=True)": "Sum/reduction_indices:Const Sum",
    "tf.reduce_mean(x,1)": "Mean/reduction_indices:Const Mean",
    "tf.reduce_min(x,0)": "Min/reduction_indices:Const Min",
    "tf.reduce_any(b,0)": "Any/reduction_indices:Const Any",
    "tf.argmax(x)": "ArgMax/dimension:Const ArgMax",
    "tf.argmax(x,1)": "ArgMax/dimension:Const ArgMax",
    "tf.argmin(x,1)": "ArgMin/dimension:Const ArgMin",
    "tf.math.argmax(x,-1,output_type=tf.int32)": "ArgMax/dimension:Const ArgMax",
    "tf.cumsum(x)": "Cumsum/axis:Const Cumsum",
    "tf.cumsum(x,1)": "Cumsum/axis:Const Cumsum",
    "tf.math.cumprod(x,1)": "Cumprod/axis:Const Cumprod",
    "tf.concat([x,x],0)": "concat/axis:Const concat:ConcatV2",
    "tf.concat([x,[[1.,2.,3.]]],0)": "concat/values_1:Const concat/axis:Const concat:ConcatV2",
    "tf.stack([x,x])": "stack:Pack",
    "tf.stack([x,x],1)": "stack:Pack",
    "tf.unstack(x)": "unstack:Unpack",
    "tf.unstack(x,axis=1)": "unstack:Unpack",
    "tf.split(x,3,1)": "split/split_dim:Const split:Split",
    "tf.tile(x,[1,2])": "Tile/multiples:Const Tile",
    "tf.reshape(x,[-1])": "Reshape/shape:Const Reshape",
    "tf.reshape(x,[3,2])": "Reshape/shape:Const Reshape",
    "tf.reshape(x,i)": "Reshape",
    "tf.transpose(x)": "transpose/perm:Const transpose:Transpose",
    "tf.transpose(x,[1,0])": "transpose/perm:Const transpose:Transpose",
    "tf.transpose(z)": "transpose/perm:Const transpose:Transpose",
    "tf.expand_dims(x,0)": "ExpandDims/dim:Const ExpandDims",
    "tf.expand_dims(x,-1)": "ExpandDims/dim:Const ExpandDims",
    "tf.squeeze(w)": "Squeeze",
    "tf.squeeze(w,[0])": "Squeeze",
    "tf.shape(z)": "Shape",
    "tf.shape(z)[0]": (
        "Shape strided_slice/stack:Const strided_slice/stack_1:Const strided_slice/stack_2:Const "
        "strided_slice:StridedSlice"
    ),
    "tf.size(z)": "Size",
    "tf.rank(n)": "Rank",
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
    "tf.constant(1.0)": "Const",
    "tf.constant([1,2],name='k')": "k:Const",
    "tf.convert_to_tensor(1.0)": "Const",
    "tf.convert_to_tensor([1.0,2.0])": "Const",
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
    "tf.where(b)": "Where",
    "tf.where(b,x,0.0)": "SelectV2/e:Const SelectV2:SelectV2",
    "tf.where(x>0.0,1.0,2.0)": "Greater/y:Const Greater SelectV2/t:Const SelectV2/e:Const SelectV2:SelectV2",
    "tf.matmul(x,y)": "MatMul",
    "tf.matmul(x,x,transpose_b=True)": "MatMul",
    "tf.matmul(x,[[1.0],[2.0],[3.0]])": "MatMul/b:Const MatMul",
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
    "tf.math.xlogy(x,2.0)": "Xlogy/y:Const Xlogy",
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
    "tf.nn.bias_add(x,[1.0,2.0,3.0])": "BiasAdd/bias:Const BiasAdd",
    "tf.nn.conv2d(img,[[[[1.0]]]],1,'SAME')": "Conv2D/filter:Const Conv2D",
    "tf.nn.avg_pool(img,2,2,'SAME')": "AvgPool",
    "tf.nn.local_response_normalization(img)": "LRN",
    "tf.random.shuffle(x)": "RandomShuffle",
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
    "tf.compat.v1.get_variable('v',initializer=1.0,use_resource=True)": (
        "v_1/Initializer/initial_value:Const v_1:VarHandleOp v_1/IsInitialized/VarIsInitializedOp "
        "v_1/Assign:AssignVariableOp v_1/Read/ReadVariableOp"
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
    "tf.compat.v1.reduce_sum(x,reduction_indices=0)": "Sum/reduction_indices:Const Sum",
    "tf.compat.v1.to_float(i)": "ToFloat:Cast",
    "tf.compat.v1.squeeze(w,axis=0)": "Squeeze",
    "tf.compat.v1.concat([x,x],1)": "concat/axis:Const concat:ConcatV2",
    "tf.constant(1.0)+tf.constant(2.0)": "Const Const_1 add:AddV2",
    "tf.add(1.0,2.0)": "Add/x:Const Add/y:Const Add:AddV2",
    "tf.maximum(1.0,2.0)": "Maximum/x:Const Maximum/y:Const Maximum",
    "tf.nn.relu([1.0])": "Relu/features:Const Relu",
    "tf.matmul([[1.0]],[[2.0]])": "MatMul/a:Const MatMul/b:Const MatMul",
}
