"""`assert` tests a symbolic tensor, which has no truth while the function is traced.

Bad::

    @tf.function
    def root(x):
        assert tf.reduce_all(x >= 0)
        return tf.sqrt(x)

Good::

    @tf.function
    def root(x):
        tf.debugging.assert_non_negative(x)
        return tf.sqrt(x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG409", "assert-on-tensor", Severity.ERROR, fix="unsafe")


@rule.visits(ast.Assert)
def check(node: ast.Assert, view: View) -> Iterator[Finding]:
    """Reports assertions about tensors."""
    if view.is_tensor(node.test) and "ASSERT_STATEMENTS" not in view.root.options:
        yield Finding(
            node,
            f"`assert` needs a truth, but `{view.text(node.test)}` is a symbolic tensor",
            f"use `{view.framework}.debugging.assert_*` or `{view.framework}.debugging.Assert`",
            fix=_fix(node, view),
        )


def _fix(node: ast.Assert, view: View) -> Fix | None:
    data = view.source(node.msg) if node.msg is not None else repr(view.text(node.test))
    return view.replace(node, f"{view.framework}.debugging.Assert({view.source(node.test)}, [{data}])")
