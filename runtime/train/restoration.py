"""Puts the values of a checkpoint into objects: those that are there at once, others when they come."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

from runtime import attachments
from runtime.errors import DataLossError
from runtime.formats import messages
from runtime.formats.checkpoints import Reader, Wanted, check, open_checkpoint, read_all
from runtime.train.trackables import VALUE, children, has_slots, is_variable

Message = messages.Message
OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"

Assign = Callable[[Any, Any], None]
"""Sets a variable to an array."""


def read_object_graph(reader: Reader) -> Message | None:
    """The graph of objects in a checkpoint, or None if it was made of variables by name.

    Raises:
        DataLossError: it is damaged.
    """
    if OBJECT_GRAPH_KEY not in reader.entries:
        return None
    data = reader.read(OBJECT_GRAPH_KEY)
    what = f"The object graph of {reader.prefix}"
    graph = messages.parse("TrackableObjectGraph", bytes(data[()]), what)
    count = len(graph.nodes)
    for node in graph.nodes:
        numbers = [child.node_id for child in node.children]
        for slot in node.slot_variables:
            numbers += [slot.original_variable_node_id, slot.slot_variable_node_id]
        if any(not 0 <= number < count for number in numbers):
            raise DataLossError(f"{what} is damaged: it names an object that is not there.")
    return graph


class Restoration:
    """One restore of a checkpoint that was made of objects.

    Args:
        path: the prefix of the checkpoint.
        graph: its graph of objects.
        root: the object that its first node stands for.
        assign: sets a variable to an array.

    Attributes:
        matched: number of a node → the object that it stands for.
    """

    def __init__(self, path: str, graph: Message, root: Any, assign: Assign) -> None:
        self._path = path
        self._graph = graph
        self._root = root
        self._assign = assign
        self.matched: dict[int, Any] = {}
        self._restored: set[int] = set()
        self._watched: dict[int, Callable[[], None]] = {}

    def advance(self, start: int = 0) -> None:
        """Restores objects that are there and have not got their values yet; all of them or none.

        Args:
            start: the number of the node from which on there may be new ones.

        Raises:
            InvalidArgumentError: variables have other shapes or dtypes than in the checkpoint; all are listed.
            DataLossError: the checkpoint is damaged.
        """
        matched = self._match(start)
        due = {number: item for number, item in matched.items() if number not in self._restored and is_variable(item)}
        wanted = {number: key for number in due if (key := self._key(number)) is not None}
        if wanted:
            self._read(wanted, due)
        self.matched = matched
        self._restored.update(due)
        self._watch(start)

    def _match(self, start: int) -> dict[int, Any]:
        """Which objects the nodes stand for, by the names on the way from the root."""
        matched: dict[int, Any] = {0: self._root, **self.matched}
        pending, seen = [start], {start}
        for number in pending:
            parts = children(matched[number])
            for child in self._graph.nodes[number].children:
                if child.local_name in parts:
                    matched.setdefault(child.node_id, parts[child.local_name])
                    if child.node_id not in seen:
                        seen.add(child.node_id)
                        pending.append(child.node_id)
        for number in pending:
            if has_slots(matched[number]):
                self._match_slots(number, matched)
        return matched

    def _match_slots(self, number: int, matched: dict[int, Any]) -> None:
        for slot in self._graph.nodes[number].slot_variables:
            variable = matched.get(slot.original_variable_node_id)
            found = None if variable is None else matched[number].get_slot(variable, slot.slot_name)
            if found is not None:
                matched.setdefault(slot.slot_variable_node_id, found)

    def _key(self, number: int) -> str | None:
        return next((a.checkpoint_key for a in self._graph.nodes[number].attributes if a.name == VALUE), None)

    def _read(self, keys: dict[int, str], due: dict[int, Any]) -> None:
        wanted = [
            Wanted(key, due[number].dtype, None, due[number].shape, f"variable {due[number].name!r}")
            for number, key in keys.items()
        ]
        with open_checkpoint(self._path) as reader:
            check(reader, wanted)
            values = read_all(reader, wanted)
        for number, value in zip(keys, values, strict=True):
            self._assign(due[number], value)

    def _watch(self, start: int) -> None:
        """Waits for the parts that are still missing, and for no others."""
        for number in self.matched if start == 0 else (start, *self._below(start)):
            item = self.matched[number]
            lacks = not is_variable(item) and self._lacks(number, item)
            if lacks and number not in self._watched:
                callback = functools.partial(self.advance, number)
                with contextlib.suppress(TypeError):  # Lists and dictionaries cannot be watched.
                    attachments.watch(item, callback)
                    self._watched[number] = callback
            elif not lacks and number in self._watched:
                attachments.unwatch(item, self._watched.pop(number))

    def _below(self, start: int) -> list[int]:
        return [child.node_id for child in self._graph.nodes[start].children if child.node_id in self.matched]

    def _lacks(self, number: int, item: Any) -> bool:
        """Whether a part of an object is missing that the checkpoint has."""
        parts = children(item)
        node = self._graph.nodes[number]
        slots = [slot.slot_variable_node_id for slot in node.slot_variables]
        return any(slot not in self.matched for slot in slots) or any(
            child.local_name not in parts for child in node.children
        )

    # ------------------------------------------------------------------------------------------ what is left

    def unrestored(self) -> list[str]:
        """The names of values in the checkpoint that no object has got."""
        return [
            attribute.checkpoint_key
            for number, node in enumerate(self._graph.nodes)
            for attribute in node.attributes
            if number not in self._restored
        ]

    def is_restored(self, item: Any) -> bool:
        """Whether a variable has got its value from the checkpoint."""
        return any(self.matched[number] is item for number in self._restored)
