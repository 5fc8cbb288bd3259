import autograph as ag


@case((3,), (0,), (6,))
def fibonacci(n):
    a, b = 0, 1
    loop = ag.while_(('a', 'b', 'n'))
    while loop.turn(n > 0):
        a, b = b, a + b
        n -= 1
    return a, b
