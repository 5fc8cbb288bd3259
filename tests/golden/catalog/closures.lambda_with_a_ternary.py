import autograph as ag


@case((5,), (-5,))
def lambda_with_a_ternary(x):
    relu = lambda v: ag.if_exp(ag.given(v > 0) and ag.then([v]) or [0])
    return ag.call(relu)(x) + ag.call(relu)(-x)
