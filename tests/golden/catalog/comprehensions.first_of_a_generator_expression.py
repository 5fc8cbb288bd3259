import autograph as ag


@case(([1, 5, 2],), ([0, 0, 0],))
def first_of_a_generator_expression(xs):
    position = ag.call(next)((ag.lazy(i for i, x in ag.each(ag.call(enumerate)(xs)) if ag.where(x > 1))), -1)
    pair = ag.call(next)((ag.lazy((i, x) for i, x in ag.each(ag.call(enumerate)(xs)) if ag.where(x > 1))), (7, 8))
    return position, pair[0] + pair[1], ag.call(next)(ag.lazy(x * 2 for x in ag.each(xs))), ag.call(next)((ag.lazy(k for k in ag.each((3, 4)) if ag.where(k > 3))), 0)
