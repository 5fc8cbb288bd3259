"""AutoGraph: Python control flow as graphs.

The names that users call are here. The operators that converted source calls (`ag.if_`, `ag.while_`, …) are found
here too, so that printed source runs with nothing but `import autograph as ag`; they load on first use.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import convert, do_not_convert, function, set_loop_options, to_code, to_graph
    from .errors import AutographError, ConversionError, StagingError, UsageError, UsageWarning

__version__ = "0.1.0"
__all__ = [
    "AutographError",
    "ConversionError",
    "StagingError",
    "UsageError",
    "UsageWarning",
    "convert",
    "do_not_convert",
    "function",
    "set_loop_options",
    "to_code",
    "to_graph",
]

_ERRORS = frozenset(name for name in __all__ if name.endswith(("Error", "Warning")))
_PACKAGES = frozenset(["compat", "keras"])


def __getattr__(name: str) -> Any:
    import importlib

    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _PACKAGES:
        return importlib.import_module(f"{__name__}.{name}")
    home = "errors" if name in _ERRORS else "api" if name in __all__ else "operators"
    module = importlib.import_module(f"{__name__}.{home}")
    try:
        value = getattr(module, name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    globals()[name] = value
    return value
