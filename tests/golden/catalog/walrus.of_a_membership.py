import autograph as ag


@case((5,), (1,))
def of_a_membership(n):
    return ag.if_exp(ag.in_((m := n), (1, 3)), lambda: m, lambda: -m)
