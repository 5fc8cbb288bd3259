"""Finding the text of a live function: its file through `linecache`, its node through its code object."""

from __future__ import annotations

import linecache
import os
import threading
import time
import types
from typing import Any

from autograph.errors import ConversionError, SourceChangedError, SourceUnavailableError

from . import framework
from .document import Definition, Document
from .matching import compiles_to, matching
from .source import Source

_MOST_DOCUMENTS = 256
_STARTED = time.time()  # s since the epoch: files that changed later may differ from what was imported

_documents: dict[str, tuple[list[str], Document]] = {}
_lock = threading.Lock()


def find(function: Any) -> Source:
    """The source of a live function; see `Source.of`."""
    function = getattr(function, "__func__", function)
    if not isinstance(function, types.FunctionType):
        raise _not_python(function)
    code = function.__code__
    lines = _lines(function)
    document = _document(code.co_filename, lines)
    found = matching(document, code, function.__qualname__)
    if not found:
        raise _changed(function, document, "nothing like it stands there any more")
    if len(found) > 1:
        raise _ambiguous(function, document, found)
    definition = found[0]
    if _may_have_changed(code.co_filename) and not compiles_to(document, definition, code, function.__qualname__):
        raise _changed(function, document, "the text there is another now")
    names = framework.names_of(definition.node, function)
    alias = framework.live_package_alias(names - set(code.co_freevars), function)
    return Source(document, definition.node, definition.qualname, definition.class_name, names, alias)


def _lines(function: types.FunctionType) -> list[str]:
    """The lines of the function's file, or of the notebook cell, doctest or prompt that it was written in."""
    file = function.__code__.co_filename
    linecache.checkcache(file)
    lines = linecache.getlines(file, function.__globals__)
    if not lines and hasattr(linecache, "_getlines_from_code"):  # code given to `python -c` or a prompt, from 3.13 on
        lines = linecache._getlines_from_code(function.__code__)
    if not lines:
        raise _unavailable(function)
    return lines


def _document(file: str, lines: list[str]) -> Document:
    """The parsed file; the same object as long as its lines are the same."""
    with _lock:
        known = _documents.get(file)
        if known is None or (known[0] is not lines and known[0] != lines):
            while len(_documents) >= _MOST_DOCUMENTS:
                del _documents[next(iter(_documents))]
            known = _documents[file] = lines, Document("".join(lines), file)
        return known[1]


def _may_have_changed(file: str) -> bool:
    entry = linecache.cache.get(file, ())
    modified = entry[1] if len(entry) > 1 else None
    return modified is not None and modified > _STARTED


def _not_python(function: Any) -> SourceUnavailableError:
    name = getattr(function, "__qualname__", None) or repr(function)
    return SourceUnavailableError(
        f"the source of `{name}` is not available",
        why=f"it is not a Python function but {_kind(function)}.",
        fix="call it from a Python function, and convert that one.",
    )


def _kind(function: Any) -> str:
    if isinstance(function, type):
        return "a class"
    if isinstance(function, types.BuiltinFunctionType | types.MethodDescriptorType):
        return "compiled code"
    return f"an object of type `{type(function).__qualname__}`"


def _unavailable(function: types.FunctionType) -> SourceUnavailableError:
    file = function.__code__.co_filename
    if file.startswith("<"):
        why = f"it was made from text that was not kept ({file}): by `exec`, `eval`, or at a plain prompt."
        fix = "write the function in a file or a notebook cell."
    elif os.path.exists(file):
        why, fix = f"{file} cannot be read as Python text.", "check its encoding."
    else:
        why = f"there is no file {file}: only its compiled form was installed, or it has moved."
        fix = "install the package with its `.py` files."
    return SourceUnavailableError(f"the source of `{function.__qualname__}` is not available", why=why, fix=fix)


def _changed(function: types.FunctionType, document: Document, how: str) -> SourceChangedError:
    line = function.__code__.co_firstlineno
    return SourceChangedError(
        f"the source of `{function.__qualname__}` is not available",
        why=f"{document.file} was changed after it was imported: the function was at line {line}, and {how}.",
        fix="import the file again, or start Python anew.",
    )


def _ambiguous(function: types.FunctionType, document: Document, found: list[Definition]) -> ConversionError:
    span = document.span(found[0].node)
    return ConversionError(
        f"cannot tell which of {len(found)} functions this one is",
        span=span,
        excerpt=document.excerpt(span),
        why="they begin on the same line, and the code was compiled from another text than this.",
        fix="give each a line of its own.",
    )
