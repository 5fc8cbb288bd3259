import autograph as ag


@case(([1.0, -2.0, 3.0],), ([0.0, 0.0, 0.0],))
def softplus_like_accumulation(xs):
    total = 0.0
    for x in ag.for_(xs, ('total',)):
        total += ag.if_exp(ag.given(x < 0) and ag.then([rt.exp(x)]) or [x + 1.0])
    return total
