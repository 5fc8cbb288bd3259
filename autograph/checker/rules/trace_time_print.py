"""`print` in graph code runs while the function is traced, not on each call.

The text appears once for each trace, with `Tensor(...)` in place of values. `tf.print` becomes part of the graph.
A message that is there to show when tracing happens ("tracing f") is information only.

Bad::

    @tf.function
    def step(x):
        print("loss", x)
        return x * 2

Good::

    @tf.function
    def step(x):
        tf.print("loss", x)
        return x * 2
"""

import ast
import re
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.knowledge.host import PRINTS
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG101", "trace-time-print", Severity.WARNING, fix="unsafe")


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports calls that print."""
    name = view.dotted(call.func)
    if name not in PRINTS or "BUILTIN_FUNCTIONS" in view.root.options:
        return
    shown = name.rpartition(".")[2]
    can_replace = name == "print" and not call.keywords and call.args
    yield Finding(
        call,
        f"`{shown}` runs only while tracing, not on each call",
        f"use `{view.framework}.print(...)`",
        fix=view.replace(call.func, f"{view.framework}.print") if can_replace else None,
        severity=Severity.INFO if _is_probe(call, view) else None,
    )


def _is_probe(call: ast.Call, view: View) -> bool:
    """Whether the text is there to show when tracing happens."""
    texts = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return any(re.search(view.trace_probe, text, re.IGNORECASE) for text in texts)
