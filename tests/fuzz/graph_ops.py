"""The ops that random graphs are made of: what each computes, and what it may be asked for on given values.

An op takes tensors, eager or symbolic, and Python values that are chosen once, when the graph is made up.
"""

import numpy as np

import runtime as rt

DTYPES = ("float32", "float32", "float64", "int32", "int32", "int64", "bool", "uint8")


class Op:
    """An op by name.

    Attributes:
        name: what a listing calls it.
        count: how many tensors it takes.
        compute: takes the tensors and the chosen values, gives a tensor.
        choose: takes a random source and the arrays, gives the chosen values; None where the op does not go with them.
    """

    def __init__(self, name, count, compute, choose=lambda random, *arrays: ()):
        self.name, self.count, self.compute, self.choose = name, count, compute, choose


def _alike(*arrays):
    return len({(array.dtype, array.shape) for array in arrays}) == 1


def _number(random, array):
    if array.dtype == bool or array.dtype == object:
        return None
    return random.choice([0, 1, 2, 3]) if array.dtype.kind == "u" else random.choice([-2, -1, 0, 1, 2, 3])


def _numbered(random, array):
    number = _number(random, array)
    return None if number is None else (number,)


def _axis(random, array):
    return (random.randrange(-array.ndim, array.ndim),) if array.ndim else None


def _axes(random, array):
    some = [axis for axis in range(array.ndim) if random.random() < 0.5]
    return (random.choice([None, some]), random.random() < 0.3)


def _dtype(random, array):
    if array.dtype == object or (array.dtype.kind == "f" and not np.all(np.abs(array) < 100)):
        return None  # What becomes of numbers that do not fit is up to the machine.
    return (random.choice(DTYPES),)


def _factors(random, array):
    """A shape for as many elements."""
    sizes, left = [], array.size
    while left > 1 and len(sizes) < 3:
        size = random.choice([n for n in range(1, left + 1) if left % n == 0])
        sizes.append(size)
        left //= size
    if left > 1 or (array.size == 0):
        sizes.append(left)
    if sizes and array.size and random.random() < 0.5:
        sizes[random.randrange(len(sizes))] = -1
    return (sizes,)


def _bounds(random, array):
    if not array.ndim:
        return None
    limits = [None, *range(-3, 4)]
    return tuple(random.choice(limits) for _ in range(2)) + (random.choice([None, 1, 2, -1, -2]),)


def _permutation(random, array):
    return (random.sample(range(array.ndim), array.ndim),)


def _new_axis(random, array):
    return (random.randrange(-array.ndim - 1, array.ndim + 1),) if array.ndim < 4 else None


def _one_size(random, array):
    axes = [axis for axis in range(array.ndim) if array.shape[axis] == 1]
    return (random.choice([None, axes]),)


def _repeats(random, array):
    return ([random.choice([0, 1, 1, 2]) for _ in range(array.ndim)],) if array.size <= 32 else None


def _margins(random, array):
    if array.dtype == object:
        return None
    return ([[random.choice([0, 0, 1, 2]), random.choice([0, 0, 1])] for _ in range(array.ndim)],)


def _joined(random, first, second):
    return _axis(random, first) if _alike(first, second) else None


def _stacked(random, first, second):
    return _new_axis(random, first) if _alike(first, second) else None


def _selecting(random, condition, x, y):
    return () if condition.dtype == bool and x.dtype == y.dtype else None


def _indexing(random, array, indices):
    return _axis(random, array) if indices.dtype.kind in "iu" and array.size and indices.size <= 16 else None


def _gathered(x, indices, axis):
    return rt.gather(x, rt.abs(rt.cast(indices, "int64") % 5) % rt.cast(rt.shape(x)[axis], "int64"), axis=axis)


def _masked(x):
    flat = rt.reshape(x, [-1])
    return flat[flat > 0]


def _masking(random, array):
    return () if array.ndim and array.dtype.kind in "iuf" else None


def _matrices(random, a, b):
    """Which of two matrices to transpose."""
    if a.dtype != b.dtype or a.dtype.kind not in "fi" or min(a.ndim, b.ndim) < 2:
        return None
    fits = [(s, t) for s in (0, 1) for t in (0, 1) if a.shape[-2 if s else -1] == b.shape[-1 if t else -2]]
    return tuple(map(bool, random.choice(fits))) if fits else None


def _numeric(random, *arrays):
    return () if all(array.dtype.kind in "iuf" for array in arrays) else None


def _signed_vector(random, array):
    return () if array.ndim and array.size and array.dtype.kind in "if" and not np.isnan(array).any() else None


def _small_integers(random, array):
    return () if array.dtype.kind in "iu" and array.ndim < 3 else None


def _texts(random, *arrays):
    return () if all(array.dtype == object for array in arrays) else None


def _scattered(x, updates):
    return rt.tensor_scatter_nd_add(x, [[0], [0]], rt.stack([updates[0], updates[-1]]))


def _scattering(random, x, updates):
    return () if _alike(x, updates) and x.ndim and x.shape[0] and x.dtype.kind in "if" else None


def _unary(*names):
    return [Op(name.rpartition(".")[2], 1, _public(name)) for name in names]


