"""Collections of graphs as CollectionDefs."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

from runtime.errors import DataLossError, InvalidArgumentError
from runtime.formats import messages
from runtime.graph import Graph, Operation
from runtime.graph_keys import GraphKeys
from runtime.tensor import Tensor
from runtime.train.variable_defs import VARIABLE_COLLECTIONS, is_variable, variable_def, variable_of

Message = messages.Message
_CONTEXTS = {GraphKeys.COND_CONTEXT: "CondContextDef", GraphKeys.WHILE_CONTEXT: "WhileContextDef"}


def add_collections(message: Message, graph: Graph, names: Iterable[str] | None = None) -> None:
    """Adds the collections of a graph to a MetaGraphDef. What has no form in a file is left out, with a warning.

    Args:
        message: the MetaGraphDef.
        graph: the graph.
        names: of the collections; all by default.
    """
    for name in sorted(graph.get_all_collection_keys() if names is None else names):
        items = graph.get_collection(name)
        kind = _kind_of(items)
        if kind is None:
            warnings.warn(
                f"Collection {name!r} is not saved: it holds {sorted({type(item).__name__ for item in items})}, which "
                f"has no form in a file.",
                RuntimeWarning,
                stacklevel=4,
            )
        elif items:
            values = [_encoded(graph, item) for item in items]
            getattr(message.collection_def[name], kind).value.extend(values)


def _kind_of(items: Sequence[Any]) -> str | None:
    """The kind of list that can hold all items."""
    for kind, fits in (
        ("bytes_list", lambda item: isinstance(item, bytes) or is_variable(item)),
        ("node_list", lambda item: isinstance(item, str | Tensor | Operation) and not hasattr(item, "_value")),
        ("int64_list", lambda item: isinstance(item, int) and not isinstance(item, bool)),
        ("float_list", lambda item: isinstance(item, int | float) and not isinstance(item, bool)),
        ("any_list", lambda item: isinstance(item, messages.message_class("Any"))),
    ):
        if all(map(fits, items)):
            return kind
    return None


def _encoded(graph: Graph, item: Any) -> Any:
    if is_variable(item):
        return messages.serialize(variable_def(graph, item))
    return item.name if isinstance(item, Tensor | Operation) else item


# ---------------------------------------------------------------------------------------------- reading


def load_collections(graph: Graph, message: Message, prefix: str = "") -> None:
    """Puts the collections of a MetaGraphDef into a graph that its nodes are in. A variable is one in all of them.

    Raises:
        InvalidArgumentError: an element is not in the graph.
    """
    variables: dict[str, Any] = {}
    for name in sorted(message.collection_def):
        for item in _items(graph, name, message.collection_def[name], prefix, variables):
            graph.add_to_collection(name, item)


def _items(graph: Graph, name: str, collection: Message, prefix: str, variables: dict[str, Any]) -> Iterable[Any]:
    kind = collection.WhichOneof("kind")
    values = getattr(collection, kind).value if kind else ()
    if kind == "node_list":
        return [_element(graph, name, prefix + value) for value in values]
    if kind == "bytes_list" and name in VARIABLE_COLLECTIONS:
        return [_variable(graph, name, value, prefix, variables) for value in values]
    if kind == "bytes_list" and name in _CONTEXTS and prefix:
        return [_context_in_scope(_CONTEXTS[name], value, prefix) for value in values]
    return list(values)


def _element(graph: Graph, collection: str, name: str) -> Any:
    try:
        return graph.as_graph_element(name)
    except (KeyError, ValueError) as error:
        raise InvalidArgumentError(f"Collection {collection!r}: {error.args[0]}") from None


def _variable(graph: Graph, collection: str, value: bytes, prefix: str, variables: dict[str, Any]) -> Any:
    try:
        message = messages.parse("VariableDef", value, f"An item of collection {collection!r}")
    except DataLossError as error:
        raise InvalidArgumentError(error.message) from None
    if message.variable_name not in variables:
        variables[message.variable_name] = variable_of(graph, message, prefix)
    return variables[message.variable_name]


def _context_in_scope(kind: str, value: bytes, prefix: str) -> bytes:
    """A context of control flow with the names that its operations got."""
    message = messages.parse(kind, value, f"A {kind}")
    _rename(message, prefix)
    return messages.serialize(message)


def _rename(message: Message, prefix: str) -> None:
    for field, value in message.ListFields():
        if field.name == "external_values":
            renamed = {prefix + key: prefix + item for key, item in value.items()}
            value.clear()
            value.update(renamed)
        elif field.message_type is not None:
            for inner in value if field.name == "nested_contexts" else (value,):
                _rename(inner, prefix)
        elif field.name.endswith("_names") or field.name == "values":
            value[:] = [prefix + item for item in value]
        elif field.name.endswith("_name") and value:
            setattr(message, field.name, prefix + value)
