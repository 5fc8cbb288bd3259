"""The clock is read while the function is traced.

It measures tracing and not execution, and the number stays in the graph as a constant.

Bad::

    @tf.function
    def step(x):
        start = time.time()
        y = x * 2
        return y, time.time() - start

Good::

    @tf.function
    def step(x):
        start = tf.timestamp()
        y = x * 2
        return y, tf.timestamp() - start
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.knowledge.host import CLOCKS
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG303", "host-clock", Severity.ERROR, fix="unsafe")


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports calls that read the clock, or wait."""
    name = view.dotted(call.func)
    if name not in CLOCKS:
        return
    if name == "time.sleep":
        yield Finding(call, "`time.sleep` waits while tracing, not on each call", "wait where the function is called")
        return
    yield Finding(
        call,
        f"`{view.text(call.func)}` measures tracing, not execution",
        f"use `{view.framework}.timestamp()`, or measure where the function is called",
        fix=view.replace(call, f"{view.framework}.timestamp()") if name == "time.time" else None,
    )
