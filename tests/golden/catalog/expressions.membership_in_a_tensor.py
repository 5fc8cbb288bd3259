import autograph as ag


@case(([1, 2, 3], 2), ([1, 2, 3], 7))
def membership_in_a_tensor(xs, x):
    return ag.if_exp(ag.given(ag.contains(xs, x)) and ag.then([1]) or [0])
