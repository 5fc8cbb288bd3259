"""`:=` in every place where only the run may know whether it assigns."""

from tests.catalog import case


@case((5,), (1,), (3,))
def behind_and(n):
    if n > 2 and (m := n * 2) > 6:
        return m
    return 0


@case((5,), (1,), (3,))
def behind_or(n):
    m = -1
    if n > 4 or (m := n * 2) > 4:
        return m
    return m * 100


@case((5,), (1,), (3,))
def in_a_chain(n):
    m = 0
    if 0 < n < (m := n * 2) < 8:
        return m
    return m + 100


@case((5,), (1,), (0,))
def in_the_condition_of_a_loop(n):
    t = 0
    while n > 0 and (k := n * 2) < 100:
        t += k
        n -= 1
    return t


@case((5,), (1,), (3,), (-1,))
def nested_operands(n):
    a = b = 0
    ok = n > 0 and ((a := n) > 2 and (b := a + 1) > 4 or (b := 50) > 0)
    return 1 if ok else 0, a, b


@case((5,), (1,), (3,))
def in_elif(n):
    if (a := n) > 4:
        return a
    elif a > 2 and (b := a * 3):
        return b
    return -a


@case((5,), (1,))
def in_a_ternary(n):
    m = 0
    y = (m := n * 2) if n > 2 else 0
    return y, m


@case((5,), (1,))
def in_arguments(n):
    def pair(a, b):
        return a * 10 + b

    return pair((m := n), m + 1 if n > 2 else m), m


@case((5,), (1,))
def in_an_index_and_a_guard(n):
    xs = [1, 2, 3, 4, 5, 6]
    match xs[(i := n - 1)]:
        case k if (z := k * 2) > 5:
            return z + i
        case _:
            return z + 100


@case((5,), (1,))
def returned_as_a_truth(n):
    return 1 if n > 2 and (m := n) > 4 and m < 9 else 0


@case((5,), (1,))
def in_a_lambda(n):
    f = lambda v: (q := v * 2) > 4 and q < 100
    return 1 if f(n) else 0


@case((5,), (1,))
def of_a_membership(n):
    return m if (m := n) in (1, 3) else -m


@case((5,), (1,), (-1,))
def in_both_sides(n):
    m = k = 0
    y = (m := n * 2) if n > 2 else (k := n + 1) if n > 0 else (m := -n) + (k := 7)
    return y, m, k


@case((5,), (1,))
def in_a_comprehension_in_a_side(n):
    last = 0
    xs = [(last := v * n) for v in (1, 2)] if n > 2 else [0, 0]
    return xs, last


@case((5,), (1,))
def in_a_ternary_in_a_comprehension(n):
    last = 0
    xs = [(last := v * n) if v + n > 3 else v for v in (1, 2)]
    return xs, last


@case((5,), (1,))
def in_a_ternary_in_a_lambda(n):
    f = lambda v: ((q := v * 2) if v > 2 else (q := v)) + q
    g = lambda v, q: (v > 2 and (q := v * 2) > 0, q)
    return f(n), g(n, 3), sum([(lambda v: [(q := v * w) if w > v else w for w in (2, 3, 4)] + [q])(n)[3]])


@case((5,), (1,))
def assigned_where_it_is_asked_for(n):
    y = (m := n * 2) if n > 2 else 0
    return m + y if n > 2 else y


@case((5,), (3,))
def in_the_message_of_an_assertion(n):
    m = 1
    assert n > 2, (m := n)
    return m + n
