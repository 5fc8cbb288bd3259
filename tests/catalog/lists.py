"""Lists that are born in the function, and comprehensions."""

import runtime as rt
from tests.catalog import case


@case((5, 7), (7, 5))
def append_in_both_branches(x, y):
    kept = []
    if x < y:
        kept.append(y)
    else:
        kept.append(x - 2)
    return kept[0], len(kept)


@case((4,), (0,))
def append_in_a_loop(n):
    out = []
    for i in range(n):
        out.append(i * i)
    return len(out), sum(out)


@case((3,), (1,))
def appended_list_stacked(n):
    out = []
    for i in range(n):
        out.append(i * 2)
    return rt.reduce_sum(rt.stack(out))


@case((4,), (0,), (7,))
def list_seen_through_an_alias(n):
    out = []
    alias = out
    for i in range(n):
        if i % 2 == 0:
            out.append(i)
        elif i == 5:
            alias.append(100)
    total = 0
    for v in out:
        total += v
    return len(alias), total


@case((4,), (1,))
def list_as_a_stack(n):
    stack = [10, 20]
    for i in range(n):
        stack.append(i)
        if i > 2:
            stack.pop()
    return len(stack), stack[-1], stack[0]


@case((1,), (-1,))
def branches_append_different_counts(x):
    out = [x]
    if x > 0:
        out.append(x)
        out.append(x + 1)
    return len(out), out[-1]


@case((4,), (0,))
def list_filled_by_a_helper(n):
    def push(xs, v):
        xs.append(v * 2)

    out = []
    for i in range(n):
        push(out, i)
    return len(out), sum(out)


@case((3,), (-3,))
def list_reset_in_a_branch(x):
    xs = [x, x]
    if x > 0:
        xs = []
    xs.append(5)
    return len(xs)


@case((6,), (1,))
def list_reset_in_a_loop(n):
    xs, full = [], 0
    for i in range(n):
        xs.append(i)
        if len(xs) >= 3:
            full += xs[0]
            xs = []
    return len(xs), full


@case((3,), (-3,))
def one_branch_appends_and_the_other_rebinds(x):
    xs = []
    if x > 0:
        xs.append(x)
    else:
        xs = [x, x]
    xs.append(2)
    return len(xs), xs[0]


@case((3,), (-3,))
def list_of_lists(x):
    rows = [[x], [x, x]]
    if x > 0:
        rows[0].append(5)
    return len(rows[0]), len(rows[1])


@case((3,), (-3,))
def augmented_assignment_extends(x):
    xs = [1]
    if x > 0:
        xs += [x]
    return len(xs)


@case((3,), (-1,))
def comprehension_over_python(x):
    i = 7
    ys = [i * x for i in range(3)]
    if x > 0:
        ys = [y + i for y in ys]
    return sum(ys), i


@case((3,), (0,))
def comprehension_over_a_tensor_range(n):
    k = 2
    ys = [i * k for i in range(n) if i != 1]
    return len(ys), sum(ys)


@case(([1, 2, 3],))
def comprehension_over_a_tensor(xs):
    return sum([x * x for x in xs])


@case((3,), error="second name|alias")
def alias_of_a_list_that_one_branch_rebinds(x):
    xs = [x]
    alias = xs
    if x > 0:
        xs = []
    xs.append(5)
    return len(alias)


OUTSIDE = []


@case((3,), error="OUTSIDE|outer|not born|usage|born")
def list_from_outside_is_not_mutated(x):
    if x > 0:
        OUTSIDE.append(x)
    return x
