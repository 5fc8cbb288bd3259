"""Code that runs on the first call only, behind a test of what it makes: `if self.v is None: self.v = …`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from autograph.checker.model.definitions import FUNCTIONS
from autograph.checker.model.module import Module, path_text
from autograph.syntax.walking import walk

_FLAG_WORDS = (
    "built",
    "init",
    "first",
    "created",
    "ready",
    "setup",
    "set_up",
    "defined",
    "loaded",
    "started",
    "done",
    "exists",
)
_LOOKUP_ERRORS = frozenset({"AttributeError", "KeyError", "NameError", "UnboundLocalError"})
_NEGATED = {ast.IsNot: ast.Is, ast.NotEq: ast.Eq, ast.In: ast.NotIn}


class Guards:
    """Finds what runs on the first call only, as far as the conditions in its own function tell."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._guarded: dict[int, bool] = {}
        self._bound: dict[int, _Bound] = {}

    def is_guarded(self, node: ast.AST) -> bool:
        """Whether a node runs on the first call only."""
        if _keeps_what_is_there(self._module, node):
            return True
        passed: list[int] = []
        found = False
        while not isinstance(node, FUNCTIONS):
            known = self._guarded.get(id(node))
            parent = self._module.parents.get(id(node))
            if known is not None or parent is None:
                found = bool(known)
                break
            passed.append(id(node))
            if self._guards(parent, node) or self._returned_before(parent, node):
                found = True
                break
            node = parent
        self._guarded.update(dict.fromkeys(passed, found))
        return found

    def _guards(self, parent: ast.AST, child: ast.AST) -> bool:
        """Whether the parent lets the child run on the first call only."""
        if isinstance(parent, ast.If):
            if child in parent.body:
                return self._is_first_call(parent.test, True, parent.body)
            return child in parent.orelse and self._is_first_call(parent.test, False, parent.orelse)
        if isinstance(parent, ast.IfExp) and child is not parent.test:
            other = parent.orelse if child is parent.body else parent.body
            kept = {path_text(node) for node in walk(other)}
            return any(path_text(subject) in kept for subject, _ in _subjects(parent.test, child is parent.body))
        if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.Or):
            return child is not parent.values[0]
        if isinstance(parent, ast.ExceptHandler):
            return _catches_lookup(parent)
        return False

    def _returned_before(self, parent: ast.AST, child: ast.AST) -> bool:
        """`if self.v is not None: return self.v` before the child, in the same block."""
        if not isinstance(child, ast.stmt):
            return False
        for block in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(block, list) and child in block:
                place = block.index(child)
                return any(
                    _leaves(statement) and self._is_first_call(statement.test, False, block, place)
                    for statement in block[:place]
                    if isinstance(statement, ast.If)
                )
        return False

    def _is_first_call(self, test: ast.expr, holds: bool, block: Sequence[ast.AST], place: int = 0) -> bool:
        """Whether a condition holds on the first call only, since the block binds what it asks for."""
        subjects = _subjects(test, holds)
        if not subjects:
            return False
        if id(block[0]) not in self._bound:
            self._bound[id(block[0])] = _Bound(block)
        return any(self._bound[id(block[0])].binds(subject, exact, place) for subject, exact in subjects)


def _leaves(statement: ast.If) -> bool:
    return not statement.orelse and isinstance(statement.body[-1], ast.Return | ast.Raise)


def _keeps_what_is_there(module: Module, node: ast.AST) -> bool:
    """`self.v = tf.Variable(0.0) if self.v is None else self.v`, `self.v = self.v or tf.Variable(0.0)`."""
    parent = module.parents.get(id(node))
    if not isinstance(parent, ast.Assign) or node not in parent.targets:
        return False
    kept: list[ast.expr] = []
    if isinstance(parent.value, ast.IfExp):
        kept = [parent.value.body, parent.value.orelse]
    elif isinstance(parent.value, ast.BoolOp) and isinstance(parent.value.op, ast.Or):
        kept = parent.value.values[:1]
    return any(_text(value) == _text(node) for value in kept)


