"""Saver: writes the variables of a session to checkpoints, and reads them again."""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from runtime.dispatch import get_default_graph
from runtime.errors import InvalidArgumentError
from runtime.formats import bundle, checkpoints, messages
from runtime.formats.checkpoints import checkpoint_exists, open_checkpoint
from runtime.graph import Graph
from runtime.session import Session
from runtime.train.checkpoint_states import (
    checkpoints_beside,
    meta_graph_filename,
    remove_checkpoint,
    update_checkpoint_state,
)
from runtime.train.meta_graph import export_meta_graph
from runtime.train.restore_plan import RestorePlan, restore_plan
from runtime.train.rotation import Rotation
from runtime.train.saver_graph import SaverOperations, saveables
from runtime.train.variable_defs import make_complete

Message = messages.Message
V1, V2 = 1, 2


class Saver:
    """Saves variables to checkpoints that TensorFlow reads, and restores those that it wrote.

    A checkpoint is the files `path.index` and `path.data-00000-of-00001`, with the graph in `path.meta`; the file
    `checkpoint` beside them says which is the newest. Whenever the process is killed, the checkpoints that were there
    stay whole.

    Args:
        var_list: what to save: a list of variables, or a dictionary of names in the checkpoint and variables; by
            default all variables of the graph.
        reshape: of no effect but that shapes may differ if the number of elements is the same. Not supported.
        sharded: whether the variables of each device get a file of their own.
        max_to_keep: older checkpoints are removed when there are more; 0 or None keeps all.
        keep_checkpoint_every_n_hours: one checkpoint in so many hours is not removed.
        name: of the scope of its operations.
        restore_sequentially: whether one variable is restored after the other, which takes less memory.
        saver_def: the names of operations that are in the graph already, instead of making any.
        defer_build: whether to make the operations when first used, or by `build`, instead of now.
        allow_empty: whether there may be no variables.
        write_version: 2; 1 is not written any more.
        pad_step_number: whether to write step numbers with eight digits, so that names sort as numbers do.
        save_relative_paths: whether the state file holds paths relative to it, so that the directory can be moved.
        filename: the path in the graph that is used where none is given.

    Raises:
        ValueError: there are no variables, or two of the same name.
        TypeError: something in `var_list` is no variable.

    >>> import tempfile
    >>> from runtime.variables import Variable
    >>> with Graph().as_default(), tempfile.TemporaryDirectory() as directory:
    ...     w = Variable([1.0, 2.0], name="w")
    ...     saver = Saver()
    ...     with Session() as session:
    ...         session.run(w.initializer)
    ...         path = saver.save(session, os.path.join(directory, "model"))
    ...         session.run(w.assign([0.0, 0.0]))
    ...         saver.restore(session, path)
    ...         session.run(w)
    array([0., 0.], dtype=float32)
    array([1., 2.], dtype=float32)
    """

    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = V2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if reshape:
            raise InvalidArgumentError("reshape=True is not supported: assign the reshaped values instead.")
        if defer_build and var_list is not None:
            raise ValueError("If `var_list` is provided then build cannot be deferred.")
        if write_version != V2:
            raise InvalidArgumentError("Only checkpoints of version 2 are written.")
        self._var_list = var_list
        self._name = name
        self._options = (filename or "model", sharded, restore_sequentially)
        self._allow_empty = allow_empty
        self._pad_step_number = pad_step_number
        self._save_relative_paths = save_relative_paths
        self._max_to_keep = max_to_keep or 0
        self._hours_to_keep = keep_checkpoint_every_n_hours
        self._rotation = Rotation(self._max_to_keep, self._hours_to_keep)
        self._is_empty = False
        self.saver_def: Message = None
        if saver_def is not None:
            self._take(saver_def)
        elif not defer_build:
            self.build()

    # ------------------------------------------------------------------------------------------ operations

    def build(self) -> None:
        """Makes the operations in the current graph, unless they are there."""
        if self.saver_def is not None:
            return
        graph = get_default_graph()
        items = saveables(graph, self._var_list)
        self._is_empty = not items
        if not items:
            if not self._allow_empty:
                raise ValueError(_no_variables(graph))
            return
        make_complete(graph)
        filename, sharded, sequentially = self._options
        self.saver_def = SaverOperations(graph, items, filename, sharded, sequentially).build(self._name)
        self.saver_def.max_to_keep = self._max_to_keep
        self.saver_def.keep_checkpoint_every_n_hours = self._hours_to_keep
        self.saver_def.sharded = sharded
        self.saver_def.version = V2

    def _take(self, saver_def: Any) -> None:
        """Takes the operations that a SaverDef names; with a name for the saver, in its scope."""
        from runtime.train.import_graph import as_message

        self.saver_def = messages.new("SaverDef")
        self.saver_def.CopyFrom(as_message("SaverDef", saver_def, "saver_def"))
        for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
            if not getattr(self.saver_def, field):
                raise ValueError(f"saver_def must specify the {field}: {str(self.saver_def).strip()!r}")
            if self._name:
                setattr(self.saver_def, field, f"{self._name}/{getattr(self.saver_def, field)}")
        self._max_to_keep = self.saver_def.max_to_keep
        self._hours_to_keep = self.saver_def.keep_checkpoint_every_n_hours
        self._rotation = Rotation(self._max_to_keep, self._hours_to_keep)

    def as_saver_def(self) -> Message:
        """The SaverDef: the names of its operations, and its options."""
        return self.saver_def

    to_proto = as_saver_def

    def export_meta_graph(
        self,
        filename: str | None = None,
        collection_list: Sequence[str] | None = None,
        as_text: bool = False,
        graph: Graph | None = None,
        clear_devices: bool = False,
        strip_default_attrs: bool = False,
    ) -> Message:
        """The MetaGraphDef of the graph, with this saver (see `export_meta_graph`)."""
        return export_meta_graph(
            filename, None, None, self.saver_def, collection_list, as_text, graph, clear_devices, strip_default_attrs
        )

    # ------------------------------------------------------------------------------------------ saving

    def save(
        self,
        sess: Session | None,
        save_path: str,
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
    ) -> str | None:
        """Writes a checkpoint.

        Args:
            sess: the session whose variables to save; None for a new one, where the variables are eager.
            save_path: the path of the checkpoint, without an ending; not empty, and no directory ("run/").
            global_step: a number to append, "path-100": an int, or a tensor or variable that holds one.
            latest_filename: the name of the state file, "checkpoint" by default.
            meta_graph_suffix: the ending of the file of the graph.
            write_meta_graph: whether to write the graph, too.
            write_state: whether to write the state file, and remove old checkpoints.
            strip_default_attrs: whether the graph goes without attributes that have their default.

        Returns:
            The path of the checkpoint, to be given to `restore`; None if there are no variables.

        Raises:
            FailedPreconditionError: a variable has no value yet.
            InvalidArgumentError: the path has no name for the files, and nothing is written; or the graph cannot be
                saved: see `export_meta_graph`.
        """
        self.build()
        state_file = latest_filename or "checkpoint"
        save_path = os.fsdecode(save_path)
        directory, base = os.path.split(save_path)
        if os.path.split(state_file)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        if base == state_file:
            raise ValueError(f"'latest_filename' collides with 'save_path': '{state_file}' and '{save_path}'")
        with _opened(sess) as session:
            path = self._checkpoint_path(session, save_path, global_step)
            bundle.check_prefix(path)
            if not self._is_empty:
                saved, filename = self._elements(session.graph, "save_tensor_name")
                session.run(saved, {filename: path})
            if write_meta_graph:
                name = meta_graph_filename(path, meta_graph_suffix)
                self.export_meta_graph(name, graph=session.graph, strip_default_attrs=strip_default_attrs)
        if self._is_empty:
            return None
        if write_state:
            rotation = copy.copy(self._rotation)
            old = rotation.add(path)
            self._write_state(rotation, directory, path, state_file)
            self._rotation = rotation  # Not before: what cannot be written now must not spoil the next save.
            for prefix in old:
                remove_checkpoint(prefix, meta_graph_suffix)
        return path

    def _elements(self, graph: Graph, field: str) -> tuple[Any, Any]:
        """What a field of the SaverDef names in a graph, and the tensor of the path."""
        names = [getattr(self.saver_def, name) for name in (field, "filename_tensor_name")]
        try:
            found, filename = map(graph.as_graph_element, names)
        except (KeyError, ValueError) as error:
            raise InvalidArgumentError(f"The graph has not the operations of this saver: {error.args[0]}") from None
        return found, filename

    def _checkpoint_path(self, session: Session, save_path: str, global_step: Any) -> str:
        if global_step is None:
            return save_path
        if not isinstance(global_step, int | np.integer):
            global_step = int(session.run(global_step))
        number = f"{global_step:08d}" if self._pad_step_number else str(global_step)
        return f"{save_path}-{number}"

    def _write_state(self, rotation: Rotation, directory: str, path: str, state_file: str) -> None:
        update_checkpoint_state(
            directory, path, rotation.paths, state_file, rotation.times, rotation.last_kept_s,
            self._save_relative_paths,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ restoring

    def restore(self, sess: Session | None, save_path: str | None) -> None:
        """Sets the variables to what a checkpoint holds; all of them or, if that cannot be, none.

        Args:
            sess: the session whose variables to set; None for a new one, where the variables are eager.
            save_path: the path that `save` returned.

        Raises:
            NotFoundError: a variable is not in the checkpoint. The message lists all variables that are missing or of
                another dtype or shape, and says which names are similar.
            InvalidArgumentError: a variable has another dtype or shape there; or there is no such checkpoint.
            DataLossError: the checkpoint is damaged.
        """
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        self.build()
        if self._is_empty:
            return
        path = os.fspath(save_path)
        if not checkpoint_exists(path):
            raise InvalidArgumentError(
                f"The passed save_path is not a valid checkpoint: {path}{checkpoints_beside(path)}"
            )
        with _opened(sess) as session:
            operation, filename = self._elements(session.graph, "restore_op_name")
            plan = restore_plan(getattr(operation, "op", operation))
            with open_checkpoint(path, fresh=True) as reader:
                checkpoints.check(reader, plan.wanted)
                if plan.steps and checkpoints.is_large(reader, plan.wanted):
                    values = checkpoints.read_each(reader, plan.wanted)
                    for (tensor, assign), value in zip(plan.steps, values, strict=True):
                        session.run(assign, {tensor: value})
                else:
                    _run(session, operation, plan, {filename: path})
        self._rotation.go_on_from(path)

    # ------------------------------------------------------------------------------------------ checkpoints

    @property
    def last_checkpoints(self) -> list[str]:
        """The checkpoints that are kept and may be removed later, oldest first."""
        return self._rotation.paths

    def set_last_checkpoints(self, last_checkpoints: Sequence[str]) -> None:
        """Sets which checkpoints are kept and may be removed later, oldest first."""
        self._rotation.checkpoints = [(path, np.inf) for path in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: Sequence[tuple[str, float]]) -> None:
        """The same, with the times in seconds since 1970 when they were made."""
        self._rotation.checkpoints = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Sequence[str]) -> None:
        """Counts checkpoints of an earlier process among those that are kept; those that are missing are left out."""
        self._rotation.take(checkpoint_paths)


@contextlib.contextmanager
def _opened(session: Session | None) -> Iterator[Session]:
    """Context with the session that was given, or a new one."""
    if session is not None:
        yield session
        return
    made = Session()
    try:
        yield made
    finally:
        made.close()


def _no_variables(graph: Graph) -> str:
    return (
        f"No variables to save: {graph!r} has none. Make the Saver after the variables, inside the same "
        f"`with graph.as_default():`, or give it var_list."
    )


def _run(session: Session, operation: Any, plan: RestorePlan, feeds: dict[Any, Any]) -> None:
    """Runs a restore operation; whatever it reads is read before anything is changed."""
    if len(plan.restores) > 1:
        tensors = [tensor for op in plan.restores for tensor in op.outputs]
        feeds.update(zip(tensors, session.run(tensors, feeds), strict=True))
    session.run(operation, feeds)
