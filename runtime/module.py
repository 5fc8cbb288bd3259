"""Module: an object that owns variables and other modules."""

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, ParamSpec, TypeVar

from runtime import attachments, nest
from runtime.scopes import scope_of_object
from runtime.variables import Variable

_P = ParamSpec("_P")
_R = TypeVar("_R")


class Module:
    """A base class that finds the variables and modules in its attributes, also inside lists and dictionaries.

    Args:
        name: by default, the class name in snake case.

    >>> class Dense(Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         with self.name_scope:
    ...             self.w = Variable([1.0], name="w")
    >>> [v.name for v in Dense().variables]
    ['dense/w:0']
    """

    _ATTRIBUTES_WITHOUT_VARIABLES: frozenset[str] = frozenset()

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = _snake_case(type(self).__name__)
        elif not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid module name. Module names must be valid Python identifiers.")
        self._name = name
        with scope_of_object(name) as scope:
            self._scope = scope

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        attachments.attached(self)

    @property
    def name(self) -> str:
        """The name of the module."""
        return self._name

    @property
    def name_scope(self) -> "ModuleScope":
        """The name scope of the module, to enter with `with`; it has a `name`."""
        return ModuleScope(self._scope)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of the module, then those of its submodules; attributes in the order of their names."""
        return tuple(_find(self, lambda leaf: isinstance(leaf, Variable), {id(self)}))

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """The variables that optimizers change, in the order of `variables`."""
        return tuple(variable for variable in self.variables if variable.trainable)

    @property
    def non_trainable_variables(self) -> tuple[Variable, ...]:
        """The variables that optimizers leave alone, in the order of `variables`."""
        return tuple(variable for variable in self.variables if not variable.trainable)

    @property
    def submodules(self) -> "tuple[Module, ...]":
        """All modules inside this one, at any depth."""
        return tuple(_find(self, lambda leaf: isinstance(leaf, Module), {id(self)}))

    @classmethod
    def with_name_scope(cls, method: Callable[_P, _R]) -> Callable[_P, _R]:
        """Decorator of a method that runs in the module's name scope."""

        @functools.wraps(method)
        def method_with_name_scope(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            """The method, run in the name scope of its module."""
            module: Any = args[0]
            with module.name_scope:
                return method(*args, **kwargs)

        return method_with_name_scope


class ModuleScope(AbstractContextManager[str]):
    """The name scope of a module.

    Args:
        name: of the scope, with a slash at its end.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._entered: list[AbstractContextManager[str]] = []

    def __enter__(self) -> str:
        self._entered.append(scope_of_object(self.name))
        return self._entered[-1].__enter__()

    def __exit__(self, *error: Any) -> bool | None:
        return self._entered.pop().__exit__(*error)


def _snake_case(name: str) -> str:
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", words).lower()


def _find(module: Module, wanted: Callable[[Any], bool], seen: set[int]) -> Iterator[Any]:
    inner = []
    for name in sorted(vars(module)):
        if name in module._ATTRIBUTES_WITHOUT_VARIABLES:
            continue
        for leaf in nest.flatten(vars(module)[name]):
            if id(leaf) in seen:
                continue
            is_module = isinstance(leaf, Module)
            if is_module or wanted(leaf):
                seen.add(id(leaf))
            if wanted(leaf):
                yield leaf
            if is_module:
                inner.append(leaf)
    for submodule in inner:
        yield from _find(submodule, wanted, seen)
