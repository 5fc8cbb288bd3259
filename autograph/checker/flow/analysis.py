"""The analysis of one file: runs every compiled function, and through it every function that it reaches."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace

from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.canonical import canonical
from autograph.checker.model.definitions import Class, Function
from autograph.checker.model.module import Module
from autograph.checker.model.values import (
    BOOL,
    FLOAT,
    NONE,
    STR,
    TENSORS,
    UNKNOWN,
    Kind,
    Origin,
    Value,
    join,
    tensor,
    value,
)

from .annotations import annotated
from .context import Context, Root
from .expressions import evaluate
from .frame import Frame
from .guards import is_guarded
from .hints import tensor_hints
from .outer import Outer
from .roots import find_roots, is_not_converted
from .statements import execute

MOST_EVALUATIONS = 400_000  # a file: more than any real one takes, so that none hangs
MOST_VARIANTS = 6  # kinds of arguments that one function is run with
MOST_CALLS = 20  # functions inside each other


@dataclass(frozen=True)
class Options:
    """What a user can say about graph contexts.

    Attributes:
        decorators: further decorators that compile, as dotted names or as they are written.
        target: whose rules hold; by the decorator where empty.
        implicit: whether methods that Keras compiles, and functions that datasets map, count.
    """

    decorators: frozenset[str] = frozenset()
    target: str = ""
    implicit: bool = False


class Analysis:
    """What evaluation finds out about a file.

    Attributes:
        module: the model of the file.
        options: what the user said.
        live: values of names that the file does not bind.
        outer: names as other code leaves them.
        contexts: every function that is traced, with each kind of arguments.
        roots: the compiled functions, by the id of their node.
    """

    def __init__(self, module: Module, options: Options | None = None, live: Mapping[str, Value] | None = None) -> None:
        self.module = module
        self.options = options or Options()
        self.live = live or {}
        self.outer = Outer(self)
        self.contexts: list[Context] = []
        self.hints: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        self._left = MOST_EVALUATIONS
        self._results: dict[object, Value] = {}
        self._variants: dict[int, int] = {}
        self._active: list[object] = []
        self._bases: dict[int, list[Value]] = {}
        self._members: dict[str, Value] = {}
        self.roots: dict[int, Root] = {}
        self.roots = find_roots(self)

    def run(self) -> None:
        """Runs all compiled functions."""
        for root in self.roots.values():
            self.run_root(root)

    def run_root(self, root: Root) -> None:
        """Runs one compiled function, with arguments of which no more is known than it says itself."""
        context = Context(root.function, root, is_converted=root.is_converted)
        self._run(context, self._root_parameters(root))

    def spend(self) -> bool:
        """Counts one evaluation; False when there were too many."""
        self._left -= 1
        return self._left > 0

    def is_root(self, function: Function) -> bool:
        """Whether the function is compiled itself."""
        return id(function.node) in self.roots

    # -- running functions

    def _run(self, context: Context, bound: dict[str, Value]) -> Value:
        self.contexts.append(context)
        frame = Frame(self, context.function.scope, context, variables=bound)
        found = self._execute(frame, context.function)
        self._run_leftovers(context)
        return found

    def _execute(self, frame: Frame, function: Function) -> Value:
        node = function.node
        if isinstance(node, ast.Lambda):
            return evaluate(frame, node.body)
        falls = execute(frame, node.body)
        found: Value | None = NONE if falls else None
        for returned in frame.returns:
            found = returned if found is None else join(found, returned)
        return found or UNKNOWN

    def _run_leftovers(self, context: Context) -> None:
        """Runs the inner functions that nothing was seen to call."""
        seen: set[int] = set()
        while True:
            left = [
                key for key in context.closures if key not in context.run | context.hosts | context.roots_inside | seen
            ]
            if not left:
                return
            for key in left:
                seen.add(key)
                frame = context.closures[key]
                function = self._inner_function(key)
                self.run_inner(frame, function, self._unknown_parameters(function, Origin.UNKNOWN))

    def _inner_function(self, key: int) -> Function:
        return next(function for function in self.module.functions if id(function.node) == key)

    def run_inner(self, frame: Frame, function: Function, bound: dict[str, Value]) -> Value:
        """Runs a function that was made in the context of the caller."""
        context = frame.context
        key = id(function.node), "inner"
        if context is None or key in self._active or len(self._active) > MOST_CALLS:
            return UNKNOWN
        context.run.add(id(function.node))
        self._active.append(key)
        try:
            inner = Frame(
                self, function.scope, context, parent=context.closures[id(function.node)], variables=dict(bound)
            )
            return self._execute(inner, function)
        finally:
            self._active.pop()

    def run_callee(
        self, frame: Frame, function: Function, bound: dict[str, Value], call: ast.AST | None = None
    ) -> Value:
        """Runs another function of the file with arguments of some kinds, once for all calls with such."""
        context = frame.context
        if context is None or self._runs_on_host(function):
            return TENSORS
        root = self.roots.get(id(function.node), context.root)
        converted = (
            root.is_converted
            if self.is_root(function)
            else context.is_converted and not is_not_converted(self, function)
        )
        bound = self._with_hints(function, bound)
        if self._variants.get(id(function.node), 0) >= MOST_VARIANTS:
            bound = self._unknown_parameters(function, Origin.UNKNOWN) | {
                k: v for k, v in bound.items() if v.origin is Origin.SELF
            }
        guarded = context.is_guarded or (call is not None and is_guarded(self.module, call))
        key = (id(function.node), frozenset(bound.items()), converted, guarded, root.target, root.options)
        if key in self._results:
            return self._results[key]
        if (
            id(function.node) in self._active
            or len(self._active) > MOST_CALLS
            or self._variants.get(id(function.node), 0) > MOST_VARIANTS
        ):
            return UNKNOWN
        self._variants[id(function.node)] = self._variants.get(id(function.node), 0) + 1
        self._active.append(id(function.node))
        try:
            chain = () if self.is_root(function) else (*(context.chain or (context.function,)), function)
            self._results[key] = self._run(Context(function, root, chain, converted, guarded), dict(bound))
        finally:
            self._active.pop()
        return self._results[key]

    def _runs_on_host(self, function: Function) -> bool:
        scope = function.scope.parent or function.scope
        for decorator in function.decorators:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            names = [called, *(decorator.args if isinstance(decorator, ast.Call) else ())]
            if any(evaluate(Frame(self, scope), name).dotted.removeprefix(tf.ROOT) in tf.HOST for name in names):
                return True
        return False

    # -- parameters

    def _root_parameters(self, root: Root) -> dict[str, Value]:
        function = root.function
        bound = self._unknown_parameters(function, Origin.PARAM)
        hints = tensor_hints(self, function, is_root=True)
        positional = [parameter.arg for parameter in function.positional][function.binds_receiver :]
        for name, known in bound.items():
            if name in hints and Kind.UNKNOWN in known.kinds and not known.may(frozenset({Kind.BOOL, Kind.STR})):
                bound[name] = tensor().of(Origin.PARAM, known.home)
            elif known.only(frozenset({Kind.NDARRAY})):
                bound[name] = tensor().of(Origin.PARAM, known.home)
        for name, given in zip(positional, root.signature or (), strict=False):
            bound[name] = given.of(Origin.PARAM, bound[name].home)
        return bound

    def _with_hints(self, function: Function, bound: dict[str, Value]) -> dict[str, Value]:
        unknown = [name for name, known in bound.items() if known.kinds == {Kind.UNKNOWN}]
        if not unknown:
            return bound
        hints = tensor_hints(self, function, is_root=False)
        declared = self._unknown_parameters(function, Origin.UNKNOWN)
        for name in unknown:
            if name in hints:
                bound[name] = tensor().of(bound[name].origin)
            elif name in declared and Kind.UNKNOWN not in declared[name].kinds:
                bound[name] = declared[name].of(bound[name].origin)
        return bound

    def _unknown_parameters(self, function: Function, origin: Origin) -> dict[str, Value]:
        """What each parameter is, as far as annotations and defaults tell."""
        bound = {parameter.arg: self._declared(function, parameter, origin) for parameter in function.parameters}
        arguments = function.node.args
        if arguments.vararg:
            bound[arguments.vararg.arg] = value(Kind.TUPLE, origin=origin, element=UNKNOWN.of(origin))
        if arguments.kwarg:
            bound[arguments.kwarg.arg] = value(Kind.DICT, element=UNKNOWN.of(origin))
        if function.binds_receiver:
            bound[function.positional[0].arg] = self.receiver_value(function)
        return bound

    def receiver_value(self, function: Function) -> Value:
        """What `self` or `cls` is in a method."""
        kind = Kind.CLASS if function.is_class_method else Kind.OBJECT
        owner = function.owner
        base = self.library_base(owner) if owner is not None else ""
        return Value(frozenset({kind}), Origin.SELF, dotted="" if kind is Kind.CLASS else base, target=owner)

    def _declared(self, function: Function, parameter: ast.arg, origin: Origin) -> Value:
        scope = function.scope.parent or function.scope
        if parameter.annotation is not None:
            declared = annotated(self, parameter.annotation, scope)
            if declared is not None:
                return declared.of(origin, parameter)
        default = function.defaults().get(parameter.arg)
        if default is None:
            return UNKNOWN.of(origin, parameter)
        known = self.default_value(function, default)
        if known.only(frozenset({Kind.BOOL, Kind.STR})):
            return replace(known, is_literal=False).of(origin, parameter)
        return join(replace(known, is_literal=False, home=parameter).of(origin), UNKNOWN.of(origin, parameter))

    def default_value(self, function: Function, node: ast.expr) -> Value:
        """What a parameter is that is not given."""
        found = evaluate(Frame(self, function.scope.parent or function.scope), node)
        return found if found.is_literal else found.of(Origin.FREE)

    # -- definitions

    def definition(self, node: ast.AST) -> Value | None:
        """A function or class of the file as a value."""
        if isinstance(node, ast.ClassDef):
            owner = self.module.class_of(node)
            return Value(frozenset({Kind.CLASS}), Origin.FREE, target=owner, home=node)
        function = self.module.function_of(node)
        return Value(frozenset({Kind.FUNCTION}), Origin.FREE, target=function, home=node)

    def bases(self, owner: Class) -> list[Value]:
        """The base classes of a class."""
        if id(owner) not in self._bases:
            self._bases[id(owner)] = []
            frame = Frame(self, owner.scope.parent or owner.scope)
            self._bases[id(owner)] = [evaluate(frame, base) for base in owner.node.bases]
        return self._bases[id(owner)]

    def method(self, owner: Class, name: str, depth: int = 8) -> Function | None:
        """A method of a class or of its bases in this file."""
        found = owner.methods.get(name)
        if found is not None or depth == 0:
            return found
        for base in self.bases(owner):
            if isinstance(base.target, Class):
                found = self.method(base.target, name, depth - 1)
                if found is not None:
                    return found
        return None

    def library_base(self, owner: Class, depth: int = 8) -> str:
        """The class of a library that a class derives from, or ""."""
        for base in self.bases(owner) if depth else ():
            if isinstance(base.target, Class):
                found = self.library_base(base.target, depth - 1)
                if found:
                    return found
            elif base.dotted and base.dotted != "object":
                return base.dotted
        return ""

    def super_value(self, frame: Frame, callee: Value) -> Value:
        """What `super()` gives: the object, as the first base of this file."""
        scope = frame.scope
        owner = None
        while scope is not None and owner is None:
            owner = next((item for item in self.module.classes if item.scope is scope.parent), None)
            scope = scope.parent or self.module.scope
            if scope is self.module.scope:
                break
        for base in self.bases(owner) if owner is not None else ():
            if isinstance(base.target, Class):
                return Value(frozenset({Kind.OBJECT}), Origin.SELF, target=base.target)
        return Value(frozenset({Kind.OBJECT}), Origin.SELF)

    # -- members of modules

    def module_value(self, dotted: str) -> Value:
        """Something that is imported."""
        return Value(frozenset({Kind.MODULE}), Origin.FREE, dotted=dotted)

    def member(self, owner: Value, name: str) -> Value:
        """An attribute of a module or of a class of a library."""
        dotted = f"{owner.dotted}.{name}"
        if dotted not in self._members:
            self._members[dotted] = _member(canonical(dotted), name)
        return replace(self._members[dotted], home=owner.home)


_CONSTANTS = {
    **dict.fromkeys(("numpy.pi", "numpy.e", "numpy.inf", "numpy.nan", "math.pi", "math.e", "math.inf", "math.nan", "math.tau"), FLOAT),
    "numpy.newaxis": NONE,
    "tensorflow.newaxis": NONE,
    "tensorflow.__version__": STR,
    "typing.TYPE_CHECKING": BOOL,
}  # fmt: skip


def _member(dotted: str, name: str) -> Value:
    if dotted in _CONSTANTS:
        return _CONSTANTS[dotted]
    if dotted.startswith(tf.ROOT) and name in tf.DTYPES and dotted.count(".") == 1:
        return value(Kind.OBJECT)
    return Value(frozenset({Kind.MODULE}), Origin.FREE, dotted=dotted)
