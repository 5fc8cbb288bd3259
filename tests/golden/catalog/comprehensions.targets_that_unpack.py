import autograph as ag


@case(([1, 2, 3], [4, 5, 6]))
def targets_that_unpack(xs, ys):
    return ag.call(sum)(ag.listed(
        [ag.put(a * b) for a, b in ag.each(ag.call(zip)(xs, ys))],
    )), ag.call(sum)(ag.lazy(i * x for i, x in ag.each(ag.call(enumerate)(xs))))
