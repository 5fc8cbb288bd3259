"""Making arrays of texts, sequences and pictures, with the names of older programs."""

import importlib
from typing import Any

_AREAS = ("image", "sequence", "text")


def __getattr__(name: str) -> Any:
    if name in _AREAS:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}: it has {', '.join(_AREAS)}.")


def __dir__() -> list[str]:
    return list(_AREAS)
