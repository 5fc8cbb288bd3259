import autograph as ag


@case(([1, 2, 3, 4],), ([5, -1, 2, 3],))
def several_filters(xs):
    kept = ag.listed([ag.put(x * 10) for x in ag.each(xs) if ag.where(x > 1) if ag.where(x < 4)])
    return ag.call(len)(kept), ag.call(sum)(kept)
