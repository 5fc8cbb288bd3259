"""The classes of a file: their bases, methods and properties, as far as the text tells."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograph.checker.knowledge import keras
from autograph.checker.model.definitions import FUNCTIONS, Class, Function
from autograph.checker.model.scopes import Scope
from autograph.checker.model.values import Kind, Origin, Value

from .expressions import evaluate
from .frame import Frame

if TYPE_CHECKING:
    from .analysis import Analysis

SUPER = "super"
MOST_BASES = 8  # from a class to the last of its bases


@dataclass(frozen=True)
class Override:
    """A method that may run in the place of another, with the object that it then is a method of."""

    target: Function
    receiver: Value


class Classes:
    """Looks things up in classes."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._bases: dict[int, list[Value]] = {}

    def bases(self, owner: Class) -> list[Value]:
        """The base classes of a class."""
        if id(owner) not in self._bases:
            self._bases[id(owner)] = []
            frame = Frame(self._analysis, owner.scope.parent or owner.scope)
            self._bases[id(owner)] = [evaluate(frame, base) for base in owner.node.bases]
        return self._bases[id(owner)]

    def _own_bases(self, owner: Class) -> list[Class]:
        """Those of the bases that are in this file."""
        return [base.target for base in self.bases(owner) if isinstance(base.target, Class)]

    def method(self, owner: Class, name: str, depth: int = MOST_BASES) -> Function | None:
        """A method of a class or of its bases in this file."""
        found = owner.methods.get(name)
        for base in self._own_bases(owner) if found is None and depth else ():
            found = found or self.method(base, name, depth - 1)
        return found

    def setter(self, owner: Class, name: str, depth: int = MOST_BASES) -> Function | None:
        """What runs when a property of a class, or of its bases in this file, is stored to."""
        found = owner.setters.get(name)
        for base in self._own_bases(owner) if found is None and depth else ():
            found = found or self.setter(base, name, depth - 1)
        return found

    def library_base(self, owner: Class, depth: int = MOST_BASES) -> str:
        """The class of a library that a class derives from, or ""."""
        for base in self.bases(owner) if depth else ():
            if isinstance(base.target, Class):
                found = self.library_base(base.target, depth - 1)
            else:
                found = "" if base.dotted == "object" else base.dotted
            if found:
                return found
        return ""

    def derives(self, owner: Class, base: Class, depth: int = MOST_BASES) -> bool:
        """Whether a class derives from another one of this file."""
        return depth > 0 and any(own is base or self.derives(own, base, depth - 1) for own in self._own_bases(owner))

    def overrides(self, method: Function, receiver: Value | None) -> list[Override]:
        """The methods of subclasses in this file that may run in the place of a method of `self`."""
        owner = receiver.target if receiver is not None and receiver.origin is Origin.SELF else None
        if not isinstance(owner, Class) or owner.methods.get(method.name) not in (None, method):
            return []  # the object's own class has another one: this one was asked for by `super()`
        if not isinstance(owner, Class) or receiver is None or not receiver.only(frozenset({Kind.OBJECT})):
            return []
        return [
            Override(other.methods[method.name], receiver.changed(target=other))
            for other in self._by_method.get(method.name, ())
            if other.methods[method.name] is not method and other is not owner and self.derives(other, owner)
        ]

    @functools.cached_property
    def _by_method(self) -> dict[str, list[Class]]:
        """The classes that have a method of their own, by its name."""
        found: dict[str, list[Class]] = {}
        for owner in self._analysis.module.classes:
            for name in owner.methods:
                found.setdefault(name, []).append(owner)
        return found

    def is_keras_step(self, function: Function) -> bool:
        """Whether Keras calls the method, with tensors."""
        if function.owner is None or function.name not in keras.STEP_METHODS:
            return False
        return keras.LAYER_BASES.match(self.library_base(function.owner)) is not None

    def super_value(self, frame: Frame) -> Value:
        """What `super()` gives: the object, as the first base of this file."""
        scope = frame.scope.parent
        while scope is not None and not scope.is_class:
            scope = scope.parent
        if scope is None:
            return Value(frozenset({Kind.OBJECT}), Origin.SELF, dotted=SUPER)
        owner, origin = self._analysis.module.class_of(scope.node), self._origin_of_self(frame)
        whole = Value(frozenset({Kind.OBJECT}), origin, dotted=self.library_base(owner), target=owner)
        bases = self._own_bases(owner)
        return Value(frozenset({Kind.OBJECT}), origin, dotted=SUPER, target=bases[0] if bases else None, receiver=whole)

    def _origin_of_self(self, frame: Frame) -> Origin:
        """Whose the object is that the method around runs on: one made in this trace is local."""
        scope: Scope | None = frame.scope
        while scope is not None and not self._is_method(scope):
            scope = scope.parent
        if scope is None or frame.context is None:
            return Origin.SELF
        function = self._analysis.module.function_of(scope.node)
        return frame.lookup(function.positional[0].arg).origin

    def _is_method(self, scope: Scope) -> bool:
        node = scope.node
        return isinstance(node, FUNCTIONS) and self._analysis.module.function_of(node).binds_receiver
