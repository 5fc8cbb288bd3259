"""`sorted` and `list.sort` by what only the run knows."""

from tests.catalog import case


@case((3, 1, 2), (1, 5, -2), (4, 4, 4))
def numbers(a, b, c):
    low, middle, high = sorted([a, b, c])
    return low, middle, high


@case((3, 1, 2), (1, 5, -2))
def in_place(a, b, c):
    xs = [a, b, c]
    xs.sort()
    ys = [c, b, a, 0]
    ys.sort(key=lambda y: -y)
    return xs[0], xs[2], ys[0], ys[3]


@case((3, 1, 2), (1, 5, -2), (2, 2, 1))
def stable_in_both_directions(a, b, c):
    pairs = [(a, 0), (b, 1), (c, 2)]
    up, down = sorted(pairs, key=lambda p: p[0]), sorted(pairs, key=lambda p: p[0], reverse=True)
    return [p[1] for p in up], [p[1] for p in down]


@case((3, 1, 2), (1, 1, -2))
def tuples_compare_part_by_part(a, b, c):
    first, second, third = sorted([(a, c), (b, a), (a, b)])
    return first, second, third


@case((3, 1), (-1, 7))
def key_of_several_parts(a, b):
    names = sorted([(a, 5), (b, 5), (2, b)], key=lambda p: (p[1] > 4, -p[0]))
    return names[0][0], names[2][0]


@case(([3, 1, 2],), ([5, 5, -1],))
def rows_of_a_tensor(xs):
    up, down = sorted(xs), sorted(xs, reverse=True)
    return up[0], up[2], down[0], len(up)


@case((5,), (1,))
def list_of_run_time_length(n):
    xs = [(i * 7) % 5 for i in range(n)]
    xs.sort(reverse=True)
    return xs[0], xs[-1], sorted(xs)[0]


@case(
    (1, 2),
)
def what_python_can_order(x, y):
    words = sorted(["pear", "fig", "apple"], key=len)
    return x if words[0] == "fig" else y


@case((5,), (2,))
def run_time_list_by_a_key_of_parts(n):
    xs = [(i * 7) % 10 for i in range(n)]
    ordered = sorted(xs, key=lambda k: (k % 3, -k))
    return ordered[0], ordered[-1]
