"""compare two checkpoints.

Prints the tensors that are in one only (- and +), and those whose dtype, shape or numbers differ (!). The exit code is
0 if there is no difference, 1 if there is one, 2 if a checkpoint cannot be read.

  autograph diff model.ckpt-100 model.ckpt-200
  autograph diff before/ after/ --atol 1e-6
"""

from __future__ import annotations

import argparse

from autograph.errors import UsageError
from autograph.saved_files import checkpoint_of, found, one_line_errors
from autograph.terminal import Terminal


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("first", metavar="A", help="a checkpoint: its prefix, directory, or a SavedModel")
    parser.add_argument("second", metavar="B", help="another one")
    parser.add_argument(
        "--rtol", type=_tolerance, default=0.0, help="numbers this near to each other are equal, relatively"
    )
    parser.add_argument("--atol", type=_tolerance, default=0.0, help="numbers this near to each other are equal")
    parser.add_argument("--all", action="store_true", help="name the equal tensors, too")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Prints the differences."""
    with one_line_errors(UsageError):
        from runtime.train.differences import differences

        first, second = (checkpoint_of(found(path)) for path in (options.first, options.second))
        results = list(differences(first, second, options.rtol, options.atol))
    different = sum(result.mark != "=" for result in results)
    for result in results:
        if options.all or result.mark != "=":
            print(f"{result.mark} {result.name}  {result.text}")
    print(f"{different} different, {len(results) - different} equal")
    return 1 if different else 0


def _tolerance(text: str) -> float:
    """A number that differences may have; not negative, and not NaN, which nothing is near to."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text} is no number from 0 on")
    return value
