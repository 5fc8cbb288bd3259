"""What the user tells a staged loop about itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import backend
from .trace import traces


def set_loop_options(
    *,
    maximum_iterations: Any = None,
    parallel_iterations: int = 10,
    swap_memory: bool = False,
    shape_invariants: Sequence[tuple[Any, Any]] = (),
) -> None:
    """Tells the innermost staged loop around the call about itself; without effect in a loop that Python runs.

    Args:
        maximum_iterations: the loop stops after so many turns.
        parallel_iterations: a hint, kept in the graph.
        swap_memory: a hint, accepted and without effect.
        shape_invariants: pairs of a loop variable and the shape it keeps through the loop.
    """
    options = next((trace.options for trace in reversed(traces()) if trace.options is not None), None)
    if options is None:
        return
    options.maximum_iterations = maximum_iterations
    options.parallel_iterations = parallel_iterations
    options.swap_memory = swap_memory
    options.shape_invariants = [(value, backend.active().shape(shape)) for value, shape in shape_invariants]
