"""The catalog: small user functions with sample arguments, which every suite runs in its own way.

A case is registered by `@case(arguments, arguments, …)`; int, float, bool and list arguments become tensors where a
suite stages the function. `error` marks a function that plain Python runs and that staging must refuse with this
pattern.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType


@dataclass(frozen=True)
class Case:
    """One function of the catalog with its sample arguments."""

    function: FunctionType
    inputs: tuple[tuple[object, ...], ...]
    error: str | None = None

    @property
    def name(self) -> str:
        """Module and function name, unique in the catalog."""
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"


CASES: list[Case] = []


def case(*inputs: tuple[object, ...], error: str | None = None) -> Callable[[FunctionType], FunctionType]:
    """Registers the decorated function with its sample arguments."""

    def register(function: FunctionType) -> FunctionType:
        CASES.append(Case(function, inputs, error))
        return function

    return register


def load() -> list[Case]:
    """All cases, in the order of their modules and lines."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        if not module.name.startswith("test_"):
            importlib.import_module(f"{__name__}.{module.name}")
    names = [c.name for c in CASES]
    if len(set(names)) != len(names):
        raise ValueError(f"two cases share a name: {sorted(n for n in names if names.count(n) > 1)}")
    return CASES
