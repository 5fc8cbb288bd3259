import autograph as ag


@case((3,), (-3,))
def ternary(x):
    y = ag.if_exp(x > 0, lambda: x * 2, lambda: x - 1)
    return y
