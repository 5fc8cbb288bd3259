"""A condition is a tensor with more than one element.

`if` needs one truth. Say whether all or any of the elements count, or choose element by element with `tf.where`.

Bad::

    @tf.function
    def relu(x):
        if x > 0.0:
            return x
        return -x

Good::

    @tf.function
    def relu(x):
        return tf.where(x > 0.0, x, -x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.values import NUMBERS
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG417", "non-scalar-condition", Severity.WARNING, is_default=False)


@rule.visits(ast.If, ast.While)
def check(node: ast.If | ast.While, view: View) -> Iterator[Finding]:
    """Reports conditions that have, or seem to have, many elements."""
    rank = view.value(node.test).rank
    chosen = _chosen_by_element(node, view) if not rank else None
    if rank or chosen is not None:
        yield Finding(
            node,
            f"the condition `{view.text(node.test)}` "
            + (f"has rank {rank}" if rank else f"compares `{chosen}` element by element")
            + ", but one truth is needed",
            f"use `{view.framework}.reduce_all` or `{view.framework}.reduce_any`, or `{view.framework}.where`",
            is_certain=bool(rank),
        )


def _chosen_by_element(node: ast.If | ast.While, view: View) -> str | None:
    """The parameter that is compared with a number to choose between versions of itself: what `tf.where` is for."""
    test = node.test
    if not isinstance(node, ast.If) or not isinstance(test, ast.Compare) or not view.is_plain_parameter(test.left):
        return None
    if not all(view.value(other).only(NUMBERS) for other in test.comparators):
        return None
    results = [
        found for found in (_result(node.body), _result(node.orelse) or _result_after(node, view)) if found is not None
    ]
    name = test.left.id if isinstance(test.left, ast.Name) else ""
    return name if len(results) == 2 and all(_is_elementwise(result, name) for result in results) else None


def _result(block: list[ast.stmt]) -> ast.expr | None:
    last = block[-1] if block else None
    return last.value if isinstance(last, ast.Return | ast.Assign) else None


def _result_after(node: ast.stmt, view: View) -> ast.expr | None:
    block = getattr(view.parent(node), "body", [])
    rest = block[block.index(node) + 1 :] if node in block else []
    return _result(rest[:1])


def _is_elementwise(result: ast.expr, name: str) -> bool:
    """Whether a result is the parameter itself, or arithmetic of it and numbers."""
    if isinstance(result, ast.Name):
        return result.id == name
    if isinstance(result, ast.UnaryOp):
        return _is_elementwise(result.operand, name)
    if isinstance(result, ast.BinOp):
        sides = (result.left, result.right)
        return any(_is_elementwise(side, name) for side in sides) and all(
            isinstance(side, ast.Constant) or _is_elementwise(side, name) for side in sides
        )
    return False
