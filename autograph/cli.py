"""The command line. Each module of `autograph.commands` is one command; nothing here knows which there are.

Exit codes: 0 all is well, 1 the user's code has problems, 2 the command line is wrong, or a file cannot be read or
written.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence

import autograph.commands as commands  # not `from . import`: the package would look among its operators first

from . import __version__
from .errors import AutographError, UsageError
from .terminal import COLOR_CHOICES, Terminal

OK, PROBLEMS, USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        arguments: what stands after `autograph` on the command line; that of the process when None.

    Returns:
        The exit code.
    """
    terminal = Terminal()
    try:
        try:
            options = _parser().parse_args(arguments)
            terminal = Terminal(options.color)
            code: int = options.run(options, terminal)
        except SystemExit as exit_:  # argparse has printed the help or the error
            code = exit_.code if isinstance(exit_.code, int) else USAGE
        sys.stdout.flush()
    except AutographError as error:
        terminal.error(error)
        return USAGE if isinstance(error, UsageError) else PROBLEMS
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        _drop_output()
        return OK
    except OSError as error:
        if not error.filename:  # what is printed has no name
            _drop_output()
        what = f"cannot use {error.filename}" if error.filename else "cannot write the output"
        terminal.error(UsageError(f"{what}: {error.strerror or error}"))
        return USAGE
    return code


def _drop_output() -> None:
    """Lets what could not be written go nowhere, so that Python does not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="autograph", description="Python control flow as graphs.")
    parser.add_argument("--version", action="version", version=f"autograph {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in sorted(module.name for module in pkgutil.iter_modules(commands.__path__)):
        command = importlib.import_module(f"{commands.__name__}.{name}")
        summary, _, description = (command.__doc__ or "").partition("\n")
        subparser = subparsers.add_parser(
            name,
            help=summary,
            description=f"{summary}\n{description}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        subparser.add_argument(
            "--color", choices=COLOR_CHOICES, default="auto", help="colours: on a terminal when auto"
        )
        command.configure(subparser)
        subparser.set_defaults(run=command.run)
    return parser
