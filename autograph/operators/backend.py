"""What the operators ask of a graph runtime, and which runtime answers.

The operators never import a runtime. They speak to the backend that is installed; the one for this project's runtime
installs itself when the runtime has been imported, since no tensor can exist before.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Collection, Hashable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from autograph import graph_activity

from .place import Place
from .tensor_type import Shape, TensorType

Error = TypeVar("Error", bound=BaseException)
Tensor = Any
Graph = Any
Text = Sequence["str | Formatted"]
"""A text with values in it: literal strings and values, in order."""


class Formatted(NamedTuple):
    """A value in a text: `f"{value!r:spec}"`."""

    value: Any
    conversion: str = ""
    spec: str = ""


class Composite(NamedTuple):
    """A value that the runtime makes of several tensors (sparse, ragged, tensor arrays)."""

    kind: Hashable
    labels: tuple[str, ...]
    parts: tuple[Any, ...]
    rebuild: Callable[[Sequence[Any]], Any]


class ElementSource(Protocol):
    """Elements that come one by one, how many only the run knows: those of a dataset, or of an iterator over one."""

    @property
    def near(self) -> Any:
        """A tensor of the graph that the elements belong to."""

    def begin(self) -> Any:
        """Fetches the first element ahead; a tensor that says whether there is one, and which."""

    def advance(self, stop: Any) -> Any:
        """Fetches the next element ahead, unless `stop`, a bool or a bool tensor, says that nobody wants it."""

    def has(self, ahead: Any) -> Any:
        """Whether there is an element, a bool tensor."""

    def value(self, ahead: Any) -> Any:
        """The element."""

    def next(self) -> Any:
        """The next element of an iterator; without one, an error of the run."""


@dataclass
class LoopOptions:
    """What a loop may be told about itself by `set_loop_options`.

    Attributes:
        maximum_iterations: the loop stops after so many turns.
        parallel_iterations: a hint, kept in the graph.
        swap_memory: a hint, accepted and without effect.
        shape_invariants: pairs of a variable's value and the shape it keeps.
        counted: the loop runs over an index that grows by one up to a length known before it starts.
        holders: the variables of the frame that hold the tensor whose rows the loop goes over.
    """

    maximum_iterations: Any = None
    parallel_iterations: int = 10
    swap_memory: bool = False
    shape_invariants: Sequence[tuple[Any, Any]] = field(default_factory=tuple)
    counted: bool = False
    holders: frozenset[str] = frozenset()


class Backend(Protocol):
    """A graph runtime, as far as the operators need one.

    Attributes:
        activity: empty only if nothing can be staged in any thread; a container that changes in place.
    """

    activity: Collection[Any]

    # ---- what a value is

    def can_stage(self) -> bool:
        """Whether a symbolic tensor may reach converted code on this thread now; cheap."""

    def current_graph(self) -> Graph | None:
        """The graph that is being built on this thread, in which every op is recorded."""

    def outlives_trace(self, graph: Graph | None) -> bool:
        """Whether tensors of the graph are of use after a function was traced in it: it is no function's body."""

    def is_symbolic(self, value: Any) -> bool:
        """Whether the value is a tensor that only a run will know."""

    def is_tensor(self, value: Any) -> bool:
        """Whether the value is a tensor, symbolic or concrete."""

    def read(self, value: Any) -> Any:
        """The tensor that a variable holds at this place of the program, where ops are recorded; else the value."""
        return value

    def tensor_type(self, value: Any) -> TensorType | None:
        """The type of a tensor, or of what is one for all purposes (arrays, numpy scalars); None for the rest."""

    def held_type(self, value: Any) -> TensorType | None:
        """The type of what an object with an identity of its own (a variable) holds; None for the rest."""

    def number_type(self, value: Any) -> TensorType:
        """The type that a Python number, bool, string or bytes takes as a tensor."""

    def join_types(self, a: TensorType, b: TensorType) -> TensorType | None:
        """The least type that fits both; None if they do not mix."""

    def composite(self, value: Any) -> Composite | None:
        """The parts of a value that is made of several tensors; None for the rest."""

    def has_rows(self, value: Any) -> bool:
        """Whether the value, made of several tensors, has rows that the run counts (a ragged tensor in a graph)."""

    def elements(self, value: Any) -> ElementSource | None:
        """The elements of a dataset or iterator whose run is staged; None for the rest."""

    def static_truth(self, tensor: Tensor) -> bool | None:
        """The truth of a symbolic condition if it follows from static shapes alone."""

    def shape(self, value: Any) -> Shape:
        """A shape that the user wrote, as a tuple of sizes."""

    def asks_for_value(self, error: BaseException) -> bool:
        """Whether an error says that Python code asked a symbolic tensor for its value."""

    def shortened(self, error: Error) -> Error:
        """The exception, without frames of this project in its traceback."""
        return error

    # ---- graphs

    def open_graph(self, name: str, near: Tensor | None = None) -> Graph:
        """Makes a function graph inside the graph being built (else inside the graph of `near`), and builds it."""

    def close_graph(self, graph: Graph) -> None:
        """Goes on with the graph that was being built before."""

    def building(self, graph: Graph) -> AbstractContextManager[Any]:
        """Context in which a graph that was closed is being built again."""

    def placeholder(self, graph: Graph, type: TensorType, name: str) -> Tensor:
        """One more input of a function graph."""

    def set_outputs(self, graph: Graph, outputs: Sequence[Tensor]) -> None:
        """What a function graph returns."""

    def is_visible(self, tensor: Tensor, graph: Graph) -> bool:
        """Whether a tensor was made in the graph or in one around it."""

    def splice(self, graph: Graph, outputs: Sequence[Tensor]) -> list[Tensor] | None:
        """The outputs computed in the graph being built instead, if that is cheap and cannot fail; else None."""

    def is_idle(self, graph: Graph) -> bool:
        """Whether running the graph does nothing that anybody could notice, its outputs aside."""

    def cond(self, test: Tensor, arms: tuple[Graph, Graph]) -> list[Tensor]:
        """Runs one of two graphs."""

    def loop(self, body: Graph, inputs: Sequence[Tensor], options: LoopOptions) -> list[Tensor]:
        """Runs the body while its first value, a bool, is true."""

    def call(self, graph: Graph, inputs: Sequence[Tensor], types: Sequence[TensorType]) -> list[Tensor]:
        """Calls a function graph that gives tensors of these types; it may still be open, when it calls itself."""

    def captures(self, graph: Graph) -> list[Tensor]:
        """The tensors from outside that a function graph uses."""

    def capture(self, graph: Graph, tensors: Sequence[Tensor]) -> None:
        """Makes tensors from outside captures of a function graph, in this order."""

    def mark(self) -> Any:
        """The state of the graph being built, for `after_effects`."""

    def recorded(self) -> int:
        """A number that grows with every op recorded in the graph being built; cheap."""
        return 0

    def after_effects(self, mark: Any, tensors: Sequence[Tensor]) -> list[Tensor]:
        """The tensors, known only when what acts among the ops made since the mark has run."""

    # ---- tensors

    def convert(self, value: Any, type: TensorType | None = None) -> Tensor:
        """A tensor of the graph being built, of that dtype if one is given, weak if the type says so."""

    def zeros(self, type: TensorType) -> Tensor:
        """A tensor of zeros: a stand-in for a value that no path gives; unknown sizes are 0."""

    def set_weak(self, tensor: Tensor, weak: bool) -> Tensor:
        """Says whether a new tensor stands for a Python number."""

    def truth(self, tensor: Tensor) -> Tensor:
        """A bool scalar: whether a number is not zero, a string not empty."""

    def logical_not(self, tensor: Tensor) -> Tensor:
        """The negation of a bool."""

    def logical_and(self, a: Tensor, b: Tensor) -> Tensor:
        """Both of two bools, which are both known."""

    def logical_or(self, a: Tensor, b: Tensor) -> Tensor:
        """One of two bools, which are both known."""

    def equal(self, a: Any, b: Any) -> Tensor:
        """Elementwise equality."""

    def any(self, tensor: Tensor) -> Tensor:
        """Whether one element is true."""

    def less(self, a: Any, b: Any) -> Tensor:
        """Elementwise comparison."""

    def minimum(self, a: Any, b: Any) -> Tensor:
        """The smaller of two."""

    def maximum(self, a: Any, b: Any) -> Tensor:
        """The larger of two."""

    def cast(self, value: Any, dtype: str) -> Tensor:
        """The value with another dtype, named as in TensorFlow; float to int cuts off."""

    def round(self, value: Tensor, digits: Any) -> Tensor:
        """Rounded half to even; to an integer when `digits` is None."""

    def length(self, tensor: Tensor) -> Any:
        """The size of the first dimension: an int if it is known, else a tensor."""

    def item(self, tensor: Tensor, index: Any) -> Tensor:
        """One row."""

    def stack(self, items: Sequence[Any]) -> Tensor:
        """Items as the rows of one tensor."""

    def take(self, tensor: Tensor, rows: Tensor) -> Tensor:
        """Rows by their numbers."""

    def argsort(self, keys: Tensor) -> Tensor:
        """The positions of the elements of a vector in ascending order; those of equal ones keep theirs."""

    def update(self, tensor: Tensor, index: Any, value: Any) -> Tensor:
        """A copy with `tensor[index]` replaced."""

    # ---- lists of run-time length

    def list_type(self) -> TensorType:
        """The type of a list's handle."""

    def list_from(self, items: Sequence[Tensor], element: TensorType | None) -> Tensor:
        """A list of these items."""

    def list_length(self, handle: Tensor) -> Tensor:
        """How many items it has."""

    def list_append(self, handle: Tensor, item: Tensor) -> Tensor:
        """The list with one more item."""

    def list_pop(self, handle: Tensor, element: TensorType) -> tuple[Tensor, Tensor]:
        """The list without its last item, and that item; fails if there is none."""

    def list_get(self, handle: Tensor, index: Any, element: TensorType) -> Tensor:
        """An item; a negative index counts from the end, one out of range fails."""

    def list_set(self, handle: Tensor, index: Any, item: Tensor) -> Tensor:
        """The list with an item replaced."""

    def list_stack(self, handle: Tensor, element: TensorType) -> Tensor:
        """The items as the rows of one tensor."""

    # ---- effects

    def check(self, condition: Tensor, error: type[BaseException], message: Text) -> None:
        """Fails with that error when the condition is false at run time."""

    def raise_(self, error: BaseException, place: Place | None = None) -> None:
        """Fails with that error whenever it runs, as if raised at the place, by default where the op is made."""

    def print(self, text: Text, end: str, stream: str) -> None:
        """Prints to "stdout" or "stderr" whenever it runs."""

    def text(self, text: Text) -> Tensor:
        """The text with its values filled in, a string scalar."""


