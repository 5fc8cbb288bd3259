"""Reverse-mode differentiation of graphs: a sweep over the operations, last to first, with one rule an op type.

Source: TensorFlow's `tf.gradients` for what users see; Griewank and Walther, "Evaluating Derivatives", for the rest.
"""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from runtime import dtypes, registry
from runtime.current import current_graph
from runtime.dispatch import convert_to_tensor
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.indexed_slices import IndexedSlices, added, dense
from runtime.tensor import Tensor

Gradient: TypeAlias = Tensor | IndexedSlices
Scopes = Callable[[Any], "contextlib.AbstractContextManager[Any]"]


class UnconnectedGradients(enum.Enum):
    """What stands for the gradient with respect to something that the target does not depend on."""

    NONE = "none"
    ZERO = "zero"


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
    colocate_gradients_with_ops: bool = False,
) -> list[Any]:
    """The gradients of the sum of `ys` with respect to each of `xs`, as new operations of their graph.

    Args:
        ys: a symbolic tensor, or a list of them.
        xs: a tensor or variable, or a list of them.
        grad_ys: gradients with respect to `ys`, of their shapes (by default, ones).
        name: of the scope for the new operations.
        gate_gradients: kept for TensorFlow, as the next one and the last one.
        aggregation_method: of no effect: contributions are always added at once.
        stop_gradients: tensors to hold constant: nothing flows through the operations that make them.
        unconnected_gradients: `NONE` or `ZERO`: what to give for an x that no y depends on.
        colocate_gradients_with_ops: of no effect.

    Returns:
        For each x a tensor of its shape and dtype, or None; `IndexedSlices` where rows of x were looked up and nothing
        else was done with it.

    Raises:
        LookupError: an op on the way has no gradient.
        TypeError: a y is complex and its `grad_y` is not given.

    >>> from runtime.session import Session
    >>> from runtime.ops.state import placeholder
    >>> x = placeholder("float32", [])
    >>> Session().run(gradients(x * x, x), {x: 3.0})
    [np.float32(6.0)]
    """
    choice = checked_choice(unconnected_gradients)
    targets, sources = _as_list(ys), [_source(x) for x in _as_list(xs)]
    targets = [convert_to_tensor(y) for y in targets]
    graph = _graph_of(targets)
    given = [None] * len(targets) if grad_ys is None else _as_list(grad_ys)
    if len(given) != len(targets):
        raise ValueError(f"There are {len(targets)} ys but {len(given)} grad_ys: give one for each, or None.")
    local = [local_tensor(graph, x) for x in sources]
    with contextlib.ExitStack() as stack:
        if current_graph() is None:
            stack.enter_context(graph.as_default())
        scope = stack.enter_context(_current_or(graph).name_scope(name or "gradients"))
        seeds = [_seed(y, g, i) for i, (y, g) in enumerate(zip(targets, given, strict=True))]
        stopped = {local_tensor(graph, _source(x)) for x in _as_list(stop_gradients)}
        operations = ancestors(graph, targets)
        pairs = zip(targets, seeds, strict=True)
        found = backpropagate(operations, pairs, local, stopped, in_scope(scope, "_grad"), keeps_slices=True)
        return [unconnected(x, g, choice) for x, g in zip(sources, found, strict=True)]


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _source(x: Any) -> Tensor:
    """The tensor where the gradient for `x` collects: for a variable, its handle."""
    handle = getattr(x, "handle", None)
    if isinstance(handle, Tensor):
        return handle
    if not isinstance(x, Tensor):
        raise TypeError(f"Gradients are taken with respect to tensors and variables, not {x!r}.")
    return x


def _graph_of(tensors: Sequence[Tensor]) -> Graph:
    if not tensors:
        raise ValueError("There are no ys to take gradients of.")
    for tensor in tensors:
        if hasattr(tensor, "_value"):
            raise RuntimeError(
                f"gradients() works on symbolic tensors, but {tensor!r} has been computed already. Use GradientTape."
            )
        if tensor.graph is not tensors[0].graph:
            raise ValueError(f"{tensor!r} and {tensors[0]!r} are not in the same graph: take their gradients apart.")
    return tensors[0].graph


def _current_or(graph: Graph) -> Graph:
    return current_graph() or graph


