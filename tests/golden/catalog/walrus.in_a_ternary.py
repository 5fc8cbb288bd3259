import autograph as ag


@case((5,), (1,))
def in_a_ternary(n):
    m = 0
    y = ag.if_exp(ag.given(ag.naming(n > 2, ('m',))) and ag.then([(m := n * 2)]) or [0])
    return y, m
