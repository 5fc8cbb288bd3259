"""A compiled function is called with a Python number that changes.

Every new value of a Python number means a new trace; a tensor does not.

Bad::

    @tf.function
    def train_step(x, i):
        return x * i

    for i in range(1000):
        train_step(x, i)

Good::

    @tf.function
    def train_step(x, i):
        return x * i

    for i in range(1000):
        train_step(x, tf.constant(i))
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.flow.analysis import Analysis
from autograph.checker.flow.calling import calls_of_roots, loops_around
from autograph.checker.flow.context import AUTOGRAPH
from autograph.checker.flow.expressions import element_of, evaluate, item_of
from autograph.checker.flow.frame import Frame
from autograph.checker.model.scopes import targets
from autograph.checker.model.values import NUMBERS
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import framework_alias, replacing, source_text

rule = Rule(__name__, "AG501", "python-scalar-argument", Severity.WARNING, fix="unsafe")


@rule.checks_module
def check(analysis: Analysis) -> Iterator[Finding]:
    """Reports calls with numbers that a loop counts."""
    for call, root in calls_of_roots(analysis):
        if root.signature is not None or root.target == AUTOGRAPH:
            continue
        counters = _counters(analysis, call)
        for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
            if isinstance(argument, ast.Name) and argument.id in counters:
                tf = framework_alias(analysis)
                yield Finding(
                    call,
                    f"every new value of `{argument.id}` retraces `{root.function.name}`",
                    f"give it a tensor, `{tf}.constant({argument.id})`, or use `input_signature`",
                    fix=replacing(analysis, argument, f"{tf}.constant({source_text(analysis, argument)})"),
                )
                break


def _counters(analysis: Analysis, call: ast.Call) -> set[str]:
    """The names that loops around a call count with Python numbers."""
    found: set[str] = set()
    for loop in loops_around(analysis, call):
        if isinstance(loop, ast.For):
            frame = Frame(analysis, analysis.module.scope_at(loop))
            element = element_of(evaluate(frame, loop.iter))
            for target, _, path in targets(loop.target, None):
                one = element
                for place in path:
                    one = item_of(one, place)
                if isinstance(target, ast.Name) and one.only(NUMBERS):
                    found.add(target.id)
    return found
