"""The updates that optimizers make of variables, as functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime.dispatch import apply_op, convert_to_tensor, is_tensor
from runtime.errors import InvalidArgumentError
from runtime.ops.casts import cast
from runtime.registry import op_def
from runtime.tensor import Tensor
from runtime.variables import Variable


def apply_update(
    op_type: str,
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Any:
    """Changes a variable and its slots as one op of an optimizer does.

    Args:
        op_type: TensorFlow's op, such as "ResourceApplyAdam".
        inputs: for each input of the op its name and a variable, tensor or number; numbers and tensors take the dtype
            of the variable `var`.
        attrs: attributes of the op, such as `use_nesterov`.
        name: for the operation.

    Returns:
        The operation in a graph, None if it ran.

    Raises:
        InvalidArgumentError: an input is missing or unknown, or its shape does not fit.

    >>> v = Variable([1.0, 2.0])
    >>> apply_update("ResourceApplyGradientDescent", {"var": v, "alpha": 0.5, "delta": [1.0, 1.0]})
    >>> v.numpy().tolist()
    [0.5, 1.5]
    """
    wanted = [arg.name for arg in op_def(op_type).inputs]
    if sorted(wanted) != sorted(inputs):
        raise InvalidArgumentError(f"{op_type} takes the inputs {', '.join(wanted)}, not {', '.join(inputs)}.")
    dtype = inputs["var"].dtype
    return apply_op(op_type, [_input(arg, inputs[arg], dtype) for arg in wanted], attrs, name)


def _input(name: str, value: Any, dtype: Any) -> Tensor:
    if isinstance(value, Variable) and name != "lr" and name not in ("grad", "delta"):
        return value.handle
    if name in ("indices", "global_step"):
        return convert_to_tensor(value)
    return cast(value, dtype) if is_tensor(value) else convert_to_tensor(value, dtype)
