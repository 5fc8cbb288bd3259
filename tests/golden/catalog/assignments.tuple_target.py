import autograph as ag


@case((3,), (0,))
def tuple_target(n):
    a, (b, c) = 0, (1, 2)
    loop = ag.while_(('a', 'b', 'c', 'n'))
    while loop.turn(n > 0):
        (a, b), c = (b, c), a
        n -= 1
    return a, b, c
