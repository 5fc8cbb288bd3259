"""Which functions are compiled to graphs, by a decorator or by a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autograph.checker.knowledge import keras
from autograph.checker.model.definitions import Class, Function
from autograph.checker.model.module import path_text
from autograph.checker.model.scopes import Form, Scope
from autograph.checker.model.values import TENSORS, Kind, Value, tensor

from .context import AUTOGRAPH, TENSORFLOW, Root
from .expressions import evaluate
from .frame import Frame

if TYPE_CHECKING:
    from .analysis import Analysis

COMPILERS = {
    "tensorflow.function": TENSORFLOW,
    "tensorflow.defun": TENSORFLOW,
    "tensorflow.eager.defun": TENSORFLOW,
    "tf_agents.utils.common.function": TENSORFLOW,
    "tensorflow.python.eager.def_function.function": TENSORFLOW,
    "autograph.function": AUTOGRAPH,
    "autograph.api.function": AUTOGRAPH,
}
"""Decorators that compile a function, with the target whose rules hold for it."""

NOT_CONVERTED = frozenset(
    {
        "tensorflow.autograph.experimental.do_not_convert",
        "tensorflow.autograph.do_not_convert",
        "autograph.do_not_convert",
        "autograph.api.do_not_convert",
    }
)
_PARTIAL = frozenset({"functools.partial"})
_MOST_STEPS = 4  # from a decorator's name to what it stands for
_IMPLICIT_METHODS = frozenset({"call", "train_step", "test_step", "predict_step"})


@dataclass(frozen=True)
class Compiler:
    """A way to compile: what a decorator expression stands for.

    Attributes:
        target: whose rules hold.
        keywords: the options that are given.
        node: the call that gives them, or the decorator.
    """

    target: str
    keywords: tuple[ast.keyword, ...] = ()
    compiled: tuple[ast.expr, ...] = ()


def find_roots(analysis: Analysis) -> dict[int, Root]:
    """All compiled functions of the file, by the id of their node, in reading order."""
    found: dict[int, Root] = {}
    for function in analysis.module.functions:
        root = _decorated(analysis, function)
        if root is not None:
            found[id(function.node)] = root
    for call in analysis.module.calls:
        for root in _compiled_by_call(analysis, call):
            found.setdefault(id(root.function.node), root)
    if analysis.options.implicit:
        for root in _implicit(analysis):
            found.setdefault(id(root.function.node), root)
    return dict(sorted(found.items(), key=lambda item: _position(item[1].function)))


def names_of_roots(analysis: Analysis) -> list[str]:
    """What compiled functions are called by: their own names, and those that `step = tf.function(f)` binds."""
    found: dict[str, None] = {}
    for root in analysis.roots.values():
        found[root.function.name] = None
        node: ast.AST | None = root.decorator
        while isinstance(node, ast.Call):
            node = analysis.module.parents.get(id(node))
        if isinstance(node, ast.Assign):
            found.update((path_text(target).rpartition(".")[2], None) for target in node.targets)
    return list(found)


def _position(function: Function) -> tuple[int, int]:
    return function.node.lineno, function.node.col_offset


def _decorated(analysis: Analysis, function: Function) -> Root | None:
    outside = function.scope.parent or function.scope
    for decorator in function.decorators:
        compiler = resolve_compiler(analysis, decorator, outside)
        if compiler is not None:
            return _root(analysis, function, decorator, compiler, outside)
    return None


def _compiled_by_call(analysis: Analysis, call: ast.Call) -> Iterator[Root]:
    """`tf.function(f)`, `tf.function(jit_compile=True)(f)`, `partial(tf.function, …)(f)`."""
    argument = (
        call.args[0]
        if call.args
        else next((k.value for k in call.keywords if k.arg in ("func", "python_function")), None)
    )
    if argument is None or not _may_compile(analysis, call.func):
        return
    scope = analysis.module.scope_at(call)
    compiler = resolve_compiler(analysis, call.func, scope)
    if compiler is None or compiler.compiled:
        return
    for function in _functions_in(analysis, argument, scope):
        given = replace(compiler, keywords=(*compiler.keywords, *call.keywords))
        yield _root(analysis, function, call, given, scope)


def _may_compile(analysis: Analysis, callee: ast.expr) -> bool:
    """Whether it is worth looking at what is called: most calls are methods of something else."""
    if isinstance(callee, ast.Call):
        return _may_compile(analysis, callee.func)
    name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
    return (
        name in ("function", "defun", "partial")
        or isinstance(callee, ast.Name)
        or path_text(callee) in analysis.options.decorators
    )


def _functions_in(analysis: Analysis, node: ast.expr, scope: Scope, steps: int = 0) -> Iterator[Function]:
    """The functions of this file that an expression may be."""
    if isinstance(node, ast.Lambda):
        yield analysis.module.function_of(node)
        return
    found = evaluate(Frame(analysis, scope), node)
    if isinstance(found.target, Function):
        yield found.target
    elif isinstance(found.target, Class) and found.only(frozenset({Kind.OBJECT})):
        for name in keras.CALL_METHODS:
            method = analysis.classes.method(found.target, name)
            if method is not None:
                yield method
                return
    elif isinstance(node, ast.Call) and steps < _MOST_STEPS:
        called = evaluate(Frame(analysis, scope), node.func)
        if called.dotted in _PARTIAL | NOT_CONVERTED and node.args:
            yield from _functions_in(analysis, node.args[0], scope, steps + 1)


def resolve_compiler(analysis: Analysis, node: ast.expr, scope: Scope, steps: int = 0) -> Compiler | None:
    """What an expression stands for if it is a decorator that compiles; None for any other expression."""
    if steps > _MOST_STEPS:
        return None
    if isinstance(node, ast.IfExp):
        return resolve_compiler(analysis, node.body, scope, steps + 1) or resolve_compiler(
            analysis, node.orelse, scope, steps + 1
        )
    if isinstance(node, ast.Call):
        return _compiler_of_call(analysis, node, scope, steps)
    if path_text(node) in analysis.options.decorators:
        return Compiler(TENSORFLOW)
    found = evaluate(Frame(analysis, scope), node)
    target = COMPILERS.get(found.dotted) or (TENSORFLOW if found.dotted in analysis.options.decorators else None)
    if target is not None:
        return Compiler(target)
    if isinstance(found.target, Function) and found.only(frozenset({Kind.FUNCTION})):
        return _compiler_of_function(analysis, found.target, steps)
    return _compiler_of_name(analysis, node, scope, steps) if isinstance(node, ast.Name) else None


def _compiler_of_call(analysis: Analysis, node: ast.Call, scope: Scope, steps: int) -> Compiler | None:
    called = evaluate(Frame(analysis, scope), node.func)
    if called.dotted in _PARTIAL and node.args:
        inner = resolve_compiler(analysis, node.args[0], scope, steps + 1)
        return replace(inner, keywords=(*inner.keywords, *node.keywords)) if inner else None
    inner = resolve_compiler(analysis, node.func, scope, steps + 1)
    if inner is None:
        return None
    functions = tuple(node.args[:1]) if called.dotted in COMPILERS or not isinstance(called.target, Function) else ()
    return Compiler(inner.target, (*inner.keywords, *node.keywords), compiled=functions)


def _compiler_of_name(analysis: Analysis, node: ast.Name, scope: Scope, steps: int) -> Compiler | None:
    """A name that is bound to a decorator: `compiled = tf.function(jit_compile=True)`."""
    owner = scope.owner(node.id)
    for binding in owner.bindings[node.id] if owner is not None else ():
        if binding.form is Form.ASSIGN and isinstance(binding.value, ast.Call | ast.IfExp | ast.Name | ast.Attribute):
            found = resolve_compiler(analysis, binding.value, owner or scope, steps + 1)
            if found is not None and not found.compiled:
                return found
    return None


def _compiler_of_function(analysis: Analysis, function: Function, steps: int) -> Compiler | None:
    """A function of this file that compiles the function it is given."""
    parameters = {parameter.arg for parameter in function.parameters}
    for node in function.returns:
        found = _compiling_call(analysis, node.value, function.scope, parameters, steps)
        if found is not None:
            return found
        if isinstance(node.value, ast.Name):  # a decorator with arguments gives the real decorator
            inner = evaluate(Frame(analysis, function.scope), node.value)
            if isinstance(inner.target, Function) and inner.target.parent is function:
                found = _compiler_of_function(analysis, inner.target, steps + 1)
                if found is not None:
                    return found
    return None


def _compiling_call(
    analysis: Analysis, node: ast.expr | None, scope: Scope, parameters: set[str], steps: int
) -> Compiler | None:
    """`tf.function(f)` or `tf.function(…)(f)` on a parameter."""
    if not isinstance(node, ast.Call) or not node.args or path_text(node.args[0]) not in parameters:
        return None
    found = resolve_compiler(analysis, node.func, scope, steps + 1)
    return Compiler(found.target, (*found.keywords, *node.keywords)) if found is not None else None


def _root(analysis: Analysis, function: Function, decorator: ast.AST, compiler: Compiler, scope: Scope) -> Root:
    keywords = {keyword.arg: keyword.value for keyword in compiler.keywords if keyword.arg}
    converted = keywords.get("autograph")
    signature = keywords.get("input_signature")
    options = keywords.get("experimental_autograph_options")
    return Root(
        function,
        decorator,
        analysis.options.target or compiler.target,
        not (isinstance(converted, ast.Constant) and converted.value is False)
        and not is_not_converted(analysis, function),
        frozenset(node.attr for node in ast.walk(options) if isinstance(node, ast.Attribute))
        if options
        else frozenset(),
        _signature(analysis, signature, scope) if signature is not None else None,
    )


def is_not_converted(analysis: Analysis, function: Function) -> bool:
    """Whether a decorator keeps the function from being converted."""
    scope = function.scope.parent or function.scope
    for decorator in function.decorators:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if evaluate(Frame(analysis, scope), called).dotted in NOT_CONVERTED:
            return True
    return False


def _signature(analysis: Analysis, node: ast.expr, scope: Scope) -> tuple[Value, ...] | None:
    found = evaluate(Frame(analysis, scope), node)
    return tuple(_specified(item) for item in found.items) if found.items else None


def _specified(spec: Value) -> Value:
    return tensor(spec.dtype, spec.rank) if spec.dotted == "tensorflow.TensorSpec" else TENSORS


def _implicit(analysis: Analysis) -> Iterator[Root]:
    """Methods that Keras compiles, and functions that datasets map."""
    for owner in analysis.module.classes:
        if keras.BASES.match(analysis.classes.library_base(owner)):
            for name, method in owner.methods.items():
                if name in _IMPLICIT_METHODS:
                    yield Root(method, method.node, analysis.options.target or TENSORFLOW, is_implicit=True)
    for call in analysis.module.calls:
        if (
            isinstance(call.func, ast.Attribute)
            and call.func.attr in ("map", "filter", "reduce", "flat_map")
            and call.args
        ):
            scope = analysis.module.scope_at(call)
            if evaluate(Frame(analysis, scope), call.func.value).only(frozenset({Kind.DATASET})):
                for function in _functions_in(analysis, call.args[-1], scope):
                    yield Root(function, call, analysis.options.target or TENSORFLOW, is_implicit=True)
