import autograph as ag


@case(([2, -5, 4, -1, 3],), ([-1, -2, -3, -4, -5],))
def maximum_subarray(xs):
    best = xs[0]
    here = 0
    for x in ag.for_(xs, ('best', 'here')):
        here = ag.call(max)(here + x, x)
        if then := ag.when(here > best):
            best = here
            ag.end_if(then, ('best',))
    return best
