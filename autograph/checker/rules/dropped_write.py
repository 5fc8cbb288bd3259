"""The result of `TensorArray.write` is dropped.

`write`, `unstack` and `scatter` give the array that holds the new element; in a graph the old one does not change.

Bad::

    @tf.function
    def copy(x):
        out = tf.TensorArray(tf.float32, 3)
        for i in tf.range(3):
            out.write(i, x[i])
        return out.stack()

Good::

    @tf.function
    def copy(x):
        out = tf.TensorArray(tf.float32, 3)
        for i in tf.range(3):
            out = out.write(i, x[i])
        return out.stack()
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.values import Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG406", "dropped-write", Severity.ERROR, fix="safe")


@rule.visits(ast.Expr)
def check(node: ast.Expr, view: View) -> Iterator[Finding]:
    """Reports writes whose result is not used."""
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return
    array = call.func.value
    if call.func.attr in ("write", "unstack", "scatter", "split") and view.value(array).only(
        frozenset({Kind.TENSOR_ARRAY})
    ):
        name = view.source(array)
        yield Finding(
            call,
            f"the result of `{view.text(call.func)}` is dropped: `{name}` itself does not change",
            f"write `{name} = {name}.{call.func.attr}(...)`",
            fix=view.replace(call, f"{name} = {view.source(call)}", safe=True) if isinstance(array, ast.Name) else None,
        )
