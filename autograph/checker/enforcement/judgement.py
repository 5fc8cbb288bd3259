"""Which findings of the rules are certain at the first call of a function, which are probable, and which are none.

Certain is what is wrong whatever else the program does: the line runs in each trace, and the objects that it names are
what the rule takes them for. All that this project runs correctly today must stay silent or probable; a number that is
to be random and is the same on each call is not correct.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from autograph.checker.knowledge.words import words
from autograph.checker.model.module import path_text
from autograph.checker.model.values import CONTAINERS as CONTAINER_KINDS
from autograph.checker.model.values import Kind
from autograph.checker.mutations import Change, Mutation, mutation
from autograph.checker.rule import Finding
from autograph.checker.view import View

from .call import MISSING, Call
from .certainty import Certainty
from .live import CONTAINERS, is_array
from .rebinding import is_bound_elsewhere, may_be_rebound

_TAKE_TENSORS = words("array_equal array_equiv bmat flip isscalar iterable ndim shape str_ printoptions errstate size")
"""Functions of numpy that take a symbolic tensor without asking for its values."""

_SOURCES = words("Generator Random RandomState SeedSequence default_rng seed")

_TENSOR = frozenset({Kind.TENSOR})


@dataclass(frozen=True)
class Judge:
    """Judges the findings of one analysis.

    Attributes:
        call: the first call of the compiled function.
        certainty: whether lines run in each trace.
    """

    call: Call
    certainty: Certainty

    def __call__(self, code: str, finding: Finding, view: View) -> Finding | None:
        """The finding as it counts here; None if it is none."""
        judge = _JUDGES.get(code)
        verdict = judge(self, finding, view) if judge is not None else False
        if verdict is None or not self.certainty.may_run(view, finding.node):
            return None
        is_certain = verdict and finding.is_certain and self.certainty.runs(view, finding.node)
        return replace(finding, is_certain=is_certain)

    def thing(self, view: View, node: ast.AST) -> Any:
        """What an expression is before the function runs, or MISSING."""
        return self.call.thing(view.analysis.module, view.root.function, node)


def _of_mutation(judge: Judge, finding: Finding, view: View) -> bool | None:
    change = next(iter(mutation(view, finding.node)), None)
    if change is None:
        return False
    if change.change is Change.ATTRIBUTE:
        return _of_attribute(change, view)
    if not view.context.is_converted:
        return False if change.stored is not None and view.is_symbolic(change.stored) else None
    if may_be_rebound(view, change.place):
        return None  # if it is not, the trace itself says so
    thing = judge.thing(view, change.place)
    if thing is MISSING:
        return change.owner.only(CONTAINER_KINDS)
    if isinstance(thing, CONTAINERS):
        return True
    return False if is_array(thing) else None


def _of_attribute(change: Mutation, view: View) -> bool | None:
    """An attribute that gets a tensor computed from its own last value is wrong from the second call on."""
    if change.stored is None or not view.is_symbolic(change.stored):
        return None
    path = path_text(change.target)
    if not path or may_be_rebound(view, change.target, besides=change.target):
        return None
    parent = view.parent(change.node)
    if isinstance(parent, ast.AugAssign) or _reads(change.stored, path):
        return True
    return None


def _reads(node: ast.AST, path: str) -> bool:
    return any(isinstance(child, ast.Attribute) and path_text(child) == path for child in ast.walk(node))


def _of_rebinding(judge: Judge, finding: Finding, view: View) -> bool | None:
    """A global or outer variable that is left with a tensor; Python values in one are counted, on purpose or not."""
    node = finding.node.target if isinstance(finding.node, ast.AugAssign) else finding.node
    statement = view.statement(node)
    if isinstance(statement, ast.AugAssign):
        is_symbolic = view.is_symbolic(statement.value) or view.is_symbolic(statement.target)
    else:
        stored = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        is_symbolic = stored is not None and view.is_symbolic(stored)
    if not is_symbolic:
        return None
    return not isinstance(node, ast.Name) or not is_bound_elsewhere(view.analysis, node)


def _of_variable(judge: Judge, finding: Finding, view: View) -> bool | None:
    """Weights of layers live on from the first trace; variables do not."""
    return isinstance(finding.node, ast.Call) and view.dotted(finding.node.func).startswith("tensorflow.")


def _of_numpy(judge: Judge, finding: Finding, view: View) -> bool | None:
    assert isinstance(finding.node, ast.Call)
    function = judge.thing(view, finding.node.func)
    name = view.dotted(finding.node.func).rpartition(".")[2]
    if name in _TAKE_TENSORS:
        return None
    home = getattr(function, "__module__", None) or type(function).__module__
    return function is MISSING or home.partition(".")[0] in ("numpy", "scipy")


def _of_eager_method(judge: Judge, finding: Finding, view: View) -> bool | None:
    assert isinstance(finding.node, ast.Call)
    assert isinstance(finding.node.func, ast.Attribute)
    receiver = view.value(finding.node.func.value)
    if receiver.only(_TENSOR):
        return True
    return None if finding.node.func.attr == "numpy" else False


def _of_draw(judge: Judge, finding: Finding, view: View) -> bool | None:
    """A draw; a source of random numbers with a seed of its own is made anew in each trace, which may be meant."""
    return isinstance(finding.node, ast.Call) and view.dotted(finding.node.func).rpartition(".")[2] not in _SOURCES


def _certain(judge: Judge, finding: Finding, view: View) -> bool:
    return True


_JUDGES: dict[str, Callable[[Judge, Finding, View], bool | None]] = {
    "AG103": _of_mutation,
    "AG104": _of_mutation,
    "AG105": _of_mutation,
    "AG106": _of_rebinding,
    "AG107": _of_mutation,
    "AG201": _of_variable,
    "AG301": _of_numpy,
    "AG302": _of_draw,
    "AG304": _of_eager_method,
    "AG305": _certain,
}
"""By rule. What is not here is probable: it is as it was once, which may be meant."""
