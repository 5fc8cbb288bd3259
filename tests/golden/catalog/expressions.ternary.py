import autograph as ag


@case((3,), (-3,))
def ternary(x):
    y = ag.if_exp(ag.given(x > 0) and ag.then([x * 2]) or [x - 1])
    return y
