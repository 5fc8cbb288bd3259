"""How the `call` method of a class of layers is called: which arguments it takes."""

from __future__ import annotations

import inspect
import weakref
from typing import Any


class CallSignature:
    """The parameters of a `call` method.

    Attributes:
        names: of its parameters after `self`.
        takes_training: whether there is a `training` parameter.
        takes_mask: whether there is a `mask` parameter.
        training_default: the default of `training`.
    """

    def __init__(self, function: Any) -> None:
        plain = getattr(function, "python_function", function)
        parameters = list(inspect.signature(plain).parameters.values())[1:]
        self.names = [parameter.name for parameter in parameters]
        takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
        self.takes_training = "training" in self.names
        self.takes_mask = "mask" in self.names
        by_name = {parameter.name: parameter.default for parameter in parameters}
        default = by_name.get("training")
        self.training_default = None if default is inspect.Parameter.empty else default
        self._takes_any = takes_any

    def position(self, name: str) -> int | None:
        """The place of a parameter among positional arguments, or None if it has none."""
        return self.names.index(name) if name in self.names else None

    def takes(self, name: str) -> bool:
        """Whether the parameter may be given by keyword."""
        return self._takes_any or name in self.names


_known: weakref.WeakKeyDictionary[Any, CallSignature] = weakref.WeakKeyDictionary()


def call_signature(cls: Any) -> CallSignature:
    """The signature of the `call` method of a class of layers."""
    known = _known.get(cls)
    if known is None:
        known = _known[cls] = CallSignature(vars_of(cls, "call"))
    return known


def vars_of(cls: Any, name: str) -> Any:
    """An attribute of a class as it was written: not bound, not called."""
    return next(vars(base)[name] for base in cls.__mro__ if name in vars(base))
