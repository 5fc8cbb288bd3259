"""show what has been saved: variables, signatures, operations.

Takes a checkpoint (its prefix, its .index or .meta, or its directory), a SavedModel's directory, or a graph's .pb or
.pbtxt, of this package or of TensorFlow. Nothing in the file is run.

  autograph inspect model.ckpt-100          variables and graph of a checkpoint
  autograph inspect export/                 a SavedModel, with its signatures
  autograph inspect frozen.pb --graph       every operation, one a line
  autograph inspect frozen.pb --dot         a picture, for Graphviz
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from autograph.errors import AutographError
from autograph.terminal import Terminal


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("path", metavar="PATH", help="a checkpoint, SavedModel or graph")
    parser.add_argument("--tags", help="tags of the graph in a SavedModel that has several, separated by commas")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--graph", action="store_true", help="list all operations and functions")
    what.add_argument("--dot", action="store_true", help="print the graph in the language of Graphviz")
    what.add_argument("--values", metavar="NAME", help="print the value of a variable")
    what.add_argument("--json", action="store_true", help="print variables and op counts as JSON")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Prints what is at the path."""
    from runtime.errors import OpError

    try:
        for line in _lines(options):
            print(line)
    except (OpError, ValueError) as error:
        raise AutographError(str(error)) from error
    return 0


def _lines(options: argparse.Namespace) -> Iterator[str]:
    from runtime.errors import NotFoundError
    from runtime.train import load_variable, reports, saved_things

    thing = saved_things.find(options.path, options.tags and set(options.tags.split(",")))
    if options.values:
        if thing.checkpoint is None:
            raise NotFoundError(f"{thing.path} is a {thing.kind} without variables.")
        yield str(load_variable(thing.checkpoint, options.values))
    elif options.json:
        yield json.dumps(_as_data(thing), indent=2)
    elif options.graph or options.dot:
        if thing.graph is None:
            raise NotFoundError(f"{thing.path} is a {thing.kind} without a graph.")
        yield from (reports.listing if options.graph else reports.dot)(thing.graph)
    else:
        yield from reports.report(thing)


def _as_data(thing: Any) -> dict[str, Any]:
    from collections import Counter

    operations = [] if thing.graph is None else thing.graph.get_operations()
    return {
        "path": thing.path,
        "kind": thing.kind,
        "variables": {name: {"dtype": d.name, "shape": list(shape)} for name, d, shape in thing.variables()},
        "signatures": sorted(thing.signatures),
        "operations": dict(sorted(Counter(op.type for op in operations).items())),
    }
