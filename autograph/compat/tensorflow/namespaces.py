"""Modules such as `tf.math`, made of the table of names."""

from __future__ import annotations

import contextlib
import difflib
import functools
import importlib
import os
import sys
import types
from collections.abc import Iterator
from typing import Any

from .table import FALLBACKS, NAMES

_OLD = "compat.v1"
Entries = dict[str, tuple[str, str]]
"""Name in TensorFlow → module of this project and name there; without the name, the module itself."""


class Namespace(types.ModuleType):
    """One of TensorFlow's modules: finds its names in the table, and keeps what it found."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in entries(_path(self)):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = _find(_path(self), name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return sorted(set(_names(_path(self))))


def install(root: str) -> None:
    """Turns the package of that name into the namespace at the root, and registers those below it as its modules."""
    sys.modules[root].__class__ = Namespace
    for path in _paths():
        if path:
            name = f"{root}.{path}"
            module = sys.modules.setdefault(name, Namespace(name, f"TensorFlow's `tf.{path}` over this project."))
            module.__path__ = []
            parent, _, last = name.rpartition(".")
            setattr(sys.modules[parent], last, module)


def _paths() -> list[str]:
    """All namespaces, those around others first."""
    found = set(NAMES) | set(FALLBACKS)
    for path in list(found):
        parts = path.split(".")
        found.update(".".join(parts[:count]) for count in range(len(parts)))
    return sorted(found)


def _path(module: types.ModuleType) -> str:
    return module.__name__[len(__package__ or "") + 1 :]


@functools.cache
def entries(path: str) -> Entries:
    """What the table says of a namespace.

    Args:
        path: such as "math"; "" for the root.
    """
    found: Entries = {}
    home = ""
    for word in NAMES.get(path, "").split():
        if word.endswith(":"):
            home = word[:-1] if word[0] != "." else f"{__package__}{word[:-1]}"
            continue
        for name in _exported(home) if word == "*" else [word]:
            public, _, attribute = name.partition("=")
            found[public] = (home, attribute or public)
    return found


def _exported(home: str) -> list[str]:
    module = importlib.import_module(home)
    public = getattr(module, "__all__", None)
    if public is not None:
        return list(public)
    return [name for name, value in vars(module).items() if _is_own(module, name, value)]


def _is_own(module: types.ModuleType, name: str, value: Any) -> bool:
    return not name.startswith("_") and getattr(value, "__module__", None) == module.__name__


def _find(path: str, name: str) -> Any:
    known = entries(path).get(name)
    if known is None and not path:
        known = entries(_OLD).get(name)  # Programs for TensorFlow 1 find `tf.Session`.
    if known is not None:
        try:
            return _load(*known)
        except (ModuleNotFoundError, AttributeError) as error:
            raise _absent(path, name) from error
    if path in FALLBACKS:
        outer = FALLBACKS[path]
        with contextlib.suppress(AttributeError):
            return getattr(sys.modules[f"{__package__}.{outer}" if outer else __package__ or ""], name)
    raise _absent(path, name)


def _load(home: str, attribute: str) -> Any:
    _count_as_framework()
    module = importlib.import_module(home)
    return module if attribute == "." else getattr(module, attribute)


@functools.cache
def _count_as_framework() -> None:
    """Operations that this package makes are made where the user calls it."""
    from runtime.origin import mark_internal

    mark_internal(os.path.dirname(__file__))


def _absent(path: str, name: str) -> AttributeError:
    here = f"tf.{path}".rstrip(".")
    return AttributeError(f"{here}.{name} is not there (yet).{_suggestion(path, name)}")


def _suggestion(path: str, name: str) -> str:
    elsewhere = [where for where in _paths() if where not in FALLBACKS and name in entries(where)]
    if elsewhere:
        return f" There is tf.{'.'.join(filter(None, [elsewhere[0], name]))}."
    known = {other.lower(): other for other in _names(path)}
    close = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.0)
    return f" The nearest name that is: {'.'.join(filter(None, ['tf', path, known[close[0]]]))}." if close else ""


def _names(path: str) -> Iterator[str]:
    yield from entries(path)
    yield from (inner[len(path) :].lstrip(".") for inner in _paths() if _is_directly_in(inner, path))
    if path in FALLBACKS:
        yield from _names(FALLBACKS[path])


def _is_directly_in(inner: str, path: str) -> bool:
    return bool(inner) and inner.rpartition(".")[0] == path
