"""`break`, `continue` and `return` under tensor conditions."""

from tests.catalog import case


@case(([1, 2, -3, 9],), ([1, 1, 1, 1],))
def break_at_the_first_negative(xs):
    total = 0
    for x in xs:
        if x < 0:
            break
        total += x
    return total


@case(([1, 2, -3, 9],), ([-1, -1, -1, -1],))
def continue_over_negatives(xs):
    total = 0
    for x in xs:
        if x < 0:
            continue
        total += x
    return total


@case(([1, -2, 3, 9], 3), ([1, 1, 0, 0], 5), ([7, 0, 0, 0], 5))
def first_prefix_sum_over(xs, limit):
    total = 0
    for x in xs:
        if x < 0:
            continue
        total = total + x
        if total > limit:
            return total
    return -1


@case((10,), (3,), (0,))
def break_and_continue_together(n):
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        if i > 6:
            break
        total += i
    return total


@case((5,), (2,))
def break_leaves_the_inner_loop_only(n):
    total = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            total += j
    return total


@case((5,), (3,))
def flags_of_two_loops(n):
    count = 0
    i = 0
    while i < n:
        i += 1
        j = 0
        while j < n:
            j += 1
            if j == i:
                continue
            if j > 3:
                break
            count += j
        if count > 12:
            break
    return i, count


@case((3,), (9,), (0,))
def return_of_a_structure_from_nested_loops(x):
    for i in range(x):
        for j in range(4):
            if i * j == 6:
                return i, (j, 1)
    return -1, (-1, 1)


@case((3,), (30,))
def return_int_or_float(x):
    while x < 100:
        if x > 20:
            return 0
        x = x * 3
    return x * 0.5


@case((2,), (9,))
def while_else_and_continue(x):
    n = 0
    while n < 5:
        n += 1
        if n == x:
            break
        if n % 2 == 1:
            continue
        x += 1
    else:
        n = n + 50
    return n, x


@case((1,), (4,))
def break_under_two_conditions(n):
    i = 0
    while i < 10:
        if i > 2:
            if i > n:
                break
            i += 2
        i += 1
    return i


@case((3,), (7,))
def break_with_a_value_set_before(n):
    found = -1
    for k in range(10):
        if k * k > n:
            found = k
            break
    return found


@case((3,), (12,))
def continue_in_the_middle_of_an_arm(n):
    total = 0
    for i in range(n):
        if i > 2:
            total += 1
            if i % 2 == 0:
                continue
            total += 10
        total += 100
    return total


@case((3,), (-3,))
def unconditional_break(x):
    while x > 0:
        x -= 1
        break
    return x


@case((3,), (0,))
def unconditional_return_in_a_loop(n):
    for i in range(n):
        return i + 100
    return -1


@case((4,), (20,))
def break_in_while_true(n):
    i = 1
    while True:
        if i >= n:
            break
        i *= 2
    return i


@case((4,), (20,))
def return_in_while_true(n):
    i = 1
    while True:
        if i >= n:
            return i
        i *= 2


@case((2, 5), (5, 2))
def break_of_a_python_loop_in_both_arms(x, y):
    s = 0
    for k in (1, 2, 3):
        if x > y:
            s += k
            if k > x:
                break
        else:
            if k > 1:
                break
            s -= k
    return s


@case((6,), (1,))
def loop_after_a_loop_that_may_return(n):
    for i in range(n):
        if i == 5:
            return i
    total = 0
    for i in range(n):
        total += i
    return total + 100


@case((3,), (-1,))
def statements_after_a_jump_are_dropped(x):
    if x > 0:
        return x
    else:
        return -x


@case((4,), (9,))
def break_in_an_else_arm(n):
    i = 0
    while i < 20:
        if i < n:
            i += 3
        else:
            break
    return i
