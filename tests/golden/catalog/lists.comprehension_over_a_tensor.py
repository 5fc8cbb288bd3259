import autograph as ag


@case(([1, 2, 3],))
def comprehension_over_a_tensor(xs):
    return ag.call(sum)(ag.listed([ag.put(x * x) for x in ag.each(xs)]))
