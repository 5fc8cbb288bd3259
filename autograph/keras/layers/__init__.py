"""Layers with Keras's names, arguments and results."""

from typing import Any

from autograph.keras.catalogue import Catalogue
from autograph.keras.layers.activation import ELU, Activation, LeakyReLU, PReLU, ReLU, Softmax
from autograph.keras.layers.convolution import (
    Conv1D,
    Conv2D,
    Conv3D,
    Convolution1D,
    Convolution2D,
    Convolution3D,
)
from autograph.keras.layers.convolution_transpose import (
    Conv1DTranspose,
    Conv2DTranspose,
    Convolution1DTranspose,
    Convolution2DTranspose,
)
from autograph.keras.layers.dense import Dense, EinsumDense, Embedding
from autograph.keras.layers.depthwise import (
    DepthwiseConv1D,
    DepthwiseConv2D,
    SeparableConv1D,
    SeparableConv2D,
    SeparableConvolution1D,
    SeparableConvolution2D,
)
from autograph.keras.layers.input_layer import Input, InputLayer
from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.layer import Layer
from autograph.keras.layers.merging import (
    FUNCTIONS,
    Add,
    Average,
    Concatenate,
    Dot,
    Maximum,
    Minimum,
    Multiply,
    Subtract,
    concatenate,
    dot,
)
from autograph.keras.layers.normalization import (
    BatchNormalization,
    GroupNormalization,
    LayerNormalization,
    RMSNormalization,
    UnitNormalization,
)
from autograph.keras.layers.pooling import (
    AveragePooling1D,
    AveragePooling2D,
    AvgPool1D,
    AvgPool2D,
    GlobalAveragePooling1D,
    GlobalAveragePooling2D,
    GlobalAveragePooling3D,
    GlobalAvgPool1D,
    GlobalAvgPool2D,
    GlobalAvgPool3D,
    GlobalMaxPool1D,
    GlobalMaxPool2D,
    GlobalMaxPool3D,
    GlobalMaxPooling1D,
    GlobalMaxPooling2D,
    GlobalMaxPooling3D,
    MaxPool1D,
    MaxPool2D,
    MaxPooling1D,
    MaxPooling2D,
)
from autograph.keras.layers.pooling_volumes import AveragePooling3D, AvgPool3D, MaxPool3D, MaxPooling3D
from autograph.keras.layers.regularization import (
    ActivityRegularization,
    AlphaDropout,
    Dropout,
    GaussianDropout,
    GaussianNoise,
    SpatialDropout1D,
    SpatialDropout2D,
    SpatialDropout3D,
)
from autograph.keras.layers.reshaping import (
    Cropping1D,
    Cropping2D,
    Cropping3D,
    Flatten,
    Permute,
    RepeatVector,
    Reshape,
    UpSampling1D,
    UpSampling2D,
    UpSampling3D,
    ZeroPadding1D,
    ZeroPadding2D,
    ZeroPadding3D,
)
from autograph.keras.layers.rnn.around import Bidirectional, TimeDistributed
from autograph.keras.layers.rnn.cells import GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells
from autograph.keras.layers.rnn.kinds import GRU, LSTM, SimpleRNN
from autograph.keras.layers.rnn.recurrent import RNN
from autograph.keras.layers.wrapping import Identity, Lambda, Masking, Rescaling, Wrapper
from autograph.keras.serialization import deserialize_keras_object as deserialize
from autograph.keras.serialization import serialize_keras_object as serialize

__all__ = [
    "ELU", "GRU", "LSTM", "RNN", "Activation", "ActivityRegularization", "Add", "AlphaDropout", "Average",
    "AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "AvgPool1D", "AvgPool2D", "AvgPool3D",
    "BatchNormalization", "Bidirectional", "Concatenate", "Conv1D", "Conv1DTranspose", "Conv2D", "Conv2DTranspose",
    "Conv3D", "Convolution1D", "Convolution1DTranspose", "Convolution2D", "Convolution2DTranspose", "Convolution3D",
    "Cropping1D", "Cropping2D", "Cropping3D", "Dense", "DepthwiseConv1D", "DepthwiseConv2D", "Dot", "Dropout",
    "EinsumDense", "Embedding", "Flatten", "GRUCell", "GaussianDropout", "GaussianNoise", "GlobalAveragePooling1D",
    "GlobalAveragePooling2D", "GlobalAveragePooling3D", "GlobalAvgPool1D", "GlobalAvgPool2D", "GlobalAvgPool3D",
    "GlobalMaxPool1D", "GlobalMaxPool2D", "GlobalMaxPool3D", "GlobalMaxPooling1D", "GlobalMaxPooling2D",
    "GlobalMaxPooling3D", "GroupNormalization", "Identity", "Input", "InputLayer", "InputSpec", "LSTMCell", "Lambda",
    "Layer", "LayerNormalization", "LeakyReLU", "Masking", "MaxPool1D", "MaxPool2D", "MaxPool3D", "MaxPooling1D",
    "MaxPooling2D", "MaxPooling3D", "Maximum", "Minimum", "Multiply", "PReLU", "Permute", "RMSNormalization", "ReLU",
    "RepeatVector", "Rescaling", "Reshape", "SeparableConv1D", "SeparableConv2D", "SeparableConvolution1D",
    "SeparableConvolution2D", "SimpleRNN", "SimpleRNNCell", "Softmax", "SpatialDropout1D", "SpatialDropout2D",
    "SpatialDropout3D", "StackedRNNCells", "Subtract", "TimeDistributed", "UnitNormalization", "UpSampling1D",
    "UpSampling2D", "UpSampling3D", "Wrapper", "ZeroPadding1D", "ZeroPadding2D", "ZeroPadding3D", "add", "average",
    "concatenate", "deserialize", "dot", "maximum", "minimum", "multiply", "serialize", "subtract",
]  # fmt: skip

add, subtract, multiply = (FUNCTIONS[name] for name in ("add", "subtract", "multiply"))
average, maximum, minimum = (FUNCTIONS[name] for name in ("average", "maximum", "minimum"))

_catalogue = Catalogue("keras.layers", "layer")
_catalogue.add([value for value in list(globals().values()) if isinstance(value, type) and issubclass(value, Layer)])


def get(identifier: Any) -> Any:
    """The layer that a name, configuration, class or object stands for."""
    return _catalogue.get(identifier)
