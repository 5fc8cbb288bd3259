"""Control flow depends on a tensor where it is not converted: under `autograph=False`, or in `do_not_convert` code.

There Python asks the symbolic tensor for its truth, and it raises.

Bad::

    @tf.function(autograph=False)
    def magnitude(x):
        if tf.reduce_sum(x) > 0:
            return x
        return -x

Good::

    @tf.function(autograph=False)
    def magnitude(x):
        return tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: -x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.values import Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG415", "unconverted-control-flow", Severity.ERROR)


@rule.visits(ast.If, ast.While, ast.IfExp)
def check_condition(node: ast.If | ast.While | ast.IfExp, view: View) -> Iterator[Finding]:
    """Reports conditions."""
    if not view.context.is_converted and view.is_tensor(node.test):
        word = {ast.If: "if", ast.While: "while", ast.IfExp: "conditional"}[type(node)]
        ours = "while_loop" if isinstance(node, ast.While) else "cond"
        yield Finding(
            node,
            _message(f"`{word}`", node.test, view),
            f"use `{view.framework}.{ours}`, or let AutoGraph convert the function",
        )


@rule.visits(ast.For)
def check_loop(node: ast.For, view: View) -> Iterator[Finding]:
    """Reports loops over tensors."""
    if not view.context.is_converted and view.value(node.iter).only(frozenset({Kind.TENSOR})):
        yield Finding(
            node,
            _message("`for`", node.iter, view),
            f"use `{view.framework}.while_loop` or `{view.framework}.map_fn`, or let AutoGraph convert the function",
        )


@rule.visits(ast.BoolOp, ast.UnaryOp)
def check_logic(node: ast.BoolOp | ast.UnaryOp, view: View) -> Iterator[Finding]:
    """Reports `and`, `or` and `not`."""
    if view.context.is_converted:
        return
    if isinstance(node, ast.UnaryOp):
        operands, word = ([node.operand], "not") if isinstance(node.op, ast.Not) else ([], "")
    else:
        operands, word = node.values[:-1], "and" if isinstance(node.op, ast.And) else "or"
    for operand in operands:
        if view.is_tensor(operand):
            yield Finding(node, _message(f"`{word}`", operand, view), f"use `{view.framework}.logical_{word}`")
            return


def _message(word: str, operand: ast.expr, view: View) -> str:
    return (
        f"{word} asks the symbolic tensor `{view.text(operand)}` for its truth or elements, and is not converted here"
    )
