import autograph as ag


@case(([1.5, 2.0],), ([-1.0, 0.25],))
def int_start_widens_to_float(xs):
    total, n = 0, 0
    for a in ag.for_(xs, ('n', 'total')):
        for b in ag.for_(xs, ('n', 'total')):
            total += a * b
            n += 1
    return total, n
