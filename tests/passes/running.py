"""Converting functions that stand in a text, and running them beside the native ones."""

import linecache
import sys
import textwrap
import warnings

from autograph.syntax import pipeline
from autograph.syntax.loader import load
from autograph.syntax.printer import print_tree
from autograph.syntax.source import Source
from tests.passes import python_mode

_count = 0


def native(text, **names):
    """The namespace of a module with this text; its functions have their source."""
    global _count
    _count += 1
    file = f"<program {_count}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = {"__name__": "program", "__file__": file, **names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, file, "exec", dont_inherit=True), space)
    return space


def converted(function, until=None, operators=python_mode):
    """The function as the passes up to `until` make it."""
    return load(pipeline.convert(Source.of(function), until=until, verify=True), function, operators)


def text(block):
    """The text of an indented block."""
    return textwrap.dedent(block).strip("\n ")


def unit_of(block, until=None):
    """What converting the first function of a block gives."""
    return pipeline.convert(next(Source.parse(text(block) + "\n", "f.py").functions()), until=until, verify=True)


def lower(block, until=None):
    """The text of the first function of a block after the passes up to `until`."""
    return print_tree(unit_of(block, until).tree)


def outcome(function, *args):
    """What a call gives or raises, in a form that compares."""
    try:
        return "gives", function(*args)
    except Exception as error:
        return "raises", type(error).__name__, str(error), _lines(error)


def _lines(error):
    """The lines of the traceback that stand in programs."""
    if isinstance(error, NameError):
        return []  # two instructions that CPython 3.11 runs as one may be of two lines
    lines, traceback = [], error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename.startswith("<program"):
            lines.append((traceback.tb_frame.f_code.co_name, traceback.tb_lineno))
        traceback = traceback.tb_next
    return lines


PREFIXES = [*pipeline.PASSES[:-1], None]
VERSION = sys.version_info[:2]
