"""The scopes, names and collections of the current graph, as functions."""

import contextlib
import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ParamSpec, TypeVar

from runtime import current
from runtime.current import current_graph, get_default_graph
from runtime.graph import Graph, Operation
from runtime.names import as_op_name, check_text
from runtime.tensor import Tensor

P = ParamSpec("P")
R = TypeVar("R")


@contextlib.contextmanager
def name_scope(name: str | None) -> Iterator[str]:
    """Context that puts "name/" before the names of operations and variables made in it.

    Args:
        name: with a slash at its end, a scope entered again; None or "" for the root.

    Returns:
        The scope as a string.

    >>> with name_scope("outer"), name_scope("inner") as scope:
    ...     scope
    'outer/inner/'
    """
    graph = current_graph()
    if graph is not None:
        with graph.name_scope(name) as scope:
            yield scope
        return
    check_text(name or "")
    implicit = current.implicit_graph()
    with current.eager_name_scope(name) as scope, _scope_of(implicit, name) if implicit else contextlib.nullcontext():
        yield scope


def scope_of_object(name: str) -> contextlib.AbstractContextManager[str]:
    """`name_scope` for an object that has any name, such as a layer: in a graph, a similar one that is valid there."""
    graph = current_graph()
    return name_scope(name) if graph is None else _scope_of(graph, name)


def _scope_of(graph: Graph, name: str | None) -> contextlib.AbstractContextManager[str]:
    return graph.name_scope(name and as_op_name(name, root=not graph.get_name_scope()))


def _position_of_name(function: Callable[..., Any]) -> int:
    """The place of the argument `name` among the positional ones; beyond all of them if it is none."""
    parameters = inspect.signature(function).parameters
    is_keyword = parameters["name"].kind is inspect.Parameter.KEYWORD_ONLY
    return sys.maxsize if is_keyword else list(parameters).index("name")


def in_name_scope(default: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a function of several operations put them in a name scope: its argument `name`, or `default`."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        """The function with its ops in a name scope."""
        position = _position_of_name(function)

        @functools.wraps(function)
        def scoped(*args: P.args, **kwargs: P.kwargs) -> R:
            """Opens the scope if a graph is being built; eager ops have no names."""
            if current_graph() is None and current.implicit_graph() is None:
                return function(*args, **kwargs)
            name: Any = args[position] if len(args) > position else kwargs.get("name")
            with name_scope(name or default):
                return function(*args, **kwargs)

        return scoped

    return decorate


def in_own_scope(default: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As `in_name_scope`, but the operation of the result gets the name of the scope itself, such as "zeros"."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        """The function with its ops in a name scope that its argument `name` tells."""
        position = _position_of_name(function)

        @functools.wraps(function)
        def scoped(*args: Any, **kwargs: Any) -> R:
            """Opens the scope if a graph is being built; eager ops have no names."""
            graph = current_graph() or current.implicit_graph()
            if graph is None:
                return function(*args, **kwargs)
            name = args[position] if len(args) > position else kwargs.pop("name", None)
            with graph.name_scope(name or default) as scope:
                if len(args) > position:
                    args = (*args[:position], scope, *args[position + 1 :])
                else:
                    kwargs["name"] = scope
                return function(*args, **kwargs)

        return scoped

    return decorate


def control_dependencies(control_inputs: Sequence[Any] | None) -> contextlib.AbstractContextManager[None]:
    """Context in which new operations of the graph run after `control_inputs` (see `Graph.control_dependencies`)."""
    graph = current_graph() or _graph_of(control_inputs or ())
    return contextlib.nullcontext() if graph is None else graph.control_dependencies(control_inputs)


def _graph_of(items: Sequence[Any]) -> Graph | None:
    for item in items:
        if isinstance(item, Operation) or (isinstance(item, Tensor) and not hasattr(item, "_value")):
            return item.graph
    return None


def device(name: Any) -> contextlib.AbstractContextManager[None]:
    """Context that notes a device on new operations; everything runs on the CPU all the same."""
    graph = current_graph()
    return contextlib.nullcontext() if graph is None else graph.device(name)


def add_to_collection(name: str, value: Any) -> None:
    """Appends `value` to a collection of the default graph."""
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Any, value: Any) -> None:
    """Appends `value` to each collection of the default graph that does not hold it yet."""
    get_default_graph().add_to_collections(names, value)


def get_collection(name: str, scope: str | None = None) -> list[Any]:
    """A copy of a collection of the default graph (see `Graph.get_collection`)."""
    return get_default_graph().get_collection(name, scope)


def get_collection_ref(name: str) -> list[Any]:
    """A collection of the default graph itself."""
    return get_default_graph().get_collection_ref(name)
