"""Changing rows of variables, as the functions that TensorFlow 1 has for that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = [
    "scatter_add", "scatter_div", "scatter_max", "scatter_min", "scatter_mul", "scatter_nd_add", "scatter_nd_sub",
    "scatter_nd_update", "scatter_sub", "scatter_update",
]  # fmt: skip


def _as_function(method: str) -> Callable[..., Any]:
    def scatter(ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None) -> Any:
        """Calls the method of a variable."""
        return getattr(ref, method)(indices, updates, name=name)

    scatter.__name__ = scatter.__qualname__ = method
    scatter.__doc__ = f"""Calls `ref.{method}(indices, updates)`.

    Args:
        ref: a variable.
        indices: which rows or elements.
        updates: what meets them.
        use_locking: of no effect; updates never mix.
        name: for the operation.

    Returns:
        The new value.
    """
    return scatter


scatter_add = _as_function("scatter_add")
scatter_div = _as_function("scatter_div")
scatter_max = _as_function("scatter_max")
scatter_min = _as_function("scatter_min")
scatter_mul = _as_function("scatter_mul")
scatter_nd_add = _as_function("scatter_nd_add")
scatter_nd_sub = _as_function("scatter_nd_sub")
scatter_nd_update = _as_function("scatter_nd_update")
scatter_sub = _as_function("scatter_sub")
scatter_update = _as_function("scatter_update")
