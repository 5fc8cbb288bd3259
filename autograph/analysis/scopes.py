"""Scopes: which variables a function has, and what a piece of its text reads, binds and hands to inner functions.

>>> import gast
>>> function = gast.parse('''
... def f(x):
...     y = [z for z in x]
...     return lambda: y
... ''').body[0]
>>> scope = Scope.of(function)
>>> sorted(scope.locals), sorted(scope.captured)
(['x', 'y'], ['y'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import gast

from autograph.syntax.walking import children

Function: TypeAlias = "gast.FunctionDef | gast.AsyncFunctionDef | gast.Lambda"

DEFINITIONS = (gast.FunctionDef, gast.AsyncFunctionDef)
FUNCTIONS = (*DEFINITIONS, gast.Lambda)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
SUSPENSIONS = (gast.Yield, gast.YieldFrom, gast.Await)


@dataclass(frozen=True)
class Effects:
    """What running a piece of text does to the variables of its scope.

    Attributes:
        reads: names it reads.
        writes: names it binds or deletes.
        captures: names that functions (and generator expressions) made there use, now or later.
        changes: variables whose items it assigns: one that holds a tensor gets a new one.
    """

    reads: frozenset[str]
    writes: frozenset[str]
    captures: frozenset[str]
    changes: frozenset[str]


@dataclass(frozen=True)
class Scope:
    """The variables of one function.

    Attributes:
        parameters: its parameters.
        locals: all its own variables, parameters included.
        globals: names that it declares global.
        nonlocals: names that it declares nonlocal.
        captured: own variables that inner functions use.
        rebound: own variables that inner functions declare nonlocal.
        free: names that it and its inner functions use and do not own.
    """

    parameters: frozenset[str]
    locals: frozenset[str]
    globals: frozenset[str]
    nonlocals: frozenset[str]
    captured: frozenset[str]
    rebound: frozenset[str]
    free: frozenset[str]

    @classmethod
    def of(cls, function: Function) -> Scope:
        """The scope of a function or lambda."""
        return scope_and_bindings(function)[0]


def scope_and_bindings(function: Function) -> tuple[Scope, Counter[str]]:
    """The scope of a function, and how often each name is bound or deleted in its body."""
    body = body_of(function)
    done = _collect(body)
    globals_, nonlocals = frozenset(done.globals), frozenset(done.nonlocals)
    parameters = frozenset(parameter.id for parameter in parameters_of(function))
    own = (parameters | done.writes.keys() | done.annotated) - globals_ - nonlocals
    scope = Scope(
        parameters,
        own,
        globals_,
        nonlocals,
        own & done.captures,
        own & _rebound_inside(done),
        frozenset(done.reads | done.writes.keys() | done.captures) - own,
    )
    return scope, done.writes


def effects(*nodes: gast.AST) -> Effects:
    """What running these expressions, statements or patterns does; the blocks of compound statements included."""
    done = _collect(nodes)
    return Effects(*map(frozenset, (done.reads, done.writes, done.captures, done.changes)))


def bindings(*nodes: gast.AST) -> Counter[str]:
    """How often each name is bound or deleted in the text of the nodes."""
    return _collect(nodes).writes


def _collect(nodes: Iterable[Any]) -> _Collector:
    collector = _Collector()
    collector.visit_all(nodes)
    return collector


def body_of(function: Function) -> list[gast.AST]:
    """The statements of a function, or the one expression of a lambda."""
    return [function.body] if isinstance(function, gast.Lambda) else function.body


def parameters_of(function: Function) -> list[gast.Name]:
    """The parameters of a function, in order."""
    arguments = function.args
    last = [argument for argument in (arguments.vararg, *arguments.kwonlyargs, arguments.kwarg) if argument]
    return [*arguments.posonlyargs, *arguments.args, *last]


def functions(tree: gast.AST) -> Iterator[Any]:
    """Every `def` of the tree, outer ones before inner ones, in reading order."""
    return (function for function, _ in functions_with_class(tree, None))


def functions_with_class(tree: gast.AST, class_name: str | None) -> Iterator[tuple[Any, str | None]]:
    """Every `def` of the tree, as `functions`, each with the class whose private names it uses."""
    stack: list[tuple[Any, str | None]] = [(tree, class_name)]
    while stack:
        node, owner = stack.pop()
        if isinstance(node, DEFINITIONS):
            yield node, owner
        inside = node.name if isinstance(node, gast.ClassDef) else owner
        stack += [(child, inside) for block in reversed(_statements_in(node)) for child in reversed(block)]


def mangled(name: str, class_name: str | None) -> str:
    """The name that Python gives to a private name in a class.

    >>> mangled("__x", "_A"), mangled("__x__", "A"), mangled("__x", None)
    ('_A__x', '__x__', '__x')
    """
    owner = (class_name or "").lstrip("_")
    return f"_{owner}{name}" if owner and name.startswith("__") and not name.endswith("__") else name


def walk(tree: gast.AST | Iterable[gast.AST]) -> Iterator[Any]:
    """Every node, in reading order."""
    stack = [tree] if isinstance(tree, gast.AST) else list(reversed(list(tree)))
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(children(node))


def walk_own(nodes: Iterable[gast.AST]) -> Iterator[Any]:
    """The nodes that run in the scope they stand in, in reading order: no bodies of inner functions and classes."""
    stack = list(reversed(list(nodes)))
    while stack:
        node = stack.pop()
        yield node
        rule = _OUTER_PARTS.get(type(node))
        stack += reversed(children(node) if rule is None else rule(node))


def outer_parts(node: gast.AST) -> list[Any]:
    """The children of a node that run in the scope of the node itself."""
    rule = _OUTER_PARTS.get(type(node))
    return children(node) if rule is None else rule(node)


def _of_function(node: Any) -> list[Any]:
    defaults = [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]
    return [*getattr(node, "decorator_list", ()), *defaults]


def _of_class(node: Any) -> list[Any]:
    return [*node.decorator_list, *node.bases, *node.keywords]


_OUTER_PARTS: dict[type, Callable[[Any], list[Any]]] = {
    **dict.fromkeys(FUNCTIONS, _of_function),
    gast.ClassDef: _of_class,
}


def blocks(statement: gast.AST) -> Iterator[list[gast.stmt]]:
    """The blocks of a compound statement that belong to the function it stands in."""
    if isinstance(statement, (*DEFINITIONS, gast.ClassDef)):
        return
    for field in ("body", "orelse", "finalbody"):
        block = getattr(statement, field, None)
        if isinstance(block, list) and block:
            yield block
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _statements_in(node: Any) -> list[list[Any]]:
    """The blocks of statements right under a node, those of its handlers and cases included."""
    kind = type(node)
    if kind not in _COMPOUND:
        return []
    found = [block for block in (getattr(node, field, None) for field in ("body", "orelse", "finalbody")) if block]
    parts = (*getattr(node, "handlers", ()), *getattr(node, "cases", ()))
    return found[:1] + [part.body for part in parts] + found[1:]


_COMPOUND = frozenset(
    {*DEFINITIONS, gast.ClassDef, gast.If, gast.For, gast.AsyncFor, gast.While, gast.With, gast.AsyncWith, gast.Match}
    | {gast.Try, gast.TryStar, gast.Module}
)


def suspends(*nodes: gast.AST) -> bool:
    """Whether running the nodes may yield or await."""
    return any(
        isinstance(node, SUSPENSIONS) or (isinstance(node, gast.comprehension) and node.is_async)
        for node in walk_own(nodes)
    )


def declares(*nodes: gast.AST) -> bool:
    """Whether the statements hold a `global` or `nonlocal` of their own scope."""
    return any(True for _ in _declarations(nodes))


def assigns_in_expression(*nodes: gast.AST) -> bool:
    """Whether the expressions hold a walrus that binds a name of their scope."""
    return any(isinstance(node, gast.NamedExpr) for node in walk_own(nodes))


def imported_name(alias: gast.alias) -> str:
    """The name that one item of an import statement binds."""
    return str(alias.asname or alias.name.split(".")[0])


def _declarations(body: Iterable[gast.AST]) -> Iterator[Any]:
    return (node for node in walk_own(body) if isinstance(node, gast.Global | gast.Nonlocal))


def _rebound_inside(outer: _Collector) -> set[str]:
    """Names of a scope that functions declare nonlocal which are made in it."""
    found: set[str] = set()
    for inner in outer.functions:
        own = _collect(body_of(inner))
        deeper = _rebound_inside(own)
        found |= own.nonlocals | (deeper - Scope.of(inner).locals if deeper else deeper)
    return found


class _Collector:
    """Collects effects; the order of evaluation does not matter to it."""

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.writes: Counter[str] = Counter()
        self.captures: set[str] = set()
        self.changes: set[str] = set()
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.annotated: set[str] = set()  # names that `x: int` makes local without binding them
        self.functions: list[Any] = []  # made here, those in classes included
        self.hidden: set[str] = set()  # targets of the comprehensions around

    def visit(self, node: Any) -> None:
        """Notes what a node reads and binds, and all below it."""
        self.visit_all((node,))

    def visit_all(self, nodes: Iterable[Any]) -> None:
        """Visits nodes in order; those without a rule of their own through their children."""
        for node in nodes:
            handler = _HANDLERS.get(type(node))
            if handler is not None:
                handler(self, node)
            else:
                self.visit_all(children(node))

    def name(self, node: Any) -> None:
        """A read, or a binding; `del` is both."""
        if isinstance(node.ctx, gast.Load):
            if node.id not in self.hidden:
                self.reads.add(node.id)
        elif node.id not in self.hidden:
            self.writes[node.id] += 1
            if isinstance(node.ctx, gast.Del):
                self.reads.add(node.id)

    def walrus(self, node: Any) -> None:
        """A binding in the function's own scope, even inside a comprehension."""
        self.visit(node.value)
        self.writes[node.target.id] += 1

    def augmented(self, node: Any) -> None:
        """A read before the binding."""
        if isinstance(node.target, gast.Name):
            self.reads.add(node.target.id)
        self.visit_all(children(node))

    def item(self, node: Any) -> None:
        """An assignment to an item or attribute: the object changes, its name is only read."""
        if not isinstance(node.ctx, gast.Load) and isinstance(node.value, gast.Name):
            self.changes.add(node.value.id)
        self.visit_all(children(node))

    def global_(self, node: Any) -> None:
        """Names that are global from here on, for the whole function."""
        self.globals.update(node.names)

    def nonlocal_(self, node: Any) -> None:
        """Names of functions around."""
        self.nonlocals.update(node.names)

    def annotation(self, node: Any) -> None:
        """`x: int` alone makes a name local and binds nothing; the annotation of a local is not evaluated."""
        if node.value is None and isinstance(node.target, gast.Name):
            self.annotated.add(node.target.id)
        if node.value is not None or not isinstance(node.target, gast.Name):
            self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)
        if not isinstance(node.target, gast.Name):
            self.visit(node.annotation)

    def definition(self, node: Any) -> None:
        """Binds its name; defaults, decorators and annotations are evaluated outside, the body captures."""
        self.functions.append(node)
        self.writes[node.name] += 1
        self.visit_all(outer_parts(node))
        self.visit_all(parameter.annotation for parameter in parameters_of(node) if parameter.annotation)
        if node.returns is not None:
            self.visit(node.returns)
        self.captures |= Scope.of(node).free - self.hidden

    def anonymous(self, node: Any) -> None:
        """A lambda: defaults are evaluated outside, the body captures."""
        self.functions.append(node)
        self.visit_all(outer_parts(node))
        self.captures |= Scope.of(node).free - self.hidden

    def class_(self, node: Any) -> None:
        """Binds its name; the body runs at once and reads, functions in it capture."""
        self.writes[node.name] += 1
        self.visit_all(outer_parts(node))
        inside = _collect(node.body)
        self.reads |= inside.reads - self.hidden
        self.captures |= inside.captures - self.hidden
        self.functions += inside.functions

    def comprehension(self, node: Any) -> None:
        """Its targets are its own; the first iterable is read outside, a generator expression reads the rest later."""
        first, *others = node.generators
        self.visit(first.iter)
        inside = _Collector()
        inside.hidden = self.hidden | {
            target.id
            for generator in node.generators
            for target in walk([generator.target])
            if isinstance(target, gast.Name)
        }
        inside.visit_all([first.target, *first.ifs, *others])
        inside.visit_all([node.key, node.value] if isinstance(node, gast.DictComp) else [node.elt])
        self.writes.update(inside.writes)
        self.captures |= inside.captures
        self.changes |= inside.changes
        self.functions += inside.functions
        lazy = isinstance(node, gast.GeneratorExp)
        (self.captures if lazy else self.reads).update(inside.reads)

    def import_(self, node: Any) -> None:
        """Binds what each alias imports."""
        self.writes.update(imported_name(alias) for alias in node.names)

    def pattern(self, node: Any) -> None:
        """Binds the name of a pattern that captures."""
        bound = node.rest if isinstance(node, gast.MatchMapping) else node.name
        if bound:
            self.writes[bound] += 1
        self.visit_all(children(node))

    def type_alias(self, node: Any) -> None:
        """Binds its name; the value is evaluated when it is asked for, so that it captures."""
        self.writes[node.name.id] += 1
        self.captures |= effects(node.value).reads - self.hidden


_HANDLERS: dict[type, Callable[[_Collector, Any], None]] = {
    gast.Name: _Collector.name,
    gast.NamedExpr: _Collector.walrus,
    gast.AugAssign: _Collector.augmented,
    gast.Subscript: _Collector.item,
    gast.Global: _Collector.global_,
    gast.Nonlocal: _Collector.nonlocal_,
    gast.AnnAssign: _Collector.annotation,
    gast.FunctionDef: _Collector.definition,
    gast.AsyncFunctionDef: _Collector.definition,
    gast.Lambda: _Collector.anonymous,
    gast.ClassDef: _Collector.class_,
    **dict.fromkeys(COMPREHENSIONS, _Collector.comprehension),
    gast.Import: _Collector.import_,
    gast.ImportFrom: _Collector.import_,
    gast.MatchAs: _Collector.pattern,
    gast.MatchStar: _Collector.pattern,
    gast.MatchMapping: _Collector.pattern,
    gast.TypeAlias: _Collector.type_alias,
}
