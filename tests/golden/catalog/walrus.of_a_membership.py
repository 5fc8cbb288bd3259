import autograph as ag


@case((5,), (1,))
def of_a_membership(n):
    return ag.if_exp(ag.given(ag.in_((m := n), (1, 3))) and ag.then([m]) or [-m])
