import autograph as ag


@case(([2, 7, 1],), ([0, 0, 0],))
def running_maximum(xs):
    best, where = xs[0], 0
    for i, x in ag.for_(ag.call(enumerate)(xs), ('best', 'where')):
        if then := ag.when(x > best):
            best, where = x, i
            ag.end_if(then, ('best', 'where'))
    return best, where
