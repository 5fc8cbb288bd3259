"""From a converted tree back to a function: the user's own in everything but its code.

It has the closure cells of the original (so that later changes are seen), its globals, defaults and attributes, and
code at the user's file, lines and columns: tracebacks, `pdb`, coverage and `inspect.getsource` show what the user
wrote. What generated code calls `ag` is one more closure variable, never a global of the user.
"""

from __future__ import annotations

import importlib
import types
import weakref

from .collecting import collection_paused
from .compiling import compile_function
from .pipeline import Converted
from .recursion import deep_recursion
from .trees import to_ast

_compiled: weakref.WeakKeyDictionary[Converted, tuple[types.CodeType, types.CodeType]] = weakref.WeakKeyDictionary()


def load(converted: Converted, function: types.FunctionType, operators: object = None) -> types.FunctionType:
    """Makes the function that a conversion describes.

    Args:
        converted: the result of `pipeline.convert` for the source of `function`.
        function: the original.
        operators: what the alias `ag` stands for in it; the package `autograph.operators` when None.

    Returns:
        A new function; its `__wrapped__` is the original.
    """
    code = _code_for(converted, function)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    alias = converted.unit.alias
    if alias in code.co_freevars and alias not in cells:
        cells[alias] = types.CellType(operators or importlib.import_module("autograph.operators"))
    closure = tuple(cells.get(name) or types.CellType() for name in code.co_freevars)
    made = types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    _copy_attributes(made, function)
    return made


def _code_for(converted: Converted, function: types.FunctionType) -> types.CodeType:
    """The converted code; compiled once for all the functions that one `def` has made."""
    original = function.__code__
    known = _compiled.get(converted)
    if known and known[0] is original:
        return known[1]
    source, alias = converted.unit.source, converted.unit.alias
    with collection_paused(), deep_recursion(source.document.depth):
        node = to_ast(converted.tree)
        code = compile_function(
            node,
            original,
            function.__qualname__,
            source.class_name,
            extra_free=[] if alias == source.alias else [alias],
            imported=source.document.imported_names,
        )
    _compiled[converted] = original, code
    return code


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
