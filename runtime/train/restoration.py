"""Puts the values of a checkpoint into objects: those that are there at once, others when they come."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Collection, Sequence
from typing import Any

from runtime import attachments
from runtime.errors import DataLossError
from runtime.formats import messages
from runtime.formats.bundle_reader import BundleReader
from runtime.formats.checkpoints import Reader, Wanted, check, open_checkpoint, read_each
from runtime.session import Session
from runtime.train.trackables import VALUE, has_slots, is_variable, parts_named
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
        self._session = session
        self._reader: Reader | None = None
        self.matched: dict[int, Any] = {0: root}
        self._restored: dict[int, Any] = {}
        self._restored_ids: set[int] = set()
        self._unassigned: dict[int, Any] = {}
        self._missing_parts = {number: list(node.children) for number, node in enumerate(graph.nodes)}
        self._missing_slots = {number: list(node.slot_variables) for number, node in enumerate(graph.nodes)}
        self._watched: dict[int, Callable[[], None]] = {}
        self._growing: set[int] = set()

    def advance(self) -> None:
        """Restores objects that are there and have not got their values yet; all of them or none.

        Raises:
            NotFoundError: the object graph has a variable whose value is not there.
            InvalidArgumentError: variables have other shapes or dtypes than in the checkpoint; all are listed.
            DataLossError: the checkpoint is damaged.
        """
        self._take(self._found(0, is_thorough=True), list(self.matched))

    def grow(self) -> None:
        """The same for what has come into lists."""
        for number in list(self._growing):
            self._advance_at(number)

    def _advance_at(self, number: int) -> None:
        """The same for what is new in one object."""
        self._take(self._found(number), [number])

    def _take(self, new: dict[int, Any], changed: Collection[int]) -> None:
        """Restores new objects, and looks what they and those that have changed lack."""
        due = {number: item for number, item in new.items() if is_variable(item) and self._key(number) is not None}
        if due:
            self._assign(due, self._session)
        self.matched.update(new)
        self._restored.update(due)
        self._restored_ids.update(map(id, due.values()))
        concerned = list(dict.fromkeys([*self._growing, *changed, *new]))
        for number in concerned:
            parts, slots = self._missing_parts[number], self._missing_slots[number]
            self._missing_parts[number] = [part for part in parts if part.node_id not in self.matched]
            self._missing_slots[number] = [slot for slot in slots if slot.slot_variable_node_id not in self.matched]
        self._watch(concerned[::-1])

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

    def _found(self, start: int, is_thorough: bool = False) -> dict[int, Any]:
        """Which objects nodes stand for that have not been found before, by the names on the way from one.

        Args:
            start: the number of the node of that one.
            is_thorough: whether to look into objects that are known, too, from which nothing was heard.
        """
        new: dict[int, Any] = {}
        pending, seen = [start], {start}
        for number in pending:
            wanted = self._graph.nodes[number].children if is_thorough else self._missing_parts[number]
            item = new[number] if number in new else self.matched[number]
            parts = parts_named(item, [child.local_name for child in wanted])
            for child in wanted:
                if child.local_name not in parts:
                    continue
                if child.node_id not in self.matched:
                    new.setdefault(child.node_id, parts[child.local_name])
                if child.node_id not in seen:
                    seen.add(child.node_id)
                    pending.append(child.node_id)
        for number in pending:
            self._find_slots(number, new)
        return new

    def _find_slots(self, number: int, new: dict[int, Any]) -> None:
        item = new[number] if number in new else self.matched[number]
        if not self._missing_slots[number] or not has_slots(item):
            return
        for slot in self._missing_slots[number]:
            variable = slot.original_variable_node_id
            known = new[variable] if variable in new else self.matched.get(variable)
            found = None if known is None else item.get_slot(known, slot.slot_name)
            if found is not None and slot.slot_variable_node_id not in self.matched:
                new.setdefault(slot.slot_variable_node_id, found)

    def _key(self, number: int) -> str | None:
        return next((a.checkpoint_key for a in self._graph.nodes[number].attributes if a.name == VALUE), None)

    def _assign(self, due: dict[int, Any], session: Session | None) -> None:
        """Checks all variables, then sets those whose values can be set now; the others wait."""
        wanted = {
            number: Wanted(self._key(number) or "", item.dtype, None, item.shape, f"variable {item.name!r}")
            for number, item in due.items()
        }
        now = {number: item for number, item in due.items() if is_reachable(item, session)}
        reader = self._reader or open_checkpoint(self._path)
        with contextlib.closing(reader):
            check(reader, wanted.values())
            values = read_each(reader, [wanted[number] for number in now])
            for item, value in zip(now.values(), values, strict=True):
                store(item, value, session)
        if isinstance(reader, BundleReader):  # Its index need not be read again; its files are opened when needed.
            self._reader = reader
        self._unassigned.update({number: item for number, item in due.items() if number not in now})

    # ------------------------------------------------------------------------------------------ waiting

    def _watch(self, numbers: Sequence[int]) -> None:
        """Waits for the parts that these objects lack, and for no others; inner ones come before outer ones."""
        items = [(number, self.matched[number]) for number in numbers if not is_variable(self.matched[number])]
        for number, item in items:
            if not hasattr(item, "__dict__"):  # A list tells nobody; its owner keeps this restoration alive.
                (self._growing.add if self._lacks(number) else self._growing.discard)(number)
        for number, item in items:
            if not hasattr(item, "__dict__"):
                continue
            lacks = self._lacks(number)
            if lacks and number not in self._watched:
                callback = self._watched[number] = functools.partial(self._advance_at, number)
                attachments.watch(item, callback)
            elif not lacks and number in self._watched:
                attachments.unwatch(item, self._watched.pop(number))
        (attachments.growing.add if self._growing else attachments.growing.discard)(self)

    def _lacks(self, number: int) -> bool:
        """Whether a part of an object, or of a list in it, is missing that the checkpoint has."""
        if self._missing_parts[number] or self._missing_slots[number]:
            return True
        return bool(self._growing) and any(c.node_id in self._growing for c in self._graph.nodes[number].children)

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
