"""Lets calls be decided when they run: what is called is converted, staged, or called as it is.

    f(x)                                    ag.call(f)(x)
    self.step(x)                            ag.on(self).step(x)
    f"{x} steps"                            ag.text(ag.field(x), ' steps')
    '%d steps' % x                          ag.percent('%d steps', x)

`ag.call` returns a function, and `ag.on` what has the method, so that no frame stands between the caller and what he
calls. Calls that cannot matter to a graph stay as they are: on modules of this project, of builtins that only look at
Python objects, of exception classes that are raised, of lists' own methods on lists that the function made, and in
decorators and annotations.
"""

from __future__ import annotations

import builtins
from typing import Any

import gast

from autograph.analysis.staging import PYTHON_RESULTS, Staged, may_be_tensor, may_hold_tensor
from autograph.syntax.quoting import literal
from autograph.syntax.unit import Unit

from .comprehending import lower_list, lower_operands
from .rewriting import Rewriter, Rule, rewrite

_LOOKS_AT_PYTHON = PYTHON_RESULTS - {"isinstance"} | {"compile", "eval", "exec", "getattr", "hash", "input", "open"}
_OF_NUMBERS = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "range", "round", "str", "sum"})
_COMPARE = frozenset({"count", "index"})
"""Methods of lists that compare items."""

_FILL_IN = frozenset({"format", "join"})
"""Methods of texts that put values into them."""

_EXCEPTIONS = frozenset(
    key for key, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Rewrites the calls of a function and of the functions in it."""
    return rewrite(function, unit, _RULES)


def lower_call(rewriter: Rewriter, node: Any) -> Any:
    """One call."""
    if _is_generated(rewriter, node) or stays(rewriter, node):
        return rewriter.parts(node)
    lower_operands(rewriter, node)
    if isinstance(node.func, gast.Attribute):
        node.func.value = rewriter.call("ag.on(owner)", node.func.value, owner=node.func.value)
    else:
        node.func = rewriter.call("ag.call(f)", node.func, f=node.func)
    return node


def lower_raise(rewriter: Rewriter, node: Any) -> Any:
    """`raise E(...)`: the class of an exception is no function to convert."""
    if not isinstance(node.exc, gast.Call) or not _is_class_like(node.exc.func):
        return rewriter.parts(node)
    rewriter.parts(node.exc)
    if node.cause is not None:
        node.cause = rewriter.visit(node.cause)
    return node


def stays(rewriter: Rewriter, call: Any) -> bool:
    """Whether a call cannot matter to a graph."""
    function = call.func
    if isinstance(function, gast.Name):
        if function.id in _OF_NUMBERS:
            return bool(call.args) and all(isinstance(argument, gast.Constant) for argument in call.args)
        return function.id in _LOOKS_AT_PYTHON or function.id in _EXCEPTIONS or _is_framework(rewriter, function)
    if not isinstance(function, gast.Attribute):
        return isinstance(function, gast.Lambda)
    owner = function.value
    if isinstance(owner, gast.Name) and owner.id in rewriter.assignments.lists:
        return function.attr not in _COMPARE
    if isinstance(owner, gast.Constant):
        return function.attr not in _FILL_IN
    return _is_framework(rewriter, owner)


def _is_framework(rewriter: Rewriter, node: Any) -> bool:
    """Whether an expression is (in) a module of this project."""
    while isinstance(node, gast.Attribute):
        node = node.value
    if not isinstance(node, gast.Name) or node.id not in rewriter.unit.source.framework:
        return False
    return node.id not in rewriter.assignments.scope.locals or node.id in rewriter.assignments.imported


def _is_generated(rewriter: Rewriter, call: Any) -> bool:
    function = call.func
    if call in rewriter.unit.table(Staged).calls:
        return True
    owner = function.value if isinstance(function, gast.Attribute) else None
    return isinstance(owner, gast.Name) and owner.id == rewriter.unit.alias


def _is_class_like(function: Any) -> bool:
    name = function.attr if isinstance(function, gast.Attribute) else getattr(function, "id", "")
    return bool(name.lstrip("_")[:1].isupper())


def lower_text(rewriter: Rewriter, node: Any) -> Any:
    """An f-string: `ag.text('x is ', ag.field(x))`."""
    lowered = may_be_tensor(node)
    rewriter.parts(node)
    if not lowered:
        return node
    parts = [_field(rewriter, part) if isinstance(part, gast.FormattedValue) else part for part in node.values]
    return rewriter.call("ag.text(parts)", node, parts=parts)


def lower_formatted(rewriter: Rewriter, node: Any) -> Any:
    """A field of an f-string; its format is Python's."""
    node.value = rewriter.visit(node.value)
    if node.format_spec is not None:
        node.format_spec = rewriter.parts(node.format_spec)
    return node


def lower_percent(rewriter: Rewriter, node: Any) -> Any:
    """`'x is %d' % x`."""
    rewriter.parts(node)
    if not isinstance(node.op, gast.Mod) or not _is_text(node.left) or not may_hold_tensor(node.right):
        return node
    return rewriter.call("ag.percent(operands)", node, operands=[node.left, node.right])


def _is_text(node: Any) -> bool:
    return isinstance(node, gast.Constant) and isinstance(node.value, str)


def _field(rewriter: Rewriter, part: Any) -> Any:
    spec = [] if part.format_spec is None else [part.format_spec]
    if part.conversion == -1:
        return rewriter.call("ag.field(operands)", part, operands=[part.value, *spec])
    operands = [part.value, literal(chr(part.conversion)), *spec]
    return rewriter.call("ag.converted_field(operands)", part, operands=operands)


_RULES: dict[type, Rule] = {
    gast.BinOp: lower_percent,
    gast.Call: lower_call,
    gast.FormattedValue: lower_formatted,
    gast.JoinedStr: lower_text,
    gast.ListComp: lower_list,
    gast.Raise: lower_raise,
}
