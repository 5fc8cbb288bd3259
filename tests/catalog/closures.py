"""Nested functions, `nonlocal`, `global`, lambdas, recursion."""

from tests.catalog import case

SCALE = 3
LAST = 0


@case((3,), (-3,))
def closure_binds_late(x):
    y = 1

    def get():
        return y

    if x > 0:
        y = x * 2
    return get()


@case((3,), (0,))
def closure_over_loop_variables(n):
    total, i = 0, 0

    def now():
        return i * 10 + total

    while i < n:
        i += 1
        total += now()
    return total, now()


@case((3,), (-3,))
def nonlocal_in_a_callee(x):
    n = 0

    def bump():
        nonlocal n
        n += 1

    def twice(v):
        if v > 0:
            bump()
            bump()

    twice(x)
    return n


@case((3,), (-3,))
def global_read(x):
    if x > 0:
        x = x * SCALE
    return x


@case((3,), error="global|LAST")
def global_assignment_is_refused(x):
    global LAST
    if x > 0:
        LAST = x
    return x


@case((5,), (0,))
def recursion(n):
    scale = n * 0 + 2

    def power(k):
        if k <= 0:
            return 1
        return scale * power(k - 1)

    return power(n)


@case((5,), (4,))
def mutual_recursion(n):
    def even(k):
        if k == 0:
            return True
        return odd(k - 1)

    def odd(k):
        if k == 0:
            return False
        return even(k - 1)

    return even(n)


@case((5,), error="no end")
def recursion_without_a_base_case(n):
    def down(k):
        if k > 0:
            return down(k - 1)
        return down(k + 1)

    return down(n)


@case((1,), (5,))
def lambdas_made_in_a_python_loop(x):
    fs = []
    for i in range(3):
        if i > x:
            x = x + i
        fs.append(lambda: i + x)
    return fs[0](), fs[2]()


@case((1,), error="act")
def functions_made_in_branches_do_not_merge(x):
    if x > 0:
        act = lambda v: v + 1
    else:
        act = lambda v: v * 2
    return act(x)


def clip(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x


@case((5,), (-5,), (50,))
def call_of_a_module_function(x):
    return clip(x, 0, 10) + clip(x, -3, 3)


@case((5,), (-5,))
def keyword_and_default_arguments(x):
    def shift(v, *, by=2, sign=1):
        if v > 0:
            v = v + by * sign
        return v

    return shift(x), shift(x, sign=-1), shift(v=x, by=5)


@case((5,), (-5,))
def star_arguments(x):
    def total(*values, **named):
        s = 0
        for v in values:
            s += v
        if s > 0:
            s += named["extra"]
        return s

    return total(x, 1, 2, extra=10)


@case((5,), (-5,))
def lambda_with_a_ternary(x):
    relu = lambda v: v if v > 0 else 0
    return relu(x) + relu(-x)


@case((3,), (-3,))
def function_passed_to_a_function(x):
    def apply(f, v):
        return f(v)

    def step(v):
        if v > 0:
            return v - 1
        return v + 1

    return apply(step, x)


@case((3,), (-3,))
def local_function_of_a_branch(x):
    if x > 0:
        doubled = x * 2
        get = lambda: doubled
        x = get() + 1
    return x


@case((3,), (0,))
def generator_as_loop_source(x):
    def numbers():
        for k in range(3):
            yield k

    total = 0
    for k in numbers():
        if k > x:
            total += k
        else:
            total -= 1
    return total


@case((5,), (0,))
def recursion_in_a_side(n):
    def factorial(k):
        return 1 if k < 2 else k * factorial(k - 1)

    def down(k):
        return 1 + (down(k - 2) if k > 1 else k * 3)

    return factorial(n), down(n)


@case((5,), (0,))
def recursion_that_gives_tuples(n):
    def fibonacci(k):
        if k <= 0:
            return 0, 1
        a, b = fibonacci(k - 1)
        return b, a + b

    def powers(k):
        if k <= 0:
            return 1, 2, 3
        first, second, third = powers(k - 1)
        return first * 2, second * 2, third * 2

    return fibonacci(n)[0], powers(n)


_level = 0


@case((3,), (0,), (5,))
def global_variables_in_blocks(n):
    global _level
    _level = 0
    for i in range(n):
        _level = _level + i
    if n > 4:
        _level += 100
    if n > 2:
        _level *= 2
    else:
        _level -= 1
    while _level > 50:
        _level -= 7
    result, _level = _level, 0
    return result


@case((3,), (0,), (5,))
def global_variables_of_callees_in_blocks(n):
    global _level

    def rise(by):
        global _level
        _level += by
        return _level

    _level = 1
    for i in range(n):
        if i > 1:
            rise(i)
    result, _level = rise(10), 0
    return result
