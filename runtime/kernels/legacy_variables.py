"""Kernels of TensorFlow 1's reference variables. What stands for the variable is its `Resource`; see
`runtime.optimize.references` for how its value is read."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

import runtime.kernels.training  # noqa: F401 - the kernels of optimizers, wrapped below
from runtime.context import RunContext
from runtime.dtypes import DType
from runtime.formats.arrays import is_fresh
from runtime.kernels.resource_scatter import with_rows
from runtime.kernels.scatter import PLACES, Place, scattered
from runtime.kernels.state import update
from runtime.kernels.values import Array
from runtime.registry import kernel, kernel_of
from runtime.resources import Resource
from runtime.shapes import TensorShape


@kernel("VariableV2", "Variable")
def variable(
    *,
    container: str | bytes,
    shared_name: str | bytes,
    dtype: DType,
    shape: TensorShape,
    context: RunContext,
    owner: Any = None,
) -> Resource:
    """What is behind the reference of a name in the session, made at the first use, without a value.

    References and resource variables of one name are different things.
    """
    name = shared_name.decode() if isinstance(shared_name, bytes) else shared_name
    name = name or ("" if owner is None else owner.name)
    home = container.decode() if isinstance(container, bytes) else container
    found: Resource = context.resources.lookup_or_create(
        f"references of {home}", name, lambda: Resource(name, dtype, shape)
    )
    return found


@kernel("Assign")
def assign(ref: Resource, value: Array, *, validate_shape: bool) -> Resource:
    """Sets the variable to a value that nothing else writes to, copied if need be; gives the reference on.

    Without `validate_shape` the variable takes on the value's shape.
    """
    if not validate_shape:
        ref.shape = TensorShape(value.shape)
    ref.assign(value if is_fresh(value) else np.array(value))
    return ref


@kernel("AssignAdd")
def assign_add(ref: Resource, value: Array) -> Resource:
    """Adds a value of the variable's shape; gives the reference on."""
    update(ref, value, operator.add)
    return ref


@kernel("AssignSub")
def assign_sub(ref: Resource, value: Array) -> Resource:
    """Subtracts a value of the variable's shape; gives the reference on."""
    update(ref, value, operator.sub)
    return ref


@kernel("RefIdentity")
def identity(ref: Resource) -> Resource:
    """The reference itself."""
    return ref


@kernel("IsVariableInitialized")
def is_initialized(ref: Resource) -> Any:
    """Whether the variable has a value, as a bool scalar."""
    return np.bool_(ref.is_initialized)


def _scatter_rows(place: Place) -> Callable[[Resource, Array, Array], Resource]:
    def scatter(ref: Resource, indices: Array, updates: Array) -> Resource:
        """Changes rows of the variable at `indices`; where one repeats, in order. Gives the reference on."""
        ref.update(lambda value: with_rows(np.array(value), indices, updates, place))
        return ref

    return scatter


for _kind in ("Update", "Add", "Sub"):
    kernel(f"Scatter{_kind}")(_scatter_rows(PLACES[_kind]))


@kernel("ScatterNdUpdate")
def scatter_nd_update(ref: Resource, indices: Array, updates: Array, *, bad_indices_policy: str | bytes) -> Resource:
    """Sets slices of the variable at index vectors; where one repeats, the last wins. Gives the reference on."""
    ref.update(lambda value: scattered(np.array(value), indices, updates, PLACES["Update"], bad_indices_policy))
    return ref


# ---------------------------------------------------------------------------------------------- optimizers


def _of_references(update: Callable[..., None]) -> Callable[..., Resource]:
    """The step of an optimizer that takes references: the same as with handles, and gives the first one back."""

    @functools.wraps(update)
    def step(*inputs: Any, **attrs: Any) -> Resource:
        """One step of the optimizer, in place; gives the variable's reference on."""
        update(*inputs, **attrs)
        reference: Resource = inputs[0]
        return reference

    step.__signature__ = inspect.signature(update)  # type: ignore[attr-defined]
    return step


for _op_type in (
    "ApplyAdagrad", "ApplyAdam", "ApplyGradientDescent", "ApplyMomentum", "ApplyRMSProp", "SparseApplyAdagrad",
):  # fmt: skip
    kernel(_op_type)(_of_references(kernel_of(f"Resource{_op_type}").function))
