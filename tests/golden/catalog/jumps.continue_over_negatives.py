import autograph as ag


@case(([1, 2, -3, 9],), ([-1, -1, -1, -1],))
def continue_over_negatives(xs):
    total = 0
    for x in ag.for_(xs, ('total',)):
        for then in ag.if_(x < 0, ('total',)):
            if not then:
                total += x
    return total
