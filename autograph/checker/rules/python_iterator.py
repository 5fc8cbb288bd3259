"""An iterator of Python that lives outside is advanced while the function is traced.

It gives one value for each trace, which stays in the graph as a constant. Datasets and their iterators are part of the
graph.

Bad::

    batches = iter([1.0, 2.0, 3.0])

    @tf.function
    def step(x):
        return x + next(batches)

Good::

    batches = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]))

    @tf.function
    def step(x):
        return x + next(batches)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.values import Kind, Origin
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG414", "python-iterator", Severity.ERROR)


@rule.visits(ast.Call)
def check_next(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports `next` on such iterators."""
    if view.dotted(call.func) == "next" and call.args and _is_outer_iterator(call.args[0], view):
        yield _finding(call, call.args[0], view)


@rule.visits(ast.For)
def check_loop(loop: ast.For, view: View) -> Iterator[Finding]:
    """Reports `for` over such iterators."""
    if _is_outer_iterator(loop.iter, view):
        yield _finding(loop.iter, loop.iter, view)


def _is_outer_iterator(node: ast.expr, view: View) -> bool:
    found = view.value(node)
    return found.only(frozenset({Kind.ITERATOR})) and found.origin in (Origin.FREE, Origin.SELF)


def _finding(node: ast.expr, iterator: ast.expr, view: View) -> Finding:
    home = view.value(iterator).home
    return Finding(
        node,
        f"`{view.text(iterator)}` is an iterator of Python: it advances once per trace, not on each call",
        f"use a `{view.framework}.data.Dataset`",
        ((home, f"`{view.text(iterator)}` is defined here"),) if home is not None and hasattr(home, "lineno") else (),
    )
