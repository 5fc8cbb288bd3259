"""Compiled functions as methods: each object has traces of its own, and they do not keep it alive."""

from __future__ import annotations

import types
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from runtime.calling import Calling

if TYPE_CHECKING:
    from runtime.function import Function

Convert = Callable[[Callable[..., Any]], Callable[..., Any]]
Check = Callable[..., None]


class Target:
    """The Python function behind a compiled one: how it is called, what it is converted to, what it is bound to.

    Args:
        python_function: a function, any other callable, or what `staticmethod` or `classmethod` made.
        convert: makes another function of it before the first trace.
        check: called once before the first trace, with the function, what it is bound to, and the arguments.

    Attributes:
        convert: the same.
    """

    def __init__(self, python_function: Any, convert: Convert | None, check: Check | None = None) -> None:
        self._kind = type(python_function) if isinstance(python_function, staticmethod | classmethod) else None
        self._plain: Callable[..., Any] = python_function.__func__ if self._kind else python_function
        self.convert = convert
        self._checks = [] if check is None else [check]
        self._converted: list[Callable[..., Any]] = []
        self._instance: Callable[[], Any] | None = None
        self._calling: Calling | None = None

    @property
    def hooks(self) -> tuple[Convert | None, Check | None]:
        """The converter, and the check if it has not passed yet."""
        return self.convert, self._checks[0] if self._checks else None

    @property
    def is_converted(self) -> bool:
        """Whether there is a converter."""
        return self.convert is not None

    def bound(self, instance: Callable[[], Any]) -> Target:
        """The same function as a method of an object, given by a weak reference."""
        target = Target(self._plain, self.convert)
        target._converted, target._checks = self._converted, self._checks
        target._instance = instance
        return target

    def receiver(self, instance: Any, owner: type | None) -> Any:
        """What the function is bound to when it is looked up in an object or class, or None."""
        if self._kind is classmethod:
            return type(instance) if owner is None else owner
        return None if self._kind is staticmethod else instance

    def calling(self, input_signature: Sequence[Any] | None) -> Calling:
        """How the function is called, the object that it is bound to left out."""
        if self._calling is None:
            plain: Any = self._plain if self._instance is None else types.MethodType(self._plain, object())
            self._calling = Calling(plain, input_signature)
        return self._calling

    def function(self) -> Callable[..., Any]:
        """The function to trace, converted and bound.

        Raises:
            ReferenceError: the object that it is bound to is gone.
        """
        if not self._converted:
            self._converted.append(self._plain if self.convert is None else self.convert(self._plain))
        return self._bound_to_instance(self._converted[0])

    def check(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Asks once whether the function may be traced: a check that has passed is not asked again."""
        while self._checks:
            self._checks[0](*self.origin(), args, kwargs)
            del self._checks[:1]

    def origin(self) -> tuple[Any, Any]:
        """The function as the user wrote it, and the object that it is bound to, if any."""
        return self._plain, None if self._instance is None else self._instance()

    def plain(self) -> Callable[..., Any]:
        """The function as the user wrote it, bound."""
        return self._bound_to_instance(self._plain)

    def _bound_to_instance(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if self._instance is None:
            return function
        instance = self._instance()
        if instance is None:
            raise ReferenceError(f"The object whose method {self._plain!r} is called is gone.")
        return types.MethodType(function, instance)


class Methods:
    """The compiled function for each object that it is a method of, for as long as the object lives."""

    def __init__(self, make: Callable[[Callable[[], Any]], Function]) -> None:
        self._make = make
        self._known: dict[int, tuple[Any, Function]] = {}

    def of(self, instance: Any) -> Function:
        """The compiled function of an object."""
        key = id(instance)
        known = self._known.get(key)
        if known is None:
            try:
                reference: Any = weakref.ref(instance, lambda _: self._known.pop(key, None))
            except TypeError:  # It cannot be referred to weakly: it lives as long as the function.
                reference = lambda: instance  # noqa: E731
            known = self._known.setdefault(key, (reference, self._make(reference)))
        return known[1]


class Method:
    """A compiled function bound to an object, as `object.function` gives it."""

    def __init__(self, function: Function, instance: Any) -> None:
        self._function = function
        self.__self__ = instance

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the graph for these arguments."""
        return self._function(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Method) and self._function is other._function

    def __hash__(self) -> int:
        return hash(self._function)

    def __repr__(self) -> str:
        return f"<bound {self._function!r} of {self.__self__!r}>"
