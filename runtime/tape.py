"""GradientTape: gradients of what ran, or was recorded, while the tape watched."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from runtime import dtypes, nest, registry
from runtime.autodiff import (
    UnconnectedGradients,
    backpropagate,
    checked_choice,
    in_scope,
    is_differentiable,
    local_tensor,
    unconnected,
)
from runtime.current import add_recorder, current_graph, remove_recorder, state
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.effects import FUNCTIONAL
from runtime.func_graph import FuncGraph
from runtime.graph import Graph
from runtime.graph_keys import GraphKeys
from runtime.indexed_slices import IndexedSlices
from runtime.tensor import Tensor

_READERS = frozenset({"ReadVariableOp", "ResourceGather", "ResourceGatherNd"}) | FUNCTIONAL
"""Ops that make a tape watch the trainable variables whose handles they take."""


class GradientTape:
    """Records ops on what it watches, to differentiate them backwards.

    Works alike in eager execution, where ops run, and in a function being traced or an open graph, where they are
    recorded. Trainable variables are watched when they are read; tensors have to be named.

    Args:
        persistent: whether `gradient` may be called more than once.
        watch_accessed_variables: whether trainable variables are watched without being named.

    >>> x = convert_to_tensor(3.0)
    >>> with GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> float(tape.gradient(y, x))
    6.0
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watches_variables = watch_accessed_variables
        self._graph: Graph | None = None
        self._is_recording = False
        self._is_used = False
        self._variables: dict[int, Any] = {}
        self._forget()

    def _forget(self) -> None:
        self._operations: list[Any] = []
        self._tracked: set[Tensor] = set()

    # ------------------------------------------------------------------------------------------ recording

    def __enter__(self) -> GradientTape:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_recording:
            self._stop()

    def _start(self) -> None:
        if self._is_recording:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        self._graph = current_graph()
        self._is_recording = True
        add_recorder(self._record)

    def _stop(self) -> None:
        self._is_recording = False
        remove_recorder(self._record)

    def _record(self, op: Any) -> None:
        if state.graph is not self._graph:
            return
        if op.type in _READERS:
            self._watch_handles(op.inputs)
        if self._tracked.isdisjoint(op.inputs) or registry.gradient_of(op.type) is registry.NOT_DIFFERENTIABLE:
            return
        self._operations.append(op)
        self._tracked.update(filter(is_differentiable, op.outputs))

    def watch(self, tensor: Any) -> None:
        """Makes the tape record what is done with a tensor, variable, or structure of them, from now on.

        Raises:
            ValueError: it is something else.
        """
        for leaf in nest.flatten(tensor):
            if isinstance(getattr(leaf, "handle", None), Tensor):
                self._watch_variable(leaf)
            elif isinstance(leaf, Tensor):
                self._watch_tensor(leaf)
            else:
                raise ValueError(  # noqa: TRY004 as in TensorFlow
                    f"Passed in object {leaf} of type '{type(leaf).__name__}', not a Tensor or Variable."
                )

    def _watch_tensor(self, tensor: Tensor) -> None:
        if not is_differentiable(tensor):
            warnings.warn(
                f"The dtype of the watched tensor must be floating (e.g. float32), got {tensor.dtype.name}: it has no "
                f"gradient.",
                stacklevel=3,
            )
            return
        graph = current_graph()
        if isinstance(graph, FuncGraph) and hasattr(tensor, "_value"):
            graph.pin(tensor)
        self._tracked.add(tensor if graph is None else graph.capture(tensor))

    def _watch_variable(self, variable: Any) -> None:
        self._variables[id(variable)] = variable
        graph = current_graph()
        self._tracked.add(variable.handle if graph is None else graph.capture(variable.handle))

    def _watch_handles(self, tensors: Sequence[Tensor]) -> None:
        if not self._watches_variables:
            return
        for tensor in tensors:
            if tensor.dtype is dtypes.resource and tensor not in self._tracked:
                variable = _variable_of(tensor)
                if variable is not None and variable.trainable:
                    self._variables[id(variable)] = variable
                    self._tracked.add(tensor)

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that the tape watches, in the order in which it met them."""
        return tuple(self._variables.values())

    @contextlib.contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Context in which the tape records nothing.

        Raises:
            RuntimeError: the tape is not recording.
        """
        if not self._is_recording:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._stop()
        try:
            yield
        finally:
            self._start()

    def reset(self) -> None:
        """Forgets everything recorded and watched so far."""
        self._forget()
        self._variables = {}
        self._is_used = False

    # ------------------------------------------------------------------------------------------ differentiating

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
    ) -> Any:
        """The gradients of the sum of the targets with respect to the sources.

        Args:
            target: a tensor or variable, or a structure of them.
            sources: tensors and variables that were watched, or computed from such, in any structure.
            output_gradients: gradients with respect to the targets (by default, ones).
            unconnected_gradients: `NONE` or `ZERO`: what to give for a source that no target depends on.

        Returns:
            The structure of `sources`, with a tensor or None for each; `IndexedSlices` for a source of which rows were
            looked up and nothing else was done with it.

        Raises:
            RuntimeError: a tape that is not persistent is used twice.
            LookupError: an op on the way has no gradient.
            TypeError: the target is None.
        """
        if target is None:
            raise TypeError("Argument `target` should be a tensor, variable or structure of them, but received None.")
        choice = checked_choice(unconnected_gradients)
        self._begin()
        leaves = nest.flatten(target)
        seeds = _flat(output_gradients, len(leaves))
        targets = [convert_to_tensor(leaf.values if isinstance(leaf, IndexedSlices) else leaf) for leaf in leaves]
        seeds = [
            _row_seed(leaf, g) if isinstance(leaf, IndexedSlices) else g for leaf, g in zip(leaves, seeds, strict=True)
        ]
        found = self._sweep(targets, nest.flatten(sources), seeds, choice, keeps_slices=True)
        self._end()
        return nest.pack_sequence_as(sources, found)

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The gradients of each element of the target with respect to the sources.

        Args:
            target: a tensor.
            sources: tensors and variables that were watched, or computed from such, in any structure.
            unconnected_gradients: `NONE` or `ZERO`: what to give for a source that the target does not depend on.
            parallel_iterations: kept for TensorFlow.
            experimental_use_pfor: kept for TensorFlow.

        Returns:
            The structure of `sources`, with a tensor of shape target.shape + source.shape, or None, for each.

        Raises:
            RuntimeError: a tape that is not persistent is used twice.

        >>> x = convert_to_tensor([1.0, 2.0])
        >>> with GradientTape() as tape:
        ...     tape.watch(x)
        ...     y = x * x
        >>> tape.jacobian(y, x).numpy().tolist()
        [[2.0, 0.0], [0.0, 4.0]]
        """
        from runtime.jacobians import jacobian

        choice = checked_choice(unconnected_gradients)
        self._begin()
        y, flat = convert_to_tensor(target), nest.flatten(sources)
        with self._open():
            found = jacobian(y, flat, lambda seed: self._sweep([y], flat, [seed], choice))
        self._end()
        return nest.pack_sequence_as(sources, found)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Tensor | None:
        """The Jacobian of each example of a batch: [b, ...] by [b, ...], where examples do not mix.

        Args:
            target: a tensor of shape [b, ...].
            source: a tensor of shape [b, ...].
            unconnected_gradients: `NONE` or `ZERO`: what to give if the target does not depend on the source.
            parallel_iterations: kept for TensorFlow.
            experimental_use_pfor: kept for TensorFlow.

        Returns:
            A tensor of shape target.shape + source.shape[1:], or None.

        Raises:
            RuntimeError: a tape that is not persistent is used twice.
            ValueError: the batches have different sizes.
        """
        from runtime.jacobians import batch_jacobian

        choice = checked_choice(unconnected_gradients)
        self._begin()
        y, x = convert_to_tensor(target), convert_to_tensor(source)
        with self._open():
            found = batch_jacobian(y, x, lambda seed: self._sweep([y], [source], [seed], choice)[0])
        self._end()
        return found

    def _begin(self) -> None:
        if self._is_used and not self._persistent:
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
            )
        self._is_used = True
        if self._is_recording and not self._persistent:
            self._stop()

    def _end(self) -> None:
        if not self._persistent:
            self._forget()

    def _sweep(
        self,
        targets: Sequence[Tensor],
        sources: Sequence[Any],
        output_gradients: Sequence[Any],
        choice: UnconnectedGradients,
        keeps_slices: bool = False,
    ) -> list[Any]:
        from runtime.gradients.broadcast import ones_like

        handles = [_collecting(source) for source in sources]
        with self._open(), _scope() as scope:
            seeds = [
                (self._local(y), ones_like(y) if g is None else convert_to_tensor(g, y.dtype))
                for y, g in zip(targets, output_gradients, strict=True)
                if is_differentiable(y)
            ]
            local = [self._tracked_tensor(x) for x in handles]
            found = backpropagate(
                list(self._operations), seeds, local, scope_of=in_scope(scope), keeps_slices=keeps_slices
            )
            return [unconnected(x, g, choice) for x, g in zip(handles, found, strict=True)]

    def _open(self) -> contextlib.AbstractContextManager[Any]:
        """Context for the new operations: the open graph, else that of what was recorded, else eager execution."""
        if current_graph() is None:
            symbolic = next((op for op in self._operations if not hasattr(op.outputs[0], "_value")), None)
            if symbolic is not None:
                return symbolic.graph.as_default()  # type: ignore[no-any-return]
        return contextlib.nullcontext()

    def _local(self, tensor: Tensor) -> Tensor:
        known = tensor if self._graph is None else local_tensor(self._graph, tensor)
        return tensor if known is None else known

    def _tracked_tensor(self, tensor: Tensor) -> Tensor | None:
        local = self._local(tensor)
        return local if local in self._tracked else None


@contextlib.contextmanager
def _scope() -> Iterator[str]:
    """A name scope for the gradients, if a graph is open."""
    graph = current_graph()
    if graph is None:
        yield ""
    else:
        with graph.name_scope("gradient_tape") as scope:
            yield scope


def _flat(output_gradients: Any, count: int) -> list[Any]:
    if output_gradients is None:
        return [None] * count
    flat = nest.flatten(output_gradients)
    if count == 1 and len(flat) != 1:
        return [output_gradients]
    if len(flat) != count:
        raise ValueError(f"There are {count} targets but {len(flat)} output_gradients: give one for each, or None.")
    return flat


def _row_seed(slices: IndexedSlices, g: Any) -> Tensor | None:
    """The gradient of the slices, where `g` is that of the tensor which they stand for."""
    if g is None:
        return None
    return apply_one("GatherV2", [convert_to_tensor(g, slices.dtype), slices.indices, convert_to_tensor(0)])


def _collecting(source: Any) -> Tensor:
    """The tensor where the gradient for a source collects: for a variable, its handle."""
    handle = getattr(source, "handle", None)
    tensor = handle if isinstance(handle, Tensor) else source
    if not isinstance(tensor, Tensor):
        raise TypeError(f"Gradients are taken with respect to tensors and variables, not {source!r}.")
    return tensor


def _variable_of(handle: Tensor) -> Any:
    """The variable that a handle is of, or None if nobody knows."""
    reference = getattr(handle, "variable", None)
    if reference is not None or hasattr(handle, "_value"):
        return None if reference is None else reference()
    graph = handle.graph
    outer = graph.outer_of(handle) if isinstance(graph, FuncGraph) else None
    if outer is not None:
        return _variable_of(outer)
    variables = graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)
    return next((variable for variable in variables if variable.handle is handle), None)


@contextlib.contextmanager
def accessed_variables() -> Iterator[list[Any]]:
    """Context that gives a list to which each trainable variable is added when it is first read."""
    found: list[Any] = []

    def look(op: Any) -> None:
        """Notes the trainable variables that an op reads."""
        for tensor in op.inputs if op.type in _READERS else ():
            variable = _variable_of(tensor) if tensor.dtype is dtypes.resource else None
            if variable is not None and variable.trainable and all(variable is not known for known in found):
                found.append(variable)

    add_recorder(look)
    try:
        yield found
    finally:
        remove_recorder(look)


@contextlib.contextmanager
def paused_tapes() -> Iterator[None]:
    """Context in which no tape of this thread records."""
    tapes = [recorder for recorder in state.recorders if _tape_of(recorder) is not None]
    for recorder in tapes:
        remove_recorder(recorder)
    try:
        yield
    finally:
        for recorder in tapes:
            add_recorder(recorder)


def _tape_of(recorder: Any) -> GradientTape | None:
    tape = getattr(recorder, "__self__", None)
    return tape if isinstance(tape, GradientTape) else None


def watching(inputs: Sequence[Tensor]) -> list[set[Tensor]]:
    """What each active tape tracks, for the tapes that track one of `inputs`, after a call that takes them."""
    found = []
    for recorder in state.recorders:
        tape = _tape_of(recorder)
        if tape is not None and tape._graph is state.graph:
            tape._watch_handles(inputs)
            if not tape._tracked.isdisjoint(inputs):
                found.append(tape._tracked)
    return found
