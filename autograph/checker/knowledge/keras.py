"""What the checker knows about Keras: which objects hold variables, and what calling them gives."""

from __future__ import annotations

import re

from .words import words

_STATELESS_LAYERS = re.compile(
    r"^(Input\w*|Concatenate|Add|Subtract|Multiply|Average|Maximum|Minimum|Dot|Flatten|Reshape|Permute|RepeatVector|Masking|Lambda"
    r"|Activation|ReLU|LeakyReLU|ELU|Softmax|ThresholdedReLU|UpSampling\w*|Cropping\w*|ZeroPadding\w*|\w*Pool\w*|Dropout|SpatialDropout\w*"
    r"|GaussianNoise|GaussianDropout|AlphaDropout|ActivityRegularization|Resizing|Rescaling|CenterCrop|Random\w+|Identity|CategoryEncoding"
    r"|Layer|TimeDistributed|StringLookup|IntegerLookup|Hashing|Discretization)$"
)
"""Layers without variables (dropout and random layers own a seed generator only, which a first call may make)."""

_MODELS = re.compile(
    r"^keras\.(Model|Sequential|models\.(Model|Sequential|load_model|clone_model|model_from_\w+)|applications\..+)$"
)
_LAYER_CLASS = re.compile(r"^keras\.(layers|experimental)\.(\w+\.)*[A-Z]\w*$")
_METRIC_CLASS = re.compile(r"^keras\.metrics\.[A-Z]\w*$")
_OPTIMIZER_CLASS = re.compile(
    r"^(keras\.optimizers\.(?!schedules\.)(\w+\.)*[A-Z]\w*|tensorflow\.train\.\w+Optimizer|tensorflow_addons\.optimizers\.\w+)$"
)
_LOSS_CLASS = re.compile(r"^keras\.losses\.[A-Z]\w*$")
_GENERATOR = re.compile(r"^tensorflow\.random(\.experimental)?\.Generator(\.from_\w+)?$")
_SONNET_CLASS = re.compile(r"^(sonnet|snt)\.(\w+\.)*[A-Z]\w*$")
_ADDON_LAYER = re.compile(r"^tensorflow_addons\.(layers|metrics|rnn)\.[A-Z]\w*$")

BASES = re.compile(
    r"^(keras\.(Model|Sequential|models\.Model|layers\..*[A-Z]\w*|metrics\.[A-Z]\w*|Layer)"
    r"|tensorflow\.Module|sonnet\..+|keras\.engine\..+)$"
)
"""Classes whose subclasses are called through `__call__` and run `call`."""

LAYER_BASES = re.compile(r"^keras\.(Model|Sequential|models\.(Model|Sequential)|layers\.\w+|Layer)$")

STEP_METHODS = frozenset({"call", "__call__", "train_step", "test_step", "predict_step"})
"""Methods whose first argument Keras gives: a tensor, or a structure of tensors."""

BACKEND_PYTHON = words("int_shape ndim dtype floatx epsilon learning_phase function eval placeholder symbolic")
"""Functions of Keras's backend that give something of Python."""

BACKEND_STRUCTURES = words("rnn gradients convert_inputs_if_ragged ctc_decode moments normalize_batch_in_training")
"""Functions of Keras's backend that give several tensors."""

_CALLED_AS_MODEL = re.compile(
    r"(^|_|\d)(model|net|network|generator|discriminator|encoder|decoder|autoencoder|actor|critic|classifier|backbone"
    r"|extractor|transformer|unet|vae|dense|conv\d?d?|lstm|gru|embedding|dropout|batch_?norm|bn|fc)_?\d*$",
    re.IGNORECASE,
)
_CALLED_AS_LOSS = re.compile(
    r"(^|_)(loss|loss_?(fn|func|function|object|obj)|criterion|cross_?entropy)\d*$", re.IGNORECASE
)

CALL_METHODS = ("call", "__call__")

HOST_METHODS = frozenset({"predict", "fit", "evaluate", "train_on_batch", "test_on_batch", "predict_on_batch"})
"""Methods of a model that run their own loop and need values."""

PROPERTIES = frozenset({"learning_rate", "lr"})
"""Attributes of an optimizer that set a variable when they are stored to."""


def is_callable_class(dotted: str) -> bool:
    """Whether objects of the class are layers or models: calling them gives tensors."""
    return bool(_MODELS.match(dotted) or _LAYER_CLASS.match(dotted) or _LOSS_CLASS.match(dotted) or is_metric(dotted)
                or _SONNET_CLASS.match(dotted) or _ADDON_LAYER.match(dotted))  # fmt: skip


def is_model(dotted: str) -> bool:
    """Whether the class or function makes a Keras model."""
    return bool(_MODELS.match(dotted))


def is_metric(dotted: str) -> bool:
    """Whether the class is a metric."""
    return bool(_METRIC_CLASS.match(dotted))


def is_optimizer(dotted: str) -> bool:
    """Whether the class is an optimizer."""
    return bool(_OPTIMIZER_CLASS.match(dotted))


def gives_structure(dotted: str) -> bool:
    """Whether calling an object of the class may give several tensors."""
    return (
        bool(_MODELS.match(dotted))
        or "LSTM" in dotted
        or "GRU" in dotted
        or "RNN" in dotted
        or "Bidirectional" in dotted
        or "Attention" in dotted
    )


def is_model_name(name: str) -> bool:
    """Whether people call a model, a network or a layer so.

    >>> is_model_name("target_network"), is_model_name("conv2d_1"), is_model_name("remodel")
    (True, True, False)
    """
    return _CALLED_AS_MODEL.search(name) is not None


def is_loss_name(name: str) -> bool:
    """Whether people call a function so that gives a loss.

    >>> is_loss_name("generator_loss"), is_loss_name("loss_fn"), is_loss_name("losses")
    (True, True, False)
    """
    return _CALLED_AS_LOSS.search(name) is not None


def stateful_noun(dotted: str) -> str:
    """What kind of object with variables a constructor makes: "layer", "metric", …; empty if it makes none.

    >>> stateful_noun("keras.layers.Dense"), stateful_noun("keras.layers.ReLU")
    ('layer', '')
    """
    name = dotted.rpartition(".")[2]
    if is_metric(dotted):
        return "metric"
    if is_optimizer(dotted):
        return "optimizer"
    if _GENERATOR.match(dotted):
        return "random generator"
    if _MODELS.match(dotted):
        return "model"
    if (_LAYER_CLASS.match(dotted) or _ADDON_LAYER.match(dotted)) and not _STATELESS_LAYERS.match(name):
        return "layer"
    return "module" if _SONNET_CLASS.match(dotted) and _has_variables_in_sonnet(name) else ""


def _has_variables_in_sonnet(name: str) -> bool:
    return name in {
        "Linear",
        "Conv1D",
        "Conv2D",
        "Conv3D",
        "LSTM",
        "GRU",
        "BatchNorm",
        "LayerNorm",
        "Embed",
        "Bias",
    } or name.startswith("nets")
