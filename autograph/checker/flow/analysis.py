"""The analysis of one file: runs every compiled function, and through it every function that it reaches."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.definitions import Function
from autograph.checker.model.module import Module
from autograph.checker.model.values import NONE, TENSORS, UNKNOWN, Kind, Origin, Value, join

from .classes import Classes
from .context import Context, Root
from .expressions import evaluate
from .frame import Frame
from .guards import Guards
from .members import member
from .outer import Outer
from .parameters import root_parameters, unknown_parameters, with_hints
from .roots import find_roots, is_not_converted
from .sites import given_arguments
from .statements import execute
from .wrappers import wrappers

MOST_EVALUATIONS = 400_000  # of a file, so that none hangs: more than any real one takes
MOST_EVALUATIONS_A_NODE = 10  # of a file so large that it takes more
MOST_VARIANTS = 4  # kinds of arguments that one function is run with
MOST_RUNS = 8  # of one inner function in one context
MOST_RUNS_ALIKE = 2  # of them with the same arguments: what they have from around them may have changed in between
MOST_CALLS = 20  # functions inside each other


@dataclass(frozen=True)
class Options:
    """What a user can say about graph contexts.

    Attributes:
        decorators: further decorators that compile, as dotted names or as they are written.
        target: whose rules hold; by the decorator where empty.
        implicit: whether methods that Keras compiles, and functions that datasets map, count.
        habits: whether what goes by the name of a model or a loss is taken for one, and what calls in the file give
            a function for what it gets.
    """

    decorators: frozenset[str] = frozenset()
    target: str = ""
    implicit: bool = False
    habits: bool = True


class Analysis:
    """What evaluation finds out about a file.

    Args:
        module: the model of the file.
        options: what the user said.
        live: values of names that the file does not bind.
        roots: the compiled functions, where an earlier analysis has found them; then calls of them are not looked at.
        most: evaluations of expressions, None for what the size of the file allows; from then on nothing is known
            about any.

    Attributes:
        module: the model of the file.
        options: what the user said.
        live: values of names that the file does not bind.
        outer: names as other code leaves them.
        classes: the classes of the file.
        guards: what runs on the first call only.
        contexts: every function that is traced, with each kind of arguments.
        roots: the compiled functions, by the id of their node.
        sites: what calls in the file give to compiled functions, by the id of their node.
        hints: what functions say about their parameters, by the id of their node.
        evaluations: how many expressions were evaluated, each time counted.
    """

    def __init__(
        self,
        module: Module,
        options: Options | None = None,
        live: Mapping[str, Value] | None = None,
        roots: dict[int, Root] | None = None,
        most: int | None = None,
    ) -> None:
        self.module = module
        self.options = options or Options()
        self.live = live or {}
        self.outer = Outer(self)
        self.classes = Classes(self)
        self.guards = Guards(module)
        self.contexts: list[Context] = []
        self.hints: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        self.evaluations = 0
        self._most = most or max(MOST_EVALUATIONS, MOST_EVALUATIONS_A_NODE * len(module.parents))
        self._results: dict[object, Value] = {}
        self._variants: dict[int, int] = {}
        self._active: list[object] = []
        self._members: dict[tuple[str, str], Value] = {}
        self.roots: dict[int, Root] = {}
        self.sites: dict[int, dict[str, Value]] = {}
        if roots is None:
            self.roots = find_roots(self)
            self.sites = given_arguments(self)
        else:
            self.roots = roots

    def run(self) -> None:
        """Runs all compiled functions."""
        for root in self.roots.values():
            self.run_root(root)

    def run_root(self, root: Root) -> None:
        """Runs one compiled function, with arguments of which no more is known than the file says."""
        context = Context(root.function, root, is_converted=root.is_converted)
        self._run(context, root_parameters(self, root))
        decorators = root.function.decorators
        below = decorators[decorators.index(root.decorator) + 1 :] if root.decorator in decorators else decorators
        self._run_wrappers(Frame(self, root.function.scope, context), root.function, below)

    def spend(self) -> bool:
        """Counts one evaluation; False when there were too many."""
        self.evaluations += 1
        return self.evaluations < self._most

    def is_root(self, function: Function) -> bool:
        """Whether the function is compiled itself."""
        return id(function.node) in self.roots

    def definition(self, node: ast.AST) -> Value:
        """A function or class of the file as a value."""
        if isinstance(node, ast.ClassDef):
            return Value(frozenset({Kind.CLASS}), Origin.FREE, target=self.module.class_of(node), home=node)
        return Value(frozenset({Kind.FUNCTION}), Origin.FREE, target=self.module.function_of(node), home=node)

    def member(self, owner: Value, name: str) -> Value:
        """An attribute of a module or of a class of a library."""
        key = owner.dotted, name
        if key not in self._members:
            self._members[key] = member(*key)
        return self._members[key].changed(home=owner.home)

    def _run(self, context: Context, bound: dict[str, Value]) -> Value:
        self.contexts.append(context)
        frame = Frame(self, context.function.scope, context, variables=bound)
        found = _execute(frame, context.function)
        self._run_leftovers(context)
        return found

    def _run_leftovers(self, context: Context) -> None:
        """Runs the inner functions that nothing was seen to call."""
        seen = context.hosts | context.roots_inside
        while left := [key for key in context.closures if key not in context.results and key not in seen]:
            for key in left:
                seen.add(key)
                frame = context.closures[key]
                function = self.module.function_by_id(key)
                self.run_inner(frame, function, unknown_parameters(self, function, Origin.UNKNOWN))

    def run_inner(self, frame: Frame, function: Function, bound: dict[str, Value]) -> Value:
        """Runs a function that was made in the context of the caller."""
        context = frame.context
        key = id(function.node), "inner"
        if context is None or key in self._active or len(self._active) > MOST_CALLS:
            return UNKNOWN
        results = context.results.setdefault(id(function.node), [])
        given = frozenset(bound.items())
        if len(results) == MOST_RUNS or sum(given == other for other, _ in results) == MOST_RUNS_ALIKE:
            return functools.reduce(join, [result for _, result in results])
        self._active.append(key)
        try:
            parent = context.closures[id(function.node)]
            results.append((given, _execute(Frame(self, function.scope, context, parent, dict(bound)), function)))
        finally:
            self._active.pop()
        return results[-1][1]

    def run_callee(
        self, frame: Frame, function: Function, bound: dict[str, Value], call: ast.AST | None = None
    ) -> Value:
        """Runs another function of the file with arguments of some kinds, once for all calls with such."""
        caller = frame.context
        if caller is None or self._runs_on_host(function):
            return TENSORS
        if function.is_context_manager:
            return UNKNOWN  # what it changes, it puts back
        context = self._callee_context(caller, function, call)
        bound = self._bounded(function, with_hints(self, function, bound))
        key = (
            id(function.node),
            frozenset(bound.items()),
            context.is_converted,
            context.is_guarded,
            context.root.target,
        )
        if key not in self._results:
            if not self._may_run(function):
                return UNKNOWN
            self._active.append(id(function.node))
            try:
                self._results[key] = self._run(context, dict(bound))
            finally:
                self._active.pop()
            if not self.is_root(function):
                self._run_wrappers(frame, function, function.decorators)
        return self._results[key]

    def _run_wrappers(self, frame: Frame, function: Function, decorators: Sequence[ast.expr]) -> None:
        """Runs what decorators of this file put around a function."""
        for wrapper in wrappers(self, function, decorators):
            self.run_callee(frame, wrapper, unknown_parameters(self, wrapper, Origin.UNKNOWN))

    def _callee_context(self, caller: Context, function: Function, call: ast.AST | None) -> Context:
        own = self.roots.get(id(function.node))
        guarded = caller.is_guarded or function.is_cached or (call is not None and self.guards.is_guarded(call))
        if own is not None:
            return Context(function, own, (), own.is_converted, guarded)
        chain = (*(caller.chain or (caller.function,)), function)
        converted = caller.is_converted and not is_not_converted(self, function)
        return Context(function, caller.root, chain, converted, guarded)

    def _bounded(self, function: Function, bound: dict[str, Value]) -> dict[str, Value]:
        """The arguments; when a function was run with many kinds of them, no more than is known without a call."""
        if self._variants.get(id(function.node), 0) < MOST_VARIANTS:
            return bound
        own = function.positional[0].arg if function.binds_receiver else ""
        receivers = {name: known for name, known in bound.items() if known.origin is Origin.SELF or name == own}
        return unknown_parameters(self, function, Origin.UNKNOWN) | receivers

    def _may_run(self, function: Function) -> bool:
        """Whether one more run of a function is reasonable: no recursion, not too deep, not too often."""
        count = self._variants.get(id(function.node), 0)
        self._variants[id(function.node)] = count + 1
        return id(function.node) not in self._active and len(self._active) <= MOST_CALLS and count <= MOST_VARIANTS

    def _runs_on_host(self, function: Function) -> bool:
        """Whether a decorator lets Python run the function when the graph runs."""
        frame = Frame(self, function.scope.parent or function.scope)
        for decorator in function.decorators:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            names = [called, *(decorator.args if isinstance(decorator, ast.Call) else ())]
            if any(evaluate(frame, name).dotted.removeprefix(tf.ROOT) in tf.HOST for name in names):
                return True
        return False


def _execute(frame: Frame, function: Function) -> Value:
    """Runs the body of a function; gives what it returns."""
    node = function.node
    if isinstance(node, ast.Lambda):
        return evaluate(frame, node.body)
    found: Value | None = NONE if execute(frame, node.body) else None
    for returned in frame.returns:
        found = returned if found is None else join(found, returned)
    return found or UNKNOWN
