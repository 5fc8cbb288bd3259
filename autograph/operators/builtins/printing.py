"""`print`, which acts when and as often as its line runs."""

from __future__ import annotations

import sys
from typing import Any

from autograph.operators import backend
from autograph.operators.missing import DEAD
from autograph.operators.place import refusal
from autograph.operators.standin import resolve
from autograph.operators.text import parts_of


def print_(*values: Any, sep: Any = " ", end: Any = "\n", file: Any = None, flush: bool = False) -> None:
    """Has the semantics of `print`, at run time."""
    values = tuple(map(resolve, values))
    if any(value is DEAD for value in values):
        return
    separator = " " if sep is None else sep
    ending = "\n" if end is None else end
    if _belongs_to_python(values):
        print(*values, sep=separator, end=ending, file=file, flush=flush)
        return
    backend.active().print(parts_of(values, separator), ending, _stream(file))


def _belongs_to_python(values: tuple[Any, ...]) -> bool:
    """Whether nothing is being built that could print later."""
    building = backend.active().current_graph() is not None
    return not building and not any(map(backend.active().is_symbolic, values))


def _stream(file: Any) -> str:
    if file is None or file is sys.stdout:
        return "stdout"
    if file is sys.stderr:
        return "stderr"
    raise refusal(
        "print to a file inside a traced function",
        why="the line runs with the graph, which can print to the standard streams only.",
        fix="print to sys.stdout or sys.stderr, or return the values and write them outside.",
    )