_installed: Backend | None = None
_modules = sys.modules

activity: Collection[Any] = graph_activity.activity
"""The `activity` of the backend that answers. Where it is empty nothing can be staged: operators ask it first."""

watchers: list[Callable[[bool], None]] = []
"""Are told whether anything can be staged, whenever that changes."""


def _tell(is_active: bool) -> None:
    if activity is graph_activity.activity:
        for watcher in watchers:
            watcher(is_active)


graph_activity.activity.watchers.append(_tell)


def can_stage() -> bool:
    """Whether a symbolic tensor may reach converted code on this thread now."""
    return bool(activity) and active().can_stage()


def is_there() -> bool:
    """Whether a backend was installed, or this project's runtime was imported."""
    return _installed is not None or "runtime.tensor" in _modules


def shortened(error: Error) -> Error:
    """The exception, without this project's own frames in its traceback."""
    if is_there():
        return active().shortened(error)
    importlib.import_module("runtime.origin").mark_internal(os.path.dirname(os.path.dirname(__file__)))
    found: Error = importlib.import_module("runtime.tracebacks").shortened(error)  # which needs no tensors
    return found


def active() -> Backend:
    """The backend that answers: the one installed, else this project's runtime."""
    if _installed is None:
        module = importlib.import_module(".graph_backend", __package__)
        install(module.GraphBackend())
    assert _installed is not None
    return _installed


def install(backend: Backend | None) -> Backend | None:
    """Lets another backend answer from now on, in every thread; returns the one before."""
    global _installed, activity
    before, _installed = _installed, backend
    activity = graph_activity.activity if backend is None else backend.activity
    for watcher in watchers:
        watcher(bool(activity))
    return before
