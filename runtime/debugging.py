"""Assertions under TensorFlow's names: `debugging.assert_equal`, `debugging.check_numerics`, …"""

from typing import Any

from runtime.dispatch import apply_one, convert_to_tensor
from runtime.ops.checks import (
    assert_equal,
    assert_greater,
    assert_greater_equal,
    assert_integer,
    assert_less,
    assert_less_equal,
    assert_near,
    assert_negative,
    assert_non_negative,
    assert_non_positive,
    assert_none_equal,
    assert_positive,
    assert_rank,
    assert_rank_at_least,
    assert_rank_in,
    assert_scalar,
    assert_shapes,
    assert_type,
    is_numeric_tensor,
)
from runtime.ops.io import Assert
from runtime.tensor import Tensor

__all__ = [
    "Assert", "assert_all_finite", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer",
    "assert_less", "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative", "assert_non_positive",
    "assert_none_equal", "assert_positive", "assert_rank", "assert_rank_at_least", "assert_rank_in", "assert_scalar",
    "assert_shapes", "assert_type", "check_numerics", "is_numeric_tensor",
]  # fmt: skip


def check_numerics(tensor: Any, message: str, name: str | None = None) -> Tensor:
    """The tensor, checked to have no infinities and NaNs.

    Args:
        tensor: floats.
        message: goes before what the error says.
        name: for the operation.

    Raises:
        InvalidArgumentError: there is one.

    >>> check_numerics([1.0], "loss").tolist()
    [1.0]
    """
    return apply_one("CheckNumerics", [convert_to_tensor(tensor)], {"message": message}, name)


def assert_all_finite(x: Any, message: str, name: str | None = None) -> Tensor:
    """The tensor, checked to have no infinities and NaNs (see `check_numerics`)."""
    return check_numerics(x, message, name)
