"""run a saved graph.

Feeds are Python literals, or arrays in .npy files. Names are those of tensors ("x:0", or "x" for the first output of an
operation), of variables, or of the inputs and outputs of a signature.

  autograph run frozen.pb --feed x=[1,2,3] --fetch y
  autograph run model.ckpt-100 --feed x=@x.npy --fetch logits:0 --output result.npz
  autograph run export/ --signature serving_default --feed x=@x.npy
"""

from __future__ import annotations

import argparse
import ast
import difflib
from collections.abc import Mapping
from tokenize import TokenError
from typing import Any

from autograph.errors import AutographError, UsageError
from autograph.saved_files import found, graph_of, one_line_errors
from autograph.terminal import Terminal

_DEFAULT = "serving_default"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("path", metavar="PATH", help="a checkpoint with its graph, a SavedModel, or a graph")
    parser.add_argument("--feed", action="append", default=[], metavar="NAME=VALUE", help="a literal, or @file.npy")
    parser.add_argument("--fetch", action="append", default=[], metavar="NAME", help="what to compute")
    parser.add_argument(
        "--signature", metavar="KEY", help="whose inputs and outputs are meant: serving_default, if any"
    )
    parser.add_argument("--tags", help="tags of the graph in a SavedModel that has several, separated by commas")
    parser.add_argument("--output", metavar="FILE", help="write the results to an .npz file instead")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Runs the graph once, and prints or writes the results."""
    feeds = dict(_feed(text) for text in options.feed)
    with one_line_errors():
        thing = found(options.path, options.tags)
        graph_of(thing)
        fetches, names = _names(options, thing)
        session = thing.session()
        _check_feeds(session.graph, feeds, names)
        given = {_tensor(session.graph, names.get(name, name)): value for name, value in feeds.items()}
        results = session.run({name: _fetch(session.graph, fetch) for name, fetch in fetches.items()}, given)
    _show(results, options.output)
    return 0


def _feed(text: str) -> tuple[str, Any]:
    """Name and value of `NAME=VALUE`."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"--feed {text} is not of the form NAME=VALUE", fix="write --feed x=[1,2] or --feed x=@x.npy.")
    if value.startswith("@"):
        return name, _load(value[1:])
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError) as error:
        raise UsageError(f"--feed {name}: {value} is no Python literal", fix="quote it for the shell.") from error


def _load(path: str) -> Any:
    """The array in an .npy file; pickles are not loaded."""
    import numpy as np

    try:
        with open(path, "rb") as file:
            start = file.read(len(np.lib.format.MAGIC_PREFIX))
            if start != np.lib.format.MAGIC_PREFIX:
                raise UsageError(
                    f"cannot read {path}: it is {'no .npy file' if start else 'empty'}", fix="write it by `numpy.save`."
                )
            file.seek(0)
            return np.lib.format.read_array(file, allow_pickle=False)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, EOFError, MemoryError, SyntaxError, TokenError) as error:
        raise UsageError(f"cannot read {path}: {error}", fix="write it by `numpy.save`.") from error


def _names(options: argparse.Namespace, thing: Any) -> tuple[dict[str, str], Mapping[str, str]]:
    """What to fetch by name, and the tensors that names of inputs stand for."""
    signature = _signature(options.signature, thing.signatures)
    inputs = {} if signature is None else {name: info.name for name, info in signature.inputs.items()}
    outputs = {} if signature is None else {name: info.name for name, info in sorted(signature.outputs.items())}
    wanted = options.fetch or list(outputs)
    if not wanted:
        raise UsageError("nothing to compute", fix="name it by --fetch, or take a --signature.")
    return {name: outputs.get(name, name) for name in wanted}, inputs


def _signature(key: str | None, signatures: Mapping[str, Any]) -> Any:
    """The signature that is meant: the one with this name, the default one, or the only one."""
    if key is None:
        return signatures.get(_DEFAULT) or (next(iter(signatures.values())) if len(signatures) == 1 else None)
    if key not in signatures:
        raise UsageError(f"no signature {key}", fix=f"there are: {', '.join(signatures) or 'none'}.")
    return signatures[key]


def _fetch(graph: Any, name: str) -> Any:
    """What a name is of: a variable, an operation (its first output, if it has one), or a tensor."""
    for variable in graph.get_collection("variables"):
        if name in (variable.name, variable.op.name):
            return variable
    operations = [op.name for op in graph.get_operations()]
    if name.partition(":")[0] not in operations:
        near = difflib.get_close_matches(name, operations, n=1)
        fix = f"did you mean `{near[0]}`?" if near else "`autograph inspect PATH --graph` lists all operations."
        raise AutographError(f"--fetch {name}: the graph has no '{name}'", fix=fix)
    return _tensor(graph, name)


def _check_feeds(graph: Any, feeds: Mapping[str, Any], names: Mapping[str, str]) -> None:
    """Tells which names to feed are of nothing, with what could be meant."""
    operations = graph.get_operations()
    known = {op.name for op in operations}
    for name in feeds:
        if names.get(name, name).partition(":")[0] not in known:
            inputs = [*names, *(op.name for op in operations if op.type == "Placeholder" and not names)]
            near = difflib.get_close_matches(name, inputs, n=1) or difflib.get_close_matches(name, sorted(known), n=1)
            near = inputs if len(inputs) == 1 else near
            fix = f"did you mean `{near[0]}`?" if near else f"the inputs are: {', '.join(inputs) or 'none'}."
            raise AutographError(f"--feed {name}: the graph has no '{name}'", fix=fix)


def _tensor(graph: Any, name: str) -> str:
    """The name of the first output of an operation, where that is meant."""
    operations = {op.name: op for op in graph.get_operations()}
    return f"{name}:0" if name in operations and operations[name].outputs else name


def _show(results: Mapping[str, Any], output: str | None) -> None:
    import numpy as np

    if output is None:
        for name, value in results.items():
            print(value if len(results) == 1 else f"{name} = {value}")
        return
    arrays: dict[str, Any] = {name: np.asarray(value) for name, value in results.items() if value is not None}
    try:
        with open(output, "wb") as file:
            np.savez(file, **arrays)
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror}") from error
