import autograph as ag


@case((5.0,), (0.5,))
def two_conditions(x):
    n = 0
    loop = ag.while_(('n', 'x'))
    while loop.turn(ag.both(x > 1) and n < 10):
        x = x / 2
        n += 1
    return x, n
