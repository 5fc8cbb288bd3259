"""Models, layers and training with Keras's names, arguments and results.

Areas and names are looked up when they are first used: `autograph.keras.layers`, `autograph.keras.Model`.
"""

import importlib
from typing import Any

_AREAS = frozenset(
    ["activations", "applications", "backend", "callbacks", "constraints", "datasets", "initializers", "layers",
     "losses", "metrics", "mixed_precision", "models", "optimizers", "preprocessing", "random", "regularizers",
     "saving", "utils"]
)  # fmt: skip
_HOMES = {
    "Input": "models",
    "Model": "models",
    "Sequential": "models",
    "Layer": "layers",
    "Loss": "losses",
    "Metric": "metrics",
    "Optimizer": "optimizers",
    "Initializer": "initializers",
    "Regularizer": "regularizers",
}


def __getattr__(name: str) -> Any:
    if name in _AREAS:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _HOMES:
        value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_AREAS, *_HOMES})
