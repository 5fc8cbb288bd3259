"""`and`, `or`, `not`, ternaries, comparisons, membership, walrus."""

from tests.catalog import case


@case((3, 4), (3, -4), (-3, 4), (-3, -4))
def and_of_two(x, y):
    if x > 0 and y > 0:
        return 1
    return 0


@case((3, 4), (3, -4), (-3, 4), (-3, -4))
def or_of_two(x, y):
    if x > 0 or y > 0:
        return 1
    return 0


@case((3,), (-3,))
def not_of_a_comparison(x):
    y = 0
    if not x > 0:
        y = 1
    return y


@case((3, 4, 5), (3, 4, -5), (-3, 4, -5), (-3, -4, 5))
def mixed_logic(x, y, z):
    if (x > 0 and not y < 0) or z > 0:
        return x + y
    return z


@case((5,), (0,), (10,), (-1,))
def chained_comparison(x):
    if 0 < x < 10:
        return 1
    return 0


@case((5, 6, 7), (5, 5, 7), (7, 6, 5))
def long_chained_comparison(a, b, c):
    return a < b <= c != 7


@case((3,), (-3,))
def chained_comparison_evaluates_each_operand_once(x):
    calls = []

    def middle():
        calls.append(1)
        return x

    inside = 0 < middle() < 10
    return inside, len(calls)


@case((3,), (-3,))
def ternary(x):
    y = x * 2 if x > 0 else x - 1
    return y


@case((3, 4), (-3, 4), (-3, -4))
def nested_ternary(x, y):
    return x if x > 0 else (y if y > 0 else 0)


@case((4, 2), (4, 0))
def and_guards_its_right_operand(x, y):
    if y != 0 and x // y == 2:
        return 1
    return 0


@case((3,), (-3,))
def operands_with_effects_stay_lazy(x):
    n = 0

    def bump(v):
        nonlocal n
        n += 1
        return v > 1

    if x > 0 and bump(x) or x < -2 and bump(x):
        x = x * 2
    return x, n


@case((2,), (5,))
def membership_in_a_list(x):
    if x in [1, 2, 3]:
        return 1
    return 0


@case((2,), (5,))
def not_in_a_tuple(x):
    if x not in (1, 2, 3):
        return 1
    return 0


@case(([1, 2, 3], 2), ([1, 2, 3], 7))
def membership_in_a_tensor(xs, x):
    return 1 if x in xs else 0


@case((3,), (-1,))
def walrus_feeds_the_branch(x):
    if (x := x + 1) > 0:
        x = x * 2
        return x
    return x - 1


@case((3,), (0,), (-3,))
def truths_of_operands_of_two_types(x):
    if x > 5 or (x > -2 and x) or (x and x < 0 and 0):
        return 1
    return 2 if 3 in [x, x + 1] else 3


@case((3,), (1,), (-3,))
def walrus_in_a_lazy_operand(x):
    y = 0
    if x > 0 and (y := x * 2) > 3:
        x = y
    return x, y


@case((3,), (-3,))
def or_as_default_value(x):
    name = None
    label = name or "fallback"
    if label == "fallback":
        x = x + 1
    return x


@case((3,), (-3,))
def python_values_of_and_or(x):
    a = [] or 5
    b = 3 and 4
    c = 0 and x
    return a, b, c


@case((3.5,), (-2.5,))
def builtin_functions(x):
    return abs(x), int(x), float(x), round(x)


@case((3, 5), (5, 3))
def min_and_max(x, y):
    return min(x, y), max(x, y), max(x, 4)


@case(([3, 1, 2],))
def sum_of_a_tensor(xs):
    return sum(xs), len(xs)


@case(([3, 1, 2],), ([0, 0, 0],))
def any_and_all(xs):
    return any(x > 2 for x in [xs[0], xs[1]]), all([xs[0] > 0, xs[2] > 0])


@case((3, 4), (4, 3))
def comparison_as_a_value(x, y):
    larger = x > y
    equal = x == y
    return larger, equal, larger or equal


@case((7, 2), (-7, 2))
def arithmetic_operators(x, y):
    return x + y, x - y, x * y, x // y, x % y, -x, x**2


@case(
    (6, 3),
)
def bitwise_operators(x, y):
    return x & y, x | y, x ^ y, x << 1, x >> 1, ~x


@case((5,), (1,), (-3,), (0,))
def chained_ternaries(n):
    sign = 1 if n > 3 else 2 if n > 0 else 3 if n < 0 else 4
    mixed = n if sign is None else -n if n > 2 else 0 if n is None else n * 10 if n else 5
    return sign, mixed


@case((5,), (1,), (-3,))
def ternaries_inside_each_other(n):
    a = (n if n < 9 else 9) if (n > 0 if n != 1 else True) else (0 if n < -2 else -1)
    b = (n and (n if n > 4 else 4)) or (7 if n else 8)
    return a, b


@case((5,), (1,))
def ternaries_in_all_places(n):
    def f(x, scale=3 if n > 2 else 4):
        return x * scale

    xs = [1, 2, 3]
    ys = [v if v > n else -v for v in xs if (v > 1 if n > 2 else v < 3)]
    zs = [v * n for v in (xs if n is not None else ys)]
    text = 1 if f"{n if n > 2 else 0}" == "5" else 0
    xs[0 if n > 2 else 1] = n
    return f(xs[2 if n > 2 else 0]), f(x=n if n < 3 else 1), sum(ys), zs, text, xs


@case((5,), (1,))
def sides_with_effects(n):
    seen = [0, 0]
    count = 0

    def note(v):
        nonlocal count
        count += v
        seen[0] = v
        return v

    y = note(n) if n > 2 else note(1) + note(2)
    return y, count, seen


@case((5,), (0,))
def a_side_that_would_fail(n):
    def inverse(v):
        if v == 0:
            raise ValueError("no inverse")
        return 1.0 / v

    return inverse(n) if n != 0 else 0.0


@case((5,), (1,))
def methods_of_the_base_in_sides(n):
    class Base:
        def scaled(self, x):
            return x * 2

    class Derived(Base):
        def scaled(self, x):
            return super().scaled(x) if x > 2 else super().scaled(x) + 1

    return Derived().scaled(n)


@case((2,), (8,), (9,), (-3,), (5,))
def membership_in_ranges(n):
    found = 0
    for numbers in (range(2, 9), range(2, 9, 3), range(9, -4, -2), range(9, 2, -1), range(3, 3)):
        found = found * 2 + (1 if n in numbers else 0)
    return found, 1 if n in range(10**9) else 0, 1 if n not in range(-3, 10**9, 7) else 0
