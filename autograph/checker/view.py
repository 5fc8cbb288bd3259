"""What a rule sees of a graph context: values, surroundings and text of its nodes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .diagnostic import Applicability, Edit, Fix
from .flow.analysis import Analysis
from .flow.context import AUTOGRAPH, Context, Root
from .model.definitions import FUNCTIONS
from .model.values import ARRAYS, CONDITIONS, NUMBERS, SYMBOLIC, Kind, Origin, Value

LOOPS = (ast.For, ast.AsyncFor, ast.While)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_GRAPH_ITERABLES = frozenset({Kind.TENSOR, Kind.DATASET, Kind.DATASET_ITERATOR})
_PYTHON_ITERABLES = frozenset(
    {Kind.LIST, Kind.TUPLE, Kind.DICT, Kind.SET, Kind.RANGE, Kind.STR, Kind.SHAPE, Kind.NDARRAY}
)
_COLLECTIONS = frozenset({Kind.LIST, Kind.TUPLE})
MOST_TEXT = 48  # characters of the user's text in a message


class View:
    """One graph context, as rules look at it.

    Attributes:
        analysis: of the file.
        context: the function as it is traced.
        strict: whether what may be a tensor counts as one.
        trace_probe: a pattern of texts that are printed on purpose to see when tracing happens.
    """

    def __init__(self, analysis: Analysis, context: Context, strict: bool = False, trace_probe: str = "") -> None:
        self.analysis = analysis
        self.context = context
        self.strict = strict
        self.trace_probe = trace_probe

    @property
    def root(self) -> Root:
        """The compiled function that the context is traced for."""
        return self.context.root

    @property
    def is_autograph(self) -> bool:
        """Whether the rules of this project's own compiler hold."""
        return self.root.target == AUTOGRAPH

    @property
    def framework(self) -> str:
        """What the file calls TensorFlow."""
        return framework_alias(self.analysis)

    # -- values

    def value(self, node: ast.AST | None) -> Value:
        """What an expression may be."""
        return self.context.value(node)

    def dotted(self, node: ast.AST) -> str:
        """What an import says a callee is."""
        found = self.value(node)
        return found.dotted if not found.only(frozenset({Kind.OBJECT})) else ""

    def is_tensor(self, node: ast.AST) -> bool:
        """Whether an expression certainly is a symbolic tensor; when strict, also whether it may be one."""
        found = self.value(node)
        return found.only(CONDITIONS) or (self.strict and self.may_be_tensor(node))

    def is_array(self, node: ast.AST) -> bool:
        """Whether an expression certainly is a tensor, given that it can be iterated."""
        return self.value(node).only(ARRAYS) or self.is_tensor(node)

    def is_symbolic(self, node: ast.AST) -> bool:
        """Whether an expression is a tensor, or holds nothing but tensors."""
        found = self.value(node)
        if found.only(SYMBOLIC):
            return True
        if found.only(_COLLECTIONS) and (found.element or found.items):
            inner = [found.element] if found.element else list(found.items)
            return any(item is not None and item.only(SYMBOLIC) for item in inner)
        return self.strict and self.may_be_tensor(node)

    def may_be_tensor(self, node: ast.AST) -> bool:
        """Whether an argument of a compiled function may be a tensor, for all that is known."""
        found = self.value(node)
        return Kind.UNKNOWN in found.kinds and found.origin is Origin.PARAM

    def is_plain_parameter(self, node: ast.AST) -> bool:
        """Whether an expression is a parameter of the compiled function as the caller gave it, without a default."""
        if not isinstance(node, ast.Name) or self.context.chain:
            return False
        function = self.context.function
        names = [parameter.arg for parameter in function.positional][function.binds_receiver :]
        found = self.value(node)
        return (
            node.id in names
            and node.id not in function.defaults()
            and found.kinds == {Kind.UNKNOWN}
            and found.origin is Origin.PARAM
        )

    # -- surroundings

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node around a node."""
        return self.analysis.module.parents.get(id(node))

    def ancestors(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """The nodes around a node within its own function, inside out, each with its child on the way."""
        child, parent = node, self.parent(node)
        while parent is not None and not isinstance(child, FUNCTIONS):
            yield parent, child
            child, parent = parent, self.parent(parent)
            if isinstance(child, FUNCTIONS):
                return

    def function_node(self, node: ast.AST) -> ast.AST:
        """The function or lambda that a node stands in."""
        for parent, _ in self.ancestors(node):
            if isinstance(parent, FUNCTIONS):
                return parent
        return self.context.function.node

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that an expression is part of."""
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            current = self.parent(current)
        return current or self.context.function.body[0]

    def is_in(self, node: ast.AST, *types: type[ast.AST]) -> bool:
        """Whether a node stands in a node of one of these types, within its function."""
        return any(isinstance(parent, types) for parent, _ in self.ancestors(node))

    def tensor_condition(self, node: ast.AST, within: ast.AST | None = None) -> ast.If | ast.IfExp | None:
        """The innermost tensor condition that decides whether a node runs, inside another node if one is given."""
        for parent, child in self.ancestors(node):
            if parent is within:
                return None
            if isinstance(parent, ast.If | ast.IfExp) and child is not parent.test and self.is_tensor(parent.test):
                return parent
        return None

    def loop(self, node: ast.AST) -> ast.For | ast.AsyncFor | ast.While | None:
        """The innermost loop whose body a node stands in."""
        for parent, child in self.ancestors(node):
            if isinstance(parent, LOOPS) and child in parent.body:
                return parent
        return None

    def graph_loop(self, node: ast.AST) -> ast.For | ast.AsyncFor | ast.While | None:
        """The innermost loop around a node that becomes part of the graph."""
        for parent, child in self.ancestors(node):
            if isinstance(parent, LOOPS) and child in parent.body and self.is_graph_loop(parent):
                return parent
        return None

    def is_graph_loop(self, loop: ast.AST) -> bool:
        """Whether a loop certainly becomes part of the graph."""
        if not self.context.is_converted:
            return False
        if isinstance(loop, ast.While):
            return self.is_tensor(loop.test)
        return isinstance(loop, ast.For) and self.value(loop.iter).only(_GRAPH_ITERABLES)

    def is_python_loop(self, loop: ast.AST) -> bool:
        """Whether a loop certainly runs while it is traced."""
        if isinstance(loop, ast.While):
            found = self.value(loop.test)
            return isinstance(loop.test, ast.Constant) or found.only(NUMBERS)
        return isinstance(loop, ast.For) and self.value(loop.iter).only(_PYTHON_ITERABLES)

    def is_guarded(self, node: ast.AST) -> bool:
        """Whether a node runs on the first call only."""
        return self.context.is_guarded or self.analysis.guards.is_guarded(node)

    @property
    def is_set_up(self) -> bool:
        """Whether the function makes objects ready, rather than using them."""
        return self.context.function.name in ("__init__", "build", "_build", "__init_subclass__", "__new__")

    # -- text

    def text(self, node: ast.AST) -> str:
        """The user's text of an expression, shortened for a message."""
        return shortened(self.source(node))

    def source(self, node: ast.AST) -> str:
        """The user's text of an expression."""
        return source_text(self.analysis, node)

    def replace(self, node: ast.AST, text: str, *, safe: bool = False) -> Fix:
        """A fix that puts a text in the place of a node."""
        return replacing(self.analysis, node, text, safe=safe)


