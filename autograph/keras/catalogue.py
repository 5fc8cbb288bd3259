"""What has a name in keras: losses, layers, initializers ..., each found by a string in its own area."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from autograph.keras import registration
from autograph.keras.naming import snake_case
from runtime.names import nearest

AREAS = {
    "keras.layers": "layers",
    "keras.initializers": "initializers",
    "keras.regularizers": "regularizers",
    "keras.constraints": "constraints",
    "keras.activations": "activations",
    "keras.losses": "losses",
    "keras.metrics": "metrics",
    "keras.optimizers": "optimizers",
    "keras.optimizers.schedules": "optimizers.schedules",
    "keras": "models",
}
"""Where Keras has each area, and the module that holds it here."""

_homes: dict[Any, str] = {}


class Catalogue:
    """The objects of one area by name.

    Args:
        module: Keras's name of the area, such as "keras.losses".
        what: one object of the area in words, for errors.
    """

    def __init__(self, module: str, what: str) -> None:
        self.module = module
        self._what = what
        self._known: dict[str, Any] = {}

    def add(self, objects: Iterable[Any], **aliases: Any) -> None:
        """Adds classes (under their own name and its snake case) and functions (under their own name).

        Args:
            objects: classes and functions.
            **aliases: further names.
        """
        for item in objects:
            _homes[item] = self.module
            self._known.setdefault(item.__name__, item)
            if isinstance(item, type):
                self._known.setdefault(snake_case(item.__name__), item)
        self._known.update(aliases)

    def find(self, name: str) -> Any:
        """The class or function of that name, the user's first; None if there is none."""
        found = registration.get_registered_object(name)
        return self._known.get(name) if found is None else found

    def get(self, identifier: Any) -> Any:
        """The object that an argument such as `loss="mse"` stands for.

        Args:
            identifier: a name, a configuration, a class, or the object itself; None stays None.

        Raises:
            ValueError: there is none of that name, or it is something else.
        """
        if isinstance(identifier, dict):
            from autograph.keras.serialization import deserialize_keras_object

            identifier = deserialize_keras_object(identifier)
        if isinstance(identifier, str):
            found = self.find(identifier)
            if found is None:
                raise ValueError(f"Unknown {self._what}: {identifier!r}.{nearest(identifier, self._known)}")
            identifier = found
        if isinstance(identifier, type):
            return identifier()
        if identifier is None or callable(identifier):
            return identifier
        raise ValueError(f"Could not interpret {self._what}: {identifier!r} is no name, configuration or callable.")


def public_module(obj: Any) -> str | None:
    """The name under which Keras has the area of a class or function of this package; None if it is the user's."""
    try:
        return _homes.get(obj)
    except TypeError:  # It has no hash.
        return None


def find_class(name: str, module: str | None = None) -> Any:
    """The class or function of this package that Keras has under that name; None if there is none.

    Args:
        name: such as "Dense".
        module: Keras's module, such as "keras.layers"; None if it may be in any.
    """
    area = module if module in AREAS else None
    for known in [area] if area else AREAS:
        found = getattr(importlib.import_module(f"autograph.keras.{AREAS[known]}"), name, None)
        if found is not None and (area or found in _homes):
            return found
    return None
