"""What the functions of TensorFlow give: a tensor, a structure of tensors, or something of Python."""

from __future__ import annotations

import re

from .words import words

ROOT = "tensorflow."

STRUCTURES = words(
    """
    split unstack shape_n meshgrid unique unique_with_counts while_loop cond case switch_case map_fn vectorized_map
    scan foldl foldr py_function numpy_function py_func gradients hessians dynamic_partition identity_n tuple
    clip_by_global_norm broadcast_static_shape nest.flatten nest.map_structure nest.pack_sequence_as
    tensor_scatter_nd_update_n math.top_k nn.moments nn.weighted_moments nn.top_k nn.sufficient_statistics
    nn.normalize_moments nn.fused_batch_norm nn.ctc_beam_search_decoder nn.ctc_greedy_decoder nn.max_pool_with_argmax
    nn.fractional_max_pool nn.fractional_avg_pool nn.static_rnn nn.dynamic_rnn nn.bidirectional_dynamic_rnn
    random.log_uniform_candidate_sampler random.uniform_candidate_sampler random.stateless_split random.split
    linalg.eigh linalg.eig linalg.svd linalg.qr linalg.lu linalg.slogdet linalg.normalize math.approx_max_k
    linalg.tridiagonal_mul image.non_max_suppression_with_scores image.combined_non_max_suppression
    image.non_max_suppression_padded image.sample_distorted_bounding_box image.stateless_sample_distorted_bounding_box
    image.image_gradients strings.split strings.unicode_decode_with_offsets io.parse_example io.parse_single_example
    io.parse_sequence_example io.parse_single_sequence_example io.decode_csv audio.decode_wav linalg.global_norm_
    histogram_fixed_width_bins_ setdiff1d train.batch numpy_input_fn eigh svd qr top_k decode_csv parse_single_example
    """
)
"""Functions that give several tensors, or whatever structure they were given."""

PYTHON = {
    "executing_eagerly": "bool",
    "is_tensor": "bool",
    "inside_function": "bool",
    "is_symbolic_tensor": "bool",
    "get_static_value": "unknown",
    "as_dtype": "object",
    "print": "none",
    "group": "none",
    "no_op": "none",
    "debugging.set_log_device_placement": "none",
    "TensorShape": "shape",
    "broadcast_static_shape": "shape",
    "name_scope": "object",
    "device": "object",
    "control_dependencies": "object",
    "init_scope": "object",
    "GradientTape": "object",
    "get_logger": "object",
    "constant_initializer": "object",
    "custom_gradient": "unknown",
    "recompute_grad": "unknown",
    "stop_gradient": "",
}
"""Functions that give something of Python."""

PYTHON_SPACES = (
    "autograph.", "compat.", "config.", "data.experimental.AUTOTUNE", "debugging.", "distribute.", "dtypes.", "errors.",
    "estimator.", "experimental.", "feature_column.", "flags.", "gfile.", "io.gfile.", "io.TFRecord", "keras.",
    "logging.", "lookup.", "mixed_precision.", "profiler.", "quantization.", "queue.", "saved_model.", "summary.",
    "sysconfig.", "test.", "tpu.", "train.", "types.", "version.", "xla.", "app.", "contrib.", "random.set_seed",
    "random.get_global_generator", "random.Generator", "lite.", "python.", "__internal__.", "nest.", "data.",
)  # fmt: skip
"""Parts of TensorFlow whose functions do not give plain tensors."""

PYTHON_STARTS = ("get_", "set_", "enable_", "disable_", "register_", "load_", "assert_", "import_")
PYTHON_ENDS = ("_variables", "_initializer", "_scope")
"""How names of functions begin and end that do not give tensors."""

DTYPES = {
    **dict.fromkeys(words("int8 int16 int32 int64 uint8 uint16 uint32 uint64 int_ int"), "int"),
    **dict.fromkeys(words("float16 float32 float64 bfloat16 half double float_ float"), "float"),
    "bool": "bool",
    "bool_": "bool",
    "string": "string",
    "str": "string",
}
"""Element types, by the names that TensorFlow, numpy and Python have for them."""

