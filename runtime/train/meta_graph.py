"""Meta graphs: graphs with their collections, signatures and saver, as the `.meta` files of checkpoints hold them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from runtime.dispatch import get_default_graph
from runtime.errors import DataLossError, InvalidArgumentError
from runtime.formats import files, messages
from runtime.func_graph import FuncGraph
from runtime.graph import Graph
from runtime.train import provenance
from runtime.train.collection_defs import add_collections, load_collections
from runtime.train.graph_def import check_savable, graph_def_of, unknown_definitions, used_op_types
from runtime.train.import_graph import as_message, load_graph
from runtime.train.op_defs import stripped
from runtime.train.variable_defs import VARIABLE_COLLECTIONS

if TYPE_CHECKING:
    from runtime.train.saver import Saver

Message = messages.Message
TEXT_ENDINGS = (".pbtxt", ".txt", ".prototxt")
_LARGEST = (1 << 31) - 1
"""Bytes: protocol buffers hold no more."""


def export_meta_graph(
    filename: str | None = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Iterable[str] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    clear_devices: bool = False,
    strip_default_attrs: bool = False,
) -> Message:
    """The MetaGraphDef of a graph: nodes, functions, collections, and what the file that it came from said besides.

    Args:
        filename: where to write it, if anywhere.
        meta_info_def: a MetaInfoDef to put in the place of our own.
        graph_def: a GraphDef to put in the place of the graph's.
        saver_def: a SaverDef that says how to save and restore.
        collection_list: names of the collections to export; all by default.
        as_text: whether to write the text form.
        graph: the graph (by default the current one).
        clear_devices: whether to leave out which devices were asked for.
        strip_default_attrs: whether to leave out attributes that have their default.

    Raises:
        InvalidArgumentError: the graph runs Python functions, which a file cannot hold; or is too large.
    """
    graph = get_default_graph() if graph is None else graph
    check_savable(graph)
    message = messages.new("MetaGraphDef")
    origin = provenance.graph_origin(graph)
    if origin is not None and origin.meta_graph is not None:
        message.CopyFrom(origin.meta_graph)
    nodes = graph_def_of(graph, add_shapes=True) if graph_def is None else graph_def
    message.graph_def.CopyFrom(as_message("GraphDef", nodes, "graph_def"))
    if meta_info_def is not None:
        message.meta_info_def.CopyFrom(as_message("MetaInfoDef", meta_info_def, "meta_info_def"))
    message.meta_info_def.stripped_op_list.CopyFrom(stripped(used_op_types(graph), unknown_definitions(graph)))
    message.meta_info_def.stripped_default_attrs = strip_default_attrs
    if saver_def is not None:
        message.saver_def.CopyFrom(as_message("SaverDef", saver_def, "saver_def"))
    add_collections(message, graph, collection_list)
    if clear_devices:
        _clear_devices(message.graph_def)
    if strip_default_attrs:
        _strip_defaults(message)
    if filename is not None:
        write_message(message, filename, as_text)
    return message


def write_message(message: Message, path: str, as_text: bool = False) -> None:
    """Writes a message to a file, in the place of what is there.

    Raises:
        InvalidArgumentError: it is too large.
    """
    data = content_of(message, as_text)
    with files.os_errors(path):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    files.write_file(path, data)


def content_of(message: Message, as_text: bool = False) -> bytes:
    """The content of the file of a message.

    Raises:
        InvalidArgumentError: it is too large.
    """
    size = message.ByteSize()
    if size > _LARGEST:
        raise InvalidArgumentError(
            f"The graph takes {size} bytes, but files of graphs hold at most {_LARGEST}: make variables of its large "
            f"constants."
        )
    return messages.to_text(message).encode() if as_text else messages.serialize(message)


def _all_nodes(graph_def: Message) -> Iterable[Message]:
    yield from graph_def.node
    for function in graph_def.library.function:
        yield from function.node_def


def _clear_devices(graph_def: Message) -> None:
    for node in _all_nodes(graph_def):
        node.device = ""


def _strip_defaults(message: Message) -> None:
    defaults = {
        op.name: {attr.name: attr.default_value for attr in op.attr if attr.HasField("default_value")}
        for op in message.meta_info_def.stripped_op_list.op
    }
    for node in _all_nodes(message.graph_def):
        known = defaults.get(node.op, {})
        for name in [name for name in node.attr if name in known and node.attr[name] == known[name]]:
            del node.attr[name]


# ---------------------------------------------------------------------------------------------- reading


def import_meta_graph(
    meta_graph_or_file: Any, clear_devices: bool = False, import_scope: str | None = None
) -> Saver | None:
    """Adds a meta graph to the current graph: operations, functions and collections.

    Args:
        meta_graph_or_file: the path of a file (`.meta`, or text), a MetaGraphDef or its bytes.
        clear_devices: whether to leave out which devices were asked for.
        import_scope: what to put before all names.

    Returns:
        A saver that saves and restores as the file says; one of our own if it says nothing but there are variables;
        else None.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: the file is damaged.
        InvalidArgumentError: what it holds is no graph, or does not fit into the current one.
    """
    from runtime.train.saver import Saver

    message = read_meta_graph(meta_graph_or_file)
    graph = get_default_graph()
    prefix = load_meta_graph(graph, message, clear_devices, import_scope)
    if message.HasField("saver_def"):
        return Saver(saver_def=message.saver_def, name=prefix[:-1] or None)
    if any(graph.get_collection(name, scope=prefix or None) for name in VARIABLE_COLLECTIONS):
        return Saver()
    return None


def load_meta_graph(
    graph: Graph, message: Message, clear_devices: bool = False, import_scope: str | None = None
) -> str:
    """Puts a MetaGraphDef into a graph; what it put before all names."""
    if isinstance(graph, FuncGraph):
        raise InvalidArgumentError("A meta graph cannot be imported into a function: leave it first.")
    if clear_devices:
        copy = messages.new("MetaGraphDef")
        copy.CopyFrom(message)
        message = copy
        _clear_devices(message.graph_def)
    prefix = f"{graph.unique_name(import_scope.rstrip('/'))}/" if import_scope else ""
    loaded = load_graph(graph, message.graph_def, prefix, op_list=message.meta_info_def.stripped_op_list.op)
    try:
        load_collections(graph, message, prefix)
    except BaseException:
        graph.forget(op.name for op in loaded.operations.values())
        raise
    if not prefix:
        rest = messages.new("MetaGraphDef")
        rest.CopyFrom(message)
        for field in ("graph_def", "collection_def", "saver_def"):
            rest.ClearField(field)
        provenance.note_graph(graph).meta_graph = rest
    return prefix


def read_meta_graph(source: Any) -> Message:
    """A MetaGraphDef from a file (binary or text), a message or bytes."""
    if isinstance(source, str | os.PathLike):
        return read_message("MetaGraphDef", os.fspath(source))
    return as_message("MetaGraphDef", source, "meta_graph")


def read_message(kind: str, path: str) -> Message:
    """A message from a file, in its binary or text form.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: it holds no such message.
    """
    data = files.read_file(path, kind)
    if path.endswith(TEXT_ENDINGS):
        return _parse_text(kind, data, path)
    try:
        return messages.parse(kind, data, path)
    except DataLossError:
        head = data[:64].lstrip()
        if head[:1].isalpha() and b"{" in data[:4096]:  # Text starts with the name of a field.
            return _parse_text(kind, data, path)
        raise


def _parse_text(kind: str, data: bytes, path: str) -> Message:
    try:
        return messages.parse_text(kind, data.decode(), path)
    except UnicodeDecodeError as error:
        raise DataLossError(f"{path} is damaged: its byte {error.start} is not UTF-8.") from None
    except InvalidArgumentError as error:
        raise DataLossError(error.message) from None


def write_graph(graph_or_graph_def: Any, logdir: str, name: str, as_text: bool = True) -> str:
    """Writes a graph to a file.

    Args:
        graph_or_graph_def: a graph or a GraphDef.
        logdir: the directory; made if need be.
        name: of the file there.
        as_text: whether in the text form.

    Returns:
        The path of the file.

    Raises:
        InvalidArgumentError: the graph runs Python functions, or is too large.
    """
    if isinstance(graph_or_graph_def, Graph):
        check_savable(graph_or_graph_def)
        message = graph_def_of(graph_or_graph_def)
    else:
        message = as_message("GraphDef", graph_or_graph_def, "graph_def")
    path = os.path.join(logdir, name)
    write_message(message, path, as_text)
    return path