def _subjects(test: ast.expr, holds: bool) -> list[tuple[ast.expr, bool]]:
    """What must be missing where a condition holds (or does not), each with whether it must be bound itself."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _subjects_of_negation(test.operand) if holds else _subjects(test.operand, True)
    if isinstance(test, ast.BoolOp):
        found = [_subjects(operand, holds) for operand in test.values]
        is_one_enough = isinstance(test.op, ast.And) is holds
        return [subject for subjects in found for subject in subjects] if is_one_enough or all(found) else []
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _subjects_of_comparison(test, holds)
    if isinstance(test, ast.Call) and not holds and getattr(test.func, "id", "") == "hasattr" and test.args:
        return [(test.args[0], False)]
    if isinstance(test, ast.Name | ast.Attribute | ast.Subscript):
        if not holds:
            return _subjects_of_negation(test)
        return [(test, True)]  # `if self.first: …; self.first = False`
    return []


def _subjects_of_negation(operand: ast.expr) -> list[tuple[ast.expr, bool]]:
    if isinstance(operand, ast.Name | ast.Attribute | ast.Subscript):
        name = operand.attr if isinstance(operand, ast.Attribute) else getattr(operand, "id", "")
        return [(operand, not any(word in name.lower() for word in _FLAG_WORDS))]
    if isinstance(operand, ast.Call) and operand.args and getattr(operand.func, "id", "") in ("hasattr", "len", "bool"):
        return [(operand.args[0], False)]
    if isinstance(operand, ast.Call) and getattr(operand.func, "id", "") == "getattr" and operand.args:
        return [(operand.args[0], False)]
    return _subjects(operand, False)


def _subjects_of_comparison(test: ast.Compare, holds: bool) -> list[tuple[ast.expr, bool]]:
    op: type[ast.cmpop] = type(test.ops[0])
    if not holds:
        op = _NEGATED.get(op, ast.Gt)
    other = test.comparators[0]
    if op in (ast.Is, ast.Eq) and isinstance(other, ast.Constant) and (other.value is None or other.value is False):
        return [(_asked(test.left), False)]
    if op is ast.Eq and isinstance(other, ast.Constant) and other.value == 0 and _is_len(test.left):
        return [(_asked(test.left), False)]
    if op is ast.Eq and isinstance(other, ast.List | ast.Dict | ast.Tuple) and not ast.unparse(other).strip("[]{}()"):
        return [(test.left, False)]
    return [(other, False)] if op is ast.NotIn else []


def _is_len(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and bool(node.args)


def _asked(node: ast.expr) -> ast.expr:
    """`x` of `len(x)`, `getattr(x, "name", None)`, `x.get(key)`."""
    if isinstance(node, ast.Call):
        if getattr(node.func, "id", "") in ("len", "getattr") and node.args:
            return node.args[0]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            return node.func.value
    return node


class _Bound:
    """What the statements of a block bind or change: the last place of each, by its text and by its first name."""

    def __init__(self, block: Sequence[ast.AST]) -> None:
        self._texts: dict[str, int] = {}
        self._roots: dict[str, int] = {}
        for place, statement in enumerate(block):
            for bound in _bound(statement):
                self._texts[_text(bound)] = place
                self._roots[_root(bound)] = place
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):  # make_parts(self)
                self._roots.update((_root(argument), place) for argument in statement.value.args)

    def binds(self, subject: ast.expr, exact: bool, place: int) -> bool:
        """Whether a statement from some place on binds something, or something that begins with the same name."""
        if isinstance(subject, ast.Call):  # globals(), vars(self)
            subject = subject.args[0] if subject.args else subject.func
        if exact:
            return self._texts.get(_text(subject), -1) >= place
        root = _root(subject)
        return bool(root) and self._roots.get(root, -1) >= place


def _bound(statement: ast.AST) -> Iterator[ast.expr]:
    """What a statement binds or changes: targets, and what methods are called on for their effect."""
    for node in walk(statement):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            yield node.target
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.value
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setattr" and node.args:
            yield node.args[0]


def _text(node: ast.AST) -> str:
    return path_text(node) or ast.unparse(node)


def _root(node: Any) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _catches_lookup(handler: ast.ExceptHandler) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(type_, ast.Name) and type_.id in _LOOKUP_ERRORS for type_ in types)
