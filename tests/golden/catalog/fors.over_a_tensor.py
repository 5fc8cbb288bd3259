import autograph as ag


@case(([1, 2, 3],), ([5, -1, 0],))
def over_a_tensor(xs):
    total = 0
    for x in ag.for_(xs, ('total',)):
        total += x
    return total
