"""Converts live functions, each code object once.

Two functions with equal code in two files are two conversions; closures made anew from the same `def` share one.
"""

from __future__ import annotations

import functools
import threading
import types
import weakref
from collections.abc import Callable
from typing import Any, cast

from .errors import SourceUnavailableError
from .syntax.loader import load
from .syntax.pipeline import Converted, convert
from .syntax.source import Source

NOT_CONVERTED = "__autograph_do_not_convert__"

_lock = threading.RLock()
_by_code: dict[int, tuple[types.CodeType, Converted]] = {}
_by_function: weakref.WeakKeyDictionary[types.FunctionType, types.FunctionType] = weakref.WeakKeyDictionary()


def converted(function: types.FunctionType) -> types.FunctionType:
    """The converted form of a plain function; the same object each time.

    Raises:
        ConversionError: its source is not available, or cannot be converted.
    """
    if not isinstance(function, types.FunctionType):
        raise _no_function(function)
    with _lock:
        made = _by_function.get(function)
        if made is None:
            made = _by_function[function] = load(conversion(function), function)
            _by_function[made] = made  # what is converted converts to itself
    return made


def conversion(function: types.FunctionType) -> Converted:
    """The conversion of a function's code, made on first need and kept with the code object.

    Raises:
        SourceUnavailableError: there is no Python function behind it, or its text is gone.
        ConversionError: it cannot be converted.
    """
    if not isinstance(function, types.FunctionType):
        raise _no_function(function)
    code = function.__code__
    with _lock:
        if id(code) not in _by_code:
            _by_code[id(code)] = code, convert(Source.of(function))
        return _by_code[id(code)][1]


def _no_function(target: object) -> SourceUnavailableError:
    name = getattr(target, "__qualname__", repr(target))
    if isinstance(target, type):
        return SourceUnavailableError(
            f"`{name}` is a class", why="functions are converted.", fix="convert its methods."
        )
    why = "it is not written in Python." if callable(target) else "it cannot be called."
    return SourceUnavailableError(f"the source of `{name}` is not available", why=why)


def convert_callable(target: Callable[..., Any]) -> Callable[..., Any]:
    """Converts what can be called: functions, methods, partial objects and objects with a `__call__` of their own.

    Args:
        target: the callable. One that is marked with `do_not_convert` comes back as it is.

    Raises:
        ConversionError: there is no Python source behind it, or it cannot be converted.
    """
    if getattr(target, NOT_CONVERTED, False):
        return target
    if isinstance(target, types.FunctionType):
        return converted(target)
    if isinstance(target, types.MethodType):
        return types.MethodType(convert_callable(target.__func__), target.__self__)
    if isinstance(target, functools.partial):
        return functools.partial(convert_callable(target.func), *target.args, **target.keywords)
    if isinstance(target, (staticmethod, classmethod)):
        return type(target)(convert_callable(target.__func__))
    call = getattr(type(target), "__call__", None)  # noqa: B004 (its code is looked at)
    if isinstance(call, types.FunctionType) and not isinstance(target, type):
        return cast(Callable[..., Any], types.MethodType(converted(call), target))
    return converted(cast(types.FunctionType, target))
