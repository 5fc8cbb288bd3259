"""Settings from `[tool.autograph.check]` in the nearest `pyproject.toml`, and from the command line over them.

[tool.autograph.check]
select = ["AG1", "AG2", "AG3"]
ignore = ["trace-time-log"]
decorators = ["mylib.compiled"]
exclude = ["build", "*_pb2.py"]
per-file-ignores = {"tests/*" = ["AG101"]}
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from autograph.errors import UsageError

from .flow.analysis import Options
from .flow.context import AUTOGRAPH, TENSORFLOW
from .rulebook import codes_of, default_codes, suggestion
from .settings import Settings
from .toml import read_table

TABLE = ("tool", "autograph")
CHECK = "check"
FILE = "pyproject.toml"
TARGETS = (TENSORFLOW, AUTOGRAPH)
DEFAULT_EXCLUDES = (
    ".git", ".hg", ".svn", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".ipynb_checkpoints", ".tox", ".nox", ".venv",
    "venv", "__pycache__", "node_modules", "site-packages", "build", "dist", ".eggs",
)  # fmt: skip


@dataclass(frozen=True)
class Configuration:
    """What a configuration file and the command line say.

    Attributes:
        path: the file, or "" for none.
        select: selectors of the rules that are on; None for the default ones.
        extend_select: selectors of further ones.
        ignore: selectors of rules that are off.
        per_file_ignores: patterns of files, each with selectors.
        decorators: further decorators that compile.
        target: whose rules hold; by the decorator where empty.
        strict: whether what may be a tensor counts as one.
        implicit: whether methods that Keras compiles count.
        transitive: whether functions that compiled ones call are looked at.
        trace_probe: a pattern of texts printed to show tracing; None for the default one.
        exclude: patterns of files and folders that are left out.
    """

    path: str = ""
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decorators: tuple[str, ...] = ()
    target: str = ""
    strict: bool = False
    implicit: bool = False
    transitive: bool = True
    trace_probe: str | None = None
    exclude: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """What its patterns are relative to."""
        return os.path.dirname(os.path.abspath(self.path)) if self.path else os.getcwd()

    def settings(self) -> Settings:
        """The settings of a run.

        Raises:
            UsageError: a selector means nothing.
        """
        codes = codes_of(self.select) if self.select is not None else default_codes()
        codes = (codes | codes_of(self.extend_select)) - codes_of(self.ignore)
        ignores = tuple((pattern, codes_of(selectors)) for pattern, selectors in sorted(self.per_file_ignores.items()))
        settings = Settings(
            codes,
            Options(frozenset(self.decorators), self.target, self.implicit),
            self.strict,
            self.transitive,
            ignores,
        )
        return replace(settings, trace_probe=self.trace_probe) if self.trace_probe is not None else settings


def nearest_file(folder: str) -> str:
    """The nearest `pyproject.toml` with our table, from a folder upwards; "" for none."""
    folder = os.path.abspath(folder)
    while True:
        path = os.path.join(folder, FILE)
        if os.path.isfile(path) and _has_table(path):
            return path
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent


def _has_table(path: str) -> bool:
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return re.search(r"\[\s*tool\s*\.\s*autograph\b|^\s*autograph\b", stream.read(), re.MULTILINE) is not None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", fix="or use --isolated.") from error


def read_configuration(path: str) -> Configuration:
    """The configuration in a file.

    Raises:
        UsageError: the file cannot be read, is not TOML, or holds a table, key or value that means nothing here.
    """
    try:
        with open(path, encoding="utf-8") as stream:
            tables = read_table(stream.read(), TABLE) or {}
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: byte {error.start} is not UTF-8") from error
    except ValueError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from error
    except TypeError as error:
        raise UsageError(f"{path}: {error}") from error
    return configuration_of(_only_table(tables, path), path)


def _only_table(tables: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """The checker's table among those of this project; there are no others."""
    checker = f"[{'.'.join(TABLE)}.{CHECK}]"
    for key in tables:
        if key in _READERS:
            raise UsageError(f"{path}: `{key}` stands in [{'.'.join(TABLE)}]", fix=f"it belongs to {checker}.")
        if key != CHECK:
            near = difflib.get_close_matches(key, [CHECK])
            fix = f"did you mean {checker}?" if near else f"the table is {checker}."
            raise UsageError(f"{path}: no table [{'.'.join(TABLE)}.{key}]", fix=fix)
    table: Any = tables.get(CHECK, {})
    if not isinstance(table, dict):
        kind = "an array" if isinstance(table, list) else repr(table)
        raise UsageError(f"{path}: `{'.'.join(TABLE)}.{CHECK}` must be a table, not {kind}")
    return table


def configuration_of(table: Mapping[str, Any], path: str = "") -> Configuration:
    """The configuration in a table.

    Raises:
        UsageError: it holds a key or value that means nothing here.

    >>> configuration_of({"select": ["AG1"]}).select
    ('AG1',)
    """
    given: dict[str, Any] = {"path": path}
    for key, value in table.items():
        reader = _READERS.get(key)
        if reader is None:
            raise UsageError(
                f"{path}: no setting `{key}`",
                fix=suggestion(key, _READERS).replace(
                    "`autograph rule` lists all rules.", f"the settings are: {', '.join(_READERS)}."
                ),
            )
        given[key.replace("-", "_")] = reader(path, key, value)
    return Configuration(**given)


def merged(configuration: Configuration, arguments: Mapping[str, Any]) -> Configuration:
    """The configuration with what the command line says over it; None there says nothing."""
    said = {key: value for key, value in arguments.items() if value is not None}
    for key in ("ignore", "extend_select", "exclude"):
        if key in said:
            said[key] = (*getattr(configuration, key), *said[key])
    return replace(configuration, **said)


def _texts(path: str, key: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{path}: `{key}` must be a list of strings, not {value!r}")
    return tuple(value)


def _flag(path: str, key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{path}: `{key}` must be true or false, not {value!r}")
    return value


def _target(path: str, key: str, value: Any) -> str:
    if value not in TARGETS:
        raise UsageError(f"{path}: no target {value!r}", fix=f"the targets are: {', '.join(TARGETS)}.")
    return str(value)


def _pattern(path: str, key: str, value: Any) -> str:
    try:
        re.compile(value)
    except (re.error, TypeError) as error:
        raise UsageError(f"{path}: `{key}` is not a regular expression: {error}") from error
    return str(value)


def _ignores(path: str, key: str, value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise UsageError(f"{path}: `{key}` must be a table of patterns with lists of rules")
    return {pattern: _texts(path, key, selectors) for pattern, selectors in value.items()}


_READERS: dict[str, Callable[[str, str, Any], Any]] = {
    "select": _texts,
    "extend-select": _texts,
    "ignore": _texts,
    "per-file-ignores": _ignores,
    "decorators": _texts,
    "target": _target,
    "strict": _flag,
    "implicit": _flag,
    "transitive": _flag,
    "trace-probe": _pattern,
    "exclude": _texts,
}
