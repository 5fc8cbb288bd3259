import autograph as ag


@case((3,), (0,))
def comprehension_over_a_tensor_range(n):
    k = 2
    ys = ag.list_comp(ag.call(range)(n), lambda i: i * k, lambda i: i != 1)
    return ag.call(len)(ys), ag.call(sum)(ys)
