import autograph as ag


@case(([1, 2, -3, 9],), ([-1, -1, -1, -1],))
def continue_over_negatives(xs):
    total = 0
    for x in ag.for_(xs, ('total',)):
        if then := ag.unless(x < 0):
            total += x
            ag.end_if(then, ('total',))
    return total
