import autograph as ag


@case((2.0,), (9.0,), (0.25,))
def newton_root(a):
    x = a
    loop = ag.while_(('x',))
    while loop.turn(ag.call(abs)(x * x - a) > 1e-3):
        x = (x + a / x) / 2
    return x
