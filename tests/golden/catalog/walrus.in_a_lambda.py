import autograph as ag


@case((5,), (1,))
def in_a_lambda(n):
    f = lambda v: ag.end(ag.and_((q := v * 2) > 4) and q < 100)
    return ag.if_exp(ag.call(f)(n), lambda: 1, lambda: 0)
