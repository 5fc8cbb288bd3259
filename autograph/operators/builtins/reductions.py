"""Reductions: `sum`, `any`, `all`, `min`, `max`, `functools.reduce`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators import backend
from autograph.operators.comprehensions import Lazy
from autograph.operators.expressions import both, either, is_none, not_, one_of
from autograph.operators.for_ import _for
from autograph.operators.optional import Maybe
from autograph.operators.place import refusal
from autograph.operators.standin import read, resolve
from autograph.operators.truth import truth

from .stepping import each, is_staged, items_of

_NOTHING: Any = object()
_NO_ITEMS = "reduce() of empty iterable with no initial value"


def sum_(items: Any, /, start: Any = 0) -> Any:
    """Has the semantics of `sum`."""
    if isinstance(items, Lazy):
        return items.fold(sum((), start), lambda total, item: total + item)
    if is_staged(items):
        return _fold(items, start, lambda total, item: total + item)
    return sum(items_of(items, "sum()"), start)


def any_(items: Any, /) -> Any:
    """Has the semantics of `any`."""
    if isinstance(items, Lazy):
        return items.find(truth)
    if is_staged(items):
        return _fold(items, False, lambda found, item: either(found, lambda: truth(item)))
    found: Any = False
    for item in each(items):
        found = either(found, lambda item=item: truth(item))  # type: ignore[misc]
        if found is True:
            break
    return truth(found)


def all_(items: Any, /) -> Any:
    """Has the semantics of `all`."""
    if isinstance(items, Lazy):
        return not_(items.find(not_))
    if is_staged(items):
        return _fold(items, True, lambda kept, item: both(kept, lambda: truth(item)))
    kept: Any = True
    for item in each(items):
        kept = both(kept, lambda item=item: truth(item))  # type: ignore[misc]
        if kept is False:
            break
    return truth(kept)


def min_(*args: Any, key: Any = None, default: Any = _NOTHING) -> Any:
    """Has the semantics of `min`; two tensors are compared elementwise."""
    return _extreme(min, lambda a, b: b < a, backend.active().minimum, args, key, default)


def max_(*args: Any, key: Any = None, default: Any = _NOTHING) -> Any:
    """Has the semantics of `max`; two tensors are compared elementwise."""
    return _extreme(max, lambda a, b: b > a, backend.active().maximum, args, key, default)


def reduce_(function: Any, items: Any, initial: Any = _NOTHING, /) -> Any:
    """Has the semantics of `functools.reduce`; the function is converted."""
    from autograph.operators.calls import callee

    step = callee(function)
    if is_staged(items):
        if initial is not _NOTHING:
            return _fold(items, initial, step)
        found = _fold(items, None, lambda a, b: one_of(is_none(a), lambda: b, lambda: step(a, b)))
        return _there(found, TypeError(_NO_ITEMS))
    values = iter(each(items))
    result = next(values, _NOTHING) if initial is _NOTHING else initial
    if result is _NOTHING:
        raise TypeError(_NO_ITEMS)
    for value in values:
        result = step(result, value)
    return result


def _fold(items: Any, start: Any, step: Callable[[Any, Any], Any]) -> Any:
    """The loop that a reduction stands for; `result` is carried as any variable of the user's is."""
    import sys

    result = start
    for item in _for(items, ("result",), (), sys._getframe()):
        result = step(result, item)
    return result


def _there(found: Any, error: Exception) -> Any:
    """The result of a fold without a start, which is None if there were no items."""
    return found.expected(error) if isinstance(found, Maybe) else found


def _structured(name: str) -> Exception:
    return refusal(
        f"`{name}` of a list of run-time length whose items are tuples, lists or dicts",
        why="it would carry the best item so far, which there is none of before the first.",
        fix="go through the list with `for`, starting from an item that is worse than all.",
    )


def _extreme(
    plain: Callable[..., Any],
    better: Callable[[Any, Any], Any],
    pairwise: Callable[[Any, Any], Any],
    args: tuple[Any, ...],
    key: Any,
    default: Any,
) -> Any:
    api = backend.active()
    if key is not None:
        from autograph.operators.calls import callee

        key = callee(key)
    staged = len(args) == 1 and is_staged(args[0])
    values = args if len(args) > 1 else () if staged else items_of(args[0], f"{plain.__name__}()")
    values = tuple(map(read, values))
    if not staged and not any(api.is_symbolic(v) or (key and api.is_symbolic(key(v))) for v in values):
        extra = {} if default is _NOTHING else {"default": default}
        return plain(*args, key=key) if len(args) > 1 else plain(values, key=key, **extra)
    if key is not None:

        def pairwise(a: Any, b: Any) -> Any:
            """The better one of two, the first of equal ones."""
            return one_of(better(key(a), key(b)), lambda: b, lambda: a)

    if staged:

        def step(a: Any, b: Any) -> Any:
            """The better one of the best so far, if there is one, and an item."""
            if isinstance(b, tuple | list | dict):
                raise _structured(plain.__name__)
            return one_of(is_none(a), lambda: b, lambda: pairwise(a, b))

        found = _fold(args[0], None, step)
        if default is _NOTHING:
            return _there(found, ValueError(f"{plain.__name__}() arg is an empty sequence"))
        return one_of(is_none(found), lambda: default, lambda: resolve(found))
    result = values[0]
    for value in values[1:]:
        result = pairwise(result, value)
    return result
