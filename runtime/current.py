"""What is open in this thread: the graph that records, the tapes that watch, the eager name scope."""

import contextlib
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.graph import Graph

    Recorder = Callable[[Any], None]


class _ThreadState(threading.local):
    """`plain` says that no graph is open and nobody watches, so that an op may take the shortest way."""

    graph: "Graph | None" = None
    recorders: "tuple[Recorder, ...]" = ()
    plain: bool = True
    name_scope: str = ""

    def refresh(self) -> None:
        """Notes whether an op may run at once without asking anything: no graph is open, no tape records."""
        self.plain = self.graph is None and not self.recorders


state = _ThreadState()
plain_graphs: set[int] = set()
"""Identities of the graphs that exist and are no function's body: their tensors may turn up anywhere."""


class _Activity(set[int]):
    """A set that tells its watchers, before anything else happens, that it is not empty any more, or empty again."""

    def __init__(self) -> None:
        super().__init__()
        self.watchers: list[Callable[[bool], None]] = []
        self._told = False
        self._lock = threading.RLock()  # a graph may be freed, and discarded, in the midst of an addition

    def add(self, item: int) -> None:
        """Adds an item, and tells all threads."""
        with self._lock:
            super().add(item)
            self._tell()

    def discard(self, item: object) -> None:
        """Takes an item out, and tells all threads."""
        with self._lock:
            super().discard(item)
            self._tell()

    def announce(self) -> None:
        """Tells the watchers that tensors can be made from now on."""
        with self._lock:
            for watcher in self.watchers:
                watcher(self._told)

    def _tell(self) -> None:
        if self._told is not bool(self):
            self._told = bool(self)
            for watcher in self.watchers:
                watcher(self._told)


activity = _Activity()
"""Empty only if no symbolic tensor can be of use in any thread: no plain graph exists, and no function is traced."""

_global_lock = threading.Lock()
_global_graph: "Graph | None" = None


def note_plain_graph(graph: "Graph") -> None:
    """Counts a graph among `plain_graphs` as long as it exists."""
    for known in (plain_graphs, activity):
        known.add(id(graph))
        weakref.finalize(graph, known.discard, id(graph)).atexit = False


def current_graph() -> "Graph | None":
    """The graph that is open in this thread (`with graph.as_default()`, or a function's trace), or None."""
    return state.graph


def get_default_graph() -> "Graph":
    """The open graph, else the implicit global one, where placeholders and what is made from them live."""
    global _global_graph
    if state.graph is not None:
        return state.graph
    with _global_lock:
        if _global_graph is None:
            from runtime.graph import Graph

            _global_graph = Graph()
        return _global_graph


def implicit_graph() -> "Graph | None":
    """The implicit global graph, if something has been put in it."""
    return _global_graph


def reset_default_graph() -> None:
    """Forgets the implicit global graph; the next use starts an empty one.

    Raises:
        RuntimeError: a graph is open.
    """
    global _global_graph
    is_eager_off = state.graph is not None and state.graph is _global_graph
    if state.graph is not None and not is_eager_off:
        raise RuntimeError("reset_default_graph() cannot run inside `with graph.as_default()` or a function's trace.")
    enable_eager_execution()
    with _global_lock:
        _global_graph = None
    if is_eager_off:
        disable_eager_execution()


def disable_eager_execution() -> None:
    """From now on, in all threads, ops are recorded in the implicit graph where no other is open, as in TensorFlow 1.

    Raises:
        RuntimeError: another graph is open.
    """
    graph = get_default_graph()
    if graph is not implicit_graph():
        raise RuntimeError("disable_eager_execution() must be called at program startup, with no graph open.")
    _ThreadState.graph, _ThreadState.plain = graph, False
    state.graph = graph
    state.refresh()


def enable_eager_execution() -> None:
    """Ends what `disable_eager_execution` began."""
    _ThreadState.graph, _ThreadState.plain = None, True
    if state.graph is not None and state.graph is _global_graph:
        state.graph = None
        state.refresh()


class OpenGraph:
    """Context in which `graph` (None: no graph) is the current one of this thread."""

    __slots__ = ("_graph", "_outer")

    def __init__(self, graph: "Graph | None") -> None:
        self._graph = graph

    def __enter__(self) -> Any:
        self._outer = state.graph
        state.graph = self._graph
        state.refresh()
        if self._graph is not None:
            activity.add(id(self))
        return self._graph

    def __exit__(self, *error: object) -> None:
        state.graph = self._outer
        state.refresh()
        activity.discard(id(self))


def init_scope() -> OpenGraph:
    """Context that steps out of all functions being traced: to the graph around them, or to eager execution."""
    graph = state.graph
    while graph is not None and graph.building_function:
        graph = graph.outer_graph
    return OpenGraph(graph)


def add_recorder(recorder: "Recorder") -> None:
    """Calls `recorder` with each op that runs or is recorded in this thread from now on (see `GradientTape`)."""
    state.recorders = (*state.recorders, recorder)
    state.refresh()


def remove_recorder(recorder: "Recorder") -> None:
    """Stops calling `recorder`."""
    state.recorders = tuple(r for r in state.recorders if r != recorder)  # A bound method is a new object each time.
    state.refresh()


@contextlib.contextmanager
def stop_recording() -> Iterator[None]:
    """Context in which no recorder of this thread is called."""
    recorders, state.recorders = state.recorders, ()
    state.refresh()
    try:
        yield
    finally:
        state.recorders = recorders
        state.refresh()


@contextlib.contextmanager
def eager_name_scope(name: str | None) -> Iterator[str]:
    """A name scope for what is made eagerly: variables carry its name."""
    outer = state.name_scope
    if not name:
        state.name_scope = ""
    else:
        state.name_scope = name if name.endswith("/") else f"{outer}{name}/"
    try:
        yield state.name_scope
    finally:
        state.name_scope = outer
