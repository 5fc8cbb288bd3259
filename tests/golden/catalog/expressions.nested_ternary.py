import autograph as ag


@case((3, 4), (-3, 4), (-3, -4))
def nested_ternary(x, y):
    return ag.if_exp(x > 0, lambda: x, lambda: ag.if_exp(y > 0, lambda: y, lambda: 0))
