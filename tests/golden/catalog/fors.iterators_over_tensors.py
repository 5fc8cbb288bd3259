import autograph as ag


@case(([4, 5, 6],), ([7, 8, 9],))
def iterators_over_tensors(xs):
    it = ag.call(iter)(xs)
    first, second = ag.call(next)(it), ag.call(next)(it)
    total = 0
    for x in ag.for_(it, ('total',)):
        total += x * first
    pairs = ag.call(iter)(ag.call(zip)(xs, range(5)))
    ag.call(next)(pairs)
    return first, second, total, ag.call(sum)(ag.lazy(x * i for x, i in ag.each(pairs)))
