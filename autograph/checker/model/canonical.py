"""One name for each thing that TensorFlow, Keras and this project offer under many names."""

from __future__ import annotations

import re

DEFAULT_MODULES = {
    "tf": "tensorflow",
    "tensorflow": "tensorflow",
    "np": "numpy",
    "numpy": "numpy",
    "keras": "keras",
    "K": "keras.backend",
    "tfp": "tensorflow_probability",
    "tfd": "tensorflow_probability.distributions",
    "layers": "keras.layers",
    "math": "math",
}
"""What well-known names stand for in a file that does not say it: a notebook, or one with `from common import *`."""

_REWRITES = [
    (re.compile(r"^autograph\.compat\.tensorflow\.function$"), "autograph.function"),
    (
        re.compile(r"^autograph\.compat\.tensorflow\.(autograph\.experimental\.)?do_not_convert$"),
        "autograph.do_not_convert",
    ),
    (re.compile(r"^(autograph\.compat\.tensorflow|runtime)(?=\.)"), "tensorflow"),
    (re.compile(r"^autograph\.keras(?=\.|$)"), "keras"),
    (re.compile(r"^tensorflow\.(_api|compat)\.v\d(?=\.|$)"), "tensorflow"),
    (
        re.compile(r"^tensorflow\.python\.eager\.(def_function|polymorphic_function(\.\w+)?)\.function$"),
        "tensorflow.function",
    ),
    (re.compile(r"^tensorflow\.contrib\.eager\."), "tensorflow."),
    (
        re.compile(
            r"^tensorflow\.python\.(framework\.ops|eager\.context)\.(?=(executing_eagerly|init_scope|inside_function"
            r"|convert_to_tensor|name_scope|control_dependencies|device|is_symbolic_tensor)$)"
        ),
        "tensorflow.",
    ),
    (re.compile(r"^tensorflow\.python\.ops\.(math_ops|array_ops|nn_ops|variables|random_ops)\."), "tensorflow."),
    (re.compile(r"^(tensorflow\.keras|tf_keras|tensorflow\.python\.(tf_)?keras)(?=\.|$)"), "keras"),
    (re.compile(r"^keras\.(src|engine|api)\.(?=layers|models|metrics|losses|optimizers)"), "keras."),
    (re.compile(r"^tensorflow\.(losses|metrics|optimizers|initializers)(?=\.|$)"), r"keras.\1"),
    (re.compile(r"^tensorflow\.math\.(?=reduce_|add$|subtract$|multiply$|equal$)"), "tensorflow."),
    (re.compile(r"^tfc\."), "tensorflow."),
]  # fmt: skip


def canonical(dotted: str) -> str:
    """The name that the tables know a dotted name by.

    >>> canonical("tensorflow.compat.v2.keras.layers.Dense")
    'keras.layers.Dense'
    """
    if dotted.rpartition(".")[2] in ("tf", "np"):  # from .backend import tf
        return DEFAULT_MODULES[dotted.rpartition(".")[2]]
    if not dotted.startswith(("tensorflow", "keras", "tf_keras", "autograph", "runtime")):
        return dotted
    for pattern, name in _REWRITES:
        dotted = pattern.sub(name, dotted, count=1)
    return dotted
