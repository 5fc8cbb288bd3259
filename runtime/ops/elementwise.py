"""Makes the functions of ops that only differ in what they compute of each element."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from runtime.dispatch import apply_one, binary_operands, convert_to_tensor
from runtime.tensor import Tensor

FLOATING = "float16, bfloat16, float32 or float64"
FLOATING_OR_COMPLEX = "a floating or complex dtype"
NUMERIC = "a numeric dtype"
REAL = "a real numeric dtype"
INTEGER = "an integer dtype"
BOOLEAN = "dtype bool"

Unary = Callable[..., Tensor]
Binary = Callable[..., Tensor]

_UNARY_DOC = """{summary}

Args:
    x: a tensor of {dtypes}.
    name: for the operation.

Returns:
    A tensor of the shape of `x` and {result}.

Raises:
    InvalidArgumentError: `x` is of another dtype{error}.

{example}
"""

_BINARY_DOC = """{summary}

Args:
    x: a tensor of {dtypes}.
    y: a tensor of the same dtype, whose shape broadcasts with that of `x`. Python numbers take the dtype of the other.
    name: for the operation.

Returns:
    A tensor of the shape that both broadcast to and {result}.

Raises:
    InvalidArgumentError: the dtypes differ or are others, or the shapes do not broadcast{error}.

{example}
"""


def unary(op_type: str, name: str, dtypes: str, summary: str, example: str, **notes: str) -> Unary:
    """The function of an op with one input.

    Args:
        op_type: the op.
        name: of the function.
        dtypes: in words, what it takes.
        summary: in words, what it computes.
        example: a doctest.
        **notes: `result` and `error`, where they are not the usual ones.
    """

    def function(x: Any, name: str | None = None) -> Tensor:
        """The op on one tensor, or on what one is made of."""
        return apply_one(op_type, (x if isinstance(x, Tensor) else convert_to_tensor(x),), None, name)

    return _presented(function, name, _UNARY_DOC, dtypes, summary, example, {"result": "its dtype", **notes})


def binary(
    op_type: str, name: str, dtypes: str, summary: str, example: str, label: str | None = None, **notes: str
) -> Binary:
    """The function of an op with two inputs of one dtype (see `unary`); `label` names its operations."""

    def function(x: Any, y: Any, name: str | None = None) -> Tensor:
        """The op on two, the dtype of one of which gives that of Python numbers in the other."""
        return apply_one(op_type, binary_operands(x, y), None, name or label)

    return _presented(function, name, _BINARY_DOC, dtypes, summary, example, {"result": "their dtype", **notes})


def _presented(
    function: Callable[..., Tensor], name: str, doc: str, dtypes: str, summary: str, example: str, notes: dict[str, str]
) -> Callable[..., Tensor]:
    """The function under its own name, in the module that asks for it."""
    caller = inspect.currentframe().f_back.f_back  # type: ignore[union-attr]
    function.__name__ = function.__qualname__ = name
    function.__module__ = caller.f_globals["__name__"]  # type: ignore[union-attr]
    function.__doc__ = doc.format(summary=summary, dtypes=dtypes, example=example, **{"error": "", **notes})
    return function
