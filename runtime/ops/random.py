"""Random numbers.

The functions without `stateless` draw from a stream that moves on with each call; seeds say where it starts (see
`set_seed`). The stateless ones give the same numbers for the same seed, always.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime import dtypes
from runtime.arguments import shape_tensor
from runtime.dispatch import apply_one, apply_op, convert_to_tensor, is_tensor
from runtime.dtypes import DType, as_dtype
from runtime.random_seed import get_seed
from runtime.scopes import in_name_scope, in_own_scope
from runtime.tensor import Tensor

_FLOATING = "float16, bfloat16, float32 or float64"


def _seeded(op_type: str, inputs: Any, seed: int | None, attrs: dict[str, Any], name: str | None = None) -> Tensor:
    seed1, seed2 = get_seed(seed)
    return apply_one(op_type, inputs, {**attrs, "seed": seed1, "seed2": seed2}, name)


def _sizes(shape: Any) -> Tensor:
    """A shape as a vector, which a graph knows as "shape"."""
    tensor = shape_tensor(shape)
    if not is_tensor(shape) and not hasattr(tensor, "_value"):
        tensor.op.graph.settled(tensor.op, "shape")
    return tensor


def _moments(mean: Any, stddev: Any, dtype: DType) -> tuple[Tensor, Tensor]:
    return convert_to_tensor(mean, dtype, name="mean"), convert_to_tensor(stddev, dtype, name="stddev")


def _scaled(x: Tensor, factor: Any, offset: Any, name: str | None) -> Tensor:
    """x * factor + offset, in the dtype of x."""
    return apply_one("AddV2", (x * convert_to_tensor(factor, x.dtype), convert_to_tensor(offset, x.dtype)), None, name)


@in_own_scope("random_uniform")
def random_uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Values from the uniform distribution over [minval, maxval).

    Args:
        shape: of the result.
        minval: the least value, a number or a tensor that broadcasts to `shape` (a scalar for integers).
        maxval: what all values are below; by default 1, to be given for integers.
        dtype: float16, bfloat16, float32, float64, int32 or int64.
        seed: makes the values repeatable (see `set_seed`).
        name: for the operation.

    Raises:
        ValueError: an integer dtype without `maxval`.

    >>> random_uniform([3], maxval=10, dtype="int32").shape
    TensorShape([3])
    """
    kind = as_dtype(dtype)
    if maxval is None:
        if kind.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {kind.name}.")
        maxval = 1
    sizes = _sizes(shape)
    if kind.is_integer:
        bounds = [convert_to_tensor(value, kind, name=what) for value, what in ((minval, "min"), (maxval, "max"))]
        return _seeded("RandomUniformInt", (sizes, *bounds), seed, {}, name)
    starts_at_zero = isinstance(minval, int) and minval == 0
    is_final = starts_at_zero and isinstance(maxval, int) and maxval == 1
    low = None if starts_at_zero else convert_to_tensor(minval, kind, name="min")
    high = None if is_final else convert_to_tensor(maxval, kind, name="max")
    values = _seeded("RandomUniform", (sizes,), seed, {"dtype": kind})
    if high is None:
        return values
    return apply_one("Mul", (values, high), None, name) if low is None else _scaled(values, high - low, low, name)


@in_own_scope("random_normal")
def random_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Values from a normal distribution.

    Args:
        shape: of the result.
        mean: a number or a tensor that broadcasts to `shape`.
        stddev: the standard deviation, likewise.
        dtype: float16, bfloat16, float32 or float64.
        seed: makes the values repeatable (see `set_seed`).
        name: for the operation.

    >>> random_normal([2, 3]).shape
    TensorShape([2, 3])
    """
    kind = as_dtype(dtype)
    sizes, centre, width = _sizes(shape), *_moments(mean, stddev, kind)
    return _scaled(_seeded("RandomStandardNormal", (sizes,), seed, {"dtype": kind}), width, centre, name)


@in_own_scope("truncated_normal")
def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Values from a normal distribution, those two standard deviations and more from the mean being drawn again.

    Args:
        shape: of the result.
        mean: a number or a tensor that broadcasts to `shape`.
        stddev: the standard deviation before that, likewise.
        dtype: float16, bfloat16, float32 or float64.
        seed: makes the values repeatable (see `set_seed`).
        name: for the operation.

    >>> bool(abs(truncated_normal([100])).numpy().max() < 2)
    True
    """
    kind = as_dtype(dtype)
    sizes, centre, width = _sizes(shape), *_moments(mean, stddev, kind)
    return _scaled(_seeded("TruncatedNormal", (sizes,), seed, {"dtype": kind}), width, centre, name)


