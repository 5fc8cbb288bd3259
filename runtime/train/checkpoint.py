"""Checkpoint: saves and restores objects with all their variables, in TensorFlow 2's format."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from runtime import attachments
from runtime.current import init_scope
from runtime.errors import FailedPreconditionError, NotFoundError
from runtime.formats import messages
from runtime.formats.arrays import string_array
from runtime.formats.bundle_writer import BundleWriter
from runtime.formats.checkpoints import Reader, checkpoint_exists, open_checkpoint
from runtime.session import Session
from runtime.train.checkpoint_states import checkpoints_beside, update_checkpoint_state
from runtime.train.checkpoint_status import LoadStatus
from runtime.train.restoration import OBJECT_GRAPH_KEY, Restoration, read_object_graph
from runtime.train.trackables import VALUE, Node, children, is_trackable, is_variable, named_parts, object_graph
from runtime.train.variable_values import initialize, store, stored
from runtime.variables import Variable

Message = messages.Message
_COUNTER = "save_counter"


class Checkpoint:
    """Objects that are saved and restored together, by the names of their attributes.

    Args:
        root: an object whose parts are saved under their own names.
        **kwargs: objects to save under these names: modules, variables, optimizers, lists and dictionaries of those.

    Raises:
        ValueError: an object has nothing that can be saved.

    >>> import tempfile
    >>> v = Variable([1.0, 2.0])
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = Checkpoint(v=v).save(os.path.join(directory, "ckpt"))
    ...     v.assign([0.0, 0.0])
    ...     status = Checkpoint(v=v).restore(path).assert_consumed()
    <Variable 'Variable:0' shape=(2,) dtype=float32, numpy=array([0., 0.], dtype=float32)>
    >>> v.numpy().tolist()
    [1.0, 2.0]
    """

    save_counter: Variable

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        for name, item in ([] if root is None else [("root", root)]) + sorted(kwargs.items()):
            if not is_trackable(item) and not isinstance(item, list | dict | tuple):
                raise ValueError(
                    f"`Checkpoint` was expecting {name} to be a trackable object (a Variable, Module, optimizer, or a "
                    f"list or dictionary of those), got {item!r}."
                )
        taken = set(children(root)).intersection(kwargs) if root is not None else set()
        if taken:
            raise ValueError(f"The names {sorted(taken)} are those of parts of root already.")
        self._root = root
        for name, item in kwargs.items():
            setattr(self, name, item)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        attachments.attached(self)

    def _trackable_children(self) -> dict[str, Any]:
        own = named_parts((name, item) for name, item in vars(self).items() if name != "_root")
        return own if self._root is None else {**children(self._root), **own}

    def _counter(self) -> Variable:
        if _COUNTER not in vars(self):
            with init_scope():
                self.save_counter = Variable(np.int64(0), trainable=False, name=_COUNTER)
        return self.save_counter

    def _count(self, session: Session | None) -> int:
        """Counts one save more; how many there have been."""
        counter = self._counter()
        try:
            before = stored(counter, session)
        except FailedPreconditionError:  # In a graph, this is its first use.
            initialize(counter, session)
            before = stored(counter, session)
        number = int(before) + 1
        store(counter, np.array(number, np.int64), session)
        return number

    # ------------------------------------------------------------------------------------------ saving

    def save(self, file_prefix: str, session: Session | None = None, options: Any = None) -> str:
        """Writes a checkpoint with a number of its own, and notes it in the state file.

        Args:
            file_prefix: the path, to which "-1", "-2" … are appended.
            session: for variables of graphs, whose values to save (by default the current session).
            options: accepted for compatibility.

        Returns:
            The path of the checkpoint.
        """
        path = self.write(f"{os.fspath(file_prefix)}-{self._count(session)}", session)
        update_checkpoint_state(os.path.dirname(path), path, [path], save_relative_paths=True)
        return path

    def write(self, file_prefix: str, session: Session | None = None, options: Any = None) -> str:
        """Writes a checkpoint at this very path, and nothing else (see `save`)."""
        path = os.fspath(file_prefix)
        with BundleWriter(path) as writer:
            self.add_to(writer, session)
            writer.finish()
        return path

    def add_to(self, writer: BundleWriter, session: Session | None = None) -> None:
        """Adds the values, and the graph of the objects, to the files of a checkpoint."""
        nodes = object_graph(self)
        tensors = {node.key: node.item for node in nodes if is_variable(node.item)}
        for key in sorted([OBJECT_GRAPH_KEY, *tensors], key=str.encode):
            if key == OBJECT_GRAPH_KEY:
                writer.add(key, string_array([messages.serialize(_graph_message(nodes))], ()))
            else:
                writer.add(key, stored(tensors[key], session), tensors[key].dtype)

    # ------------------------------------------------------------------------------------------ restoring

    def restore(self, save_path: str | None, session: Session | None = None, options: Any = None) -> LoadStatus:
        """Sets variables to their values in a checkpoint; those that do not exist yet, when they are made.

        Args:
            save_path: the path of a checkpoint of objects, the directory of a SavedModel, or the path of a checkpoint
                that a Saver wrote, whose variables are found by their names; None does nothing.
            session: for variables of graphs, whose values to set (by default the current session); where there is
                none, the status that is returned sets them.
            options: of no effect.
            options: accepted for compatibility.

        Returns:
            An object whose `assert_consumed()` sees to it that everything has found its place.

        Raises:
            NotFoundError: there is no such checkpoint.
            InvalidArgumentError: variables have other shapes or dtypes there; all are listed, and nothing is changed.
            DataLossError: the checkpoint is damaged.
        """
        self._counter()
        return self.read(save_path, session)

    def read(self, save_path: str | None, session: Session | None = None, options: Any = None) -> LoadStatus:
        """The same for a checkpoint that `write` made, which has no number."""
        if save_path is None:
            return LoadStatus(self, None)
        path = _existing(os.fspath(save_path))
        with open_checkpoint(path) as reader:
            graph = read_object_graph(reader)
            if graph is None:
                graph = self._by_names(reader)
        restoration = Restoration(path, graph, self, session)
        restoration.advance()
        return LoadStatus(self, restoration)

    def _by_names(self, reader: Reader) -> Message:
        """A graph of the objects that are there now, for a checkpoint of variables by name."""
        nodes = object_graph(self)
        message = _graph_message(nodes)
        for node, described in zip(nodes, message.nodes, strict=True):
            for attribute in described.attributes:
                attribute.checkpoint_key = attribute.full_name
            if is_variable(node.item) and described.attributes[0].full_name not in reader.entries:
                described.ClearField("attributes")
        return message


def _existing(path: str) -> str:
    """The prefix of the checkpoint at a path, or in the SavedModel there."""
    if os.path.isdir(path):
        inner = os.path.join(path, "variables", "variables")
        if checkpoint_exists(inner):
            return inner
    if not checkpoint_exists(path):
        raise NotFoundError(f"There is no checkpoint at {path}{checkpoints_beside(path)}")
    return path


def _graph_message(nodes: list[Node]) -> Message:
    message = messages.new("TrackableObjectGraph")
    for node in nodes:
        described = message.nodes.add()
        for name, child in node.children.items():
            described.children.add(node_id=child.number, local_name=name)
        for variable, slot_name, slot in node.slots:
            described.slot_variables.add(
                original_variable_node_id=variable.number, slot_name=slot_name, slot_variable_node_id=slot.number
            )
        if is_variable(node.item):
            name = node.item.name.removesuffix(":0")
            described.attributes.add(name=VALUE, full_name=name, checkpoint_key=node.key)
    _note_values(message)
    return message


def _note_values(message: Message) -> None:
    """Says of each node whether it or something in it has a value."""
    holders: dict[int, list[int]] = {}
    for number, node in enumerate(message.nodes):
        for child in node.children:
            holders.setdefault(child.node_id, []).append(number)
    pending = [number for number, node in enumerate(message.nodes) if node.attributes]
    found = set(pending)
    while pending:
        fresh = [holder for holder in holders.get(pending.pop(), ()) if holder not in found]
        found.update(fresh)
        pending += fresh
    for number, node in enumerate(message.nodes):
        node.has_checkpoint_values.value = number in found
