"""A file, a window, a process or the network is used while the function is traced.

It happens once for each trace and not on each call. `tf.io` has operations for files; anything else can run in
`tf.numpy_function`, or where the function is called.

Bad::

    @tf.function
    def step(x):
        np.save("x.npy", x)
        return x * 2

Good::

    y = step(x)
    np.save("x.npy", x)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.knowledge.host import IO_CALLS, IO_MODULES
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG308", "host-io", Severity.WARNING)


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports calls that act on the world outside."""
    name = view.dotted(call.func)
    if name in IO_CALLS or name.startswith(IO_MODULES):
        yield Finding(
            call,
            f"`{view.text(call.func)}` runs once while tracing, not on each call",
            f"use `{view.framework}.io` or `{view.framework}.numpy_function`, or do it where the function is called",
        )
