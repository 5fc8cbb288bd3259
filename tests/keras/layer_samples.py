"""Sample layers, inputs and weights, and how results are compared: by two sums that depend on every element."""

import numpy as np


def waves(shape, phase=0.0):
    """Numbers that differ, the same each time."""
    return (np.sin(np.arange(int(np.prod(shape))) * 1.3 + phase) * 0.8).reshape(shape).astype(np.float32)


INPUTS = {
    "vectors": waves((4, 6)),
    "steps": waves((3, 5, 4)),
    "images": waves((2, 6, 7, 4)),
    "volumes": waves((2, 4, 5, 4, 2)),
    "ids": np.array([[1, 2, 3, 0], [4, 5, 0, 0], [9, 1, 1, 2]]),
}

LAYERS = [
    ("Dense", {"units": 3, "activation": "relu"}, "vectors"),
    ("Dense", {"units": 3, "use_bias": False}, "steps"),
    ("EinsumDense", {"equation": "abc,cd->abd", "output_shape": (None, 3), "bias_axes": "d"}, "steps"),
    ("Embedding", {"input_dim": 10, "output_dim": 3}, "ids"),
    ("Activation", {"activation": "tanh"}, "vectors"),
    ("ReLU", {"max_value": 0.5, "negative_slope": 0.1}, "vectors"),
    ("LeakyReLU", {}, "vectors"),
    ("ELU", {"alpha": 0.5}, "vectors"),
    ("PReLU", {"shared_axes": [1]}, "steps"),
    ("Softmax", {}, "vectors"),
    ("Softmax", {"axis": [1, 2]}, "steps"),
    ("Conv1D", {"filters": 3, "kernel_size": 3}, "steps"),
    ("Conv1D", {"filters": 3, "kernel_size": 2, "padding": "causal", "dilation_rate": 2}, "steps"),
    ("Conv2D", {"filters": 3, "kernel_size": 3, "strides": 2, "padding": "same", "activation": "relu"}, "images"),
    ("Conv2D", {"filters": 4, "kernel_size": (2, 3), "groups": 2}, "images"),
    ("Conv2D", {"filters": 3, "kernel_size": 2, "dilation_rate": 2, "use_bias": False}, "images"),
    ("Conv3D", {"filters": 2, "kernel_size": 2}, "volumes"),
    ("Conv1DTranspose", {"filters": 3, "kernel_size": 3, "strides": 2, "padding": "same"}, "steps"),
    ("Conv2DTranspose", {"filters": 3, "kernel_size": 3, "strides": 2}, "images"),
    ("Conv2DTranspose", {"filters": 2, "kernel_size": 3, "strides": 2, "output_padding": 1}, "images"),
    ("DepthwiseConv1D", {"kernel_size": 3, "depth_multiplier": 2}, "steps"),
    ("DepthwiseConv2D", {"kernel_size": 3, "strides": 2, "padding": "same"}, "images"),
    ("SeparableConv1D", {"filters": 3, "kernel_size": 3, "padding": "same"}, "steps"),
    ("SeparableConv2D", {"filters": 3, "kernel_size": 3}, "images"),
    ("MaxPooling1D", {"pool_size": 2}, "steps"),
    ("MaxPooling2D", {"pool_size": (3, 2), "strides": 2, "padding": "same"}, "images"),
    ("AveragePooling1D", {"pool_size": 3, "strides": 2, "padding": "same"}, "steps"),
    ("AveragePooling2D", {"pool_size": 2}, "images"),
    ("GlobalMaxPooling1D", {}, "steps"),
    ("GlobalAveragePooling1D", {}, "steps"),
    ("GlobalMaxPooling2D", {}, "images"),
    ("GlobalAveragePooling2D", {"keepdims": True}, "images"),
    ("GlobalMaxPooling3D", {}, "volumes"),
    ("GlobalAveragePooling3D", {}, "volumes"),
    ("BatchNormalization", {}, "images"),
    ("BatchNormalization", {"axis": 1, "center": False}, "steps"),
    ("LayerNormalization", {}, "steps"),
    ("LayerNormalization", {"axis": [1, 2], "epsilon": 1e-5}, "steps"),
    ("LayerNormalization", {"axis": 1, "scale": False}, "steps"),
    ("GroupNormalization", {"groups": 2}, "images"),
    ("UnitNormalization", {}, "steps"),
    ("RMSNormalization", {}, "steps"),
    ("Flatten", {}, "images"),
    ("Reshape", {"target_shape": (-1, 4)}, "images"),
    ("Permute", {"dims": (2, 1)}, "steps"),
    ("RepeatVector", {"n": 3}, "vectors"),
    ("ZeroPadding1D", {"padding": 2}, "steps"),
    ("ZeroPadding2D", {"padding": ((1, 2), (0, 1))}, "images"),
    ("ZeroPadding3D", {}, "volumes"),
    ("Cropping1D", {"cropping": 1}, "steps"),
    ("Cropping2D", {"cropping": ((1, 2), (0, 1))}, "images"),
    ("Cropping3D", {}, "volumes"),
    ("UpSampling1D", {"size": 2}, "steps"),
    ("UpSampling2D", {"size": (2, 3)}, "images"),
    ("UpSampling3D", {}, "volumes"),
    ("Rescaling", {"scale": 2.0, "offset": 1.0}, "vectors"),
    ("Masking", {}, "steps"),
    ("Identity", {}, "vectors"),
    ("ActivityRegularization", {"l1": 0.1, "l2": 0.2}, "vectors"),
    ("Dropout", {"rate": 0.3, "seed": 1}, "vectors"),
    ("SpatialDropout1D", {"rate": 0.3, "seed": 1}, "steps"),
    ("SpatialDropout2D", {"rate": 0.3, "seed": 2}, "images"),
    ("GaussianNoise", {"stddev": 0.3, "seed": 1}, "vectors"),
    ("GaussianDropout", {"rate": 0.3, "seed": 1}, "vectors"),
    ("AlphaDropout", {"rate": 0.3, "seed": 1}, "vectors"),
    ("SimpleRNN", {"units": 3}, "steps"),
    ("SimpleRNN", {"units": 3, "return_sequences": True, "go_backwards": True}, "steps"),
    ("LSTM", {"units": 3}, "steps"),
    ("LSTM", {"units": 3, "return_sequences": True, "recurrent_activation": "hard_sigmoid"}, "steps"),
    ("LSTM", {"units": 3, "unroll": True, "use_bias": False, "go_backwards": True}, "steps"),
    ("LSTM", {"units": 3, "dropout": 0.3, "seed": 1}, "steps"),
    ("GRU", {"units": 3}, "steps"),
    ("GRU", {"units": 3, "reset_after": False, "return_sequences": True}, "steps"),
    ("MaxPooling3D", {"pool_size": (2, 3, 2), "padding": "same"}, "volumes"),
    ("AveragePooling3D", {"pool_size": 2, "strides": (1, 2, 2), "padding": "same"}, "volumes"),
]


def weights_for(shapes):
    """A value for each weight; the last one is positive where it is a variance."""
    has_variance = len(shapes) > 2 and all(len(shape) == 1 for shape in shapes)
    values = [waves(tuple(shape), 0.5 + number) * 0.4 for number, shape in enumerate(shapes)]
    return [*values[:-1], values[-1] + 1.2] if has_variance else values


def fingerprint(values):
    """Two sums that depend on every element."""
    flat = np.ravel(np.asarray(values)).astype(np.float64)
    return [float(flat.sum()), float((flat * np.cos(np.arange(flat.size))).sum())]