def _seed(y: Tensor, given: Any, index: int) -> Tensor:
    from runtime.gradients.broadcast import ones_like

    if given is not None:
        return convert_to_tensor(given, y.dtype)
    if y.dtype.is_complex:
        raise TypeError(f"Gradients of complex tensors must set grad_ys ({y!r}).")
    with _current_or(y.graph).name_scope(f"grad_ys_{index}"):
        return ones_like(y)


def local_tensor(graph: Graph, tensor: Tensor) -> Tensor | None:
    """The tensor that stands for `tensor` in `graph`: itself, what captured it, or None if nothing does."""
    if not hasattr(tensor, "_value") and tensor.graph is graph:
        return tensor
    known = graph.embedded(tensor)
    if known is not None or not isinstance(graph, FuncGraph):
        return known
    outer = tensor if graph.outer_graph is None else local_tensor(graph.outer_graph, tensor)
    return graph.captures.get(tensor, None if outer is None else graph.captures.get(outer))


def checked_choice(choice: UnconnectedGradients | str) -> UnconnectedGradients:
    """The choice as a member of the enumeration.

    Raises:
        ValueError: it is none of "none" and "zero".
    """
    try:
        return UnconnectedGradients(choice)
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: {choice!r}. Take 'none' or 'zero'.") from None


def unconnected(x: Tensor, g: Gradient | None, choice: UnconnectedGradients) -> Gradient | None:
    """`g`, or what stands for it if it is None."""
    from runtime.gradients.broadcast import zeros_like

    return zeros_like(x) if g is None and choice is UnconnectedGradients.ZERO else g


def ancestors(graph: Graph, tensors: Iterable[Tensor]) -> list[Operation]:
    """The operations that tensors depend on, in the order of the graph."""
    found: set[Operation] = set()
    stack = [tensor.op for tensor in tensors]
    while stack:
        op = stack.pop()
        if op not in found:
            found.add(op)
            stack.extend(tensor.op for tensor in op.inputs)
    return [op for op in graph.get_operations() if op in found]


# ---------------------------------------------------------------------------------------------- the sweep


def backpropagate(
    operations: Sequence[Any],
    seeds: Iterable[tuple[Tensor, Tensor]],
    sources: Sequence[Tensor | None],
    stopped: Collection[Tensor | None] = (),
    scope_of: Scopes = contextlib.nullcontext,
    keeps_slices: bool = False,
) -> list[Any]:
    """The gradients of sources, by one sweep over the operations between.

    Args:
        operations: operations (recorded or eager), each after those whose outputs it takes.
        seeds: targets and the gradients with respect to them.
        sources: tensors to give gradients for; None gets None.
        stopped: tensors that count as constants unless they are sources.
        scope_of: the context in which the gradient of an operation is built.
        keeps_slices: whether gradients that are slices stay so; else they are made tensors.
    """
    reached = reachable(operations, (x for x in sources if x is not None), stopped)
    found = _Sums(seeds)
    kept = {x for x in sources if x is not None}
    for op in reversed(operations):
        wanted = [x in reached for x in op.inputs]
        if not any(wanted) or reached.isdisjoint(op.outputs):
            continue
        grads = [_output_gradient(found, y, reached, kept, stopped) for y in op.outputs]
        if all(g is None for g in grads):
            continue
        with scope_of(op):
            for x, wants, g in zip(op.inputs, wanted, _through(op, grads, wanted), strict=True):
                if wants and g is not None:
                    found.add(x, g)
    totals = [None if x is None else found.total(x) for x in sources]
    return totals if keeps_slices else [dense(total) for total in totals]


def _output_gradient(
    found: _Sums, y: Tensor, reached: set[Tensor], kept: set[Tensor], stopped: Collection[Tensor | None]
) -> Gradient | None:
    if y not in reached or y in stopped:
        return None
    return found.total(y) if y in kept else found.take(y)


_ROW_BY_ROW = frozenset({"Cast", "Identity", "Neg", "ReadVariableOp"})
"""Ops of one input whose gradient takes slices as well as a tensor, as each row flows on its own."""


def _through(op: Any, grads: Sequence[Gradient | None], wanted: Sequence[bool]) -> Sequence[Gradient | Update | None]:
    """The gradients of an operation's inputs, with slices made tensors unless the operation lets them pass."""
    first = grads[0]
    if not isinstance(first, IndexedSlices) or op.type not in _ROW_BY_ROW:
        return input_gradients(op, [dense(g) for g in grads], wanted)
    (rows,) = input_gradients(op, [first.values], wanted)
    return [rows if rows is None else first.with_values(rows)]


