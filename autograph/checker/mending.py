"""Applies fixes to checked files, again and again until nothing more can be fixed."""

from __future__ import annotations

from .check import SYNTAX_ERROR
from .diagnostic import Diagnostic
from .fixes import applicable, apply_fixes
from .notebook import Notebook
from .runner import Checked, check_content
from .settings import Settings


def mended(file: Checked, settings: Settings, *, unsafe: bool, rounds: int) -> Checked:
    """A file after its fixes, checked again.

    Args:
        unsafe: whether fixes count that may change what the program does.
        rounds: how often it is tried: one fix can make another one possible.
    """
    for _ in range(rounds):
        found = applicable(file.found, unsafe=unsafe)
        text = _fixed(file, found) if found else file.text
        if text == file.text:
            return file
        after = check_content(text, file.path, settings)
        if _is_broken(after) and not _is_broken(file):
            return file  # a fix must never break a file
        file = after
    return file


def _fixed(file: Checked, found: list[Diagnostic]) -> str:
    if file.is_notebook:
        return _fixed_notebook(file, found)
    text, _ = apply_fixes(file.text.replace("\r\n", "\n"), found)
    return text.replace("\n", "\r\n") if "\r\n" in file.text else text


def _fixed_notebook(file: Checked, found: list[Diagnostic]) -> str:
    notebook = Notebook(file.text, file.path)
    sources: dict[int, str] = {}
    for cell in notebook.cells:
        own = [one for one in found if one.cell == cell.number]
        if own:
            sources[cell.number], _ = apply_fixes(cell.source, own)
    return notebook.with_sources(sources)


def _is_broken(file: Checked) -> bool:
    return bool(file.error) or any(one.code == SYNTAX_ERROR for one in file.found)
