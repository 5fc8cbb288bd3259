"""Changes of things that outlive a trace: what four rules look at, each for its kind of change or of owner."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator
from dataclasses import dataclass

from .flow.expressions import BOUND
from .knowledge import keras
from .knowledge import tensorflow as tf
from .knowledge.containers import CHANGING_FUNCTIONS, GROWERS, ITEM_FUNCTIONS, MUTATORS, TYPES
from .model.definitions import Class, Function
from .model.module import path_text
from .model.scopes import Form
from .model.values import CONTAINERS, FRAMEWORK, OUTER, SYMBOLIC, Kind, Origin, Value
from .view import View

_OBJECT = frozenset({Kind.OBJECT})


class Change(enum.Enum):
    """How something is changed."""

    METHOD = enum.auto()
    ITEM = enum.auto()
    ATTRIBUTE = enum.auto()


@dataclass(frozen=True)
class Mutation:
    """A change of something that outlives the trace.

    Attributes:
        change: how.
        node: the offending expression or statement.
        place: the expression whose value is changed.
        owner: what that value is.
        target: the item or attribute that is stored, where there is one.
        stored: what is stored, if known.
    """

    change: Change
    node: ast.AST
    place: ast.expr
    owner: Value
    target: ast.expr | None = None
    stored: ast.expr | None = None

    @property
    def is_of_parameter(self) -> bool:
        """Whether it changes an argument of the compiled function."""
        return self.owner.origin is Origin.PARAM


def mutation(view: View, node: ast.AST) -> Iterator[Mutation]:
    """The changes of outer things that one node makes."""
    if isinstance(node, ast.Call):
        found = _by_call(view, node)
        if found is not None and not view.is_guarded(node):
            yield found
    elif isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        found = _by_store(view, node)
        if found is not None and not view.is_guarded(node):
            yield found


def _by_call(view: View, call: ast.Call) -> Mutation | None:
    if isinstance(call.func, ast.Name) and call.func.id in ("setattr", "delattr") and call.args:
        owner = view.value(call.args[0])
        is_outer = owner.origin in OUTER and not _is_set_up_of_self(view, owner)
        stored = call.args[2] if len(call.args) > 2 else None
        return Mutation(Change.ATTRIBUTE, call, call.args[0], owner, stored=stored) if is_outer else None
    if call.args and (view.dotted(call.func) in CHANGING_FUNCTIONS or _is_method_of_type(view, call)):
        return _by_function(view, call)
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in MUTATORS:
        return _by_bound_method(view, call)
    owner = view.value(call.func.value)
    if Kind.DRAWN in owner.kinds and not owner.may(CONTAINERS):
        return None
    if owner.origin not in OUTER or _is_no_container(view, owner, call) or not _has_evidence(view, owner, call):
        return None
    stored = call.args[-1] if call.args else None
    return Mutation(Change.METHOD, call, call.func.value, owner, stored=stored)


def _is_method_of_type(view: View, call: ast.Call) -> bool:
    """`list.append(xs, x)`."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in MUTATORS:
        return False
    return view.value(call.func.value).dotted in TYPES and not view.value(call.func.value).only(_OBJECT)


def _by_function(view: View, call: ast.Call) -> Mutation | None:
    """A call of a function that changes its first argument."""
    owner = view.value(call.args[0])
    if owner.origin not in OUTER or owner.only(FRAMEWORK):
        return None
    stored = call.args[-1] if len(call.args) > 1 else None
    change = Change.ITEM if view.dotted(call.func) in ITEM_FUNCTIONS else Change.METHOD
    return Mutation(change, call, call.args[0], owner, stored=stored)


def _by_bound_method(view: View, call: ast.Call) -> Mutation | None:
    """`append = LOG.append` … `append(x)`, and `map(LOG.append, xs)`; what Python runs later may change things."""
    if view.dotted(call.func).removeprefix(tf.ROOT) in tf.HOST:
        return None
    for method in (call.func, *call.args):
        found = view.value(method)
        if found.dotted.startswith(BOUND) and found.receiver is not None and found.receiver.origin in OUTER:
            return Mutation(Change.METHOD, call, method, found.receiver)
    return None


def _is_no_container(view: View, owner: Value, call: ast.Call) -> bool:
    """Whether the method certainly is not that of a Python container."""
    if owner.only(FRAMEWORK | {Kind.STR, Kind.SHAPE, Kind.TUPLE} | {Kind.INT, Kind.FLOAT, Kind.BOOL}):
        return True
    if owner.only(frozenset({Kind.MODULE, Kind.CLASS, Kind.FUNCTION})):
        return not _is_imported_object(view, call)
    if owner.only(frozenset({Kind.OBJECT})):
        known = owner.dotted.startswith(("keras.", "tensorflow.", "tensorflow_probability."))
        return known or isinstance(view.value(call.func).target, Function)
    return isinstance(view.value(call.func).target, Function)


