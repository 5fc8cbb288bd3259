"""Comprehensions and generator expressions over what only the run may know."""

import runtime as rt
from tests.catalog import case


@case((4,), (0,))
def sum_of_a_comprehension(n):
    return sum([i * i for i in range(n)])


@case((4,), (0,))
def sum_of_a_generator_expression(n):
    return sum(i * i for i in range(n)), sum((i for i in range(n)), 10)


@case((5,), (1,))
def largest_and_smallest(n):
    return max(i * (7 - i) for i in range(n)), min([i - 3 for i in range(n)])


@case(([1, 2, 3],), ([-4, 2, 9],))
def any_and_all_of_a_generator_expression(xs):
    return 1 if any(x < 0 for x in xs) else 0, 1 if all(x < 5 for x in xs) else 0


@case(([1, 5, 2],), ([1, 1, 1],), ([9, 8, 7],))
def nothing_is_evaluated_behind_the_first_hit(xs):
    tried = 0

    def is_large(x):
        nonlocal tried
        tried += 1
        return x > 4

    found = any(is_large(x) for x in xs)
    return 1 if found else 0, tried


@case(([1, 5, 2],), ([9, 1, 1],), ([0, 0, 0],))
def witness_of_any(xs):
    if any((witness := x) > 4 for x in xs):
        return witness
    return -witness


@case(([1, 5, 2],), ([0, 0, 0],))
def counterexample_of_all(xs):
    if not all((last := x) < 4 for x in xs):
        return last
    return -1


@case((3,), (5,))
def nested_loops(n):
    return sum([i * j for i in range(n) for j in range(i)]), sum(i * j for i in range(n) for j in range(n) if i < j)


@case((3,), (1,))
def comprehension_in_a_comprehension(n):
    return sum([sum([j for j in range(i)]) for i in range(n)])


@case(([1, 2, 3, 4],), ([5, -1, 2, 3],))
def several_filters(xs):
    kept = [x * 10 for x in xs if x > 1 if x < 4]
    return len(kept), sum(kept)


@case(([1, 2, 3], [4, 5, 6]))
def targets_that_unpack(xs, ys):
    return sum([a * b for a, b in zip(xs, ys)]), sum(i * x for i, x in enumerate(xs))


@case(([1, 5, 2],), ([9, 0, 0],))
def walrus_in_a_filter(xs):
    doubled = [y for x in xs if (y := x * 2) > 3]
    return len(doubled), sum(doubled), y


@case((2,), (5,))
def filter_over_python_by_a_tensor(x):
    return sum([v for v in (1, 2, 3, 4) if v < x]), len([v for v in (1, 2, 3) if v != x])


@case((4,), (0,))
def elements_are_used_one_by_one(n):
    squares = [i * i for i in range(n)]
    total = 0
    for square in squares:
        total += square
    return total, len(squares)


@case((3,), (1,))
def comprehension_in_a_loop(n):
    total = 0
    for i in range(n):
        total += sum([i * j for j in range(n) if j != i])
    return total


@case((3,), (-3,))
def comprehension_in_a_branch(x):
    if x > 0:
        total = sum([i + x for i in range(x)])
    else:
        total = sum(i - x for i in range(2))
    return total


@case(([3, 1, 2],))
def lambdas_and_calls_in_elements(xs):
    def twice(v):
        return v * 2 if v > 1 else v

    return sum([twice(x) for x in xs]), sum([(lambda v: v + x)(1) for x in xs])


@case((4,), (1,))
def generator_made_and_used_in_a_block(n):
    total = 0
    for i in range(n):
        for double in (2 * k for k in (i, n)):
            total += double
        total += 1 if any(k == i for k in (1, 3)) else 0
    return total


@case((4,), (1,))
def stacked_elements(n):
    return rt.reduce_sum(rt.stack([i * 2 for i in range(n)]))


@case(([1, 5, 2],), ([0, 0, 0],))
def first_of_a_generator_expression(xs):
    position = next((i for i, x in enumerate(xs) if x > 1), -1)
    pair = next(((i, x) for i, x in enumerate(xs) if x > 1), (7, 8))
    return position, pair[0] + pair[1], next(x * 2 for x in xs), next((k for k in (3, 4) if k > 3), 0)


@case(([1, 5, 2],), ([4, 0, 0],))
def found_at_once(xs):
    return 1 if any(True for _ in xs) else 0, 1 if all(False for x in xs if x > 4) else 0


@case(([1, 5, 3], 2), ([4, 0, 6], 5))
def made_anew_in_each_turn_beside_a_branch(xs, n):
    found = total = count = 0
    for x in xs:
        if x > n:
            found = x
        if any(v > x for v in xs):
            count += 1
        total += sum(v * x for v in xs)
    return found, total, count
