"""Finding the text of a live function: its file by `linecache`, its node by the code object."""

from __future__ import annotations

import linecache
import types
from collections.abc import Callable
from typing import Any

from autograph.errors import SourceUnavailableError

from . import framework
from .document import Document
from .source import Source


def find(function: Callable[..., Any]) -> Source:
    """The source of a live function; see `Source.of`."""
    function = getattr(function, "__func__", function)
    if not isinstance(function, types.FunctionType):
        raise SourceUnavailableError(f"the source of `{getattr(function, '__qualname__', function)}` is not available")
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        raise SourceUnavailableError(f"the source of `{function.__qualname__}` is not available")
    document = Document("".join(lines), code.co_filename)
    for definition in document.definitions:
        if definition.first_line == code.co_firstlineno and definition.name == code.co_name:
            names = framework.imported_names(document.module)
            return Source(document, definition.node, definition.qualname, definition.class_name, names)
    raise SourceUnavailableError(f"the source of `{function.__qualname__}` is not available")
