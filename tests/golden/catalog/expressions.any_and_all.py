import autograph as ag


@case(([3, 1, 2],), ([0, 0, 0],))
def any_and_all(xs):
    return ag.call(any)(ag.lazy(x > 2 for x in ag.each([xs[0], xs[1]]))), ag.call(all)([xs[0] > 0, xs[2] > 0])
