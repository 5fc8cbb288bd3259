"""Functions that also take the argument names of TensorFlow 1, and those that have its meaning."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import runtime as rt

_REDUCTION = "keep_dims=keepdims reduction_indices=axis"
OLD_ARGUMENTS: dict[str, str] = {
    **{f"reduce_{what}": _REDUCTION for what in ("all", "any", "logsumexp", "max", "mean", "min", "prod", "sum")},
    "argmax": "dimension=axis",
    "argmin": "dimension=axis",
    "cond": "fn1=true_fn fn2=false_fn strict=",
    "count_nonzero": f"{_REDUCTION} input_tensor=input",
    "expand_dims": "dim=axis",
    "get_variable": "use_resource= caching_device= synchronization= aggregation=",
    "norm": "keep_dims=keepdims",
    "reverse_sequence": "seq_dim=seq_axis batch_dim=batch_axis",
    "shape": "optimize=",
    "size": "optimize=",
    "split": "split_dim=axis",
    "squeeze": "squeeze_dims=axis",
    "zeros_like": "optimize= tensor=input",
    "ones_like": "optimize= tensor=input",
    "nn.avg_pool": "value=input",
    "nn.conv2d": "filter=filters use_cudnn_on_gpu=",
    "nn.embedding_lookup": "partition_strategy= validate_indices=",
    "nn.l2_normalize": "dim=axis",
    "nn.log_softmax": "dim=axis",
    "nn.max_pool": "value=input",
    "nn.moments": "keep_dims=keepdims",
    "nn.sigmoid_cross_entropy_with_logits": "_sentinel=",
    "nn.softmax": "dim=axis",
    "nn.softmax_cross_entropy_with_logits": "_sentinel= dim=axis",
    "nn.sparse_softmax_cross_entropy_with_logits": "_sentinel=",
}
"""Function of the runtime → the older names of its arguments, `old=new`; with nothing behind, one that is dropped."""


def __getattr__(name: str) -> Any:
    path = name.replace("__", ".")
    if path not in OLD_ARGUMENTS:
        raise AttributeError(name)
    return with_old_arguments(functools.reduce(getattr, path.split("."), rt), OLD_ARGUMENTS[path])


@functools.cache
def with_old_arguments(function: Callable[..., Any], names: str) -> Callable[..., Any]:
    """A function that takes older names of arguments, too.

    Args:
        function: what to call.
        names: `old=new` for each, separated by spaces.
    """
    renamed = dict(pair.split("=") for pair in names.split())

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        """The function with old names of arguments in place of its own; those of no use are left out."""
        given = {renamed.get(key, key): value for key, value in kwargs.items() if _is_given(key, value, renamed)}
        given.pop("", None)
        return function(*args, **given)

    return call


def _is_given(key: str, value: Any, renamed: dict[str, str]) -> bool:
    return key not in renamed or value is not None
