"""A compiled function calls itself.

Each call inside starts a trace of its own, which never comes to an end: the condition that would end it is a tensor.

Bad::

    @tf.function
    def factorial(n):
        if n > 1:
            return n * factorial(n - 1)
        return n

Good::

    @tf.function
    def factorial(n):
        product = 1
        while n > 1:
            product, n = product * n, n - 1
        return product
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.model.definitions import Function
from autograph.checker.model.module import path_text
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG411", "recursion", Severity.ERROR)


@rule.checks_context
def check(view: View) -> Iterator[Finding]:
    """Reports calls that lead back to the function they stand in."""
    told: set[int] = set()
    for call, function in view.context.calls:
        if id(call) in told or not _leads_back(view, call, function):
            continue
        told.add(id(call))
        name = view.root.function.name if function is not view.context.function else function.name
        yield Finding(
            call,
            f"`{name}` calls itself while it is traced, which never ends",
            f"use a loop, or `{view.framework}.while_loop`",
            ((function.node, f"`{function.name}` is defined here"),),
            is_certain=view.tensor_condition(call) is not None,
        )


def _leads_back(view: View, call: ast.AST, function: Function) -> bool:
    around = view.context.chain or (view.context.function,)
    if function not in around and function is not view.context.function:
        return False
    if function.binds_receiver and not _is_of_same_object(view, call, function):
        return False
    caller = view.analysis.module.enclosing_function(call)
    if function.parent is not None and function is not view.context.function and caller is not function:
        return False
    if view.tensor_condition(call) is not None:
        return True
    compiled = view.analysis.is_root(function) and function is view.root.function
    return compiled and not _has_static_condition(view, call)


def _is_of_same_object(view: View, call: ast.AST, method: Function) -> bool:
    """`self.m(…)` and `self(…)`: the method of another object, as of a part of the same class, is another call."""
    callee = path_text(call.func) if isinstance(call, ast.Call) else ""
    around = view.analysis.module.enclosing_function(call)
    while around is not None:
        if around.binds_receiver and callee in (around.positional[0].arg, f"{around.positional[0].arg}.{method.name}"):
            return True
        around = around.parent
    return False


def _has_static_condition(view: View, call: ast.AST) -> bool:
    """Whether Python decides if the call happens: by a type, by None, by a flag."""
    for parent, child in view.ancestors(call):
        if isinstance(parent, ast.If | ast.IfExp) and child is not parent.test:
            tests = [node for node in ast.walk(parent.test) if isinstance(node, ast.Call | ast.Compare)]
            for test in tests:
                if isinstance(test, ast.Call) and view.dotted(test.func) in ("isinstance", "hasattr", "callable"):
                    return True
                if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is | ast.IsNot):
                    return True
            if isinstance(parent.test, ast.Name | ast.Attribute | ast.UnaryOp):
                return True
    return False
