"""What users call to convert values to tensors."""

from typing import Any

from runtime import dispatch
from runtime.current import state
from runtime.tensor import Tensor


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> Tensor:
    """`value` as a tensor: an eager one, or a constant of the open graph.

    Args:
        value: a tensor or variable; a Python number (int32 or float32, int64 if it does not fit), string, or nested
            lists of them; a numpy array (its dtype stays); lists that hold tensors are packed.
        dtype: the dtype to have.
        dtype_hint: the dtype to have if the value can without loss of kind.
        name: for the constant in a graph, by default "Const".

    Raises:
        DTypeError: a tensor of another dtype, or numbers that `dtype` cannot hold.
        ValueError: the value has no form as a tensor.

    >>> convert_to_tensor([1, 2])
    <Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    tensor = dispatch.convert_to_tensor(value, dtype, dtype_hint, name)
    if state.graph is not None and not hasattr(tensor, "_value"):
        tensor.op.graph.settled(tensor.op)
    return tensor
