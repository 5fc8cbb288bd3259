"""Session: runs a graph, and holds the values of its variables."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from runtime import nest
from runtime.context import RunContext
from runtime.current import get_default_graph, implicit_graph
from runtime.engines import reference
from runtime.feeds import feed_converter, without_composites
from runtime.fetches import Fetches, own
from runtime.graph import Graph, Operation
from runtime.plan import make_plan
from runtime.run_options import RunMetadata, RunOptions
from runtime.step_stats import recorded
from runtime.tensor import Tensor
from runtime.tracebacks import shortened

__all__ = ["InteractiveSession", "RunMetadata", "RunOptions", "Session", "get_default_session"]


class _Stack(threading.local):
    sessions: tuple[Session, ...] = ()


_stack = _Stack()


def get_default_session() -> Session | None:
    """The innermost session of this thread's `with` statements, or None."""
    return _stack.sessions[-1] if _stack.sessions else None


class _Runner:
    """All that a run needs, made once for each set of fetches and feeds."""

    __slots__ = ("_converters", "_pack", "_plan", "_run", "version")

    def __init__(self, graph: Graph, fetches: Any, feeds: Sequence[Tensor], context: RunContext) -> None:
        self.version = graph.version
        found = Fetches(graph, fetches)
        if found.elements and not graph.get_operations():
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
        self._pack = found.pack
        self._plan = make_plan(graph, found.elements, feeds)
        self._run = reference.compile(self._plan, context)
        self._converters = [feed_converter(tensor) for tensor in feeds]

    def __call__(self, values: Iterable[Any]) -> Any:
        """The fetched values for the fed ones."""
        arrays = [convert(value) for convert, value in zip(self._converters, values, strict=True)]
        return self._pack(own(self._run(*arrays)))

    def watched(self, values: Iterable[Any], options: RunOptions | None, metadata: RunMetadata | None) -> Any:
        """The same with a timeout and a report."""
        start = time.monotonic()
        timeout_s = options.timeout_in_ms / 1000 if options is not None else 0
        arrays = [convert(value) for convert, value in zip(self._converters, values, strict=True)]
        deadline = start + timeout_s if timeout_s > 0 else None
        if metadata is not None and options is not None and options.trace_level:
            text = reference.text_of(self._plan, deadline is not None)
            results, metadata.step_stats = recorded(lambda: self._run(*arrays, deadline=deadline), *text)
        else:
            results = self._run(*arrays, deadline=deadline)
        if metadata is not None:
            metadata.plan, metadata.seconds = self._plan, time.monotonic() - start
        return self._pack(own(results))