INT_RESULTS = words(
    """shape size rank argmax argmin argsort where count_nonzero searchsorted math.count_nonzero math.argmax math.argmin
    histogram_fixed_width strings.length bincount math.bincount"""
)
BOOL_RESULTS = words(
    """equal not_equal less less_equal greater greater_equal logical_and logical_or logical_not reduce_any reduce_all
    math.logical_and math.logical_or math.logical_not math.logical_xor math.less math.less_equal math.greater
    math.greater_equal math.equal math.not_equal math.is_nan math.is_inf math.is_finite sequence_mask is_nan is_finite
    math.reduce_any math.reduce_all math.in_top_k nn.in_top_k"""
)
FLOAT_RESULTS = words(
    """sigmoid exp log sqrt tanh math.exp math.log math.sqrt math.log1p math.sigmoid math.tanh nn.softmax nn.sigmoid
    nn.sigmoid_cross_entropy_with_logits nn.softmax_cross_entropy_with_logits linspace norm divide math.divide
    nn.sparse_softmax_cross_entropy_with_logits nn.log_softmax sin cos truediv nn.l2_loss linalg.norm
    random.normal random.truncated_normal"""
)
DEFAULT_FLOAT = words("zeros ones eye random.uniform random.stateless_uniform random.stateless_normal random.gamma")
"""Functions that give floats where no dtype is said."""

REDUCTIONS = re.compile(r"^(math\.)?reduce_\w+$")

PYTHON_OPERANDS = words(
    """constant convert_to_tensor cast range fill zeros ones eye stack concat TensorShape print shape is_tensor Variable
    ensure_shape TensorSpec reshape name_scope add_n tuple group nest.flatten nest.map_structure minimum maximum
    convert_to_tensor_or_sparse_tensor get_static_value reduce_sum reduce_mean parallel_stack linspace pow while_loop
    cond case switch_case py_function numpy_function map_fn function device one_hot sequence_mask clip_by_global_norm
    image.resize gradients TensorArray size rank keras.Input io.read_file random.normal random.uniform custom_gradient
    nest.assert_same_structure Assert debugging.Assert as_dtype io.decode_image strings.format strings.join unstack"""
)
"""Functions whose first argument is often no tensor: using a name there says nothing about it."""

CALLBACKS = words(
    """map_fn vectorized_map scan foldl foldr while_loop cond case switch_case nest.map_structure recompute_grad
    function custom_gradient autograph.experimental.do_not_convert grad_pass_through"""
)
"""Functions that call functions which they are given, with tensors."""

HOST = words("py_function numpy_function py_func contrib.eager.py_func")
"""Functions that run the function they are given as plain Python, each time the graph runs."""

SHAPE_ATTRIBUTES = frozenset({"shape"})
PYTHON_ATTRIBUTES = words("dtype rank ndim name device graph op consumers is_sparse")
LIST_ATTRIBUTES = words(
    "trainable_variables variables weights trainable_weights non_trainable_variables non_trainable_weights losses"
)
"""Attributes of models and layers that are lists of variables or tensors."""

VARIABLE_ATTRIBUTES = words("iterations")

TENSOR_METHODS_TO_SHAPE = words("get_shape")
VARIABLE_METHODS = words("assign assign_add assign_sub read_value value scatter_update scatter_nd_update")
DISTRIBUTION_METHODS = words(
    """sample log_prob prob mean stddev variance entropy kl_divergence cdf log_cdf mode quantile cross_entropy
    covariance survival_function"""
)


def dtype_of_result(name: str) -> str:
    """The element type that a function always gives, or ""."""
    if name in INT_RESULTS:
        return "int"
    if name in BOOL_RESULTS:
        return "bool"
    return "float" if name in FLOAT_RESULTS else ""


def kind_of_result(name: str) -> str:
    """What a function gives: "tensor", "tensors", or a word of the table for Python's things.

    Args:
        name: as it stands after `tf.`.

    >>> kind_of_result("math.square"), kind_of_result("unstack"), kind_of_result("is_tensor")
    ('tensor', 'tensors', 'bool')
    """
    if name in PYTHON:
        return PYTHON[name] or "tensor"
    if name in STRUCTURES:
        return "tensors"
    if name.startswith("raw_ops."):
        return "tensors"
    if name.startswith(PYTHON_SPACES):
        return "unknown"
    last = name.rpartition(".")[2]
    if not last or last[0].isupper():
        return "object"
    if last.startswith(PYTHON_STARTS) or last.endswith(PYTHON_ENDS):
        return "unknown"
    return "tensors" if name.startswith(("sparse.", "ragged.", "sets.")) else "tensor"
