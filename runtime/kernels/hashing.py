"""Kernels of hashes."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.farmhash import fingerprint64
from runtime.registry import kernel


@kernel("StringToHashBucketFast")
def string_to_hash_bucket_fast(strings: Any, *, num_buckets: int) -> Any:
    """FarmHash fingerprints of strings modulo `num_buckets`, as int64: the same on every platform."""
    numbers = [fingerprint64(text) % num_buckets for text in strings.ravel().tolist()]
    return np.array(numbers, np.int64).reshape(strings.shape)