class Session:
    """Runs parts of a graph.

    Variables of the graph have values of their own in each session. Eager variables that the graph uses are shared with
    everybody.

    Args:
        target: TensorFlow's name of a server; must be empty.
        graph: what to run (by default the current graph, else the implicit one that placeholders live in).
        config: ignored.

    >>> from runtime.ops.state import placeholder
    >>> with Graph().as_default():
    ...     x = placeholder("float32", [2], name="x")
    ...     with Session() as session:
    ...         session.run(x * 2.0, {x: [1, 2]})
    array([2., 4.], dtype=float32)
    """

    def __init__(self, target: str | Graph = "", graph: Graph | None = None, config: Any = None) -> None:
        if isinstance(target, Graph):
            graph = target
        elif target:
            raise ValueError(f"There are no servers to connect to: target must be empty, not {target!r}.")
        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(f"A Session runs a Graph, not {graph!r} of type {type(graph).__name__}.")
        self._graph = get_default_graph() if graph is None else graph
        self._context = RunContext()
        self._runners: dict[Any, _Runner] = {}
        self._version = self._graph.version
        self._closed = False
        self._entered: list[_Default] = []

    @property
    def graph(self) -> Graph:
        """The graph that it runs."""
        return self._graph

    @property
    def context(self) -> RunContext:
        """The resources and random state of its runs."""
        return self._context

    # ------------------------------------------------------------------------------------------ running

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Computes fetches.

        Args:
            fetches: a tensor (a sparse or ragged one, too), operation, variable or name of one, or a list, tuple, named
                tuple, dict or dataclass of those, nested at will.
            feed_dict: tensor (or its name) → value to take instead of computing it: a number, string, nested list,
                numpy array or eager tensor.
            options: a timeout.
            run_metadata: is filled with what ran.

        Returns:
            The values in the structure of the fetches: numpy arrays and scalars, bytes for a string, None for an
            operation; `SparseTensorValue` and `RaggedTensorValue`.

        Raises:
            InvalidArgumentError: a placeholder that is needed is not fed, or an op refuses its inputs.
            FailedPreconditionError: a variable is read that has no value yet.
            TypeError: a fetch or feed is of a type that cannot be one.
            ValueError: a fetch or feed is not in this graph, or what is fed has another shape.
            RuntimeError: the session is closed.
        """
        try:
            try:
                key = (fetches, *feed_dict) if feed_dict else (fetches,)
                runner = self._runners[key]
            except (KeyError, TypeError):
                if feed_dict and not isinstance(feed_dict, Mapping):
                    raise TypeError(
                        f"feed_dict maps tensors, or their names, to values: {feed_dict!r} of type "
                        f"{type(feed_dict).__name__} does not."
                    ) from None
                feed_dict = without_composites(feed_dict or {})
                runner = self._prepare(fetches, tuple(feed_dict))
            else:
                if runner.version != self._graph.version:
                    runner = self._prepare(fetches, tuple(feed_dict or ()))
            values = feed_dict.values() if feed_dict else ()
            if options is None and run_metadata is None:
                return runner(values)
            return runner.watched(values, options, run_metadata)
        except Exception as error:
            raise shortened(error)  # noqa: B904 (it keeps its causes)

    def _prepare(self, fetches: Any, feeds: Sequence[Any]) -> _Runner:
        """The runner for fetches and feeds, made if need be."""
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        key = _key(fetches), *feeds
        try:
            runner = self._runners.get(key)
        except TypeError:  # Something without a hash cannot be fetched or fed: told below.
            runner = None
        if runner is None or runner.version != self._graph.version:
            fed = [self._feed(name) for name in feeds]
            if len(set(fed)) < len(fed):
                raise ValueError(f"The feed_dict has two values for a tensor: its keys are {list(feeds)!r}.")
            self._forget_stale()
            runner = self._runners[key] = _Runner(self._graph, fetches, fed, self._context)
        return runner

    def _forget_stale(self) -> None:
        """Drops runners of what the graph was before it changed."""
        if self._version != self._graph.version:
            self._version = self._graph.version
            self._runners.clear()

    def _feed(self, name: Any) -> Tensor:
        try:
            tensor: Tensor = self._graph.as_graph_element(name, allow_operation=False)
        except (TypeError, KeyError, ValueError) as error:
            raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from None
        if not self._graph.is_feedable(tensor):
            raise ValueError(f"Tensor {tensor.name} may not be fed.")
        return tensor

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function that takes values for `feed_list`, in order, and does what `run` does with them.

        With `accept_options` it also takes `options` and `run_metadata` by keyword.
        """
        feeds = tuple(feed_list or ())
        runner = self._prepare(fetches, feeds)

        def call(*values: Any, options: RunOptions | None = None, run_metadata: RunMetadata | None = None) -> Any:
            """Runs the fetches for as many values as there are feeds, in their order.

            The plan is kept until the graph changes.
            """
            nonlocal runner
            if runner.version != self._graph.version or self._closed:
                runner = self._prepare(fetches, feeds)
            if len(values) != len(feeds):
                raise TypeError(f"The callable takes {len(feeds)} values, for {list(feeds)!r}, but got {len(values)}.")
            if options is None and run_metadata is None:
                return runner(values)
            if not accept_options:
                raise TypeError("Make the callable with accept_options=True to give it options.")
            return runner.watched(values, options, run_metadata)

        return call

    # ------------------------------------------------------------------------------------------ opening and closing

    def as_default(self) -> _Default:
        """Context in which this is the default session of the thread, for `Tensor.eval` and `Operation.run`."""
        return _Default(self)

    def close(self) -> None:
        """Gives up the values of the session's variables; it can run nothing any more."""
        self._closed = True
        self._runners.clear()
        self._context.resources.clear()

    def __enter__(self) -> Session:
        self._entered.append(_Default(self))
        self._entered[-1].__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._entered.pop().__exit__(*error)
        self.close()

    def __repr__(self) -> str:
        return f"<{'closed ' if self._closed else ''}{type(self).__name__} of {self._graph!r}>"


class _Default:
    """Context of a default session. Its graph becomes the current one, too, unless it is the implicit one."""

    def __init__(self, session: Session) -> None:
        self._session = session
        graph = session.graph
        self._graph = None if graph is implicit_graph() else graph.as_default()

    def __enter__(self) -> Session:
        if self._graph is not None:
            self._graph.__enter__()
        _stack.sessions = (*_stack.sessions, self._session)
        return self._session

    def __exit__(self, *error: object) -> None:
        _stack.sessions = _stack.sessions[:-1]
        if self._graph is not None:
            self._graph.__exit__(*error)


class InteractiveSession(Session):
    """A session that is the default one from its making until it is closed, for shells and notebooks."""

    def __init__(self, target: str | Graph = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._default = _Default(self)
        self._default.__enter__()

    def close(self) -> None:
        """Ends being the default session, and gives up the values of variables."""
        if not self._closed:
            super().close()
            self._default.__exit__()


def _key(fetches: Any) -> Any:
    """The structure and leaves of fetches in a form that has a hash."""
    if isinstance(fetches, Tensor | Operation | str):
        return fetches
    kind = type(fetches)
    if kind is list or kind is tuple:
        return (kind, *map(_key, fetches))
    if kind is dict:
        return kind, tuple(fetches), tuple(map(_key, fetches.values()))
    return (kind, *nest.flatten_with_paths(fetches)) if nest.is_nested(fetches) else fetches
