"""show what has been saved: variables, signatures, operations, the graph.

Takes a checkpoint (its prefix, its .index or .meta, or its directory), a SavedModel's directory, or a graph's .pb or
.pbtxt, of this package or of TensorFlow. Nothing in the file is run.

  autograph inspect model.ckpt-100             variables and graph of a checkpoint
  autograph inspect export/                    a SavedModel, with its signatures
  autograph inspect frozen.pb --graph          every operation, one a line
  autograph inspect frozen.pb --dot            a picture, for Graphviz
  autograph inspect frozen.pb --html > f.html  a page for the browser, to zoom in
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from autograph.saved_files import checkpoint_of, found, graph_of, one_line_errors
from autograph.terminal import Terminal


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("path", metavar="PATH", help="a checkpoint, SavedModel or graph")
    parser.add_argument("--tags", help="tags of the graph in a SavedModel that has several, separated by commas")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--graph", action="store_true", help="list all operations and functions")
    what.add_argument("--dot", action="store_true", help="print the graph in the language of Graphviz")
    what.add_argument("--html", action="store_true", help="print a page with a picture of the graph")
    what.add_argument("--values", metavar="NAME", help="print the value of a variable")
    what.add_argument("--json", action="store_true", help="print variables, signatures and op counts as JSON")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Prints what is at the path."""
    with one_line_errors():
        lines = list(_lines(options))
    for line in lines:
        print(line)
    return 0


def _lines(options: argparse.Namespace) -> Iterator[str]:
    from runtime.train import load_variable, reports

    thing = found(options.path, options.tags)
    if options.values:
        yield str(load_variable(checkpoint_of(thing), options.values))
    elif options.json:
        yield json.dumps(_as_data(thing), indent=2)
    elif options.graph:
        yield from reports.listing(graph_of(thing))
    elif options.dot:
        yield graph_of(thing).to_dot(functions=True).rstrip("\n")
    elif options.html:
        yield graph_of(thing).to_html(options.path)
    else:
        yield from reports.report(thing)


def _as_data(thing: Any) -> dict[str, Any]:
    from runtime.train import reports

    return {
        "path": thing.path,
        "kind": thing.kind,
        "variables": {name: {"dtype": d.name, "shape": list(shape)} for name, d, shape in thing.variables()},
        "signatures": {key: reports.signature_types(signature) for key, signature in thing.signatures.items()},
        "operations": {} if thing.graph is None else dict(sorted(reports.op_counts(thing.graph).items())),
    }
