"""What a function's own text says about its parameters: how they are used."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.definitions import Function
from autograph.checker.model.module import path_text
from autograph.checker.model.values import Kind

from .frame import Frame
from .members import module_value

if TYPE_CHECKING:
    from .analysis import Analysis


def tensor_hints(analysis: Analysis, function: Function, is_root: bool) -> frozenset[str]:
    """The parameters that are used as only tensors are: as the operand of an operation, in array indexing, in `@`.

    Args:
        is_root: whether the function is compiled itself: then arrays are tensors as well, so that `x.shape` is enough.
    """
    if id(function.node) not in analysis.hints:
        names = {parameter.arg for parameter in function.parameters}
        tensors: set[str] = set()
        arrays: set[str] = set()
        others: set[str] = set()
        frame = Frame(analysis, function.scope)
        for node, _ in function.traced:
            _look(frame, node, tensors, arrays, others)
        analysis.hints[id(function.node)] = frozenset(tensors & names - others), frozenset(arrays & names - others)
    certain, likely = analysis.hints[id(function.node)]
    return certain | likely if is_root else certain


def _look(frame: Frame, node: ast.AST, tensors: set[str], arrays: set[str], others: set[str]) -> None:
    if isinstance(node, ast.Call):
        _look_at_call(frame, node, tensors, others)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.attr in ("shape", "dtype", "get_shape"):
            arrays.add(node.value.id)
        elif node.attr not in ("numpy", "assign", "set_shape", "ndim", "T", "name"):
            others.add(node.value.id)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        if isinstance(node.slice, ast.Tuple) and any(
            isinstance(item, ast.Slice | ast.Constant) for item in node.slice.elts
        ):
            arrays.add(node.value.id)
        elif isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            others.add(node.value.id)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        arrays.update(side.id for side in (node.left, node.right) if isinstance(side, ast.Name))
    elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Name):
        others.add(node.iter.id)
    elif isinstance(node, ast.Assign):
        _look_at_assignment(node, others)
    elif isinstance(node, ast.Starred) and isinstance(node.value, ast.Name):
        others.add(node.value.id)


def _look_at_assignment(node: ast.Assign, others: set[str]) -> None:
    if isinstance(node.value, ast.Name) and isinstance(node.targets[0], ast.Tuple):
        others.add(node.value.id)  # it is unpacked
    for target in node.targets:
        if isinstance(target, ast.Name):
            others.add(target.id)  # it is bound again: evaluation follows that


def _look_at_call(frame: Frame, node: ast.Call, tensors: set[str], others: set[str]) -> None:
    names = [item.id for item in node.args if isinstance(item, ast.Name)]
    if isinstance(node.func, ast.Name):
        if node.func.id in (
            "len",
            "enumerate",
            "zip",
            "list",
            "tuple",
            "sum",
            "dict",
            "isinstance",
            "sorted",
            "map",
            "iter",
            "next",
        ):
            others.update(names if node.func.id != "isinstance" else names[:1])
        return
    if names and isinstance(node.args[0], ast.Name) and path_text(node.func):
        dotted = _dotted(frame, node.func)
        name = dotted.removeprefix(tf.ROOT)
        if dotted.startswith(tf.ROOT) and tf.kind_of_result(name) == "tensor" and name not in tf.PYTHON_OPERANDS:
            tensors.add(node.args[0].id)


def _dotted(frame: Frame, node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        found = frame.lookup(node.id)
        return found.dotted if found.only(frozenset({Kind.MODULE})) else ""
    if isinstance(node, ast.Attribute):
        from .expressions import attribute

        base = _dotted(frame, node.value)
        return attribute(frame, module_value(base), node).dotted if base else ""
    return ""
