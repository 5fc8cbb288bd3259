@case(
    (6, 3),
)
def bitwise_operators(x, y):
    return x & y, x | y, x ^ y, x << 1, x >> 1, ~x