def random_shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """The rows of a tensor in random order.

    Args:
        value: a tensor of any dtype.
        seed: makes the order repeatable (see `set_seed`).
        name: for the operation.

    >>> sorted(random_shuffle([3, 1, 2]).tolist())
    [1, 2, 3]
    """
    return _seeded("RandomShuffle", (convert_to_tensor(value),), seed, {}, name)


@in_name_scope("categorical")
def categorical(
    logits: Any, num_samples: Any, dtype: Any = None, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Classes drawn with the probabilities of softmax(logits).

    Args:
        logits: a tensor of a floating dtype: [batch, classes].
        num_samples: how many for each row.
        dtype: of the result, int64 (by default) or int32.
        seed: makes the classes repeatable (see `set_seed`).
        name: for the operation.

    Returns:
        [batch, num_samples].

    >>> categorical([[0.0, -1e9]], 3).tolist()
    [[0, 0, 0]]
    """
    inputs = (convert_to_tensor(logits), convert_to_tensor(num_samples))
    return _seeded("Multinomial", inputs, seed, {"output_dtype": as_dtype(dtype or dtypes.int64)})


def multinomial(
    logits: Any, num_samples: Any, seed: int | None = None, name: str | None = None, output_dtype: Any = None
) -> Tensor:
    """The older name of `categorical`, with its arguments in another order.

    >>> multinomial([[0.0, -1e9]], 3).tolist()
    [[0, 0, 0]]
    """
    return categorical(logits, num_samples, output_dtype, seed, name)


# --- From a seed alone ---------------------------------------------------------------------------------------------


def keyed(op_type: str, shape: Any, key: Tensor, counter: Tensor, bounds: Any, attrs: Any, name: str | None) -> Tensor:
    """An op of the stateless family, drawing from the stream of Philox that key and counter name."""
    algorithm = convert_to_tensor(1, dtypes.int32)
    return apply_one(op_type, (shape, key, counter, algorithm, *bounds), attrs, name)


def _stateless(op_type: str, shape: Any, seed: Any, bounds: Any, attrs: Any, name: str | None = None) -> Tensor:
    key, counter = apply_op("StatelessRandomGetKeyCounter", (convert_to_tensor(seed),))
    return keyed(op_type, shape_tensor(shape), key, counter, bounds, attrs, name)


Draw = Callable[[str, Any, Any, Any, "str | None"], Tensor]


def uniform_by(draw: Draw, shape: Any, minval: Any, maxval: Any, dtype: DType, name: str | None) -> Tensor:
    """Uniform values of any dtype, given what draws from a stream.

    Args:
        draw: takes an op type, a shape, the bounds, attributes and a name.
        shape: of the result.
        minval: the least value; with `maxval` None for the whole range of an integer dtype.
        maxval: what all values are below.
        dtype: of the result.
        name: for the operation.

    Raises:
        ValueError: an integer dtype with only one bound.
    """
    if dtype.is_integer and (minval is None) != (maxval is None):
        bounds = f"minval={minval} and maxval={maxval}"
        raise ValueError(f"For integer dtype {dtype.name}, minval and maxval must be both None or both not: {bounds}.")
    if dtype.is_integer and minval is None:
        return draw("StatelessRandomUniformFullIntV2", shape, (), {"dtype": dtype}, name)
    shape = _sizes(shape)
    low = convert_to_tensor(minval, dtype, name="min")
    high = convert_to_tensor(1 if maxval is None else maxval, dtype, name="max")
    if dtype.is_integer:
        return draw("StatelessRandomUniformIntV2", shape, (low, high), {}, name)
    return _scaled(draw("StatelessRandomUniformV2", shape, (), {"dtype": dtype}, None), high - low, low, name)


@in_own_scope("stateless_random_uniform")
def stateless_random_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Tensor:
    """`random_uniform` of a seed alone.

    Args:
        shape: of the result.
        seed: two integers.
        minval: the least value; None with `maxval` for the whole range of an integer dtype.
        maxval: what all values are below, by default 1 for floating dtypes.
        dtype: float16, bfloat16, float32, float64, int32, int64 (uint32 and uint64 for the whole range).
        name: for the operation.
        alg: "philox", or "auto_select", which is the same.

    >>> stateless_random_uniform([2], seed=[1, 2], maxval=100, dtype="int32").tolist()
    [40, 49]
    """
    _check_algorithm(alg)
    return uniform_by(
        lambda op, sizes, bounds, attrs, label: _stateless(op, sizes, seed, bounds, attrs, label),
        shape, minval, maxval, as_dtype(dtype), name,
    )  # fmt: skip


@in_own_scope("stateless_random_normal")
def stateless_random_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Tensor:
    """`random_normal` of a seed alone: two integers (see `stateless_random_uniform`).

    >>> stateless_random_normal([2], seed=[1, 2]).shape
    TensorShape([2])
    """
    _check_algorithm(alg)
    kind = as_dtype(dtype)
    sizes, centre, width = _sizes(shape), *_moments(mean, stddev, kind)
    return _scaled(_stateless("StatelessRandomNormalV2", sizes, seed, (), {"dtype": kind}), width, centre, name)


@in_own_scope("stateless_truncated_normal")
def stateless_truncated_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
    alg: str = "auto_select",
) -> Tensor:
    """`truncated_normal` of a seed alone: two integers (see `stateless_random_uniform`).

    >>> stateless_truncated_normal([2], seed=[1, 2]).shape
    TensorShape([2])
    """
    _check_algorithm(alg)
    kind = as_dtype(dtype)
    sizes, centre, width = _sizes(shape), *_moments(mean, stddev, kind)
    return _scaled(_stateless("StatelessTruncatedNormalV2", sizes, seed, (), {"dtype": kind}), width, centre, name)


def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """`categorical` of a seed alone: two integers.

    >>> stateless_categorical([[0.0, -1e9]], 3, seed=[1, 2]).tolist()
    [[0, 0, 0]]
    """
    inputs = (convert_to_tensor(logits), convert_to_tensor(num_samples), convert_to_tensor(seed))
    return apply_one("StatelessMultinomial", inputs, {"output_dtype": as_dtype(dtype)}, name)


def split(seed: Any, num: int = 2, alg: str = "auto_select") -> Tensor:
    """New seeds of stateless ops from one.

    Args:
        seed: two integers.
        num: how many.
        alg: "philox", or "auto_select", which is the same.

    Returns:
        [num, 2], of the dtype of `seed`.

    >>> split([1, 2], 3).shape
    TensorShape([3, 2])
    """
    seed = convert_to_tensor(seed)
    return stateless_random_uniform([num, 2], seed, None, None, seed.dtype, alg=alg)


def fold_in(seed: Any, data: Any, alg: str = "auto_select") -> Tensor:
    """A new seed of stateless ops from one and a number, such as that of a step or a replica.

    Args:
        seed: two integers.
        data: an integer.
        alg: "philox", or "auto_select", which is the same.

    >>> fold_in([1, 2], 3).shape
    TensorShape([2])
    """
    data = convert_to_tensor(data)
    return apply_one("Pack", [[stateless_random_uniform([], seed, None, None, data.dtype, alg=alg), data]])


def _check_algorithm(alg: Any) -> None:
    if getattr(alg, "value", alg) not in ("philox", "auto_select", 1, 3):
        raise ValueError(f"Only the algorithm 'philox' is there ('auto_select' chooses it), not {alg!r}.")
