"""compare two checkpoints.

Prints the tensors that are in one only (- and +), and those whose dtype, shape or numbers differ (!). The exit code is
0 if there is no difference, 1 otherwise.

  autograph diff model.ckpt-100 model.ckpt-200
  autograph diff before/ after/ --atol 1e-6
"""

from __future__ import annotations

import argparse

from autograph.errors import AutographError
from autograph.terminal import Terminal


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("first", metavar="A", help="a checkpoint: its prefix, directory, or a SavedModel")
    parser.add_argument("second", metavar="B", help="another one")
    parser.add_argument("--rtol", type=float, default=0.0, help="numbers this near to each other are equal, relatively")
    parser.add_argument("--atol", type=float, default=0.0, help="numbers this near to each other are equal")
    parser.add_argument("--all", action="store_true", help="name the equal tensors, too")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Prints the differences."""
    from runtime.errors import OpError
    from runtime.train import reports

    equal = different = 0
    try:
        first, second = _checkpoint(options.first), _checkpoint(options.second)
        for difference in reports.differences(first, second, options.rtol, options.atol):
            equal += difference.mark == "="
            different += difference.mark != "="
            if options.all or difference.mark != "=":
                print(f"{difference.mark} {difference.name}  {difference.text}")
    except (OpError, ValueError) as error:
        raise AutographError(str(error)) from error
    print(f"{different} different, {equal} equal")
    return 1 if different else 0


def _checkpoint(path: str) -> str:
    """Prefix of the checkpoint at a path."""
    from runtime.errors import NotFoundError
    from runtime.train import saved_things

    thing = saved_things.find(path)
    if thing.checkpoint is None:
        raise NotFoundError(f"{path} is a {thing.kind} without variables.")
    return str(thing.checkpoint)
