"""Calls: what converted code calls is converted when it is called, recursively, by type and by identity."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from . import backend
from .boundary import converted_call, run
from .classes import adopt
from .conversion import DO_NOT_CONVERT, converted, is_users, lacks_source
from .freshness import returned
from .journal import born
from .missing import DEAD
from .mutators import is_mutator, mutation
from .place import refusal
from .standin import StandIn, resolve
from .trace import drop_stale, top, traces


def call(function: Any) -> Any:
    """What to call instead of `function`: `ag.call(f)(x)` has the semantics of `f(x)`.

    In Python mode that is the function itself. Otherwise builtins get their overloads for tensors, the user's functions
    and methods are converted, and everything else is called as it is, with possibly missing arguments checked.
    """
    if not backend.activity or not backend.can_stage():
        return function
    drop_stale(sys._getframe(1))
    return callee(function)


def on(owner: Any) -> Any:
    """What to call a method of: `ag.on(x).f(y)` has the semantics of `x.f(y)`, and calls what `ag.call(x.f)` gives."""
    if not backend.activity or not backend.can_stage():
        return owner
    drop_stale(sys._getframe(1))
    return _Owner(owner)


class _Owner:
    """Stands for an object whose method is called."""

    __slots__ = ("owner",)

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def __getattribute__(self, name: str) -> Any:
        return callee(getattr(object.__getattribute__(self, "owner"), name))


def callee(function: Any) -> Any:
    """As `call`, inside a trace."""
    trace = top()
    if trace is not None and trace.dead:
        return DEAD
    if isinstance(function, StandIn):
        checked = function.checked()
        return checked if checked is DEAD else callee(checked)
    overload = _overloads().get(id(function))
    if overload is not None:
        return overload
    for kind, resolver in _RESOLVERS:
        if isinstance(function, kind):
            return resolver(function)
    return _object(function)


def _function(function: FunctionType) -> Any:
    made = converted(function)
    if made is None:
        return functools.partial(_as_it_is, function)
    return functools.partial(_converted, function.__code__, made)


def _method(method: MethodType) -> Any:
    function = method.__func__
    if not isinstance(function, FunctionType):
        return functools.partial(_as_it_is, method)
    if is_mutator(method):
        return mutation(method)
    made = converted(function)
    if made is None:
        return functools.partial(_as_it_is, method)
    adopt((type(method.__self__),))
    return functools.partial(_converted, function.__code__, made, method.__self__)


def _builtin(function: BuiltinFunctionType) -> Any:
    from .builtins.containers import list_method
    from .builtins.strings import string_method

    if is_mutator(function):
        return mutation(function)
    return string_method(function) or list_method(function) or functools.partial(_as_it_is, function)


def _partial(partial: functools.partial[Any]) -> Any:
    return functools.partial(callee(partial.func), *partial.args, **partial.keywords)


def _class(cls: type) -> Any:
    if not is_users(cls) or type(cls).__call__ is not type.__call__:
        return functools.partial(_as_it_is, cls)
    return functools.partial(_construct, cls)


def _object(function: Any) -> Any:
    method = type(function).__call__ if callable(function) else None
    if isinstance(method, FunctionType) and not getattr(function, DO_NOT_CONVERT, False):
        made = converted(method)
        if made is not None:
            return functools.partial(_converted, method.__code__, made, function)
    return functools.partial(_as_it_is, function)


def _converted(code: Any, made: FunctionType, /, *args: Any, **kwargs: Any) -> Any:
    enter = run if traces() else converted_call
    named = {name: _bound(value) for name, value in kwargs.items()}
    return returned(enter(code, made, tuple(map(_bound, args)), named))


def _as_it_is(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Code that is not converted cannot ask a value whether it is there: arguments are checked before."""
    try:
        named = {name: resolve(value) for name, value in kwargs.items()}
        return returned(function(*map(resolve, args), **named), is_builtin=isinstance(function, BuiltinFunctionType))
    except TypeError as error:
        plain = getattr(function, "__func__", function)
        if isinstance(plain, FunctionType) and lacks_source(plain) and backend.active().asks_for_value(error):
            raise _unconverted(plain) from error
        raise


def _unconverted(function: FunctionType) -> Exception:
    return refusal(
        f"`{function.__qualname__}` needs the value of a tensor that only the run knows",
        why="its source is not available (it was made by `exec`, or its file is gone), so that it could not be "
        "converted and its control flow is plain Python.",
        fix="define it in a file, or pass it values that are known while tracing.",
    )


def _construct(cls: type, /, *args: Any, **kwargs: Any) -> Any:
    """Makes an object whose converted `__init__` may be changed by staged blocks, as it is born here."""
    adopt((cls,))
    new: Callable[..., Any] = cls.__new__
    takes_nothing = new is object.__new__ and cls.__init__ is not object.__init__  # type: ignore[misc]
    made = new(cls) if takes_nothing else new(cls, *args, **kwargs)
    if isinstance(made, cls):
        born(made)
        initialise: Any = getattr(made, "__init__")  # noqa: B009
        callee(initialise)(*args, **kwargs)
    return made


def _bound(value: Any) -> Any:
    """Passing an unbound variable reads it."""
    from .missing import Missing

    return value.checked() if isinstance(value, Missing) else value


@functools.lru_cache(maxsize=1)
def _overloads() -> dict[int, Any]:
    from .builtins import OVERLOADS

    return OVERLOADS


_RESOLVERS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (FunctionType, _function),
    (MethodType, _method),
    (type, _class),
    (BuiltinFunctionType, _builtin),
    (functools.partial, _partial),
)
