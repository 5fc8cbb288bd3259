"""Well-known data, fetched when they are first loaded (see `utils.get_file`)."""

import importlib
from typing import Any

_THERE = ("fashion_mnist", "mnist")


def __getattr__(name: str) -> Any:
    if name in _THERE:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(
        f"module {__name__!r} has no attribute {name!r}: only {' and '.join(_THERE)} are there. Fetch other data with "
        f"`keras.utils.get_file`."
    )


def __dir__() -> list[str]:
    return list(_THERE)
