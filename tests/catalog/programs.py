"""Small whole programs that combine the constructs."""

import runtime as rt
from tests.catalog import case


@case((17,), (18,), (2,), (1,))
def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


@case(([3, 1, 2, 5],), ([4, 4, 4, 4],))
def bubble_sort(xs):
    n = len(xs)
    for i in range(n):
        for j in range(n - 1 - i):
            if xs[j] > xs[j + 1]:
                a, b = xs[j], xs[j + 1]
                xs[j] = b
                xs[j + 1] = a
    return xs[0], xs[1], xs[2], xs[3]


@case(([1, 3, 5, 7, 9], 7), ([1, 3, 5, 7, 9], 4))
def binary_search(xs, key):
    low, high = 0, len(xs) - 1
    while low <= high:
        middle = (low + high) // 2
        if xs[middle] == key:
            return middle
        if xs[middle] < key:
            low = middle + 1
        else:
            high = middle - 1
    return -1


@case((2.0, 10), (0.5, 3), (2.0, 0))
def power_by_squaring(base, n):
    result = 1.0
    while n > 0:
        if n % 2 == 1:
            result = result * base
        base = base * base
        n = n // 2
    return result


@case((0.1, 0.1), (1.0, 1.0))
def mandelbrot_escape_time(cr, ci):
    zr, zi = 0.0, 0.0
    for k in range(20):
        if zr * zr + zi * zi > 4.0:
            return k
        zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
    return 20


@case(([1.0, -2.0, 3.0],), ([0.0, 0.0, 0.0],))
def softplus_like_accumulation(xs):
    total = 0.0
    for x in xs:
        total += rt.exp(x) if x < 0 else x + 1.0
    return total


@case((100,), (0,))
def digits_sum(n):
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return total


@case(([2, -5, 4, -1, 3],), ([-1, -2, -3, -4, -5],))
def maximum_subarray(xs):
    best = xs[0]
    here = 0
    for x in xs:
        here = max(here + x, x)
        if here > best:
            best = here
    return best


@case((4,), (6,))
def pascal_row_sum(n):
    row = [1]
    for _ in range(4):
        row = [1] + [row[k] + row[k + 1] for k in range(len(row) - 1)] + [1]
    total = 0
    for v in row:
        total += v * n
    return total


@case((10, 3), (7, 7))
def division_by_subtraction(a, b):
    quotient = 0
    while a >= b:
        a -= b
        quotient += 1
    return quotient, a


@case((30,), (5,))
def fizz_buzz_score(n):
    score = 0
    for i in range(1, n):
        if i % 15 == 0:
            score += 15
        elif i % 5 == 0:
            score += 5
        elif i % 3 == 0:
            score += 3
    return score
