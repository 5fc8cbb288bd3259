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
from autograph.checker.model.scopes import Form, targets
from autograph.checker.model.values import NUMBERS
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import framework_alias, replacing, shortened, source_text
from autograph.syntax.walking import walk

rule = Rule(__name__, "AG501", "python-scalar-argument", Severity.WARNING, fix="unsafe")


@rule.checks_module
def check(analysis: Analysis) -> Iterator[Finding]:
    """Reports calls with numbers that change from turn to turn of a loop."""
    for call, root in calls_of_roots(analysis):
        if root.signature is not None or root.target == AUTOGRAPH:
            continue
        counters = _counters(analysis, call)
        for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
            if _is_new_number(analysis, argument, counters):
                tf, text = framework_alias(analysis), source_text(analysis, argument)
                yield Finding(
                    call,
                    f"every new value of `{shortened(text)}` retraces `{root.function.name}`",
                    f"give it a tensor, `{tf}.constant({shortened(text)})`, or use `input_signature`",
                    fix=replacing(analysis, argument, f"{tf}.constant({text})"),
                )
                break


def _is_new_number(analysis: Analysis, argument: ast.expr, counters: set[str]) -> bool:
    """Whether an argument is a number that the loop counts, or one that is calculated of such."""
    if isinstance(argument, ast.Name):
        return argument.id in counters
    if isinstance(argument, ast.Call):
        is_number = isinstance(argument.func, ast.Name) and argument.func.id in ("int", "float", "abs", "round")
        return is_number and any(_is_new_number(analysis, given, counters) for given in argument.args)
    if isinstance(argument, ast.BinOp):
        sides = (argument.left, argument.right)
        frame = Frame(analysis, analysis.module.scope_at(argument))
        return any(_is_new_number(analysis, side, counters) for side in sides) and all(
            _is_new_number(analysis, side, counters) or evaluate(frame, side).only(NUMBERS) for side in sides
        )
    return False


def _counters(analysis: Analysis, call: ast.Call) -> set[str]:
    """The names of Python numbers that loops around a call count, or change in their bodies."""
    found: set[str] = set()
    for loop in loops_around(analysis, call):
        frame = Frame(analysis, analysis.module.scope_at(loop))
        found |= _augmented(frame, loop)
        if isinstance(loop, ast.For):
            element = element_of(evaluate(frame, loop.iter))
            for target, _, path in targets(loop.target, None):
                one = element
                for place in path:
                    one = item_of(one, place)
                if isinstance(target, ast.Name) and one.only(NUMBERS):
                    found.add(target.id)
    return found


def _augmented(frame: Frame, loop: ast.For | ast.AsyncFor | ast.While) -> set[str]:
    """`i += 1` and `rate *= 0.9` in a loop, where all else that is bound to the name is numbers."""
    names = {
        node.target.id for node in walk(loop) if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    return {name for name in names if _is_number(frame, name)}


def _is_number(frame: Frame, name: str) -> bool:
    owner = frame.scope.owner(name)
    bindings = owner.bindings[name] if owner is not None else []
    return bool(bindings) and all(
        binding.form in (Form.ASSIGN, Form.AUGMENT)
        and binding.value is not None
        and evaluate(frame, binding.value).only(NUMBERS)
        for binding in bindings
    )
