"""`in` searches with a tensor, or `is` compares a tensor with True, False or a number.

`in` compares one by one and asks each result for its truth, which a symbolic tensor does not have; `is` is never true.

Bad::

    @tf.function
    def is_small(x):
        n = tf.size(x)
        return n in (1, 2, 3)

Good::

    @tf.function
    def is_small(x):
        n = tf.size(x)
        return tf.reduce_any(tf.equal(n, (1, 2, 3)))
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.model.values import CONDITIONS, Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG416", "tensor-membership", Severity.ERROR, fix="unsafe")


@rule.visits(ast.Compare)
def check(node: ast.Compare, view: View) -> Iterator[Finding]:
    """Reports `in` and `is` on tensors."""
    left = node.left
    for op, right in zip(node.ops, node.comparators, strict=True):
        if isinstance(op, ast.In | ast.NotIn) and not view.is_autograph:
            if _searches(left, right, view):
                word = "not in" if isinstance(op, ast.NotIn) else "in"
                message = f"`{word}` asks comparisons of symbolic tensors for their truth"
                yield Finding(
                    node,
                    message,
                    f"use `{view.framework}.reduce_any({view.framework}.equal(...))`",
                    fix=_fix(node, view),
                )
        elif isinstance(op, ast.Is | ast.IsNot) and _is_constant(right) and view.value(left).only(CONDITIONS):
            word, outcome = ("is not", "always holds") if isinstance(op, ast.IsNot) else ("is", "never holds")
            yield Finding(
                node,
                f"`{word}` compares objects: for the tensor `{view.text(left)}` and `{view.text(right)}` it {outcome}",
                f"use `{view.framework}.equal`, or the tensor itself as the condition",
            )
        left = right


def _searches(left: ast.expr, right: ast.expr, view: View) -> bool:
    container = view.value(right)
    if view.is_tensor(right):
        return True
    if _holds_texts(right):
        return False
    return view.is_tensor(left) and container.only(frozenset({Kind.LIST, Kind.TUPLE, Kind.SET, Kind.RANGE}))


def _holds_texts(node: ast.expr) -> bool:
    """`mode in ("train", "test")` asks about a text of Python, whatever the analysis takes the mode for."""
    items = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else []
    return any(isinstance(item, ast.Constant) and isinstance(item.value, str) for item in items)


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is not None


def _fix(node: ast.Compare, view: View) -> Fix | None:
    if len(node.ops) != 1 or not isinstance(node.ops[0], ast.In):
        return None
    tf = view.framework
    return view.replace(
        node, f"{tf}.reduce_any({tf}.equal({view.source(node.left)}, {view.source(node.comparators[0])}))"
    )
