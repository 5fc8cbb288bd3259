"""Layers' computations, named as in TensorFlow's `tf.nn`."""

from runtime.ops.convolution import (
    atrous_conv2d,
    conv1d,
    conv1d_transpose,
    conv2d,
    conv2d_transpose,
    conv3d,
    convolution,
    depthwise_conv2d,
    separable_conv2d,
)
from runtime.ops.layout import depth_to_space, space_to_depth
from runtime.ops.losses import (
    compute_average_loss,
    l2_loss,
    log_poisson_loss,
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits,
)
from runtime.ops.math import sigmoid, tanh
from runtime.ops.nn import (
    bias_add,
    crelu,
    dropout,
    elu,
    embedding_lookup,
    gelu,
    in_top_k,
    leaky_relu,
    log_softmax,
    relu,
    relu6,
    selu,
    silu,
    softmax,
    softplus,
    softsign,
    swish,
    top_k,
    zero_fraction,
)
from runtime.ops.normalization import batch_normalization, fused_batch_norm, local_response_normalization, lrn, moments
from runtime.ops.norms import l2_normalize
from runtime.ops.pooling import avg_pool, avg_pool1d, avg_pool2d, dilation2d, max_pool, max_pool1d, max_pool2d

__all__ = [
    "atrous_conv2d", "avg_pool", "avg_pool1d", "avg_pool2d", "batch_normalization", "bias_add",
    "compute_average_loss", "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d", "convolution",
    "crelu", "depth_to_space", "depthwise_conv2d", "dilation2d", "dropout", "elu", "embedding_lookup",
    "fused_batch_norm", "gelu", "in_top_k", "l2_loss", "l2_normalize", "leaky_relu", "local_response_normalization",
    "log_poisson_loss", "log_softmax", "lrn", "max_pool", "max_pool1d", "max_pool2d", "moments", "relu", "relu6",
    "selu", "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu", "softmax",
    "softmax_cross_entropy_with_logits", "softplus", "softsign", "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits", "swish", "tanh", "top_k", "weighted_cross_entropy_with_logits",
    "zero_fraction",
]  # fmt: skip
