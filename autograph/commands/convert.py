"""print Python files with their control flow converted.

Reads text only: the files are never imported or run. What needs no conversion is printed as it stands, with its
comments; the result is Python that runs.

  autograph convert model.py               the whole file
  autograph convert model.py:Model.call    one method (or function, or class)
  cat model.py | autograph convert -       standard input
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import re
import sys
import tokenize
from typing import TYPE_CHECKING

from autograph.errors import ConversionError, UsageError
from autograph.syntax.span import Span
from autograph.terminal import Terminal

if TYPE_CHECKING:
    from autograph.syntax.source import Source

_TARGET = re.compile(r"(?P<file>.+?):(?P<name>[^\W\d][\w.<>]*)", re.DOTALL)


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("targets", nargs="+", metavar="FILE[:QUALNAME]", help="what to convert; - is standard input")
    parser.add_argument("--diff", action="store_true", help="show what changes, as a unified difference")
    parser.add_argument("--until", metavar="PASS", help="stop after this pass, to see what each one does")
    parser.add_argument("--verify", action="store_true", help="check the tree after each pass")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Converts and prints each target; all problems of all targets are shown."""
    from autograph.syntax.pipeline import PASSES

    if options.until and options.until not in PASSES:
        raise UsageError(f"no pass `{options.until}`", fix=f"the passes are: {', '.join(PASSES)}.")
    problems: list[ConversionError] = []
    for target in options.targets:
        try:
            text, original, file = _convert(target, options, problems)
        except ConversionError as error:
            problems.append(error)
            continue
        except (RecursionError, MemoryError):
            problems.append(
                ConversionError("too deeply nested for the parser", span=Span(split_target(target)[0], 1, 0, 1, 1))
            )
            continue
        if problems:
            continue
        if options.diff:
            old, new = (item.splitlines(keepends=True) for item in (original, text))
            terminal.diff(difflib.unified_diff(old, new, file, f"{file} (converted)"))
        else:
            terminal.code(f"# {target}\n\n{text}\n" if len(options.targets) > 1 else text)
    for problem in problems:
        terminal.error(problem)
    return 1 if problems else 0


def _convert(target: str, options: argparse.Namespace, problems: list[ConversionError]) -> tuple[str, str, str]:
    """The converted text of a target, its original text, and its file."""
    from autograph.syntax.modules import ModuleConversion, find_part
    from autograph.syntax.rendering import original_text, render_module, render_part

    file, qualname = split_target(target)
    module = read(file)
    conversion = ModuleConversion(module, problems.append, until=options.until, verify=options.verify)
    if not qualname:
        return render_module(conversion.convert(module), conversion), module.text, module.file
    part = find_part(module, qualname)
    return render_part(conversion.convert(part), part, conversion.alias), original_text(part), module.file


def split_target(target: str) -> tuple[str, str]:
    """The file and the qualified name of `FILE:QUALNAME`; the name is empty where there is none.

    >>> split_target("C:/model.py:Model.call")
    ('C:/model.py', 'Model.call')
    """
    match = _TARGET.fullmatch(target)
    if not match or os.path.exists(target):
        return target, ""
    return match["file"], match["name"]


def read(file: str) -> Source:
    """The source of a file, or of standard input for `-`.

    Raises:
        UsageError: the file cannot be read, or is a notebook.
        ConversionError: it is not valid Python.
    """
    from autograph.syntax.source import Source

    if file.endswith(".ipynb"):
        raise UsageError(
            f"{file} is a notebook, which cannot be converted as a whole",
            fix=f"save its cells as Python: jupyter nbconvert --to script {file}",
        )
    try:
        if file == "-":
            return Source.parse(_decoded(sys.stdin.buffer.read()), "<stdin>")
        with open(file, "rb") as stream:
            return Source.parse(_decoded(stream.read()), file)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except (UnicodeDecodeError, SyntaxError) as error:
        raise UsageError(f"cannot read {file}: {error}", fix="save it as UTF-8, or declare its encoding.") from error


def _decoded(text: bytes) -> str:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(text).readline)
    return text.decode(encoding)
