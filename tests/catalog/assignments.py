"""Targets: tuples, stars, items, attributes, augmented assignment, `del`."""

from tests.catalog import case


@case((3,), (-3,))
def augmented_assignments(x):
    y = 1
    if x > 0:
        y += x
        y *= 2
        y -= 1
    else:
        y //= 2
        y -= x
    return y


@case((3,), (0,))
def tuple_target(n):
    a, (b, c) = 0, (1, 2)
    while n > 0:
        (a, b), c = (b, c), a
        n -= 1
    return a, b, c


@case((3,), (-3,))
def chained_targets(x):
    a = b = 0
    if x > 0:
        a = b = x
    return a, b


@case((3,), (-3,))
def star_target(x):
    if x > 0:
        first, *rest = [x, 1, 2]
    else:
        first, *rest = [0, x, x]
    return first, rest[0], rest[1]


@case(([1, 2, 3],), ([-1, 2, 3],))
def item_assignment_on_a_tensor(xs):
    if xs[0] > 0:
        xs[1] = 10
    return xs[0], xs[1], xs[2]


@case(([1, 2, 3], 2), ([4, 5, 6], 0))
def augmented_item_assignment_on_a_tensor(xs, i):
    xs[i] += 10
    return xs[0], xs[1], xs[2]


@case((3,), (-3,))
def items_of_a_dict(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        d["a"] += x
    else:
        d["b"] = x
    return d["a"], d["b"]


@case((3,), (-3,))
def items_of_a_list(x):
    xs = [1, 2]
    if x > 0:
        xs[0] = x
    else:
        xs[-1] = x
    return xs[0], xs[1]


@case((3,), (-1,))
def delete_in_a_branch(x):
    y = x
    if x > 0:
        del y
        y = 5
    return y


@case((3,), (-1,))
def unbound_in_a_branch_that_does_not_run(x):
    y = x
    del y
    if x > 100:
        x = x + y
    return x


@case((3,), (-3,))
def annotated_assignment(x):
    y: int = 0
    z: float
    if x > 0:
        y: int = x
    z = y * 1.5
    return z


@case(([5, 6, 7],))
def slices_of_a_tensor(xs):
    return xs[0], xs[-1], xs[1:][0], xs[::-1][0], xs[:2][1]


@case(([[1, 2], [3, 4]], 1), ([[1, 2], [3, 4]], 0))
def index_by_a_tensor(m, i):
    return m[i][0], m[i][1]


@case(([1, 2, 3], 2), ([1, 2, 3], 0), ([5, 2, 3], 5))
def items_changed_after_a_loop_that_may_return(v, n):
    k = n
    while n > 0:
        n -= 1
        if v[0] > n + 3:
            return v[0] + v[1]
    while k > 0:
        k -= 2
        v[1] = 7
    v[0] = k
    return v[0] - v[1]
