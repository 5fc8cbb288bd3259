import autograph as ag


@case(([1.0, -2.0, 3.0],), ([0.0, 0.0, 0.0],))
def softplus_like_accumulation(xs):
    total = 0.0
    for x in ag.for_(xs, ('total',)):
        total += ag.if_exp(x < 0, lambda: rt.exp(x), lambda: x + 1.0)
    return total
