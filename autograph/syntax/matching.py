"""Which `def` or `lambda` of a text a code object was compiled from."""

from __future__ import annotations

import ast
import types
from collections.abc import Hashable, Sequence

from .compiling import compile_function
from .document import Definition, Document

_Position = tuple[int, int]  # line from 1, column in bytes from 0


def matching(document: Document, code: types.CodeType, qualname: str) -> list[Definition]:
    """The definitions a code object may come from.

    Args:
        document: the text.
        code: the code of a function.
        qualname: the function's qualified name, where its code does not say it (before 3.11).

    Returns:
        One definition; none when the text is not that of the code; several when they cannot be told apart.
    """
    found = document.functions_at(code.co_firstlineno, code.co_name)
    if len(found) > 1:
        found = _named(found, getattr(code, "co_qualname", qualname))
    if len(found) > 1:
        found = _placed(found, code)
    if len(found) > 1:
        equal = [definition for definition in found if compiles_to(document, definition, code, qualname)]
        found = equal[:1] or found  # those that compile to the same code mean the same
    return found


def compiles_to(document: Document, definition: Definition, code: types.CodeType, qualname: str) -> bool:
    """Whether a definition compiles to this code, wherever it stands."""
    if isinstance(definition.node, ast.ClassDef):
        return False
    try:
        imported = document.imported_names
        made = compile_function(definition.node, code, qualname, definition.class_name, imported=imported)
    except (SyntaxError, ValueError):
        return False
    return _content(made) == _content(code)


def _named(found: list[Definition], qualname: str) -> list[Definition]:
    return [definition for definition in found if definition.qualname == qualname] or found


def _placed(found: list[Definition], code: types.CodeType) -> list[Definition]:
    """Those whose body holds the positions of the code's instructions, which 3.11 and later keep; the innermost."""
    positions = _positions(code)
    if not positions:
        return found
    bodies = {id(definition): _body(definition) for definition in found}

    def score(definition: Definition) -> tuple[int, _Position]:
        """How many of the positions lie in a definition, and where it begins, so that the inner one wins."""
        start, end = bodies[id(definition)]
        return sum(start <= first and last <= end for first, last in positions), start

    best = max(map(score, found))
    return [definition for definition in found if score(definition) == best]


def _positions(code: types.CodeType) -> set[tuple[_Position, _Position]]:
    if not hasattr(code, "co_positions"):
        return set()
    places = set(code.co_positions())
    return {
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in places
        if line and end_line and column is not None and end_column is not None and end_column > 0
    }


def _body(definition: Definition) -> tuple[_Position, _Position]:
    body: Sequence[ast.stmt | ast.expr]
    body = [definition.node.body] if isinstance(definition.node, ast.Lambda) else definition.node.body
    first, last = body[0], body[-1]
    return (first.lineno, first.col_offset), (last.end_lineno or 0, last.end_col_offset or 0)


def _content(code: types.CodeType) -> tuple[Hashable, ...]:
    """What a code object does, without where it stands."""
    return (
        code.co_code,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_flags,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        tuple(map(_constant, code.co_consts)),
    )


def _constant(item: object) -> Hashable:
    """A constant so that those of different types, and of different signs of zero, differ."""
    if isinstance(item, types.CodeType):
        return _content(item)
    if isinstance(item, tuple | frozenset):
        return type(item), type(item)(map(_constant, item))
    return type(item), repr(item)
