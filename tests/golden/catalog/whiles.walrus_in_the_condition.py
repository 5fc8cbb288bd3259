import autograph as ag


@case((3,), (8,))
def walrus_in_the_condition(x):
    loop = ag.while_(('x', 'y'))
    while loop.turn((y := x * 2) < 20):
        x = y + 1
    return x, y