def replacing(analysis: Analysis, node: ast.AST, text: str, *, safe: bool = False) -> Fix:
    """A fix that puts a text in the place of a node."""
    span = analysis.module.document.span(node)
    return Fix((Edit(span, text),), Applicability.SAFE if safe else Applicability.UNSAFE)


def source_text(analysis: Analysis, node: ast.AST) -> str:
    """The text of a node as its author wrote it."""
    document = analysis.module.document
    span = document.span(node)
    lines = document.lines[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column]
    lines[0] = lines[0][span.column :]
    return "".join(lines)


def shortened(text: str) -> str:
    """A text on one line, cut where it is long.

    >>> shortened("f(a,\\n  b)")
    'f(a, b)'
    """
    line = " ".join(text.split())
    return line if len(line) <= MOST_TEXT else line[: MOST_TEXT - 1] + "…"


def framework_alias(analysis: Analysis) -> str:
    """What the file calls TensorFlow (or this project's runtime): `tf` where it does not say."""
    for name, bindings in analysis.module.scope.bindings.items():
        if any(
            binding.dotted
            in ("tensorflow", "tensorflow.compat.v2", "tensorflow.compat.v1", "runtime", "autograph.compat.tensorflow")
            for binding in bindings
        ):
            return name
    return "tf"
