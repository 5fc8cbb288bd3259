"""Shape rules of the updates that optimizers make: gradients and slots fit their variable."""

from __future__ import annotations

from runtime import dtypes
from runtime.errors import InvalidArgumentError
from runtime.graph import Operation
from runtime.registry import all_op_types, shape_rule
from runtime.shapes import TensorShape
from runtime.tensor import Tensor

UPDATES = [name for name in all_op_types() if name.startswith(("ResourceApply", "ResourceSparseApply"))]


@shape_rule(*UPDATES)
def update(op: Operation) -> list[TensorShape]:
    """No outputs; the slots and the gradient have the variable's shape, the rest are scalars.

    A sparse gradient has one row of it for each index. What does not fit is InvalidArgumentError.
    """
    by_name = dict(zip([arg.name for arg in op.op_def.inputs], op.inputs, strict=True))
    variable = _behind(op.inputs[0])
    for name, tensor in by_name.items():
        if tensor.dtype is dtypes.resource:
            _check(name, _behind(tensor), variable)
        elif name in ("grad", "delta"):
            _check_gradient(name, tensor.shape, variable, by_name.get("indices"))
        elif name != "indices" and tensor.shape.rank not in (0, None):
            raise InvalidArgumentError(f"{name} must be a scalar, not of shape {tensor.shape}")
    return []


def _behind(handle: Tensor) -> TensorShape:
    return TensorShape(None) if handle.handle_data is None else handle.handle_data.shape


def _check(name: str, shape: TensorShape, variable: TensorShape) -> None:
    if not shape.is_compatible_with(variable):
        raise InvalidArgumentError(f"{name} must have the shape of the variable, {variable}, not {shape}")


def _check_gradient(name: str, shape: TensorShape, variable: TensorShape, indices: Tensor | None) -> None:
    if indices is None:
        _check(name, shape, variable)
        return
    if variable.rank is not None and indices.shape.rank == 1:
        _check(f"{name} of rows", shape, indices.shape.concatenate(variable[1:]))
