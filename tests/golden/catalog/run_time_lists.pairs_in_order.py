import autograph as ag


@case(([3, 1, 2],))
def pairs_in_order(xs):
    ranked = ag.call(sorted)(ag.listed(
        [ag.put((x, i)) for i, x in ag.each(ag.call(enumerate)(xs))],
    ), key=lambda pair: -pair[0])
    return ranked[0][1], ranked[2][0], ag.call(sum)(ag.lazy(i for x, i in ag.each(ranked) if ag.where(x > 1)))
