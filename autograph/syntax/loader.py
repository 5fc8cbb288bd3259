"""From a converted tree back to a function: the user's own in everything but its code.

It has the closure cells of the original (so that later changes are seen), its globals, defaults and attributes, and
code at the user's file, lines and columns: tracebacks, `pdb`, coverage and `inspect.getsource` show what the user
wrote. What generated code calls `ag` is one more closure variable, never a global of the user.
"""

from __future__ import annotations

import importlib
import types

import gast

from .compiling import compile_function
from .pipeline import Converted


def load(converted: Converted, function: types.FunctionType, operators: object = None) -> types.FunctionType:
    """Makes the function that a conversion describes.

    Args:
        converted: the result of `pipeline.convert` for the source of `function`.
        function: the original.
        operators: what the alias `ag` stands for in it; the package `autograph.operators` when None.

    Returns:
        A new function; its `__wrapped__` is the original.
    """
    unit = converted.unit
    node = gast.gast_to_ast(converted.tree)
    code = compile_function(
        node, function.__code__, function.__qualname__, unit.source.class_name, extra_free=[unit.alias]
    )
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    if unit.alias in code.co_freevars:
        cells[unit.alias] = types.CellType(operators or importlib.import_module("autograph.operators"))
    closure = tuple(cells.get(name) or types.CellType() for name in code.co_freevars)
    made = types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    _copy_attributes(made, function)
    return made


def _copy_attributes(made: types.FunctionType, function: types.FunctionType) -> None:
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    made.__doc__ = function.__doc__
    if hasattr(function, "__annotate__"):  # 3.14: annotations are evaluated when they are asked for
        setattr(made, "__annotate__", function.__annotate__)  # noqa: B010
    else:
        made.__annotations__ = function.__annotations__
    if hasattr(function, "__type_params__"):
        setattr(made, "__type_params__", function.__type_params__)  # noqa: B010
    made.__dict__.update(function.__dict__)
    made.__dict__["__wrapped__"] = function
