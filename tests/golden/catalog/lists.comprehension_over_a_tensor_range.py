import autograph as ag


@case((3,), (0,))
def comprehension_over_a_tensor_range(n):
    k = 2
    ys = ag.listed([ag.put(i * k) for i in ag.each(ag.call(range)(n)) if ag.where(i != 1)])
    return ag.call(len)(ys), ag.call(sum)(ys)
