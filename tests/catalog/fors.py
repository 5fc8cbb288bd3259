"""`for` over Python iterables, tensors and ranges."""

import runtime as rt
from tests.catalog import case


@case(([1, 2, 3],), ([5, -1, 0],))
def over_a_tensor(xs):
    total = 0
    for x in xs:
        total += x
    return total


@case((5,), (0,))
def over_a_range(n):
    total = 0
    for i in range(n):
        total += i * i
    return total


@case((2, 9), (4, 4))
def over_a_range_with_start(start, stop):
    total = 0
    for i in range(start, stop):
        total += i
    return total


@case((9, 2), (3, 3))
def over_a_falling_range(start, stop):
    total, last = 0, -1
    for i in range(start, stop, -2):
        total += i
        last = i
    return total, last


@case((3,), (-3,))
def over_a_python_list(x):
    for k in [1, 2, 3]:
        if x > 0:
            x = x + k
        else:
            x = x - k
    return x


@case(([1.5, 2.0, 0.5],), ([4.0, 4.0, 4.0],))
def enumerate_over_a_tensor(xs):
    total = 0.0
    for i, x in enumerate(xs):
        total += i * x
    return total


@case(([1, 2, 3], [4, 5, 6]))
def zip_of_tensors(xs, ys):
    total = 0
    for x, y in zip(xs, ys):
        total += x * y
    return total


@case(([3, 1, 2],), ([1, 1, 5],))
def enumerate_of_zip(xs):
    total = 0
    for i, (a, b) in enumerate(zip(xs, xs)):
        total += (i + 1) * a * b
    return total


@case(([[1, 2], [3, 4]],))
def rows_of_a_matrix(rows):
    total = 0
    for row in rows:
        for x in row:
            total = total * 10 + x
    return total


@case((4, 3), (0, 3))
def nested_ranges(n, m):
    total = 0
    for i in range(n):
        for j in range(m):
            total += i * j
    return total


@case((4,), (0,))
def target_lives_on_after_the_loop(n):
    i = -1
    for i in range(n):
        pass
    return i


@case((4,), (1,))
def target_rebound_in_the_body(n):
    total = 0
    for i in range(n):
        i = i * 2
        total += i
    return total, i


@case((0,), (3,), (5,))
def none_before_the_loop(n):
    last = None
    for i in range(n):
        if last is None:
            last = i + 10
        else:
            last = last + i
    if last is None:
        return -1
    return last


@case((3,), (1,))
def unbound_before_the_loop(n):
    for i in range(n):
        y = i * 2
    return y + i


@case(([1.5, 2.0],), ([-1.0, 0.25],))
def int_start_widens_to_float(xs):
    total, n = 0, 0
    for a in xs:
        for b in xs:
            total += a * b
            n += 1
    return total, n


@case((3,), (1,))
def shape_grows_in_the_loop(n):
    v = rt.constant([1])
    for i in range(n):
        v = rt.concat([v, v[:1] + i], 0)
    return rt.reduce_sum(v)


@case((3,), (0,))
def attribute_of_the_target(n):
    pairs = 0
    for i in range(n):
        a, b = i, i + 1
        pairs += a * b
    return pairs


@case((3,), (0,))
def for_else_without_break(n):
    total = 0
    for i in range(n):
        total += i
    else:
        total += 100
    return total


@case((2,), (9,))
def python_for_with_a_tensor_break_and_else(x):
    s = 0
    for k in [1, 2, 3, 4]:
        if k > x:
            break
        s += k
    else:
        s += 100
    return s, k


@case((3,), (0,))
def over_a_dict(x):
    weights = {"a": 1, "b": 2}
    total = 0
    for name, weight in weights.items():
        if name == "a":
            total += weight * x
        else:
            total -= weight
    return total


@case((4,), (0,))
def python_iterator_made_in_a_staged_loop(n):
    s = 0
    for i in range(n):
        for k, v in zip([1, 2], [3, 4]):
            s += k * v * i
    return s


@case((3,), error="iterator")
def outer_iterator_in_a_staged_loop(n):
    numbers = iter([1, 2, 3])
    s = 0
    for _ in range(n):
        s += next(numbers)
    return s


@case(([2, 7, 1],), ([0, 0, 0],))
def running_maximum(xs):
    best, where = xs[0], 0
    for i, x in enumerate(xs):
        if x > best:
            best, where = x, i
    return best, where


@case(([4, 5, 6],), ([7, 8, 9],))
def iterators_over_tensors(xs):
    it = iter(xs)
    first, second = next(it), next(it)
    total = 0
    for x in it:
        total += x * first
    pairs = iter(zip(xs, range(5)))
    next(pairs)
    return first, second, total, sum(x * i for x, i in pairs)


@case((3,), (1,), (0,))
def iterators_of_run_time_length(n):
    it = iter(range(n))
    return next(it, -5), next(it, -6), sum(it)
