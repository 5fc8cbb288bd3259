import autograph as ag


@case(([2, 7, 1],), ([0, 0, 0],))
def running_maximum(xs):
    best, where = xs[0], 0
    for i, x in ag.for_(ag.call(enumerate)(xs), ('best', 'where')):
        for then in ag.if_(x > best, ('best', 'where')):
            if then:
                best, where = x, i
    return best, where
