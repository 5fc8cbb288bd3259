"""Puts the values of a checkpoint into objects: those that are there at once, others when they come."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any

from runtime import attachments
from runtime.errors import DataLossError
from runtime.formats import messages
from runtime.formats.checkpoints import Reader, Wanted, check, open_checkpoint, read_each
from runtime.session import Session
from runtime.train.trackables import VALUE, children, has_slots, is_variable
from runtime.train.variable_values import initialize, is_reachable, store

Message = messages.Message
OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
_CONFIGURATION = "OBJECT_CONFIG_JSON"
"""How an object was made, as older programs noted it: of no use for its values."""


def read_object_graph(reader: Reader) -> Message | None:
    """The graph of objects in a checkpoint, or None if it was made of variables by name.

    Raises:
        DataLossError: it is damaged.
    """
    if OBJECT_GRAPH_KEY not in reader.entries:
        return None
    what = f"The object graph of {reader.prefix}"
    data = reader.read(OBJECT_GRAPH_KEY)
    if data.shape != () or not isinstance(data[()], bytes):
        raise DataLossError(f"{what} is damaged: it is no string.")
    graph = messages.parse("TrackableObjectGraph", data[()], what)
    count = len(graph.nodes)
    for node in graph.nodes:
        numbers = [child.node_id for child in node.children]
        for slot in node.slot_variables:
            numbers += [slot.original_variable_node_id, slot.slot_variable_node_id]
        if any(not 0 <= number < count for number in numbers):
            raise DataLossError(f"{what} is damaged: it names an object that is not there.")
    if not count:
        raise DataLossError(f"{what} is damaged: it has no objects.")
    return graph


class Restoration:
    """One restore of a checkpoint that was made of objects.

    Args:
        path: the prefix of the checkpoint.
        graph: its graph of objects.
        root: the object that its first node stands for.
        session: for variables of graphs; where it is None, they wait for a session (see `run`).

    Attributes:
        matched: number of a node → the object that it stands for.
    """

    def __init__(self, path: str, graph: Message, root: Any, session: Session | None = None) -> None:
        self._path = path
        self._graph = graph
        self._root = root
        self._session = session
        self.matched: dict[int, Any] = {}
        self._restored: dict[int, Any] = {}
        self._restored_ids: set[int] = set()
        self._unassigned: dict[int, Any] = {}
        self._watched: dict[int, Callable[[], None]] = {}
        self._growing: set[int] = set()

    def advance(self, start: int = 0) -> None:
        """Restores objects that are there and have not got their values yet; all of them or none.

        Args:
            start: the number of the node from which on there may be new ones.

        Raises:
            NotFoundError: the object graph has a variable whose value is not there.
            InvalidArgumentError: variables have other shapes or dtypes than in the checkpoint; all are listed.
            DataLossError: the checkpoint is damaged.
        """
        matched = self._match(start)
        fresh = [number for number, item in matched.items() if number not in self._restored and is_variable(item)]
        due = {number: matched[number] for number in fresh if self._key(number) is not None}
        if due:
            self._assign(due, self._session)
        new = [number for number in matched if number not in self.matched]
        self.matched = matched
        self._restored.update(due)
        self._restored_ids.update(map(id, due.values()))
        self._watch({start, *new, *self._below(start), *self._growing})

    def run(self, session: Session | None) -> None:
        """Gives the variables of graphs their values in a session, which others have already."""
        self.advance()
        waiting, self._unassigned = self._unassigned, {}
        if waiting:
            self._assign(waiting, session or self._session)

    def initialize(self, variables: Collection[Any], session: Session | None) -> None:
        """Gives those variables of graphs their initial values that the checkpoint has none for."""
        for variable in variables:
            if not self.is_restored(variable):
                initialize(variable, session or self._session)

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

    def _assign(self, due: dict[int, Any], session: Session | None) -> None:
        """Checks all variables, then sets those whose values can be set now; the others wait."""
        wanted = {
            number: Wanted(self._key(number) or "", item.dtype, None, item.shape, f"variable {item.name!r}")
            for number, item in due.items()
        }
        now = {number: item for number, item in due.items() if is_reachable(item, session)}
        with open_checkpoint(self._path) as reader:
            check(reader, wanted.values())
            values = read_each(reader, [wanted[number] for number in now])
            for item, value in zip(now.values(), values, strict=True):
                store(item, value, session)
        self._unassigned.update({number: item for number, item in due.items() if number not in now})

    # ------------------------------------------------------------------------------------------ waiting

    def _watch(self, numbers: Collection[int]) -> None:
        """Waits for the parts that these objects lack, and for no others."""
        for number in numbers:
            item = self.matched[number]
            if is_variable(item):
                continue
            lacks = self._lacks(number, item)
            if not hasattr(item, "__dict__"):
                (self._growing.add if lacks else self._growing.discard)(number)
            elif lacks and number not in self._watched:
                callback = self._watched[number] = functools.partial(self.advance, number)
                attachments.watch(item, callback)
            elif not lacks and number in self._watched:
                attachments.unwatch(item, self._watched.pop(number))
        (attachments.growing.add if self._growing else attachments.growing.discard)(self)

    def _below(self, start: int) -> list[int]:
        return [child.node_id for child in self._graph.nodes[start].children if child.node_id in self.matched]

    def _lacks(self, number: int, item: Any) -> bool:
        """Whether a part of an object, or of a list in it, is missing that the checkpoint has."""
        parts = children(item)
        node = self._graph.nodes[number]
        slots = [slot.slot_variable_node_id for slot in node.slot_variables]
        return any(slot not in self.matched for slot in slots) or any(
            child.local_name not in parts or self._is_growing(child.node_id) for child in node.children
        )

    def _is_growing(self, number: int) -> bool:
        """Whether a node stands for a list that lacks a part: its owner keeps this restoration alive."""
        item = self.matched.get(number)
        return (
            item is not None and not is_variable(item) and not hasattr(item, "__dict__") and self._lacks(number, item)
        )

    # ------------------------------------------------------------------------------------------ what is left

    def unrestored(self) -> list[str]:
        """The names of values in the checkpoint that no object has got."""
        return [
            attribute.checkpoint_key
            for number, node in enumerate(self._graph.nodes)
            for attribute in node.attributes
            if number not in self._restored and not (attribute.name == _CONFIGURATION and number in self.matched)
        ]

    def is_restored(self, item: Any) -> bool:
        """Whether a variable has got its value from the checkpoint."""
        return id(item) in self._restored_ids
