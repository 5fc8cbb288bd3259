"""A Python list grows in a loop of the graph and is used afterwards.

The body is traced once, so that the list holds one symbolic tensor of the inside of the loop, which cannot be used
outside of it. A `tf.TensorArray` is the list of the graph.

Bad::

    @tf.function
    def squares(x):
        out = []
        for i in tf.range(3):
            out.append(x[i] ** 2)
        return tf.stack(out)

Good::

    @tf.function
    def squares(x):
        out = tf.TensorArray(tf.float32, 3)
        for i in tf.range(3):
            out = out.write(i, x[i] ** 2)
        return out.stack()
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.values import Kind, Origin
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG405", "list-append-in-tensor-loop", Severity.ERROR)


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports lists that grow in loops of the graph."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("append", "extend", "insert"):
        return
    target = call.func.value
    loop = view.graph_loop(call)
    if loop is None or not isinstance(target, ast.Name):
        return
    found = view.value(target)
    if not found.only(frozenset({Kind.LIST})) or found.origin is not Origin.LOCAL:
        return
    if not _is_bound_in(target.id, loop, view) and _is_used_after(target.id, loop, view):
        yield Finding(
            call,
            f"`{target.id}` grows in a loop that is part of the graph: it will hold one tensor from inside of the loop",
            f"use a `{view.framework}.TensorArray`",
            ((loop, "this loop is part of the graph"),),
        )


def _is_bound_in(name: str, loop: ast.AST, view: View) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in ast.walk(loop)
    )


def _is_used_after(name: str, loop: ast.stmt, view: View) -> bool:
    end = loop.end_lineno or loop.lineno
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) and node.lineno > end
        for node in ast.walk(view.function_node(loop))
    )
