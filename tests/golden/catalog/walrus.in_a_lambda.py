import autograph as ag


@case((5,), (1,))
def in_a_lambda(n):
    f = lambda v: ag.end(ag.and_((q := v * 2) > 4) and q < 100)
    return ag.if_exp(ag.given(ag.call(f)(n)) and ag.then([1]) or [0])