def reachable(
    operations: Iterable[Any], sources: Iterable[Tensor], stopped: Collection[Tensor | None] = ()
) -> set[Tensor]:
    """The tensors that depend on sources, by ops that have gradients and tensors that can have one."""
    reached = {x for x in sources if is_differentiable(x)}
    for op in operations:
        if not reached.isdisjoint(op.inputs) and registry.gradient_of(op.type) is not registry.NOT_DIFFERENTIABLE:
            reached.update(y for y in op.outputs if y not in stopped and is_differentiable(y))
    return reached


def is_differentiable(tensor: Tensor) -> bool:
    """Whether a tensor can have a gradient: float and complex numbers, and handles of variables and lists of such."""
    dtype = tensor.dtype
    if dtype is dtypes.resource or dtype is dtypes.variant:
        known = tensor.handle_data
        if known is None or known.dtype is dtypes.variant:
            return dtype is dtypes.variant
        dtype = known.dtype
    return dtype.is_floating or dtype.is_complex


def input_gradients(
    op: Any, grads: Sequence[Tensor | None], wanted: Sequence[bool]
) -> Sequence[Gradient | Update | None]:
    """The gradients with respect to an operation's inputs, by its rule.

    Raises:
        LookupError: there is no rule for the op type.
    """
    own: Any = getattr(op, "gradients", None)
    rule: Any = registry.gradient_of(op.type)
    found: Sequence[Gradient | Update | None]
    if own is not None:
        found = own(grads, wanted)
    elif rule is None:
        raise LookupError(f"No gradient defined for operation '{op.name}' (op type: {op.type}).{_made_at(op)}")
    else:
        found = rule(op, *grads, wanted=wanted) if getattr(rule, "takes_wanted", False) else rule(op, *grads)
    if len(found) != len(wanted):
        raise ValueError(f"The gradient of {op.type} gave {len(found)} tensors for {len(wanted)} inputs ({op.name}).")
    return found


def _made_at(op: Any) -> str:
    source = getattr(op, "source", None)
    return f" It was made at {source}." if source else ""


class Update(NamedTuple):
    """A gradient that is zero but for one part, as that of picking an element is.

    Attributes:
        alone: makes it.
        onto: adds it to a gradient, which may be cheaper than to make it.
    """

    alone: Callable[[], Gradient]
    onto: Callable[[Tensor], Tensor]


class _Sums:
    """Contributions to the gradients of tensors, summed when asked for."""

    def __init__(self, seeds: Iterable[tuple[Tensor, Tensor]]) -> None:
        self._parts: dict[Tensor, list[Gradient]] = {}
        self._updates: dict[Tensor, list[Update]] = {}
        for tensor, g in seeds:
            self.add(tensor, g)

    def add(self, tensor: Tensor, g: Gradient | Update) -> None:
        """Adds a contribution."""
        if isinstance(g, Update):
            self._updates.setdefault(tensor, []).append(g)
        else:
            self._parts.setdefault(tensor, []).append(g)

    def total(self, tensor: Tensor) -> Gradient | None:
        """The sum, or None if there is nothing to sum."""
        parts = self._parts.setdefault(tensor, [])
        updates = self._updates.pop(tensor, [])
        if not parts and updates:
            parts.append(updates.pop(0).alone())
        if len(parts) > 1:
            parts[:] = [added(parts)]
        for update in updates:
            parts[0] = update.onto(dense(parts[0]))
        return parts[0] if parts else None

    def take(self, tensor: Tensor) -> Gradient | None:
        """The sum, which nobody will ask for again."""
        total = self.total(tensor)
        del self._parts[tensor]
        return total


def in_scope(prefix: str, suffix: str = "") -> Scopes:
    """Name scopes for the gradients of operations: "prefix/operation's name + suffix/"."""

    @contextlib.contextmanager
    def scope_of(op: Any) -> Iterator[None]:
        """The name scope of an op's gradient, below `prefix`; none outside of graphs."""
        graph = current_graph()
        if graph is None:
            yield
            return
        with graph.name_scope(prefix), graph.name_scope(op.name + suffix):
            yield

    return scope_of
