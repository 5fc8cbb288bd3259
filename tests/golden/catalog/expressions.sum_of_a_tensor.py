import autograph as ag


@case(([3, 1, 2],))
def sum_of_a_tensor(xs):
    return ag.call(sum)(xs), ag.call(len)(xs)
