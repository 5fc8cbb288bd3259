"""Which ops Python's own operators compute.

On numpy scalars `x + y` takes a tenth of the time of `np.add(x, y)`, for the same result; on arrays they are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.engines.binding import bound_kernel, kernel_for

if TYPE_CHECKING:
    from runtime.graph import Operation

_OPERATORS = {
    np.absolute: "abs({})",
    np.add: "{} + {}",
    np.bitwise_and: "{} & {}",
    np.bitwise_or: "{} | {}",
    np.bitwise_xor: "{} ^ {}",
    np.equal: "{} == {}",
    np.floor_divide: "{} // {}",
    np.greater: "{} > {}",
    np.greater_equal: "{} >= {}",
    np.invert: "~{}",
    np.less: "{} < {}",
    np.less_equal: "{} <= {}",
    np.logical_and: "{} & {}",
    np.logical_not: "~{}",
    np.logical_or: "{} | {}",
    np.multiply: "{} * {}",
    np.negative: "-{}",
    np.not_equal: "{} != {}",
    np.remainder: "{} % {}",
    np.subtract: "{} - {}",
    np.true_divide: "{} / {}",
}


_CHECKED = {"FloorDiv": "{} // {}", "FloorMod": "{} % {}"}
"""Ops on integers whose kernels look for zero divisors first."""


_COMPARISONS = {"Equal": "{} == {}", "NotEqual": "{} != {}"}
"""Ops whose kernels may have to look whether the shapes go together."""


def infix(op: Operation, constants: Sequence[Any]) -> str | None:
    """The op as a Python expression with a pair of braces for each input, or None if its kernel has to be called.

    Only ops whose kernel is the very numpy function of the operator have one, and integer divisions by constants.

    Args:
        op: the operation.
        constants: the value of each input that is known, None for the others.
    """
    if op.type == "AddN" and len(op.inputs) == 2 and _is_one_shape(op):
        return "{} + {}"
    if any(tensor.dtype.as_numpy_dtype is np.object_ for tensor in op.inputs):
        return None
    if op.type in _CHECKED and op.inputs[0].dtype.is_integer and constants[1] is not None and np.all(constants[1]):
        return _CHECKED[op.type]
    if op.type in _COMPARISONS and _broadcast(op):
        return _COMPARISONS[op.type]
    kernel = kernel_for(op)
    if kernel.surroundings or not (kernel.is_maker or isinstance(kernel.function, np.ufunc)):
        return None
    bound = bound_kernel(op)
    return _OPERATORS.get(bound) if isinstance(bound, np.ufunc) else None


def _broadcast(op: Operation) -> bool:
    """Whether the shapes of two inputs are known to go together: one is a scalar, or they are equal."""
    return any(tensor.shape.rank == 0 for tensor in op.inputs) or _is_one_shape(op)


def _is_one_shape(op: Operation) -> bool:
    """Whether the shapes of two inputs are known to be equal."""
    left, right = op.inputs[0].shape, op.inputs[1].shape
    return left.is_fully_defined() and left == right
