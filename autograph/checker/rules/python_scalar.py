"""A function that needs a Python number gets a symbolic tensor: `bool()`, `round()`, `complex()`, `divmod()`, `math.*`.

`int()`, `float()`, `abs()`, `len()` and `range()` are converted and are fine, except where conversion is off.

Bad::

    @tf.function
    def decay(x):
        return math.exp(tf.reduce_sum(x))

Good::

    @tf.function
    def decay(x):
        return tf.exp(tf.reduce_sum(x))
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.knowledge.host import MATH_MODULES
from autograph.checker.knowledge.replacements import MATH
from autograph.checker.rule import Finding, Rule
from autograph.checker.targets import LEGAL_SCALARS
from autograph.checker.view import View

rule = Rule(__name__, "AG305", "python-scalar", Severity.ERROR, fix="unsafe")

_ALWAYS = {
    "bool": "cast",
    "round": "round",
    "complex": "complex",
    "divmod": "",
    "operator.index": "",
    "hex": "",
    "bin": "",
}
_UNCONVERTED = {"int": "cast", "float": "cast", "range": "range", "len": "shape"}


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports functions that need numbers and get tensors."""
    name = view.dotted(call.func)
    needs_number = name in _ALWAYS or name.startswith(MATH_MODULES)
    if not needs_number and not (name in _UNCONVERTED and not view.context.is_converted):
        return
    if view.is_autograph and view.context.is_converted and name in LEGAL_SCALARS:
        return
    argument = next((item for item in call.args if view.is_tensor(item)), None)
    if argument is None or (name == "len" and view.value(argument).rank != 0):
        return
    short = name.rpartition(".")[2]
    theirs = MATH.get(short) if name.startswith(MATH_MODULES) else _ALWAYS.get(name) or _UNCONVERTED.get(name)
    ours = f"{view.framework}.{theirs}" if theirs else ""
    fixable = bool(ours) and theirs not in ("cast", "shape", "complex") and len(call.args) == 1
    yield Finding(
        call,
        f"`{view.text(call.func)}` needs a Python number, but `{view.text(argument)}` is a symbolic tensor",
        f"use `{ours}`" if ours else f"use functions of `{view.framework}`",
        fix=view.replace(call.func, ours) if fixable else None,
    )
