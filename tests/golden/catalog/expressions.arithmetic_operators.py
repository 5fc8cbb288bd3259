@case((7, 2), (-7, 2))
def arithmetic_operators(x, y):
    return x + y, x - y, x * y, x // y, x % y, -x, x**2
