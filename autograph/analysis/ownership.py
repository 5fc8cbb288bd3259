"""Ownership: which lists, dicts and sets that a function makes may be changed later, by it or by others.

A display whose value is used up where it stands (`max([a, b])`, `for x in [1, 2]`) is changed by nobody. One that is
assigned to a variable counts if the variable is changed, handed on or used by inner functions; one that is put into an
object always counts. An empty one is made to be filled: it counts unless it is used up. And what a tensor may slice or
repeat counts, since the run decides how long the result is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import gast

from .scopes import FUNCTIONS, Function, Scope, body_of, outer_parts
from .staging import may_be_tensor

MUTATORS = frozenset(
    {"add", "append", "clear", "difference_update", "discard", "extend", "insert", "intersection_update", "pop"}
    | {"popitem", "remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update"}
)
"""Methods that change a list, dict or set."""

DISPLAYS = (gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp)

_READERS = frozenset(
    {"abs", "all", "any", "bool", "dict", "enumerate", "filter", "frozenset", "isinstance", "iter", "len", "list"}
    | {"map", "max", "min", "print", "range", "repr", "reversed", "set", "sorted", "str", "sum", "tuple", "type", "zip"}
)
"""Builtins that change nothing they get."""

_HANDS_ON = (gast.Assign, gast.AnnAssign, gast.NamedExpr, gast.Yield, gast.keyword, gast.Starred, gast.Await)


@dataclass(frozen=True)
class Ownership:
    """The containers that a function makes.

    Attributes:
        owned: displays and comprehensions whose value somebody may change later.
    """

    owned: frozenset[gast.AST]

    @classmethod
    def of(cls, function: Function, scope: Scope, framework: frozenset[str]) -> Ownership:
        """What a function makes; `framework` names modules whose calls change nothing."""
        parents = dict(_parents(body_of(function)))
        changed = {name for node, name in _names(parents) if _changes(node, parents, framework)}
        changed |= scope.captured | scope.nonlocals | scope.globals
        owned: set[gast.AST] = set()
        for node in parents:  # outer displays before inner ones
            makes = isinstance(node, DISPLAYS) and isinstance(getattr(node, "ctx", None), gast.Load | None)
            if makes and _is_owned(node, parents, changed, framework, owned):
                owned.add(node)
        return cls(frozenset(owned))


def _parents(nodes: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """What runs in the function's own scope, lambdas' bodies included, with the node around; outer nodes first."""
    stack = [(node, None) for node in nodes]
    while stack:
        node, parent = stack.pop()
        yield node, parent
        inside = [node.body, *outer_parts(node)] if isinstance(node, gast.Lambda) else outer_parts(node)
        stack.extend((part, node) for part in inside)


def _names(parents: dict[Any, Any]) -> Iterator[tuple[Any, str]]:
    return ((node, node.id) for node in parents if isinstance(node, gast.Name))


def _changes(node: Any, parents: dict[Any, Any], framework: frozenset[str]) -> bool:
    """Whether this use of a variable may lead to a change of its value."""
    parent = parents[node]
    match parent:
        case gast.Attribute():
            return parent.attr in MUTATORS
        case gast.Subscript():
            is_changed = not isinstance(parent.ctx, gast.Load) or _changes_item(parent, parents)
            return parent.value is node and (is_changed or _is_of_the_run(parent.slice))
        case gast.AugAssign():
            return parent.target is node
        case gast.BinOp():
            return _is_repeated(parent, node)
        case gast.Call():
            return node is not parent.func and not _only_reads(parent, framework)
        case gast.Tuple() | gast.List() | gast.Set() | gast.Dict():
            return isinstance(node.ctx, gast.Load) and not _is_returned(parent, parents)
    return isinstance(node.ctx, gast.Load) and isinstance(parent, _HANDS_ON)


def _is_of_the_run(index: Any) -> bool:
    """Whether an index is a slice that the run may decide: the part is then a list of the trace's own."""
    if not isinstance(index, gast.Slice):
        return False
    return any(bound is not None and may_be_tensor(bound) for bound in (index.lower, index.upper, index.step))


