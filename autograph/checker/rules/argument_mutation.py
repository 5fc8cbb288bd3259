"""An argument, or something reached from it, is changed.

TensorFlow compares the arguments before and after the trace and raises "should not modify its Python input arguments".
Change a copy.

Bad::

    @tf.function
    def normalise(features):
        features["x"] = features["x"] / 255.0
        return features

Good::

    @tf.function
    def normalise(features):
        features = dict(features)
        features["x"] = features["x"] / 255.0
        return features
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Applicability, Edit, Fix, Severity
from autograph.checker.model.values import Kind
from autograph.checker.mutations import Change, Mutation, described, mutation
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View
from autograph.syntax.span import Span

rule = Rule(__name__, "AG107", "argument-mutation", Severity.ERROR, fix="unsafe")


@rule.visits(ast.Attribute, ast.Call, ast.Subscript)
def check(node: ast.Attribute | ast.Call | ast.Subscript, view: View) -> Iterator[Finding]:
    """Reports changes of arguments."""
    for change in mutation(view, node):
        if change.is_of_parameter and not view.root.is_implicit and not _may_be_item_of_tensor(view, change):
            yield Finding(
                node,
                f"{described(view, change)}, which is an argument of `{view.root.function.name}`: "
                f"{_consequence(view, change)}",
                "change a copy",
                fix=_copy(view, change),
            )


def _may_be_item_of_tensor(view: View, change: Mutation) -> bool:
    """Whether this project's compiler may take it: an item of a tensor can be assigned there."""
    if not view.is_autograph or view.strict or change.change is not Change.ITEM or _has_text_key(change):
        return False
    is_deleted = change.target is not None and isinstance(getattr(change.target, "ctx", None), ast.Del)
    return not is_deleted and change.owner.is_unknown


def _consequence(view: View, change: Mutation) -> str:
    if change.change is Change.ATTRIBUTE:
        return "it happens once per trace, not on each call"
    if view.is_autograph:
        return "a compiled function may not change what it is given"
    return "TensorFlow raises a ValueError for modified arguments"


def _copy(view: View, change: Mutation) -> Fix | None:
    """Copies the parameter at the head of the function."""
    function = view.context.function
    names = [parameter.arg for parameter in function.parameters]
    if (
        not function.body
        or not isinstance(change.place, ast.Name)
        or change.place.id not in names
        or change.change is Change.ATTRIBUTE
        or view.context.chain
    ):
        return None
    name = change.place.id
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(function.body) > 1:
        first = function.body[1]
    if first.lineno == function.node.lineno:
        return None
    made = "list" if change.owner.only(frozenset({Kind.LIST})) else "dict"
    if Kind.UNKNOWN in change.owner.kinds and not _has_text_key(change):
        text = f"{name} = {name}.copy()"
    else:
        text = f"{name} = {made}({name})"
    document = view.analysis.module.document
    span = document.span(first)
    line = min([span.line, *(decorator.lineno for decorator in getattr(first, "decorator_list", ()))])
    indent = document.lines[span.line - 1][: span.column]
    return Fix((Edit(Span(span.file, line, 0, line, 0), f"{indent}{text}\n"),), Applicability.UNSAFE)


def _has_text_key(change: Mutation) -> bool:
    key = change.target.slice if isinstance(change.target, ast.Subscript) else None
    return isinstance(key, ast.Constant) and isinstance(key.value, str)
