"""Shape rules of constants, feeds and variables."""

from __future__ import annotations

from runtime.errors import InvalidArgumentError
from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import SCALAR, UNKNOWN, TensorShape
from runtime.tensor import HandleData


@shape_rule("Const")
def const(op: Operation) -> list[TensorShape]:
    """The shape of the value."""
    return [TensorShape(op.attrs["value"].shape)]


@shape_rule("Placeholder", "PlaceholderV2")
def placeholder(op: Operation) -> list[TensorShape]:
    """The shape in the attribute."""
    return [op.attrs["shape"]]


@shape_rule("VarHandleOp")
def var_handle(op: Operation) -> list[TensorShape]:
    """A scalar handle, which knows dtype and shape of the variable."""
    op.outputs[0].handle_data = HandleData(op.attrs["dtype"], op.attrs["shape"])
    return [SCALAR]


@shape_rule("ReadVariableOp")
def read_variable(op: Operation) -> list[TensorShape]:
    """The variable's shape; InvalidArgumentError if it is read as another dtype."""
    behind = op.inputs[0].handle_data
    if behind is None:
        return [UNKNOWN]
    if behind.dtype is not op.attrs["dtype"]:
        raise InvalidArgumentError(
            f"Trying to read a variable of dtype {behind.dtype.name} as {op.attrs['dtype'].name}"
        )
    return [behind.shape]


@shape_rule("AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp")
def assign(op: Operation) -> list[TensorShape]:
    """No outputs; InvalidArgumentError if dtype or shape of the value do not fit the variable."""
    behind, value = op.inputs[0].handle_data, op.inputs[1]
    if behind is not None and behind.dtype is not value.dtype:
        raise InvalidArgumentError(f"Cannot assign {value.dtype.name} to a variable of dtype {behind.dtype.name}")
    if behind is not None and not behind.shape.is_compatible_with(value.shape):
        raise InvalidArgumentError(f"Cannot assign shape {value.shape} to a variable of shape {behind.shape}")
    return []


@shape_rule("VarIsInitializedOp")
def var_is_initialized(op: Operation) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR]


@shape_rule("VariableShape")
def variable_shape(op: Operation) -> list[TensorShape]:
    """A vector as long as the variable's rank."""
    behind = op.inputs[0].handle_data
    return [TensorShape([None if behind is None else behind.shape.rank])]


@shape_rule("DestroyResourceOp")
def destroy_resource(op: Operation) -> list[TensorShape]:
    """No outputs."""
    return []