def _is_repeated(operation: Any, operand: Any) -> bool:
    """Whether an operation is `xs * n`, for one operand, with a number that the run may decide."""
    other = operation.right if operand is operation.left else operation.left
    return isinstance(operation.op, gast.Mult) and may_be_tensor(other)


def _changes_item(item: Any, parents: dict[Any, Any]) -> bool:
    """Whether an item is changed where it stands: `rows[0].append(x)`, `rows[0][1] = x`, `rows[0] += [x]`."""
    parent = parents[item]
    if isinstance(parent, gast.Subscript):
        return parent.value is item and (not isinstance(parent.ctx, gast.Load) or _changes_item(parent, parents))
    return isinstance(parent, gast.Attribute) and parent.attr in MUTATORS


def _is_returned(node: Any, parents: dict[Any, Any]) -> bool:
    while isinstance(node, gast.Tuple | gast.List | gast.Set | gast.Dict):
        node = parents[node]
    return isinstance(node, gast.Return)


def _only_reads(call: Any, framework: frozenset[str]) -> bool:
    function = call.func
    if isinstance(function, gast.Name) and function.id in _READERS:
        return True
    while isinstance(function, gast.Attribute):
        function = function.value
    return isinstance(function, gast.Name) and function.id in framework


def _is_owned(
    node: Any, parents: dict[Any, Any], changed: set[str], framework: frozenset[str], owned: set[gast.AST]
) -> bool:
    parent = parents[node]
    match parent:
        case gast.Assign():
            return any(_target_changes(target, changed) for target in parent.targets)
        case gast.AnnAssign() | gast.NamedExpr():
            return _target_changes(parent.target, changed)
        case gast.List() | gast.Dict() | gast.Set() | gast.ListComp() | gast.DictComp() | gast.SetComp():
            return parent in owned or (_is_empty(node) and _is_kept(parent, parents, framework))
        case gast.BinOp():
            return _is_repeated(parent, node)
        case gast.Subscript():
            return parent.value is node and _is_of_the_run(parent.slice)
        case gast.Tuple():
            return _is_owned_in_tuple(node, parents, changed, framework)
    return _is_empty(node) and _is_kept(node, parents, framework)


def _is_owned_in_tuple(node: Any, parents: dict[Any, Any], changed: set[str], framework: frozenset[str]) -> bool:
    """`xs, ys = [1], [2]` assigns one by one."""
    around = parents[node]
    statement = parents[around]
    if isinstance(statement, gast.Assign):
        index = around.elts.index(node)
        for target in statement.targets:
            if isinstance(target, gast.Tuple | gast.List) and len(target.elts) == len(around.elts):
                return _target_changes(target.elts[index], changed)
    return _is_empty(node) and _is_kept(around, parents, framework)


def _target_changes(target: Any, changed: set[str]) -> bool:
    return target.id in changed if isinstance(target, gast.Name) else True


def _is_empty(node: Any) -> bool:
    return not (getattr(node, "elts", None) or getattr(node, "keys", None) or hasattr(node, "generators"))


def _is_kept(node: Any, parents: dict[Any, Any], framework: frozenset[str]) -> bool:
    """Whether a value outlives the expression it stands in."""
    parent = parents[node]
    match parent:
        case gast.Call():
            return not _only_reads(parent, framework)
        case gast.Tuple() | gast.List() | gast.Dict() | gast.Set() | gast.IfExp() | gast.BoolOp() | gast.keyword():
            return _is_kept(parent, parents, framework)
        case gast.ListComp() | gast.DictComp() | gast.SetComp() | gast.GeneratorExp() | gast.Lambda():
            return True
    return isinstance(parent, (*_HANDS_ON, gast.Return, *FUNCTIONS))
