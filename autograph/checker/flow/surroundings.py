"""Code inside a traced function that is not part of the graph: eager branches, lifted blocks, dead branches."""

from __future__ import annotations

import ast
import enum

from .expressions import evaluate
from .frame import Frame

_EAGER_QUESTIONS = frozenset({"tensorflow.executing_eagerly", "tensorflow.executing_eagerly_outside_functions_"})
_GRAPH_QUESTIONS = frozenset(
    {"tensorflow.inside_function", "tensorflow.is_symbolic_tensor", "keras.backend.is_keras_tensor_"}
)
_LIFTING = ("tensorflow.init_scope", ".ops.init_scope", ".maybe_init_scope", ".eager_mode")


class Branch(enum.Enum):
    """A side of an `if`."""

    BODY = enum.auto()
    ELSE = enum.auto()


def eager_branch(frame: Frame, test: ast.expr) -> Branch | None:
    """The side of a condition that only runs outside of graphs, if there is one."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        side = eager_branch(frame, test.operand)
        return {Branch.BODY: Branch.ELSE, Branch.ELSE: Branch.BODY}.get(side) if side else None
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        sides = [eager_branch(frame, operand) for operand in test.values]
        return Branch.BODY if Branch.BODY in sides else None
    if not isinstance(test, ast.Call):
        return None
    asked = evaluate(frame, test.func).dotted
    if asked in _EAGER_QUESTIONS or _asks_for_numpy(asked, test):
        return Branch.BODY
    return Branch.ELSE if asked in _GRAPH_QUESTIONS else None


def _asks_for_numpy(asked: str, test: ast.Call) -> bool:
    """`hasattr(x, "numpy")` and `isinstance(x, EagerTensor)` hold outside of graphs only."""
    if len(test.args) != 2:
        return False
    if asked == "hasattr":
        return isinstance(test.args[1], ast.Constant) and test.args[1].value in ("numpy", "_numpy")
    return asked == "isinstance" and "EagerTensor" in ast.dump(test.args[1])


def is_lifted(frame: Frame, manager: ast.expr) -> bool:
    """Whether a `with` takes its block out of the graph."""
    return isinstance(manager, ast.Call) and evaluate(frame, manager.func).dotted.endswith(_LIFTING)


def is_dead(test: ast.expr, holds: bool) -> bool:
    """Whether a side of a condition never runs: `if TYPE_CHECKING`, `if False`."""
    if isinstance(test, ast.Constant):
        return bool(test.value) is not holds
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return holds and name == "TYPE_CHECKING"
