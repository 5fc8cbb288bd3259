"""What statements do to the variables. A block tells whether the statement after it is reached."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.definitions import Class
from autograph.checker.model.module import path_text
from autograph.checker.model.values import (
    CONDITIONS,
    NONE,
    NUMBERS,
    TENSORS,
    UNKNOWN,
    Kind,
    Origin,
    Value,
    join,
    value,
)

from .calls import call_function
from .expressions import binary, element_of, evaluate, evaluate_all, function_value, item_of
from .frame import Environment, Exits, Frame, join_environments
from .narrowing import narrow
from .surroundings import Branch, eager_branch, is_dead, is_lifted

_TURNS = 2  # over each loop body at most: the second one sees what the first one changed


def execute(frame: Frame, block: Sequence[ast.stmt]) -> bool:
    """Runs a block; tells whether it falls through."""
    for place, statement in enumerate(block):
        handler = _HANDLERS.get(type(statement))
        if handler is None:
            _other(frame, statement)
        elif handler(frame, statement) is False:
            return False
        _skip_after_eager_return(frame, statement, block[place + 1 :])
    return True


def bind(frame: Frame, target: ast.expr, found: Value) -> None:
    """Binds an assignment target."""
    if isinstance(target, ast.Name):
        frame.record(target, found)
        frame.assign(target.id, found)
    elif isinstance(target, ast.Tuple | ast.List):
        for place, item in enumerate(target.elts):
            bind(frame, item, item_of(found, place))
    elif isinstance(target, ast.Starred):
        bind(frame, target.value, value(Kind.LIST, element=element_of(found)))
    elif isinstance(target, ast.Attribute):
        receiver = evaluate(frame, target.value)
        path = path_text(target)
        setter = (
            frame.analysis.classes.setter(receiver.target, target.attr) if isinstance(receiver.target, Class) else None
        )
        if setter is not None:
            call_function(frame, setter, receiver, [found], {})
        elif path:
            frame.variables[path] = found
    elif isinstance(target, ast.Subscript):
        _store_item(frame, target, found)


def _store_item(frame: Frame, target: ast.Subscript, found: Value) -> None:
    container = evaluate(frame, target.value)
    evaluate(frame, target.slice)
    frame.record(target, found)
    extend_container(frame, target.value, container, found)


def extend_container(frame: Frame, node: ast.expr, container: Value, added: Value) -> None:
    """Remembers what else a local container holds from now on."""
    path = path_text(node)
    if path in frame.variables and container.may(frozenset({Kind.LIST, Kind.DICT, Kind.SET})):
        known = element_of(container) if container.element is not None or container.items else added
        frame.variables[path] = container.changed(items=(), element=join(known, added.flat(2))).flat()


def _assign(frame: Frame, node: ast.Assign) -> None:
    found = evaluate(frame, node.value)
    for target in node.targets:
        bind(frame, target, found)


def _annotate(frame: Frame, node: ast.AnnAssign) -> None:
    if node.value is not None:
        bind(frame, node.target, evaluate(frame, node.value))


def _augment(frame: Frame, node: ast.AugAssign) -> None:
    old = evaluate(frame, _loaded(node.target))
    added = evaluate(frame, node.value)
    found = binary(frame, old, added, node.op)
    if old.only(frozenset({Kind.LIST, Kind.SET, Kind.DICT})):
        found = old.changed(items=(), element=element_of(join(old, added)))  # changed in place
    if isinstance(node.target, ast.Name):
        frame.record(node.target, old)
        frame.assign(node.target.id, found)
    else:
        bind(frame, node.target, found)


def _loaded(target: Any) -> ast.expr:
    return target  # type: ignore[no-any-return]


def _expression(frame: Frame, node: ast.Expr) -> None:
    evaluate(frame, node.value)


def _return(frame: Frame, node: ast.Return) -> bool:
    frame.returns.append(evaluate(frame, node.value) if node.value is not None else NONE)
    return False


def _raise(frame: Frame, node: ast.Raise) -> bool:
    evaluate_all(frame, filter(None, (node.exc, node.cause)))
    return False


def _break(frame: Frame, node: ast.Break) -> bool:
    if frame.loops:
        frame.loops[-1].breaks.append(dict(frame.variables))
    return False


def _continue(frame: Frame, node: ast.Continue) -> bool:
    if frame.loops:
        frame.loops[-1].continues.append(dict(frame.variables))
    return False


def _if(frame: Frame, node: ast.If) -> bool:
    test = evaluate(frame, node.test)
    _mark_eager(frame, node)
    before = frame.variables
    ends: list[Environment | None] = []
    for holds, block in ((True, node.body), (False, node.orelse)):
        frame.variables = dict(before)
        narrow(frame, node.test, holds)
        skipped = is_dead(node.test, holds) or _is_eager_block(frame, block)
        ends.append(frame.variables if not skipped and execute(frame, block) else None)
    both = ends[0] is not None and ends[1] is not None
    if both and test.only(CONDITIONS) and Kind.NONE not in test.kinds and frame.is_converted:
        _note_disagreements(ends, before, node)
    merged = join_environments(*ends)
    frame.variables = merged if merged is not None else before
    return merged is not None


def _note_disagreements(ends: list[Any], before: Environment, node: ast.If) -> None:
    """Marks names that one branch of a tensor condition binds, or that both bind to what does not go together."""
    for one, other in (ends, ends[::-1]):
        for name in one.keys() - other.keys():
            if "." not in name:
                one[name] = one[name].changed(undefined_on=one[name].undefined_on or node)
    for name in ends[0].keys() & ends[1].keys():
        left, right = ends[0][name], ends[1][name]
        if (left != before.get(name) or right != before.get(name)) and "." not in name and _disagree(left, right):
            ends[0][name] = left.changed(mismatch=node)


def _disagree(left: Value, right: Value) -> bool:
    none = frozenset({Kind.NONE})
    if (left.kinds == none) != (right.kinds == none):
        return not (left.may(none) and right.may(none))
    if left.is_literal and right.is_literal and len(left.kinds) == len(right.kinds) == 1:
        return left.kinds != right.kinds and (left.only(NUMBERS | {Kind.STR}) and right.only(NUMBERS | {Kind.STR}))
    return False


def _mark_eager(frame: Frame, node: ast.If) -> None:
    if frame.context is None:
        return
    branch = eager_branch(frame, node.test)
    for block in (node.body,) if branch is Branch.BODY else (node.orelse,) if branch is Branch.ELSE else ():
        frame.context.eager.update(id(statement) for statement in block)
    for holds, block in ((True, node.body), (False, node.orelse)):
        if is_dead(node.test, holds):
            frame.context.eager.update(id(statement) for statement in block)


def _is_eager_block(frame: Frame, block: list[ast.stmt]) -> bool:
    return bool(block) and frame.context is not None and id(block[0]) in frame.context.eager


def _skip_after_eager_return(frame: Frame, statement: ast.stmt, rest: Sequence[ast.stmt]) -> None:
    """`if not tf.executing_eagerly(): return …`: what follows is not part of a graph."""
    if frame.context is None or not isinstance(statement, ast.If) or statement.orelse:
        return
    if eager_branch(frame, statement.test) is Branch.ELSE and isinstance(statement.body[-1], ast.Return | ast.Raise):
        frame.context.eager.update(id(item) for item in rest)


def _while(frame: Frame, node: ast.While) -> bool:
    head = frame.variables
    exits = Exits()
    frame.loops.append(exits)
    for _ in range(_TURNS):
        start = head
        frame.variables = dict(head)
        evaluate(frame, node.test)
        left = dict(frame.variables)
        narrow(frame, node.test, True)
        head = _after_turn(frame, head, exits, execute(frame, node.body))
        if head == start:
            break
    frame.loops.pop()
    forever = isinstance(node.test, ast.Constant) and bool(node.test.value)
    after: Environment | None = None if forever else join_environments(left, head)
    return _leave(frame, after, exits, node.orelse)


def _for(frame: Frame, node: ast.For | ast.AsyncFor) -> bool:
    iterated = evaluate(frame, node.iter)
    head = frame.variables
    exits = Exits()
    frame.loops.append(exits)
    for _ in range(_TURNS):
        start = head
        frame.variables = dict(head)
        bind(frame, node.target, _turn_value(frame, iterated))
        head = _after_turn(frame, head, exits, execute(frame, node.body))
        if head == start:
            break
    frame.loops.pop()
    return _leave(frame, head, exits, node.orelse)


def _after_turn(frame: Frame, head: Environment, exits: Exits, falls_through: bool) -> Environment:
    """What the variables are where a loop begins its next turn."""
    for environment in (*([frame.variables] if falls_through else []), *exits.continues):
        head = join_environments(head, environment) or head
    return head


def _turn_value(frame: Frame, iterated: Value) -> Value:
    if iterated.only(frozenset({Kind.TENSOR})) and frame.is_converted:
        return frame.tensor(iterated.dtype, iterated.rank - 1 if iterated.rank else None)
    return element_of(iterated)


def _leave(frame: Frame, after: Environment | None, exits: Exits, orelse: list[ast.stmt]) -> bool:
    if after is not None:
        frame.variables = after
        after = frame.variables if execute(frame, orelse) else None
    for environment in exits.breaks:
        after = join_environments(after, environment)
    if after is not None:
        frame.variables = after
    return after is not None


def _with(frame: Frame, node: ast.With | ast.AsyncWith) -> bool:
    for item in node.items:
        entered = evaluate(frame, item.context_expr)
        if item.optional_vars is not None:
            bind(frame, item.optional_vars, entered if entered.dotted else UNKNOWN)
    if frame.context is not None and any(is_lifted(frame, item.context_expr) for item in node.items):
        frame.context.eager.update(id(statement) for statement in node.body)
    return execute(frame, node.body)


def _try(frame: Frame, node: Any) -> bool:
    before = dict(frame.variables)
    end: Environment | None = frame.variables if execute(frame, node.body) else None
    interrupted = join_environments(before, frame.variables)
    if end is not None:
        frame.variables = dict(end)
        end = frame.variables if execute(frame, node.orelse) else None
    for handler in node.handlers:
        frame.variables = dict(interrupted or {})
        if handler.type is not None:
            evaluate(frame, handler.type)
        if handler.name:
            frame.assign(handler.name, value(Kind.OBJECT))
        if execute(frame, handler.body):
            end = join_environments(end, frame.variables)
    frame.variables = dict(end if end is not None else interrupted or {})
    falls = execute(frame, node.finalbody)
    return falls and end is not None


def _define(frame: Frame, node: Any) -> None:
    evaluate_all(frame, node.decorator_list)
    function = frame.analysis.module.function_of(node)
    found = function_value(function)
    if frame.context is not None:
        frame.context.closures[id(node)] = frame
        if any(_runs_on_host(frame, decorator) for decorator in node.decorator_list):
            frame.context.hosts.add(id(node))
            found = TENSORS
        if frame.analysis.is_root(function):
            frame.context.roots_inside.add(id(node))
    frame.assign(node.name, found)


def _runs_on_host(frame: Frame, decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    names = [frame.context.value(called).dotted] if frame.context else []
    if isinstance(decorator, ast.Call) and frame.context:
        names += [frame.context.value(argument).dotted for argument in decorator.args]  # partial(tf.py_function, …)
    return any(name.removeprefix(tf.ROOT) in tf.HOST for name in names)


def _class(frame: Frame, node: ast.ClassDef) -> None:
    found = frame.analysis.definition(node)
    frame.assign(node.name, (found or UNKNOWN).of(Origin.LOCAL))


def _import(frame: Frame, node: ast.Import | ast.ImportFrom) -> None:
    from autograph.checker.model.scopes import bindings_of

    for name, _ in bindings_of(node):
        if isinstance(name, str):
            frame.assign(name, frame.analysis.outer.value(frame.scope, name))


def _delete(frame: Frame, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.variables.pop(target.id, None)
        elif isinstance(target, ast.Subscript | ast.Attribute):
            evaluate(frame, target.value)
            if isinstance(target, ast.Subscript):
                evaluate(frame, target.slice)


def _assert(frame: Frame, node: ast.Assert) -> None:
    evaluate_all(frame, filter(None, (node.test, node.msg)))
    narrow(frame, node.test, True)


def _match(frame: Frame, node: ast.Match) -> bool:
    evaluate(frame, node.subject)
    before = frame.variables
    end: Environment | None = dict(before)
    for case in node.cases:
        frame.variables = dict(before)
        for name in _captured(case.pattern):
            frame.assign(name, UNKNOWN)
        if case.guard is not None:
            evaluate(frame, case.guard)
        if execute(frame, case.body):
            end = join_environments(end, frame.variables)
    frame.variables = end or {}
    return True


def _captured(pattern: ast.AST) -> Iterable[str]:
    for node in ast.walk(pattern):
        name = getattr(node, "rest", None) if isinstance(node, ast.MatchMapping) else getattr(node, "name", None)
        if isinstance(name, str):
            yield name


def _other(frame: Frame, node: ast.stmt) -> None:
    evaluate_all(frame, (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)))


_HANDLERS: dict[type, Callable[[Frame, Any], bool | None]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotate,
    ast.AugAssign: _augment,
    ast.Expr: _expression,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.FunctionDef: _define,
    ast.AsyncFunctionDef: _define,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
    ast.Assert: _assert,
    ast.Match: _match,
}
if hasattr(ast, "TryStar"):
    _HANDLERS[ast.TryStar] = _try
