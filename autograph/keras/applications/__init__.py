"""Well-known networks for pictures, without the weights that others trained."""

import importlib
from typing import Any

_AREAS = ("inception_v3", "vgg16", "vgg19")
_MODELS = {"InceptionV3": "inception_v3", "VGG16": "vgg16", "VGG19": "vgg19"}


def __getattr__(name: str) -> Any:
    if name in _AREAS:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _MODELS:
        return getattr(importlib.import_module(f"{__name__}.{_MODELS[name]}"), name)
    raise AttributeError(
        f"module {__name__!r} has no attribute {name!r}: only {', '.join(_MODELS)} are there. Make other networks of "
        f"layers, or load a SavedModel of one."
    )


def __dir__() -> list[str]:
    return [*_AREAS, *_MODELS]