def _is_imported_object(view: View, call: ast.Call) -> bool:
    """`from .state import LOG` … `LOG.append(x)`: an object of another file, changed for the effect of it."""
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    root = receiver
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        return False
    owner = view.analysis.module.scope.bindings.get(root.id, [])
    from_import = any(
        binding.form is Form.IMPORT and isinstance(binding.statement, ast.ImportFrom) for binding in owner
    )
    library = view.value(receiver).dotted.startswith(("tensorflow", "keras", "numpy", "scipy"))
    return (from_import or root is not receiver) and not library


def _has_evidence(view: View, owner: Value, call: ast.Call) -> bool:
    """Whether what has the method is a container, as far as the file tells."""
    if owner.may(CONTAINERS) or view.strict:
        return True
    assert isinstance(call.func, ast.Attribute)
    is_statement = isinstance(view.parent(call), ast.Expr | ast.ListComp)
    if call.func.attr in GROWERS:
        return is_statement and len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred)
    if call.func.attr in ("pop", "setdefault") and call.args and isinstance(call.args[0], ast.Constant):
        return isinstance(call.args[0].value, str)
    return _is_used_as_container(view, call.func.value, owner)


def _is_used_as_container(view: View, place: ast.expr, owner: Value) -> bool:
    text = path_text(place)
    module = view.analysis.module
    if not text or owner.only(frozenset({Kind.OBJECT})):
        return False
    if owner.origin is Origin.SELF and view.context.function.owner is not None:
        return module.is_indexed(view.context.function.owner.node, text)
    if owner.origin is Origin.PARAM:
        return module.is_indexed(view.function_node(place), text)
    return "." not in text and module.is_indexed(module.document.module, text)


def _by_store(view: View, node: ast.Attribute | ast.Subscript) -> Mutation | None:
    owner = view.value(node.value)
    if owner.origin not in OUTER or (owner.only(frozenset({Kind.CLASS})) and isinstance(node, ast.Subscript)):
        return None
    stored = _stored(view, node)
    if isinstance(node, ast.Subscript):
        if owner.only(SYMBOLIC | {Kind.EAGER}) or Kind.DRAWN in owner.kinds:
            return None  # another rule: tensors have no item assignment; elements of datasets may be changed
        return Mutation(Change.ITEM, node, node.value, owner, node, stored)
    if _is_declaration(view, node) or _is_set_up_of_self(view, owner) or _is_property(view, node, owner):
        return None
    return Mutation(Change.ATTRIBUTE, node, node.value, owner, node, stored)


def _stored(view: View, node: ast.expr) -> ast.expr | None:
    parent = view.parent(node)
    return parent.value if isinstance(parent, ast.Assign | ast.AugAssign | ast.AnnAssign) else None


def _is_declaration(view: View, node: ast.Attribute) -> bool:
    """`self.x: int` stores nothing, and `self.built = True` is Keras's own mark of what is set up."""
    parent = view.parent(node)
    if isinstance(parent, ast.Assign) and node.attr == "built":
        return isinstance(parent.value, ast.Constant)
    return isinstance(parent, ast.AnnAssign) and parent.value is None


def _is_set_up_of_self(view: View, owner: Value) -> bool:
    return view.is_set_up and owner.origin is Origin.SELF


def _is_property(view: View, node: ast.Attribute, owner: Value) -> bool:
    """Whether storing sets a variable: `optimizer.learning_rate = 0.1`."""
    if node.attr in keras.PROPERTIES:
        return keras.is_optimizer(owner.dotted) or "opt" in path_text(node.value).lower()
    return isinstance(owner.target, Class) and view.analysis.classes.setter(owner.target, node.attr) is not None


def described(view: View, change: Mutation) -> str:
    """What a change does, for a message: "`LOG.append` changes `LOG`"."""
    place = view.text(change.place)
    if change.change is Change.METHOD:
        assert isinstance(change.node, ast.Call)
        if view.value(change.place).dotted.startswith(BOUND):
            return f"`{place}` changes a container"
        return f"`{view.text(change.node.func)}` changes `{place}`"
    if change.change is Change.ITEM:
        verb = (
            "deleted"
            if change.target is not None and isinstance(getattr(change.target, "ctx", None), ast.Del)
            else "set"
        )
        return f"an item of `{place}` is {verb}"
    if change.target is None:
        return f"an attribute of `{place}` is set"
    return f"`{view.text(change.target)}` is set"


def leak(view: View, change: Mutation) -> str:
    """The end of a message that says that a symbolic tensor gets out of the graph, where one does."""
    if change.stored is not None and view.is_symbolic(change.stored):
        return ", and what is stored is a symbolic tensor, of no use outside of the graph"
    return ""


def definition(view: View, change: Mutation) -> tuple[tuple[ast.AST, str], ...]:
    """Where the thing that is changed was defined, as a related place."""
    home = change.owner.home
    if home is None or not hasattr(home, "lineno"):
        return ()
    return ((home, f"`{view.text(change.place)}` is defined here"),)
