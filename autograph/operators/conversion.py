"""Which functions are converted when converted code calls them, and who converts them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any

from . import ownership
from .identity import ByIdentity
from .place import is_framework

Converter = Callable[[FunctionType], FunctionType | None]

DO_NOT_CONVERT = "__autograph_do_not_convert__"
"""Attribute of functions, classes and callable objects that are left alone."""

CONVERT = "__autograph_convert__"
"""Attribute of functions of this project that are converted all the same, such as the loops of recurrent layers."""

_LIBRARIES = frozenset(
    ["IPython", "_pytest", "absl", "attr", "autograd", "cffi", "cython", "debugpy", "flax", "google", "hypothesis",
     "ipykernel", "jax", "jaxlib", "keras", "llvmlite", "matplotlib", "ml_dtypes", "numba", "numpy", "pandas", "pluggy",
     "pydevd", "pytest", "scipy", "sklearn", "tensorboard", "tensorflow", "torch", "wrapt"]
)  # fmt: skip
"""Frameworks that know nothing of this project's tensors: converting them gains nothing."""


def _compile(function: FunctionType) -> FunctionType | None:
    """Converts with the compiler of this package."""
    from autograph.conversion import converted
    from autograph.errors import SourceUnavailableError

    try:
        return converted(function)
    except SourceUnavailableError:
        return None


_converter: Converter = _compile
_without_source: ByIdentity[bool] = ByIdentity()


def register_converter(converter: Converter) -> Converter:
    """Says how functions are converted.

    Args:
        converter: takes a Python function and returns the converted one, from a cache of its own by identity; None if
            the function has no source and so runs as it is.

    Returns:
        The converter before.
    """
    global _converter
    before, _converter = _converter, converter
    return before


def converted(function: FunctionType) -> FunctionType | None:
    """The converted form of a function; None if it is to run as it is."""
    if ownership.is_converted(function.__code__) or _calls_operators(function):
        return function
    if not is_users(function) or function.__code__ in _without_source:
        return None
    result = _converter(function)
    if result is None:
        _without_source[function.__code__] = True
    else:
        ownership.register(result.__code__, function.__code__)
    return result


def _calls_operators(function: FunctionType) -> bool:
    """Whether the operators are a closure variable of the function, as the loader gives them to converted code."""
    operators = sys.modules[__package__]
    return any(_content(cell) is operators for cell in function.__closure__ or ())


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not assigned yet
        return None


def lacks_source(function: FunctionType) -> bool:
    """Whether a function of the user's runs as it is because its text is not to be had."""
    return function.__code__ in _without_source


def is_users(function: Any) -> bool:
    """Whether a function or class is the user's: not this project's, a framework's or the standard library's."""
    if getattr(function, DO_NOT_CONVERT, False):
        return False
    if getattr(function, CONVERT, False):
        return True
    package = (getattr(function, "__module__", None) or "").partition(".")[0]
    if package in _LIBRARIES or package in sys.stdlib_module_names - {"__main__"}:
        return False
    code = getattr(function, "__code__", None)
    return not is_framework(code.co_filename) if code is not None else package not in ("autograph", "runtime")
