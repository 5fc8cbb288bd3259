"""Lets calls be decided when they run: what is called is converted, staged, or called as it is.

    f(x)                                    ag.call(f)(x)
    self.step(x)                            ag.call(self.step)(x)
    print(f"{x} steps")                     ag.call(print)(ag.text(ag.field(x), ' steps'))

`ag.call` returns a function, so that no frame stands between the caller and what he calls. Calls that cannot matter to
a graph stay as they are: on modules of this project, of builtins that only look at Python objects, of exception classes
that are raised, of lists' own methods on lists that the function made, and in decorators and annotations.
"""

from __future__ import annotations

import builtins
from typing import Any

import gast

from autograph.analysis.staging import PYTHON_RESULTS, Staged, may_be_tensor
from autograph.syntax.quoting import literal
from autograph.syntax.unit import Unit

from .rewriting import Rewriter, Rule, rewrite

_LOOKS_AT_PYTHON = PYTHON_RESULTS - {"isinstance"} | {"compile", "eval", "exec", "getattr", "hash", "input", "open"}
_OF_NUMBERS = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "range", "round", "str", "sum"})
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
    if isinstance(node.func, gast.Name) and node.func.id == "print":
        node.args = [_text(rewriter, argument) for argument in node.args]
    rewriter.parts(node)
    node.func = rewriter.call("ag.call(f)", node.func, f=node.func)
    return node


def lower_raise(rewriter: Rewriter, node: Any) -> Any:
    """`raise E(...)`: the class of an exception is no function to convert."""
    if not isinstance(node.exc, gast.Call) or not _is_class_like(node.exc.func):
        return rewriter.parts(node)
    node.exc.args = [_text(rewriter, argument) for argument in node.exc.args]
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
        return True
    if isinstance(owner, gast.Constant):
        return bool(function.attr != "format")
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


def _text(rewriter: Rewriter, node: Any) -> Any:
    """An f-string that goes to the output: `ag.text('x is ', ag.field(x))`."""
    if not isinstance(node, gast.JoinedStr) or not may_be_tensor(node):
        return node
    parts = [_field(rewriter, part) if isinstance(part, gast.FormattedValue) else part for part in node.values]
    return rewriter.call("ag.text(parts)", node, parts=parts)


def _field(rewriter: Rewriter, part: Any) -> Any:
    operands = [part.value]
    if part.conversion != -1 or part.format_spec is not None:
        operands.append(literal("" if part.conversion == -1 else chr(part.conversion)))
    if part.format_spec is not None:
        operands.append(part.format_spec)
    return rewriter.call("ag.field(operands)", part, operands=operands)


_RULES: dict[type, Rule] = {gast.Call: lower_call, gast.Raise: lower_raise}
