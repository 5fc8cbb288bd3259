"""Strings as numbers by hash."""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.tensor import Tensor


def string_to_hash_bucket_fast(input: Any, num_buckets: int, name: str | None = None) -> Tensor:
    """A number in [0, num_buckets) for each string, by its hash (FarmHash), the same everywhere.

    Args:
        input: a string tensor.
        num_buckets: how many numbers there are.
        name: for the operation.

    >>> string_to_hash_bucket_fast(["Hello", "TensorFlow", "2.x"], 3).tolist()
    [0, 2, 2]
    """
    tensor = convert_to_tensor(input, dtypes.string)
    return apply_one("StringToHashBucketFast", [tensor], {"num_buckets": num_buckets}, name)
