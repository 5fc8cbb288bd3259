"""Names for the user's own classes and functions, so that models which hold them can be saved and made again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

_T = TypeVar("_T")

_registered: dict[str, Any] = {}
_names: dict[Any, str] = {}
_scopes: list[dict[str, Any]] = []


def register_keras_serializable(package: str = "Custom", name: str | None = None) -> Callable[[_T], _T]:
    """Decorator: a class or function is found again under "package>name" when a model is loaded.

    Args:
        package: whose it is.
        name: what it is, by default its own name.

    Raises:
        ValueError: a class without `get_config`.

    >>> @register_keras_serializable("readme")
    ... def twice(x):
    ...     return 2 * x
    >>> get_registered_name(twice)
    'readme>twice'
    """

    def register(target: _T) -> _T:
        """Notes the class or function under its full name, and gives it back."""
        own_name: str = getattr(target, "__name__", type(target).__name__)
        if isinstance(target, type) and not hasattr(target, "get_config"):
            raise ValueError(f"Cannot register class {own_name}: it needs a get_config() method.")
        full = f"{package}>{name or own_name}"
        _registered[full] = target
        _names[target] = full
        return target

    return register


def get_registered_name(obj: Any) -> str:
    """The name under which a class or function was registered, else its own."""
    try:
        return _names.get(obj) or str(obj.__name__)
    except TypeError:  # It has no hash.
        return str(obj.__name__)


def is_registered(obj: Any) -> bool:
    """Whether a class or function was registered."""
    return obj in _names


def get_custom_objects() -> dict[str, Any]:
    """The classes and functions by name that are found from everywhere; may be added to."""
    return _registered


def get_registered_object(name: str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The class or function of that name: of the scopes, of `custom_objects`, or registered; None if there is none."""
    for known in [*reversed(_scopes), custom_objects or {}, _registered]:
        if name in known:
            return known[name]
    return None


@contextlib.contextmanager
def custom_object_scope(custom_objects: dict[str, Any] | None) -> Iterator[None]:
    """Context in which classes and functions are found by these names.

    >>> with custom_object_scope({"cube": lambda x: x ** 3}):
    ...     get_registered_object("cube")(2)
    8
    """
    _scopes.append(dict(custom_objects or {}))
    try:
        yield
    finally:
        _scopes.pop()


CustomObjectScope = custom_object_scope
