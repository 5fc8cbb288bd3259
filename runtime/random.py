"""Random numbers, named as in TensorFlow's `tf.random`."""

from runtime.ops.random import (
    categorical,
    fold_in,
    multinomial,
    split,
    stateless_categorical,
    stateless_truncated_normal,
    truncated_normal,
)
from runtime.ops.random import (
    random_normal as normal,
)
from runtime.ops.random import (
    random_shuffle as shuffle,
)
from runtime.ops.random import (
    random_uniform as uniform,
)
from runtime.ops.random import (
    stateless_random_normal as stateless_normal,
)
from runtime.ops.random import (
    stateless_random_uniform as stateless_uniform,
)
from runtime.ops.random_generator import Generator, create_rng_state, get_global_generator, set_global_generator
from runtime.random_seed import get_seed, set_random_seed, set_seed

__all__ = [
    "Generator", "categorical", "create_rng_state", "fold_in", "get_global_generator", "get_seed", "multinomial",
    "normal", "set_global_generator", "set_random_seed", "set_seed", "shuffle", "split", "stateless_categorical",
    "stateless_normal", "stateless_truncated_normal", "stateless_uniform", "truncated_normal", "uniform",
]  # fmt: skip
