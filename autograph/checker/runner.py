"""Checks files: reads them, silences what comments silence, and does many at the same time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace

from autograph.errors import AutographError

from .check import SYNTAX_ERROR, check_text
from .diagnostic import Diagnostic
from .files import is_excluded, read_text
from .notebook import Notebook
from .settings import Settings
from .suppressions import UNUSED, suppressions, unsilenced, unused

MANY = 48  # files: fewer are done before other processes have started


@dataclass(frozen=True)
class Checked:
    """A file that was checked.

    Attributes:
        path: the file.
        text: its text; of a notebook the JSON text.
        found: the findings, in order.
        error: why it could not be read; empty if it could.
        silenced: how many findings comments have silenced.
    """

    path: str
    text: str = ""
    found: tuple[Diagnostic, ...] = ()
    error: str = ""
    silenced: int = 0

    @property
    def is_notebook(self) -> bool:
        """Whether it is a notebook."""
        return self.path.endswith(".ipynb")


def check_files(paths: list[str], settings: Settings, folder: str = "") -> Iterator[Checked]:
    """Checks files, in their order.

    Args:
        folder: what the patterns in the settings are relative to.
    """
    jobs = [(path, settings_for(path, settings, folder)) for path in paths]
    workers = min(os.cpu_count() or 1, len(jobs) // (MANY // 2))
    if len(jobs) < MANY or workers < 2:
        yield from map(check_job, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers) as executor:
        yield from executor.map(check_job, jobs, chunksize=8)


def check_job(job: tuple[str, Settings]) -> Checked:
    """Checks one file."""
    path, settings = job
    try:
        text = read_text(path)
    except AutographError as error:
        return Checked(path, error=error.what)
    return check_content(text, path, settings)


def settings_for(path: str, settings: Settings, folder: str = "") -> Settings:
    """The settings without the rules that are off for a file."""
    off: frozenset[str] = frozenset()
    for pattern, codes in settings.per_file_ignores:
        if is_excluded(os.path.relpath(path, folder or None), [pattern]) or is_excluded(path, [pattern]):
            off |= codes
    return replace(settings, codes=settings.codes - off, per_file_ignores=())


def check_content(text: str, path: str, settings: Settings) -> Checked:
    """Checks the text of a file, a notebook's JSON text included."""
    try:
        if path.endswith(".ipynb"):
            return _check_notebook(text, path, settings)
        found, silenced = _checked(text, path, settings)
    except AutographError as error:
        return Checked(path, text, error=error.what)
    return Checked(path, text, tuple(found), silenced=silenced)


def _check_notebook(text: str, path: str, settings: Settings) -> Checked:
    notebook = Notebook(text, path)
    found, silenced = _checked(notebook.text, path, settings)
    for cell in notebook.broken_cells():
        broken = check_text(cell.text, path, settings)
        found += [
            replace(
                one,
                span=replace(
                    one.span,
                    line=one.span.line + cell.first_line - 1,
                    end_line=one.span.end_line + cell.first_line - 1,
                ),
            )
            for one in broken
            if one.code == SYNTAX_ERROR
        ]
    located = sorted((notebook.located(one) for one in found), key=lambda one: one.order)
    return Checked(path, text, tuple(located), silenced=silenced)


def _checked(text: str, path: str, settings: Settings) -> tuple[list[Diagnostic], int]:
    """The findings that no comment silences, and how many are silenced."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = check_text(text, path, settings)
    if any(one.code == SYNTAX_ERROR for one in found):
        return found, 0  # what its comments mean is not known either
    comments = suppressions(text, path)
    if not comments:
        return found, 0
    kept = unsilenced(found, comments)
    silenced = len(found) - len(kept)
    if UNUSED in settings.codes:
        kept += unsilenced(
            unused(comments, settings.codes), [one for one in comments if one.codes and UNUSED in one.codes]
        )
    return sorted(kept, key=lambda one: one.order), silenced
