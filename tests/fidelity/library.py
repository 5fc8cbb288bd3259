"""Converts modules of the standard library to code objects on disk, once a Python, source and compiler."""

from __future__ import annotations

import argparse
import ast
import functools
import hashlib
import json
import marshal
import os
import sys
import time
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LIBRARY = Path(os.__file__).parent
CACHE = ROOT / ".fidelity"
ALIAS = "__autograph__"
OPERATORS = "_autograph_operators"

_NOT_LIBRARY = frozenset(
    {"__pycache__", "ensurepip", "idlelib", "lib2to3", "lib-dynload", "msilib", "pydoc_data", "site-packages", "test"}
    | {"tkinter", "turtledemo", "__phello__"}
)
_COMPILER = ("syntax", "analysis", "passes")


def modules() -> dict[str, Path]:
    """The files of all modules of the standard library, by module name."""
    return dict(sorted(_modules(LIBRARY)))


def _modules(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.iterdir():
        if path.name in _NOT_LIBRARY or path.name.startswith("config-"):
            continue
        if path.is_dir():
            yield from _modules(path)
        elif path.suffix == ".py":
            parts = path.relative_to(LIBRARY).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def matching(patterns: Iterable[str]) -> list[str]:
    """The modules whose names match one of the patterns, in order."""
    wanted = list(patterns)
    return [name for name in modules() if any(fnmatch(name, pattern) for pattern in wanted)]


@functools.cache
def folder() -> Path:
    """Where the code objects of this Python and this compiler are."""
    import gast

    digest = hashlib.sha256()
    for part in _COMPILER:
        for path in sorted((ROOT / "autograph" / part).glob("*.py")):
            digest.update(path.read_bytes())
    digest.update(Path(gast.__file__).read_bytes())
    digest.update(Path(__file__).read_bytes())
    version = ".".join(map(str, sys.version_info[:3]))
    return CACHE / version / digest.hexdigest()[:16]


def build(names: Iterable[str] | None = None) -> Path:
    """Converts the modules that are not yet, or have changed; all of the library when None.

    Returns:
        The folder of the code objects; beside each one a `.json` says what was converted.
    """
    target = folder()
    target.mkdir(parents=True, exist_ok=True)
    known = modules()
    for name in known if names is None else names:
        text = known[name].read_bytes()
        mark = hashlib.sha256(text).hexdigest()
        facts = target / f"{name}.json"
        if facts.exists() and json.loads(facts.read_text())["source"] == mark:
            continue
        start = time.perf_counter()
        code, notes = convert(known[name])
        _write(target / f"{name}.code", marshal.dumps(code))
        notes |= {"source": mark, "lines": text.count(b"\n"), "seconds": time.perf_counter() - start}
        _write(facts, json.dumps(notes).encode())
    return target


def convert(path: Path) -> tuple[Any, dict[str, Any]]:
    """The converted code of a module, and how many of its functions there are and stayed native.

    Raises:
        ConversionError: a function of it cannot be converted.
    """
    import gast

    from autograph.syntax.modules import ModuleConversion
    from autograph.syntax.recursion import deep_recursion
    from autograph.syntax.source import Source

    with tokenize.open(path) as stream:
        module = Source.parse(stream.read(), str(path))
    conversion = ModuleConversion(module)
    conversion.alias = ALIAS
    with deep_recursion(module.document.depth):
        tree = conversion.convert(module)
        start = _head(tree.body)
        tree.body[start:start] = gast.parse(f"import {OPERATORS} as {ALIAS}").body if conversion.uses_alias else []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(gast.gast_to_ast(tree), str(path), "exec", dont_inherit=True)
    return code, {"functions": len(module.document.functions), "native": list(_native(module))}


def _native(module: Any) -> Iterator[str]:
    """The functions of a module that stay as they are."""
    from autograph.analysis.staging import Native
    from autograph.syntax.pipeline import convert as convert_function

    for source in module.functions():
        if isinstance(source.node, ast.Lambda) or "<locals>" in source.qualname:
            continue
        converted = convert_function(source, until="fence")
        for function in converted.unit.table(Native).functions:
            yield f"{source.qualname}:{function.lineno}"


def _head(body: list[Any]) -> int:
    """How many statements must come first: the docstring and imports of features."""
    import gast

    count = 0
    for statement in body:
        is_text = isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant)
        is_feature = isinstance(statement, gast.ImportFrom) and statement.module == "__future__"
        if not is_text and not is_feature:
            break
        count += 1
    return count


def _write(path: Path, content: bytes) -> None:
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*", help="modules to convert; all of them when none is given")
    options = parser.parse_args()
    sys.stdout.write(f"{build(matching(options.patterns) if options.patterns else None)}\n")


if __name__ == "__main__":
    main()
