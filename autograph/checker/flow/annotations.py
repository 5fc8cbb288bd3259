"""What annotations say about values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from autograph.checker.model.scopes import Scope
from autograph.checker.model.values import NONE, Kind, Value, join, value

if TYPE_CHECKING:
    from .analysis import Analysis

_KINDS = {
    "int": Kind.INT, "float": Kind.FLOAT, "bool": Kind.BOOL, "str": Kind.STR, "list": Kind.LIST, "List": Kind.LIST,
    "Sequence": Kind.LIST, "MutableSequence": Kind.LIST, "deque": Kind.LIST, "Deque": Kind.LIST, "dict": Kind.DICT,
    "Dict": Kind.DICT, "Mapping": Kind.DICT, "MutableMapping": Kind.DICT, "defaultdict": Kind.DICT, "set": Kind.SET,
    "Set": Kind.SET, "tuple": Kind.TUPLE, "Tuple": Kind.TUPLE, "ndarray": Kind.NDARRAY, "Tensor": Kind.TENSOR,
    "Variable": Kind.VARIABLE, "TensorArray": Kind.TENSOR_ARRAY, "Dataset": Kind.DATASET, "TensorShape": Kind.SHAPE,
    "EagerTensor": Kind.EAGER, "DatasetV2": Kind.DATASET,
}  # fmt: skip


def annotated(analysis: Analysis, annotation: ast.expr, scope: Scope) -> Value | None:
    """What a variable with this annotation is; None where it says nothing that matters here."""
    if isinstance(annotation, ast.Constant):
        if annotation.value is None:
            return NONE
        return _quoted(analysis, annotation.value, scope) if isinstance(annotation.value, str) else None
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        return _either(analysis, [annotation.left, annotation.right], scope)
    if isinstance(annotation, ast.Subscript):
        return _parametrised(analysis, annotation, scope)
    if isinstance(annotation, ast.Name | ast.Attribute):
        return _named(analysis, annotation, scope)
    return None


def _quoted(analysis: Analysis, text: str, scope: Scope) -> Value | None:
    try:
        return annotated(analysis, ast.parse(text, mode="eval").body, scope)
    except (SyntaxError, ValueError):
        return None


def _named(analysis: Analysis, annotation: ast.Name | ast.Attribute, scope: Scope) -> Value | None:
    name = annotation.attr if isinstance(annotation, ast.Attribute) else annotation.id
    kind = _KINDS.get(name)
    if kind is not None:
        return value(kind)
    from .expressions import evaluate
    from .frame import Frame

    found = evaluate(Frame(analysis, scope), annotation)
    if found.target is not None and found.only(frozenset({Kind.CLASS})):
        return Value(frozenset({Kind.OBJECT}), target=found.target, dotted=found.dotted)
    if found.dotted.startswith(("keras.", "tensorflow.", "tensorflow_probability.")) and name[:1].isupper():
        return Value(frozenset({Kind.OBJECT}), dotted=found.dotted)
    return None


def _parametrised(analysis: Analysis, annotation: ast.Subscript, scope: Scope) -> Value | None:
    name = annotation.value.attr if isinstance(annotation.value, ast.Attribute) else getattr(annotation.value, "id", "")
    parts = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if name == "Optional":
        inner = annotated(analysis, parts[0], scope)
        return join(inner, NONE) if inner is not None else None
    if name == "Union":
        return _either(analysis, parts, scope)
    if name in ("Annotated", "Final", "ClassVar", "Required"):
        return annotated(analysis, parts[0], scope)
    kind = _KINDS.get(name)
    if kind is None:
        return None
    element = annotated(analysis, parts[-1], scope) if kind is not Kind.TUPLE or len(parts) == 1 else None
    return value(kind, element=element)


def _either(analysis: Analysis, parts: list[ast.expr], scope: Scope) -> Value | None:
    found: Value | None = None
    for part in parts:
        one = annotated(analysis, part, scope)
        if one is None:
            return None
        found = one if found is None else join(found, one)
    return found
