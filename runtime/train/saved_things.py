"""Whatever has been saved, by its path: a checkpoint, a graph, a meta graph, a SavedModel; for the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from runtime.dtypes import DType
from runtime.errors import DataLossError, InvalidArgumentError, NotFoundError
from runtime.formats import bundle, messages
from runtime.formats.checkpoints import checkpoint_exists, open_checkpoint
from runtime.graph import Graph
from runtime.session import Session
from runtime.train.checkpoint_states import latest_checkpoint
from runtime.train.import_graph import load_graph
from runtime.train.meta_graph import TEXT_ENDINGS, load_meta_graph, read_message
from runtime.train.restoration import OBJECT_GRAPH_KEY
from runtime.train.saved_model_loading import FILES, INIT_SIGNATURE, VARIABLES, load_into, read_saved_model
from runtime.train.saver import Saver

Message = messages.Message


@dataclass
class SavedThing:
    """What is at a path.

    Attributes:
        path: where it is.
        kind: what it is, in words.
        checkpoint: the prefix of its variables, or None.
        meta_graph: its MetaGraphDef, or None.
        graph_def: its GraphDef, or None.
    """

    path: str
    kind: str
    checkpoint: str | None = None
    meta_graph: Message = None
    graph_def: Message = None
    _graph: Graph | None = field(default=None, repr=False)

    @property
    def graph(self) -> Graph | None:
        """Its graph, or None if it has none."""
        if self._graph is None and self.graph_def is not None:
            self._graph = Graph()
            if self.meta_graph is not None:
                load_meta_graph(self._graph, self.meta_graph)
            else:
                load_graph(self._graph, self.graph_def)
        return self._graph

    @property
    def signatures(self) -> Mapping[str, Message]:
        """Its SignatureDefs by name."""
        if self.meta_graph is None:
            return {}
        found = sorted(self.meta_graph.signature_def.items())
        return {key: signature for key, signature in found if key != INIT_SIGNATURE}

    def variables(self) -> list[tuple[str, DType, tuple[int, ...]]]:
        """Name, dtype and shape of each tensor of its checkpoint."""
        if self.checkpoint is None:
            return []
        with open_checkpoint(self.checkpoint) as reader:
            entries = sorted(reader.entries.items())
            return [(name, reader.dtype(name), e.shape) for name, e in entries if name != OBJECT_GRAPH_KEY]

    def session(self) -> Session:
        """A session of its graph, with the variables restored.

        Raises:
            NotFoundError: there is no graph.
        """
        if self.graph_def is None:
            raise NotFoundError(f"{self.path} is a {self.kind} without a graph: there is nothing to run.")
        if self.kind == "SavedModel":
            session = Session(graph=Graph())
            load_into(session, self.meta_graph, self.path)
            return session
        session = Session(graph=self.graph)
        if self.checkpoint is not None and self.meta_graph is not None and self.meta_graph.HasField("saver_def"):
            with session.graph.as_default():
                Saver(saver_def=self.meta_graph.saver_def).restore(session, self.checkpoint)
        return session


def find(path: str, tags: Any = None) -> SavedThing:
    """What has been saved at a path: a file, the prefix of a checkpoint, or a directory.

    Args:
        path: the path.
        tags: of the graph in a SavedModel that has several.

    Raises:
        NotFoundError: there is nothing.
        DataLossError: it is damaged, or something else.
    """
    if os.path.isdir(path):
        return _directory(path, tags)
    if os.path.basename(path) in FILES and os.path.exists(path):
        return _directory(os.path.dirname(path) or ".", tags)
    for ending in (".index", ".meta"):
        if path.endswith(ending) and os.path.exists(path):
            return _checkpoint(path[: -len(ending)], path)
    if checkpoint_exists(path):
        return _checkpoint(path, path)
    return _graph_file(path)


def _directory(path: str, tags: Any) -> SavedThing:
    if any(os.path.exists(os.path.join(path, name)) for name in FILES):
        message = read_saved_model(path, tags)
        variables = os.path.join(path, VARIABLES)
        prefix = variables if checkpoint_exists(variables) else None
        return SavedThing(path, "SavedModel", prefix, message, message.graph_def)
    latest = latest_checkpoint(path)
    if latest is None:
        raise NotFoundError(f"{path} is a directory without a SavedModel, and without a checkpoint file.")
    return _checkpoint(latest, latest)


def _checkpoint(prefix: str, path: str) -> SavedThing:
    meta = f"{prefix}.meta"
    message = read_message("MetaGraphDef", meta) if os.path.exists(meta) else None
    found = prefix if checkpoint_exists(prefix) else None
    kind = "meta graph" if found is None else "checkpoint"
    return SavedThing(path, kind, found, message, None if message is None else message.graph_def)


def _graph_file(path: str) -> SavedThing:
    if not os.path.exists(path):
        raise NotFoundError(f"{path}: there is no such file, and no checkpoint ({bundle.index_name(path)}).")
    try:
        message = read_message("GraphDef", path)
    except DataLossError as error:
        neither = DataLossError(f"{path} is no graph: it holds neither a GraphDef nor a MetaGraphDef.")
        return _meta_graph_file(path, error if path.endswith(TEXT_ENDINGS) else neither)
    try:
        graph = Graph()
        load_graph(graph, message)
        if not message.node:
            raise InvalidArgumentError(f"{path} holds no graph: it has no operations.")
    except (DataLossError, ValueError) as error:
        return _meta_graph_file(path, error)
    return SavedThing(path, "graph", None, None, message, graph)


def _meta_graph_file(path: str, problem: Exception) -> SavedThing:
    """The meta graph in a file that is no graph, for which there is a reason."""
    try:
        message = read_message("MetaGraphDef", path)
        graph = Graph()
        load_meta_graph(graph, message)
    except (DataLossError, ValueError):
        raise problem from None
    if not message.graph_def.node:
        raise problem
    return SavedThing(path, "meta graph", None, message, message.graph_def, graph)
