"""`while`: state, widening, `else`."""

from tests.catalog import case


@case((10,), (1,), (0,))
def countdown(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total


@case((6,), (27,), (1,))
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@case((2.0,), (9.0,), (0.25,))
def newton_root(a):
    x = a
    while abs(x * x - a) > 1e-3:
        x = (x + a / x) / 2
    return x


@case((12, 18), (7, 13), (5, 0))
def greatest_common_divisor(a, b):
    while b > 0:
        a, b = b, a % b
    return a


@case((3,), (0,), (6,))
def fibonacci(n):
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n -= 1
    return a, b


@case((3,), (0,))
def int_becomes_float_in_the_loop(n):
    total = 0
    while n > 0:
        total += n * 0.5
        n -= 1
    return total


@case((3,), (0,), (7,))
def condition_becomes_a_tensor_in_mid_loop(x):
    i, limit = 0, 4
    while i < limit:
        i += 1
        if i == 2:
            limit = x
    return i


@case((4, 3), (0, 3), (4, 0))
def nested_whiles(n, m):
    total = 0
    while n > 0:
        k = m
        while k > 0:
            total += n * k
            k -= 1
        n -= 1
    return total


@case((3,), (8,))
def walrus_in_the_condition(x):
    while (y := x * 2) < 20:
        x = y + 1
    return x, y


@case((10,), (3,))
def while_true_with_break(n):
    i = 0
    while True:
        i += 2
        if i >= n:
            break
    return i


@case((2,), (9,))
def while_else(x):
    n = 0
    while n < 5:
        n += 1
        if n == x:
            break
    else:
        n = n + 50
    return n


@case((3,), (0,))
def while_else_without_break(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    else:
        total += 100
    return total


@case((5,), (0,))
def flag_as_condition(n):
    going, i = n > 0, 0
    while going:
        i += 1
        going = i < n
    return i


@case((5.0,), (0.5,))
def two_conditions(x):
    n = 0
    while x > 1 and n < 10:
        x = x / 2
        n += 1
    return x, n


@case((3,), (0,))
def tuple_state(n):
    state = (0, 1.0)
    while n > 0:
        state = (state[0] + n, state[1] * 2)
        n -= 1
    return state


@case((3,), (0,))
def dict_state(n):
    state = {"sum": 0, "product": 1}
    while n > 0:
        state = {"sum": state["sum"] + n, "product": state["product"] * n}
        n -= 1
    return state["sum"], state["product"]


@case((3,), (0,))
def name_used_only_inside(n):
    total = 0
    while n > 0:
        square = n * n
        total += square
        n -= 1
    return total


@case((3,), (5,))
def staged_three_deep(n):
    s = 0
    i = 0
    while i < n:
        j = 0
        while j < i:
            k = j
            while k > 0:
                s += k * 0.5
                k -= 1
            j += 1
        i += 1
    return s


@case((3,), error="dtype|string|'text'|str")
def loop_variable_changes_to_text(n):
    kind = 0
    while n > 0:
        kind = "text"
        n -= 1
    return kind