def _binary(*names):
    return [Op(name.rpartition(".")[2], 2, _public(name)) for name in names]


def _public(name):
    target = rt
    for part in name.split("."):
        target = getattr(target, part)
    return target


def _reductions(*names):
    return [Op(name, 1, lambda x, axis, keep, f=_public(name): f(x, axis, keep), _axes) for name in names]


OPS = [
    *_unary("negative", "abs", "square", "sqrt", "exp", "tanh", "sigmoid", "floor", "sign", "round", "nn.relu"),
    *_unary(
        "math.is_nan", "math.log1p", "identity", "stop_gradient", "zeros_like", "ones_like", "shape", "size", "rank"
    ),
    *_unary("logical_not", "bitwise.invert", "transpose", "math.reciprocal", "nn.softmax", "math.erf"),
    *_binary("add", "subtract", "multiply", "divide", "math.floordiv", "math.mod", "maximum", "minimum", "equal"),
    *_binary("not_equal", "less", "less_equal", "greater", "logical_and", "logical_or", "math.squared_difference"),
    *_binary("bitwise.bitwise_xor", "math.divide_no_nan", "math.xlogy"),
    *_reductions("reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "reduce_any", "reduce_all"),
    *_reductions("reduce_logsumexp"),
    Op("add_number", 1, lambda x, n: x + n, _numbered),
    Op("times_number", 1, lambda x, n: n * x, _numbered),
    Op("number_minus", 1, lambda x, n: n - x, _numbered),
    Op("modulo_number", 1, lambda x, n: x % (n or 1), _numbered),
    Op("above_number", 1, lambda x, n: x > n, _numbered),
    Op("power", 1, lambda x, n: x ** abs(n), _numbered),
    Op("cast", 1, rt.cast, _dtype),
    Op("reshape", 1, rt.reshape, _factors),
    Op("flat", 1, lambda x: rt.reshape(x, [-1])),
    Op("like", 2, lambda x, y: rt.reshape(x, rt.shape(y))),
    Op("broadcast", 2, lambda x, y: rt.broadcast_to(x, rt.shape(y))),
    Op("permute", 1, rt.transpose, _permutation),
    Op("expand_dims", 1, rt.expand_dims, _new_axis),
    Op("squeeze", 1, rt.squeeze, _one_size),
    Op("tile", 1, rt.tile, _repeats),
    Op("pad", 1, rt.pad, _margins),
    Op("reverse", 1, lambda x, axis: rt.reverse(x, [axis]), _axis),
    Op("slice", 1, lambda x, a, b, c: x[a:b:c], _bounds),
    Op("last_axis_slice", 1, lambda x, a, b, c: x[..., a:b:c], _bounds),
    Op("item", 1, lambda x, axis: rt.gather(x, 0, axis=axis), _axis),
    Op("first_half", 1, lambda x: x[: rt.shape(x)[0] // 2], lambda random, x: () if x.ndim else None),
    Op("size_of", 1, lambda x, axis: rt.shape(x)[axis], _axis),
    Op("filled", 1, lambda x, n: rt.fill(rt.shape(x), n), _numbered),
    Op("count", 1, lambda x: rt.range(rt.size(x) % 7)),
    Op("concat", 2, lambda x, y, axis: rt.concat([x, y], axis), _joined),
    Op("stack", 2, lambda x, y, axis: rt.stack([x, y], axis), _stacked),
    Op("where", 3, rt.where, _selecting),
    Op("gather", 2, _gathered, _indexing),
    Op("mask", 1, _masked, _masking),
    Op("places", 1, lambda x: rt.where(x > 0), _masking),
    Op("cumsum", 1, rt.cumsum, lambda random, x: _axis(random, x) if x.dtype.kind in "iuf" else None),
    Op("argmax", 1, rt.argmax, lambda random, x: _axis(random, x) if x.dtype.kind in "iuf" and x.size else None),
    Op("sort", 1, rt.sort, _signed_vector),
    Op("argsort", 1, rt.argsort, _signed_vector),
    Op("unique", 1, lambda x: rt.unique(rt.reshape(x, [-1])).y, _signed_vector),
    Op("one_hot", 1, lambda x: rt.one_hot(x, 3), _small_integers),
    Op("matmul", 2, lambda a, b, s, t: rt.matmul(a, b, s, t), _matrices),
    Op(
        "outer",
        2,
        lambda x, y: rt.tensordot(x, y, 0),
        lambda random, x, y: _numeric(random, x, y) if x.size < 9 else None,
    ),
    Op("add_n", 3, lambda *xs: rt.add_n(xs), lambda random, *xs: _numeric(random, *xs) if _alike(*xs) else None),
    Op("scatter_add", 2, _scattered, _scattering),
    Op("clip", 1, lambda x: rt.clip_by_value(x, -1, 2), lambda random, x: () if x.dtype.kind in "if" else None),
    Op("text", 1, rt.strings.as_string, lambda random, x: () if x.dtype.kind in "iub" else None),
    Op("text_sum", 2, rt.add, _texts),
    Op("text_length", 1, rt.strings.length, _texts),
]
