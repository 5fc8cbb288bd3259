import autograph as ag


@case((3,), (-3,))
def ternary_return(x):
    return ag.if_exp(x > 0, lambda: x, lambda: -x)
