"""Changing some rows or elements of a variable."""

from __future__ import annotations

from typing import Any

from runtime.dispatch import apply_op, convert_to_tensor
from runtime.dtypes import DType
from runtime.indexed_slices import IndexedSlices
from runtime.tensor import Tensor


class VariableScatters:
    """The methods of a variable that change rows. Each takes `IndexedSlices`, or indices and updates.

    With `indices` of shape [n] the updates are of shape [n, *shape[1:]]. A row that is named twice is changed twice.
    The result is the variable; in a graph, a tensor of the new value.
    """

    handle: Tensor
    dtype: DType

    def _updated(self, op: Any, read_value: bool) -> Any:
        raise NotImplementedError

    def scatter_update(self, indices: Any, updates: Any = None, name: str | None = None) -> Any:
        """Replaces rows: `v[indices] = updates`."""
        return self._scatter("ResourceScatterUpdate", indices, updates, name)

    def scatter_add(self, indices: Any, updates: Any = None, name: str | None = None) -> Any:
        """Adds to rows."""
        return self._scatter("ResourceScatterAdd", indices, updates, name)

    def scatter_sub(self, indices: Any, updates: Any = None, name: str | None = None) -> Any:
        """Subtracts from rows."""
        return self._scatter("ResourceScatterSub", indices, updates, name)

    def scatter_mul(self, indices: Any, updates: Any = None, name: str | None = None) -> Any:
        """Multiplies rows."""
        return self._scatter("ResourceScatterMul", indices, updates, name)

    def scatter_div(self, indices: Any, updates: Any = None, name: str | None = None) -> Any:
        """Divides rows."""
        return self._scatter("ResourceScatterDiv", indices, updates, name)

    def scatter_max(self, indices: Any, updates: Any = None, name: str | None = None) -> Any:
        """Keeps the larger of what is there and what comes."""
        return self._scatter("ResourceScatterMax", indices, updates, name)

    def scatter_min(self, indices: Any, updates: Any = None, name: str | None = None) -> Any:
        """Keeps the smaller of what is there and what comes."""
        return self._scatter("ResourceScatterMin", indices, updates, name)

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Replaces the elements or slices at `indices` (each a position along the first dimensions)."""
        return self._scatter("ResourceScatterNdUpdate", indices, updates, name)

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Adds to the elements or slices at `indices`."""
        return self._scatter("ResourceScatterNdAdd", indices, updates, name)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtracts from the elements or slices at `indices`."""
        return self._scatter("ResourceScatterNdSub", indices, updates, name)

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """The rows at `indices`, of shape [*indices.shape, *shape[1:]]."""
        from runtime.ops.resource_scatter import resource_gather

        return resource_gather(self.handle, indices, self.dtype, name=name)

    def gather_nd(self, indices: Any, name: str | None = None) -> Tensor:
        """The elements or slices at `indices` (each a position along the first dimensions)."""
        from runtime.ops.resource_scatter import resource_gather_nd

        return resource_gather_nd(self.handle, indices, self.dtype, name)

    def _scatter(self, op_type: str, indices: Any, updates: Any, name: str | None) -> Any:
        if isinstance(indices, IndexedSlices):
            indices, updates = indices.indices, indices.values
        elif updates is None:
            raise TypeError(f"{op_type} takes IndexedSlices, or indices and updates; it got {indices!r} alone.")
        inputs = [self.handle, convert_to_tensor(indices), convert_to_tensor(updates, self.dtype)]
        return self._updated(apply_op(op_type, inputs, None, name), read_value=True)
