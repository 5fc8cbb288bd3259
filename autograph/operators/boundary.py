"""The boundary of a function in a trace: what it opens, what it gives out, and how exceptions pass."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from autograph.errors import AutographError

from . import backend, ownership
from .classes import adopt
from .exceptions import Escaped, Passing, explained, raise_at_run_time
from .handlers import is_caught_inside
from .missing import DEAD, Missing
from .place import Place
from .recursion import traced_call
from .results import finish, refuse_leaks
from .trace import drop_stale, enter_function, is_interrupted, runs_later, stranded, top, traces, unwind


def entry(converted: Callable[..., Any], original: Callable[..., Any]) -> Callable[..., Any]:
    """The form of a converted callable for those outside: each call is a `converted_call`.

    Args:
        converted: the converted form of `original`.
        original: a function, method, partial or callable object. If it is `converted` itself, it stays as it is.
    """
    if converted is original:
        return original
    code = _code_of(original)
    if isinstance(made := getattr(converted, "__func__", converted), FunctionType):
        ownership.register(made.__code__, code)

    @functools.wraps(original, updated=("__dict__",) if isinstance(original, FunctionType) else ())
    def call(*args: Any, **kwargs: Any) -> Any:
        """The converted function as the user calls it; errors leave without this project's frames."""
        try:
            return converted_call(code, converted, args, kwargs)
        except Exception as error:
            raise backend.shortened(error)  # noqa: B904 (it keeps its causes)

    return call


def converted_call(
    code: CodeType, converted: Callable[..., Any], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
) -> Any:
    """Calls a converted function from outside of converted code.

    Where nothing can be staged this is a plain call. Otherwise a trace is opened around it: exceptions of staged blocks
    arrive here as themselves, and the result holds only tensors and Python values.

    Args:
        code: of the function that the user wrote.
        converted: its converted form.
        args: positional arguments.
        kwargs: keyword arguments.

    Raises:
        StagingError: the function leaves a tensor of its trace in a global or outer variable.
    """
    kwargs = kwargs or {}
    if not backend.can_stage():
        return converted(*args, **kwargs)
    drop_stale(sys._getframe())
    trace = top()
    graph = backend.active().current_graph()
    if graph is None and not any(map(_holds_symbolic, (args, kwargs))):
        return converted(*args, **kwargs)
    if trace is not None and trace.home is graph:
        return run(code, converted, args, kwargs)
    depth = len(traces())
    root = enter_function(Place(code, 0))
    mark = backend.active().mark()
    try:
        adopt(map(type, (*args, *kwargs.values(), getattr(converted, "__self__", None))))
        result = run(code, converted, args, kwargs)
        if root.dead:
            result = None
        refuse_leaks(root)
        return finish(result, mark)
    except Escaped as escaped:
        raise escaped.error from escaped.error.__cause__
    finally:
        unwind(depth)


def run(code: CodeType, converted: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls a converted function inside a trace.

    Args:
        code: of the function that the user wrote: what recursion is recognised by.
        converted: its converted form.
        args: positional arguments.
        kwargs: keyword arguments.
    """
    stack = traces()
    depth, trace = len(stack), stack[-1]
    try:
        result = traced_call(code, converted, args, kwargs)
    except Passing:
        unwind(depth)
        raise
    except Exception as error:
        return _failed(explained(error), depth)
    if len(stack) != depth or is_interrupted(sys._getframe()):
        raise stranded(stack[-1])
    if type(result) is Missing:  # `return x` reads x
        result = result.checked()
    return DEAD if trace.dead else result


def _failed(error: Exception, depth: int) -> Any:
    """An exception that leaves a callee: of the trace, of the run, or for a handler of the caller's."""
    if len(traces()) > depth or is_interrupted(sys._getframe()):
        escaped = Escaped(error)
        unwind(depth)
        raise escaped from error.__cause__
    trace = traces()[-1]
    if isinstance(error, AutographError) or not runs_later() or is_caught_inside(trace, sys._getframe(2), error):
        raise error
    raise_at_run_time(error)
    return DEAD


def _code_of(target: Any) -> CodeType:
    """The code of the Python function behind a callable."""
    while isinstance(target, functools.partial):
        target = target.func
    target = getattr(target, "__func__", target)
    if not isinstance(target, FunctionType):
        call = type(target).__call__
        target = getattr(call, "__func__", call)
    code: CodeType = target.__code__
    return code


def _holds_symbolic(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return any(map(_holds_symbolic, value))
    if isinstance(value, dict):
        return any(map(_holds_symbolic, value.values()))
    return backend.active().is_symbolic(value)
