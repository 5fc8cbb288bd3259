"""Kernels of constants, feeds and variables."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.context import RunContext
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError, NotFoundError
from runtime.formats.arrays import is_fresh
from runtime.registry import kernel, kernel_maker
from runtime.resources import Resource
from runtime.shapes import TensorShape


@kernel_maker("Const")
def const(*, value: Any) -> Callable[[], Any]:
    """The same array in every run."""
    return lambda: value


@kernel("Placeholder", "PlaceholderV2")
def placeholder(*, dtype: DType, shape: TensorShape, owner: Any = None) -> Any:
    """InvalidArgumentError: a value that is fed takes this op's place before it runs."""
    name = "" if owner is None else f" {owner.name!r}"
    raise InvalidArgumentError(
        f"You must feed a value for placeholder{name} with dtype {dtype.name} and shape {shape}.", owner
    )


@kernel("VarHandleOp")
def var_handle(
    *,
    container: str,
    shared_name: str,
    dtype: DType,
    shape: TensorShape,
    context: RunContext,
    owner: Any = None,
    _resource: Resource | None = None,
) -> Resource:
    """The variable of a name in the session, made without a value at the first use; without a name, a new one."""
    if _resource is not None:
        return _resource
    name = _text(shared_name) or ("" if owner is None else owner.name)
    if not name:
        return Resource("", dtype, shape)
    found: Resource = context.resources.lookup_or_create(_text(container), name, lambda: Resource(name, dtype, shape))
    return found


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


@kernel("ReadVariableOp")
def read_variable(resource: Resource) -> Any:
    """The value; FailedPreconditionError if there is none yet."""
    return resource.read()


@kernel("AssignVariableOp")
def assign_variable(resource: Resource, value: Any) -> None:
    """Sets the value; one whose memory others may write to is copied."""
    # The caller may reuse the buffer, or the user may write to what he fed.
    resource.assign(value if is_fresh(value) else np.array(value))


@kernel("AssignAddVariableOp")
def assign_add(resource: Resource, value: Any) -> None:
    """Adds to the value, in one step that no other thread comes between."""
    update(resource, value, operator.add)


@kernel("AssignSubVariableOp")
def assign_sub(resource: Resource, value: Any) -> None:
    """Subtracts from the value, in one step that no other thread comes between."""
    update(resource, value, operator.sub)


def update(resource: Resource, value: Any, change: Callable[[Any, Any], Any]) -> None:
    """Changes the value of a variable by `change(current, value)`, whose shapes must be equal, in one step."""

    def changed(current: Any) -> Any:
        """The new value, or InvalidArgumentError that names the variable."""
        if current.shape != value.shape:
            raise InvalidArgumentError(
                f"Cannot update variable {resource.name!r} of shape {TensorShape(current.shape)} using a tensor of "
                f"shape {TensorShape(value.shape)}: shapes must be equal."
            )
        return change(current, value)

    resource.update(changed)


@kernel("VarIsInitializedOp")
def var_is_initialized(resource: Resource) -> Any:
    """Whether the variable has a value, as a bool scalar."""
    return np.bool_(resource.is_initialized)


@kernel("VariableShape")
def variable_shape(resource: Resource, *, out_type: DType) -> Any:
    """The sizes of the value as a vector of `out_type`."""
    return np.array(resource.read().shape, out_type.as_numpy_dtype)


@kernel("DestroyResourceOp")
def destroy_resource(resource: Resource, *, ignore_lookup_error: bool) -> None:
    """Takes the value away; the resource itself stays, since plans hold on to it."""
    if not resource.is_initialized and not ignore_lookup_error:
        raise NotFoundError(f"Resource {resource.name!r} does not exist.")
    resource.value = None
