"""Names and attributes as code that runs elsewhere leaves them: what all their bindings may give, in whatever order."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from autograph.checker.knowledge.host import BUILTINS
from autograph.checker.model.canonical import DEFAULT_MODULES, canonical
from autograph.checker.model.definitions import Class, Function
from autograph.checker.model.scopes import Binding, Form, Scope
from autograph.checker.model.values import NONE, UNKNOWN, Kind, Origin, Value, join, value

from .annotations import annotated
from .frame import Frame

if TYPE_CHECKING:
    from .analysis import Analysis

MOST_BINDINGS = 24
MOST_DEPTH = 12


class Outer:
    """Looks names and attributes up, each once."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._values: dict[tuple[int, str, int], Value] = {}
        self._attributes: dict[tuple[int, str], Value | None] = {}
        self._returns: dict[int, Value] = {}
        self._depth = 0

    def value(self, scope: Scope, name: str) -> Value:
        """What a name may be that code in a scope reads, when the code that binds it has run."""
        owner = scope.owner(name)
        if owner is None:
            return self._unbound(name)
        bindings = _in_force(owner.bindings[name], scope)
        key = id(owner), name, id(bindings[0])
        if key not in self._values:
            self._values[key] = UNKNOWN.of(Origin.FREE)  # what a name is that is defined by itself
            found = self._joined(((binding, owner) for binding in bindings), key)
            self._values[key] = (found or UNKNOWN).of(Origin.FREE)
        return self._values[key]

    def attribute(self, owner: Class, name: str) -> Value | None:
        """What an attribute of the objects of a class may be; None if the class does not have it."""
        key = id(owner), name
        if key not in self._attributes:
            self._attributes[key] = UNKNOWN
            self._attributes[key] = self._find_attribute(owner, name)
        return self._attributes[key]

    def _find_attribute(self, owner: Class, name: str) -> Value | None:
        places = [
            *owner.attributes.get(name, ()),
            *((item, owner.scope) for item in owner.scope.bindings.get(name, ())),
        ]
        found = self._joined(places)
        if found is not None:
            return found
        for base in self._analysis.classes.bases(owner):
            if isinstance(base.target, Class) and base.target is not owner:
                found = self.attribute(base.target, name)
                if found is not None:
                    return found
        return None

    def returned(self, function: Function) -> Value:
        """What a function may return that is called outside of graphs."""
        key = id(function.node)
        if key not in self._returns:
            self._returns[key] = UNKNOWN
            if isinstance(function.node, ast.Lambda):
                found: Value | None = self._evaluate(function.node.body, function.scope)
            else:
                found = None
                for node in function.returns:
                    one = self._evaluate(node.value, function.scope) if node.value else NONE
                    found = one if found is None else join(found, one)
            self._returns[key] = (found or NONE).of(Origin.LOCAL)
        return self._returns[key]

    def _unbound(self, name: str) -> Value:
        if name in self._analysis.live:
            return self._analysis.live[name]
        if name in DEFAULT_MODULES:
            return Value(frozenset({Kind.MODULE}), Origin.FREE, dotted=DEFAULT_MODULES[name])
        if name in BUILTINS:
            return Value(frozenset({Kind.FUNCTION}), Origin.FREE, dotted=name)
        return UNKNOWN.of(Origin.FREE)

    def _joined(self, places: Iterable[tuple[Binding, Scope]], key: tuple[int, str, int] | None = None) -> Value | None:
        """What several bindings give together; those that read the name itself see what was found so far."""
        found: Value | None = None
        for count, (binding, scope) in enumerate(places):
            if count == MOST_BINDINGS:
                break
            one = self._bound(binding, scope)
            if one is not None:
                found = one if found is None else join(found, one)
                if key is not None:
                    self._values[key] = found.of(Origin.FREE)
        return found

    def _bound(self, binding: Binding, scope: Scope) -> Value | None:
        """What one binding gives; None if it gives nothing of its own."""
        if binding.form is Form.IMPORT:
            dotted = canonical(binding.dotted)
            return Value(frozenset({Kind.MODULE}), Origin.FREE, dotted=dotted, home=binding.statement)
        if binding.form is Form.DEFINE:
            return self._analysis.definition(binding.node)
        if binding.form is Form.OTHER:
            return None
        if binding.form is Form.PARAMETER and scope.node is binding.statement:
            receiver = self._receiver(binding)
            if receiver is not None:
                return receiver
        if binding.annotation is not None:
            declared = annotated(self._analysis, binding.annotation, scope)
            if declared is not None:
                return declared.of(Origin.FREE, binding.node)
        if binding.form is Form.PARAMETER and self._analysis.options.habits:
            given = self._given(binding)
            if given is not None:
                return given.of(Origin.FREE, binding.node)
        if binding.value is None:
            return None if binding.form is Form.ANNOTATE else UNKNOWN.of(Origin.FREE, binding.node)
        if binding.form is Form.PARAMETER and binding.value is not None:
            return join(UNKNOWN, self._evaluate(binding.value, scope)).of(Origin.FREE, binding.node)
        return self._taken(binding, self._evaluate(binding.value, scope)).of(Origin.FREE, binding.node)

    def _given(self, binding: Binding) -> Value | None:
        """What calls in the file give for a parameter."""
        if self._depth >= MOST_DEPTH or binding.statement is None or not isinstance(binding.node, ast.arg):
            return None
        from .sites import given_value

        self._depth += 1
        try:
            return given_value(self._analysis, self._analysis.module.function_of(binding.statement), binding.node.arg)
        finally:
            self._depth -= 1

    def _receiver(self, binding: Binding) -> Value | None:
        """`self`, if the parameter is that."""
        function = self._analysis.module.function_of(binding.statement) if binding.statement else None
        if function is None or not function.binds_receiver or function.positional[0] is not binding.node:
            return None
        from .parameters import receiver_value

        return receiver_value(self._analysis, function)

    def _taken(self, binding: Binding, found: Value) -> Value:
        from .expressions import element_of, item_of

        if binding.form is Form.AUGMENT:
            return found if found.may(frozenset({Kind.LIST, Kind.DICT, Kind.SET})) else UNKNOWN
        if binding.form is Form.ITERATE:
            found = element_of(found)
        for place in binding.path:
            found = item_of(found, place)
        return found

    def _evaluate(self, node: ast.expr, scope: Scope) -> Value:
        from .expressions import evaluate

        if self._depth >= MOST_DEPTH:
            return UNKNOWN
        self._depth += 1
        try:
            return evaluate(Frame(self._analysis, scope), node)
        finally:
            self._depth -= 1


