"""A loop that runs in Python is left under a tensor condition.

`while True` and `for` over Python values run while the function is traced, when the condition has no value yet. Make
the loop part of the graph.

Bad::

    @tf.function
    def grow(x):
        while True:
            if tf.reduce_sum(x) > 100:
                break
            x = x * 2
        return x

Good::

    @tf.function
    def grow(x):
        while tf.constant(True):
            if tf.reduce_sum(x) > 100:
                break
            x = x * 2
        return x
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.flow.exits import own_jumps
from autograph.checker.model.definitions import own_returns
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG404", "python-loop-tensor-exit", Severity.ERROR, fix="unsafe")


@rule.visits(ast.While, ast.For)
def check(loop: ast.While | ast.For, view: View) -> Iterator[Finding]:
    """Reports Python loops with tensor exits."""
    if not view.context.is_converted or not view.is_python_loop(loop):
        return
    exits = [*(jump for jump in own_jumps(loop.body) if isinstance(jump, ast.Break)), *own_returns(loop.body)]
    for jump in exits:
        condition = view.tensor_condition(jump, within=loop)
        if condition is not None:
            word = "break" if isinstance(jump, ast.Break) else "return"
            yield Finding(
                loop,
                "this loop runs in Python while tracing, and cannot be left on a tensor condition",
                _help(loop, view),
                ((jump, f"`{word}` depends on the tensor `{view.text(condition.test)}`"),),
                _fix(loop, view),
            )
            return


def _help(loop: ast.While | ast.For, view: View) -> str:
    tf = view.framework
    return (
        f"use `while {tf}.constant(True)`" if isinstance(loop, ast.While) else f"iterate `{tf}.range(...)` or a tensor"
    )


def _fix(loop: ast.While | ast.For, view: View) -> Fix | None:
    if isinstance(loop, ast.While):
        is_true = isinstance(loop.test, ast.Constant) and loop.test.value is True
        return view.replace(loop.test, f"{view.framework}.constant(True)") if is_true else None
    if isinstance(loop.iter, ast.Call) and view.dotted(loop.iter.func) == "range":
        return view.replace(loop.iter.func, f"{view.framework}.range")
    return None