def _in_force(bindings: list[Binding], reader: Scope) -> list[Binding]:
    """Of several definitions of a name, as notebooks have them, the one that stands last before its reader."""
    if len(bindings) == 1 or any(binding.form is not Form.DEFINE for binding in bindings):
        return bindings
    line = getattr(reader.node, "lineno", None)
    before = [binding for binding in bindings if line is None or getattr(binding.node, "lineno", 0) <= line]
    return [before[-1] if before else bindings[-1]]


def live_value(thing: object) -> Value:
    """What a live global is, as far as a rule wants to know."""
    import types

    kinds = {
        list: Kind.LIST,
        dict: Kind.DICT,
        set: Kind.SET,
        int: Kind.INT,
        float: Kind.FLOAT,
        str: Kind.STR,
        bool: Kind.BOOL,
    }
    if isinstance(thing, types.ModuleType):
        return Value(frozenset({Kind.MODULE}), Origin.FREE, dotted=canonical(thing.__name__))
    if isinstance(thing, types.FunctionType | types.BuiltinFunctionType | type):
        dotted = canonical(f"{thing.__module__}.{thing.__qualname__}")
        return Value(frozenset({Kind.FUNCTION}), Origin.FREE, dotted=dotted.removeprefix("builtins."))
    for base in type(thing).__mro__:
        if base in kinds:
            return value(kinds[base], origin=Origin.FREE)
    return UNKNOWN.of(Origin.FREE)
